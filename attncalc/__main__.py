"""`python -m attncalc`, and the command `attncalc`."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line; the version is told without importing it."""
    if sys.argv[1:] == ["--version"]:
        from attncalc import __version__

        sys.stdout.write(f"attncalc {__version__}\n")
        return
    from attncalc.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
