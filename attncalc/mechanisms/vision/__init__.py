"""Attention over the regions and the channels of an image."""
