"""Where tokens stand: positions added to them, and scores that depend on how far apart they are."""
