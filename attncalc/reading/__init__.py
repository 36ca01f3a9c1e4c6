"""One reader of written mathematics: numbers, matrices and whole pages, in the ways in which people write them."""
