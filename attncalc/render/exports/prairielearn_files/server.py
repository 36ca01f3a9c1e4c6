"""A question whose answers are checked by `attncalc check`: the page as it is printed, its blanks filled in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SECONDS = 60
LONGEST = 60  # signs of an answer

Data = dict[str, Any]  # what PrairieLearn hands over


def generate(data: Data) -> None:
    """One of the variants, by the seed."""
    variants = _variants(data)
    number = int(data["variant_seed"]) % len(variants)
    data["params"]["variant"] = number
    for key in ("html", "solution"):
        data["params"][key] = variants[number][key]


def grade(data: Data) -> None:
    """The marks of the page, and what is said of it; whatever else goes wrong is no fault of the student."""
    variant = _variants(data)[data["params"]["variant"]]
    entered = [
        _entered(data["submitted_answers"].get(f"b{number}"), labels)
        for number, labels in enumerate(variant["labels"], 1)
    ]
    first, *rest = variant["page"].split(variant["blank"])
    page = "".join([first, *(part for pair in zip(entered, rest, strict=True) for part in pair)])
    with tempfile.TemporaryDirectory() as folder:
        problem, filled = Path(folder, "problem.yaml"), Path(folder, "page.md")
        problem.write_text(variant["problem"], "utf-8")
        filled.write_text(page, "utf-8")
        report = json.loads(_checked(data, problem, filled, "--format", "json"))
        data["feedback"]["report"] = _checked(data, problem, filled, "--format", "html", "--fragment")
    marks = report["marks"]
    data["score"] = marks["total"] / marks["of"]
    data["partial_scores"] = {"check": {"score": data["score"], "weight": 1}}


def _variants(data: Data) -> list[dict[str, Any]]:
    path = Path(data["options"]["question_path"], "variants.json")
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return found


def _entered(answer: object, labels: list[str] | None) -> str:
    """What is written into a blank: the letter or the number of a choice, otherwise the text as it was typed."""
    text = " ".join(str(answer or "").split())[:LONGEST].replace("|", " ")
    if labels:
        place = ord(text[0]) - ord("a") if text else -1
        return labels[place] if 0 <= place < len(labels) else ""
    return text


def _checked(data: Data, problem: Path, page: Path, *options: str) -> str:
    """What the command prints; raises RuntimeError where it cannot check anything."""
    where = {**os.environ, "PYTHONPATH": data["options"].get("server_files_course_path", "")}
    command = [sys.executable, "-P", "-m", "attncalc", "check", str(problem), str(page), *options]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", env=where, timeout=SECONDS, check=False)  # noqa: S603
    if run.returncode == 2:
        raise RuntimeError(run.stderr)
    return run.stdout
