"""Papers of a recipe."""
