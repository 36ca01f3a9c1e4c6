"""Exact attention on large matrices, in memory that does not grow with the square of their length.

`attention` is the call; `core` the formula in a few lines; `tiled` the same by blocks, for what is large.
"""
