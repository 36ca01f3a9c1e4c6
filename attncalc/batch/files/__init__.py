"""Arrays in files: mapped and read block by block, and written whole or not at all."""
