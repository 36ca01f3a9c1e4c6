"""A decoder that attends to the states of an encoder."""
