"""A page in a browser: drawn answers are typed into it, and what it says of them is compared with `check`.

python tests/practice/driven.py [LINES] [SEED]
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from answers import Sitting, sittings

from attncalc.practice.page.write import page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n')
SEEN = re.compile(r'<script type="application/json" id="seen">(.*?)</script>', re.DOTALL)


def opened(html: str, folder: Path) -> tuple[str, list[str]]:
    """The page as a browser leaves it, and what it logged."""
    (folder / "page.html").write_text(html, "utf-8")
    run = subprocess.run(
        [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--window-size=360,740",
            f"--user-data-dir={folder}",
            "--dump-dom",
            (folder / "page.html").as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    return run.stdout, [line for line in run.stderr.splitlines() if "CONSOLE" in line]


def ran(html: str, code: str, folder: Path) -> Any:
    """What code that runs in a page leaves there."""
    html = POLICY.sub("", html).replace("</body>", f"<script>\n{code}</script>\n</body>")
    dom, log = opened(html, folder)
    assert not log, log
    return json.loads(SEEN.search(dom)[1])  # type: ignore[index]


def driven(html: str, typed: list[list[list[str]]], folder: Path) -> dict[str, Any]:
    """What a page says of what is typed: of each problem, line by line."""
    drive = (Path(__file__).parent / "drive.js").read_text("utf-8")
    return dict(ran(html, f"const typed_ = {json.dumps(typed)};\n{drive}", folder))


def agreement(found: list[Sitting], folder: Path) -> tuple[dict[str, Any], Counter[str], list[str]]:
    """What was seen, how often which verdict stands beside which one of `check`, and the lines where they differ."""
    html = page([sitting.drawn for sitting in found], "all")
    seen = driven(html, [[line.texts for line in sitting.lines] for sitting in found], folder)
    pairs: Counter[str] = Counter()
    differing = []
    for sitting, lines in zip(found, seen["seen"], strict=True):
        for line, told in zip(sitting.lines, lines, strict=True):
            marks = [mark.partition(" ")[2] for mark in told["marks"]]
            pairs.update(f"{wanted} {mark}" for wanted, mark in zip(line.verdicts, marks, strict=True))
            if line.verdicts != marks:
                differing.append(
                    f"{sitting.drawn.problem.title}, {line.key} = {line.texts}: {marks} for {line.verdicts}"
                )
    return seen, pairs, differing


def main() -> None:
    """Prints how many lines and numbers have the verdicts of `check`, and the lines that have not."""
    count, seed = (int(text) for text in (*sys.argv[1:], *("500", "1")[len(sys.argv) - 1 :])[:2])
    found = list(sittings(count, seed))
    with tempfile.TemporaryDirectory() as folder:
        _, pairs, differing = agreement(found, Path(folder))
    lines = sum(len(sitting.lines) for sitting in found)
    alike = sum(number for pair, number in pairs.items() if len(set(pair.split())) == 1)
    print(f"{lines - len(differing)} of {lines} lines and {alike:,} of {pairs.total():,} numbers are as check says")
    for line in differing:
        print(line)


if __name__ == "__main__":
    main()
