"""This program as a wheel, made of what is installed: what marks elsewhere is then the program that drew the papers."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import attncalc
from attncalc.render.exports.packed import packed

NAME = "attncalc"
LEFT_OUT = {"__pycache__"}
WHEEL = "Wheel-Version: 1.0\nGenerator: attncalc\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
ENTRY = "[console_scripts]\nattncalc = attncalc.__main__:main\n"


def wheel() -> dict[str, bytes]:
    """The wheel by its name; nothing where the program is not installed, so that nobody knows what it needs."""
    try:
        metadata = distribution(NAME).read_text("METADATA")
    except PackageNotFoundError:
        return {}
    if not metadata:
        return {}
    version = attncalc.__version__
    info = f"{NAME}-{version}.dist-info"
    files = {
        **_files(Path(attncalc.__file__).parent),
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": WHEEL.encode(),
        f"{info}/entry_points.txt": ENTRY.encode(),
    }
    listed = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    record = "\n".join([*listed, f"{info}/RECORD,,"]) + "\n"
    return {f"{NAME}-{version}-py3-none-any.whl": packed({**files, f"{info}/RECORD": record})}


def _files(folder: Path) -> dict[str, bytes]:
    found = sorted(path for path in folder.rglob("*") if path.is_file() and not LEFT_OUT & {*path.parts})
    return {f"{NAME}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in found}


def _digest(content: bytes) -> str:
    return urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
