"""One reader of written mathematics: numbers, matrices and whole pages, in the ways in which people write them."""

from attncalc.reading.matrices import read_matrix as read_matrix
