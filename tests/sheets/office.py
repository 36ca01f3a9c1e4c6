"""What LibreOffice makes of workbooks: every cell calculated anew, and read back."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

OFFICE = shutil.which("soffice")
NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item></oor:items>
"""
FORMULA = re.compile(r"(<c [^>]*>)(<f[^>]*>.*?</f>|<f[^>]*/>)<v>[^<]*</v>")
CELL = re.compile(r'<c r="(?P<place>[A-Z]+\d+)"(?P<style>[^>]*)>(?P<inner>.*?)</c>')
Cells = dict[str, float | str]


def recalculated(files: list[Path], folder: Path, form: str = "xlsx") -> list[Path]:
    """The files as LibreOffice saves them, with every formula calculated on loading."""
    profile, out = folder / "profile", folder / "out"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS, "utf-8")
    command = [str(OFFICE), f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to", form]
    for start in range(0, len(files), 100):
        part = [str(path) for path in files[start : start + 100]]
        subprocess.run([*command, "--outdir", str(out), *part], check=True, capture_output=True, timeout=600)
    return [out / path.with_suffix(f".{form.partition(':')[0]}").name for path in files]


def changed(content: bytes, path: Path, change: Callable[[str, str], str]) -> Path:
    """A workbook with each sheet's XML changed, which is told by its number."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made, zipfile.ZipFile(_file(content)) as old:
        for name in old.namelist():
            text = old.read(name)
            if match := re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", name):
                text = change(match[1], text.decode("utf-8")).encode()
            made.writestr(name, text)
    return path


def emptied(xml: str) -> str:
    """Every stored value of a formula is 0."""
    return FORMULA.sub(r"\1\2<v>0</v>", re.sub(r'(<c [^>]*?) t="str"(?=[^>]*><f)', r"\1", xml))


def with_value(xml: str, place: str, value: str) -> str:
    """The number of one cell in place of what stands there; an empty cell is filled."""
    pattern = re.compile(rf'<c r="{place}"((?: s="\d+")?)[^>]*?(?:/>|>.*?</c>)')
    made, count = pattern.subn(rf'<c r="{place}"\1><v>{value}</v></c>', xml)
    assert count == 1, (place, count)
    return made


def sheets(content: bytes | Path) -> dict[str, Cells]:
    """The cells of every sheet by their places."""
    with zipfile.ZipFile(content if isinstance(content, Path) else _file(content)) as file:
        shared = []
        if "xl/sharedStrings.xml" in file.namelist():
            root = ElementTree.fromstring(file.read("xl/sharedStrings.xml"))
            shared = ["".join(part.text or "" for part in each.iter(f"{NAMESPACE}t")) for each in root]
        book = ElementTree.fromstring(file.read("xl/workbook.xml"))
        names = [each.attrib["name"] for each in book.iter(f"{NAMESPACE}sheet")]
        return {
            name: _cells(file.read(f"xl/worksheets/sheet{number}.xml"), shared) for number, name in enumerate(names, 1)
        }


def _cells(xml: bytes, shared: list[str]) -> Cells:
    found: Cells = {}
    for cell in ElementTree.fromstring(xml).iter(f"{NAMESPACE}c"):
        value = cell.find(f"{NAMESPACE}v")
        if value is None or value.text is None:
            continue
        kind = cell.attrib.get("t")
        found[cell.attrib["r"]] = (
            shared[int(value.text)] if kind == "s" else value.text if kind in ("str", "e") else float(value.text)
        )
    return found


def _file(content: bytes) -> object:
    from io import BytesIO

    return BytesIO(content)
