"""The modules of the board's page: types made from what the server answers, and a compiler that holds the modules against them."""
