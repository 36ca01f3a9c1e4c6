"""From worksheets to what a person reads: laid out once into blocks, written in many forms."""
