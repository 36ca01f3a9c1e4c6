"""The recurrent cells of a decoder: from the state before, and what is fed in, to the new state."""
