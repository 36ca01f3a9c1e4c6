"""The parts of judging one claim: how fine it is written, which calculations it fits, and what a slip of the pen is."""
