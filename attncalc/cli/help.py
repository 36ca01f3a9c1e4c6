"""`attncalc help`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Optional

import typer

from attncalc.errors import InputError, did_you_mean


def help(
    topic: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(metavar="[COMMAND|threats|limits]", help="Of a command; what is never done, or refused."),
    ] = None,
) -> None:
    """Show this help, or that of a command; what is never done with files, and what is refused."""
    from attncalc.cli.app import COMMANDS, app
    from attncalc.cli.output import deliver_text

    if topic is None:
        app()(["--help"])
    elif topic in COMMANDS:
        app([topic])([topic, "--help"])
    elif topic in TOPICS:
        deliver_text(TOPICS[topic](), None)
    else:
        raise InputError(f"there is no command {topic}", hint=did_you_mean(topic, [*COMMANDS, *TOPICS]))


def threats() -> str:
    """What is read and written, and what is never done."""
    from importlib.resources import files

    return (files("attncalc.cli") / "threats.txt").read_text("utf-8")


def limits() -> str:
    """Every limit, with its reason."""
    from attncalc.limits import every

    return "".join(f"{limit.most:>13,}  {limit.told}\n{'':15}{limit.why}\n" for limit in every())


TOPICS: dict[str, Callable[[], str]] = {"threats": threats, "limits": limits}
