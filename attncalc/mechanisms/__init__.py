"""Attention mechanisms: each a small function that reads like its formula."""
