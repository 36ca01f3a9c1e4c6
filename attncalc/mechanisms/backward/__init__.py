"""What is asked of a backward pass: where it starts, how far it goes, and a step of learning."""
