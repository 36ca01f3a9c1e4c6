"""Several heads at once."""
