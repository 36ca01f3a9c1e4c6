"""`attncalc help`."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from attncalc.errors import InputError, did_you_mean


def help(
    topic: Annotated[Optional[str], typer.Argument(metavar="[COMMAND]", help="Of this command.")] = None,  # noqa: UP045
) -> None:
    """Show this help, or that of a command."""
    from attncalc.cli.app import COMMANDS, app

    if topic is None:
        app()(["--help"])
    elif topic in COMMANDS:
        app([topic])([topic, "--help"])
    else:
        raise InputError(f"there is no command {topic}", hint=did_you_mean(topic, COMMANDS))
