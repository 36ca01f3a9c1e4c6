"""Attention with queries, keys and values."""
