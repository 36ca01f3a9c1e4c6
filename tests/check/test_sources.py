"""How files are written: encodings, ends of lines, blanks, signs without width and wide ones."""

import json
from pathlib import Path

import pytest
import yaml

CASES = yaml.load((Path(__file__).parent / "sources.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
PROBLEM = 'Q: "1 0; 0 1"\nK: "1 0; 0 1"\nV: "1 2; 3 4"\noptions: {scale: none}\n'


def data_of(case):
    """The bytes of a file."""
    data = case["text"].encode(case.get("encoding", "utf-8"))
    if case.get("mark"):
        data = "\ufeff".encode(case["encoding"]) + data
    return bytes(case.get("before", ())) + data[: len(data) - case.get("cut", 0)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_numbers_are_read_and_stand_where_they_stand_in_the_file(case, run):
    Path("problem.yaml").write_text(PROBLEM, "utf-8")
    Path(case["file"]).write_bytes(data_of(case))
    code, out, err = run("check", "problem.yaml", case["file"], "--format", "json")
    claims = json.loads(out)["claims"]
    assert (code, err, [claim["verdict"] for claim in claims]) == (0, "", ["right"] * case["read"])
    places = [f"{claim['line']}:{claim['column']}" for claim in claims]
    assert places[: len(case.get("places", ()))] == case.get("places", [])
    note = f"{case['file']}: {case['note']}" if "note" in case else "UTF"
    assert (note in " ".join(run("check", "problem.yaml", case["file"])[1].split())) is ("note" in case)


def test_letters_that_are_not_read_are_said_at_every_door(run):
    note = "it is not UTF-8: letters other than ASCII are not read"
    Path("problem.yaml").write_bytes(f"title: Übung\n{PROBLEM}".encode("cp1252"))
    code, _, err = run("solve", "problem.yaml")
    assert (code, err) == (0, f"attncalc: problem.yaml: {note}\n")
    Path("page.md").write_bytes("Gegeben für Q = [[1, 0]], K = [[1, 0]], V = [[2]]\n".encode("cp1252"))
    code, _, err = run("read", "page.md")
    assert (code, err.splitlines()[0]) == (0, f"attncalc: page.md: {note}")
    Path("class").mkdir()
    Path("class/anna.yaml").write_bytes("# für\nA: [[0.731, 0.269], [0.269, 0.731]]\n".encode("cp1252"))
    assert run("grade", "problem.yaml", "class", "-o", "results")[0] == 0
    assert f"anna.yaml: {note}." in Path("results/feedback/anna.md").read_text("utf-8")


@pytest.mark.parametrize("ending", ["csv", "tsv", "txt"])
@pytest.mark.parametrize("encoding", ["utf-16", "cp1252", "utf-8-sig"])
def test_matrices_beside_a_problem(ending, encoding, run):
    head = "ä;ö\r\n" if ending == "csv" else ""
    sign = {"csv": ";", "tsv": "\t", "txt": " "}[ending]
    Path(f"v.{ending}").write_bytes(f"{head}1{sign}2\r\n3{sign}4\r\n".encode(encoding))
    Path("problem.yaml").write_text(PROBLEM.replace('"1 2; 3 4"', f"v.{ending}"), "utf-8")
    code, out, _ = run("check", "problem.yaml", "-a", "O=1.538 2.538; 2.462 3.462")
    assert (code, "All 4 numbers are right." in out) == (0, True)
