"""Pictures of weights."""
