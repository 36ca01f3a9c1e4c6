"""Attention over graphs, pairs, documents, and what else has a structure."""
