"""`attncalc help`: of a command what it takes, of a topic a text that stands beside the code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Optional

import typer

from attncalc.cli.options import completed
from attncalc.errors import InputError, did_you_mean, shorten

# In the order in which they are listed; some are called as a command is, and follow what it takes.
TOPICS = (
    "files",
    "notations",
    "conventions",
    "options",
    "chains",
    "backward",
    "solve",
    "digits",
    "forms",
    "spreadsheets",
    "practice",
    "marking",
    "calculations",
    "grading",
    "generate",
    "recipes",
    "exports",
    "costs",
    "batch",
    "frameworks",
    "limits",
    "threats",
)


def names(incomplete: str) -> list[str]:
    """The commands and topics that a shell offers to complete a name."""
    from attncalc.cli.app import COMMANDS

    return completed(incomplete, dict.fromkeys((*COMMANDS, *TOPICS)))


def help(
    topic: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(metavar="[COMMAND|TOPIC]", autocompletion=names, help="Without it, all of them are listed."),
    ] = None,
) -> None:
    """Show this help, that of a command, or what there is to know about a topic."""
    from attncalc.cli.app import COMMANDS, app
    from attncalc.cli.output import deliver_markdown

    if topic and topic not in (*COMMANDS, *TOPICS):
        hint = did_you_mean(topic, names(""), listed=False) or "`attncalc help` lists them."
        raise InputError(f"there is no command or topic {shorten(topic)}", hint=hint)
    is_command = not topic or topic in COMMANDS
    if is_command:
        app([topic] if topic else COMMANDS)(
            [*filter(None, [topic]), "--help"], prog_name="attncalc", standalone_mode=False
        )
    if not topic or topic in TOPICS:
        if is_command:
            typer.echo()
        deliver_markdown(about(topic) if topic else listed())


def about(topic: str) -> str:
    """What there is to know about a topic, in Markdown."""
    from importlib.resources import files

    written = (files("attncalc") / ELSEWHERE.get(topic, f"cli/topics/{topic}.md")).read_text("utf-8")
    return written + ADDED[topic]() if topic in ADDED else written


def listed() -> str:
    """The topics with what each is about, the first line of its text."""
    titles = "\n".join(f"- `{topic}`: {about(topic).partition(chr(10))[0].removeprefix('# ')}" for topic in TOPICS)
    return f"Topics, such as `attncalc help files`:\n\n{titles}\n"


def limits() -> str:
    """Every limit, with its reason."""
    from textwrap import fill

    from attncalc.limits import every

    return "".join(
        "\n" + fill(f"- {limit.most:,}: {limit.told}. {limit.why}", 80, subsequent_indent="  ") for limit in every()
    )


ELSEWHERE = {"frameworks": "batch/README.md"}
ADDED: dict[str, Callable[[], str]] = {"limits": limits}
