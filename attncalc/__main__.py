"""`python -m attncalc`, and the command `attncalc`."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress


def main() -> None:
    """Runs the command line; the version is told without importing it, and Ctrl-C is quiet from the start.

    An end that is asked for from outside (SIGTERM) is one like Ctrl-C: nothing half written stays behind.
    """
    if sys.argv[1:] == ["--version"]:
        from attncalc import __version__

        with suppress(OSError):  # the command line says what is wrong
            print(f"attncalc {__version__}", flush=True)  # noqa: T201
            return
    import signal

    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    gc.set_threshold(50_000)  # what start-up makes lives on; looking through it again and again takes 10 ms
    try:
        from attncalc.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
