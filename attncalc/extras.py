"""How a package that is missing is added to this program, in the way in which it was installed."""

from __future__ import annotations

import sys
from pathlib import Path


def adding(package: str) -> str:
    """The command that installs a package, or an extra, where this program finds it: pip, pipx or uv."""
    named = f'"{package}"' if "[" in package else package
    home = Path(sys.prefix)
    if (home / "pipx_metadata.json").exists():
        return f"pipx runpip attncalc install {named}"
    if (home / "uv-receipt.toml").exists():
        return f"uv pip install --python {sys.executable} {named}"
    return f"pip install {named}" if _is_active(home) else f"{_shown(sys.executable)} -m pip install {named}"


def _is_active(home: Path) -> bool:
    """Whether the `pip` of a shell is that of this Python, as far as can be told."""
    from os import environ

    return sys.prefix == sys.base_prefix or environ.get("VIRTUAL_ENV") == str(home)


def _shown(path: str) -> str:
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path
