"""`python -m attncalc`, and the command `attncalc`."""

from __future__ import annotations

from attncalc.cli.app import main

if __name__ == "__main__":
    main()
