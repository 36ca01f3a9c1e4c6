"""The backward pass: the recorded expressions followed in reverse, by the rule of each operation."""
