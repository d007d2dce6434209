"""Complete tables of endgames, built and looked through."""
