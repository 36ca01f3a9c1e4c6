"""The same attention in another order of work."""
