"""`attncalc check --chains`."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size

from attncalc.errors import InputError

FORMS = ("terminal", "plain", "json")


def check_chains(files: list[str], form: str | None, output: Path | None, *, ascii_signs: bool) -> bool:
    """Checks calculations without a problem, and writes what was found; whether everything is true."""
    from attncalc.check.equalities.calculations import calculations_of, write_json
    from attncalc.cli.output import deliver_text
    from attncalc.render.formats import find_format
    from attncalc.render.report.chains import chains_text
    from attncalc.render.width import ascii_only

    if len(files) != 1:
        why = "--chains checks one file, without a problem" if files else "nothing is named to check"
        raise InputError(why, hint="attncalc check --chains FILE")
    name = find_format(form, str(output) if output else None)
    if name not in FORMS:
        raise InputError(f"what --chains finds is not written as {name}", hint="It can be plain or json.")
    source, found = calculations_of(files[0])
    if name == "json":
        text = write_json(source, found, ascii_signs=ascii_signs)
    else:
        is_shown = output is None and sys.stdout is not None and sys.stdout.isatty()
        text = chains_text(source, found, get_terminal_size().columns if is_shown else None)
        text = ascii_only(text) if ascii_signs else text
    deliver_text(text, output)
    return all(one.traced.first is None for one in found)
