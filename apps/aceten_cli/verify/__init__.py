"""Commands for those who write these games: their programs are asked, and vectors are written."""
