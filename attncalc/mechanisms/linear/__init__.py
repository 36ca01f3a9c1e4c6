"""Attention without a table of all pairs: sums, states and projections of the sequence."""
