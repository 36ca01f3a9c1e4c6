"""The threat model of `attncalc help threats`: each of its lines is held by a test that is there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from attncalc.limits import every

TESTS = Path(__file__).parent
KILLED = "test_files_stay.py::test_what_a_killed_process_left_is_removed_and_what_a_living_one_writes_is_not"
LINES = {
    "calculates by running text": "test_threats.py::test_nothing_is_compiled_connected_started_or_opened",
    "reads Python objects": "test_damaged.py::test_a_damaged_array_beside_a_problem",
    "opens a network": "test_threats.py::test_nothing_is_compiled_connected_started_or_opened",
    "reads matrices outside": "test_readings.py::test_a_file_elsewhere_is_read_only_if_asked",
    "follows links among": "grade/test_grade.py::test_links_in_a_folder_are_not_followed",
    "leaves an archive": "grade/test_grade.py::test_a_zip_that_leads_out_of_itself_is_refused",
    "replaces a file": "test_files_stay.py::test_no_command_replaces_what_it_reads",
    "leaves a half-written": "test_files_stay.py::test_what_goes_wrong_leaves_nothing",
    "writes outside": "grade/test_runs.py::test_nothing_is_written_through_a_link",
    "lets text of a file": "test_errors.py::test_text_of_files_never_steers_the_terminal",
    "lets a cell": "grade/test_grade.py::test_no_cell_is_a_formula",
    "the files that are named": "test_threats.py::test_nothing_is_compiled_connected_started_or_opened",
    "of a folder or a zip": "grade/test_grade.py::test_links_archives_and_passwords_in_a_zip_are_not_opened",
    "the file or the folder": KILLED,
    "what a killed process": KILLED,
    "counts of what was practised": "practice/test_practice.py::test_what_was_practised_is_kept_and_its_place_is_said",
    "after --limit": "test_deadline.py::test_in_threads_each_for_itself",
    "at once where": "test_every_limit.py::test_what_is_too_much_is_said_at_once",
}


@pytest.mark.parametrize("test", LINES.values())
def test_the_test_is_there(test):
    file, _, name = test.partition("::")
    assert f"def {name}(" in (TESTS / file).read_text("utf-8")


def test_every_line_has_a_test_and_the_command_says_them(run):
    code, out, _ = run("help", "threats")
    lines = re.findall(r"^- (\w.*)", out, re.MULTILINE)
    assert code == 0
    assert len(lines) == len(LINES)
    assert all(line.startswith(start) for line, start in zip(lines, LINES, strict=True))


def test_every_limit_is_told(run):
    code, out, _ = run("help", "limits")
    assert code == 0
    for limit in every():
        assert limit.why in " ".join(out.split())
        assert f"{limit.most:,}" in out


WATCHED = """
import sys
folder, words = sys.argv[1], sys.argv[2:]
import attncalc.cli.app, attncalc.check.check, attncalc.check.placing, attncalc.reading.read, attncalc.solve
from pathlib import Path
own = (folder, *sys.path, sys.prefix, sys.base_prefix, "/usr", "/proc", "/etc", "/dev")
roots = [Path(root).resolve() for root in own if root]
acts = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "urllib", "pickle.")
def look(event, arguments):
    if event.startswith(acts):
        print("SEEN", event, arguments, file=sys.stderr)
    if event == "compile" and "QZXJ" in str(arguments[0]):
        print("SEEN", event, arguments, file=sys.stderr)
    if event == "open" and isinstance(arguments[0], str):
        path = Path(arguments[0]).resolve()
        if not any(path.is_relative_to(root) for root in roots):
            print("SEEN", event, arguments, file=sys.stderr)
sys.addaudithook(look)
sys.argv = ["attncalc", *words]
attncalc.cli.app.main()
"""
PROBLEM = "title: QZXJ\nQ: q.csv\nK: 1 1; 3 0\nV: '5 2; 1 4'\n"
PAGE = (
    "QZXJ __import__('os').system('touch run')\n\nA = [[0.107, 0.893], [0.893, 0.107]] ![x](http://example.com/a.png)\n"
)


@pytest.mark.parametrize(
    "words",
    [
        "solve p.yaml",
        "solve p.yaml --exact --format html",
        "solve p.yaml --format torch",
        "check p.yaml page.md",
        "check p.yaml page.md --format latex -o r.tex",
        "read page.md",
        "check --chains page.md",
        "grade p.yaml class -o out",
    ],
)
def test_nothing_is_compiled_connected_started_or_opened(words, tmp_path):
    (tmp_path / "class").mkdir()
    for name, text in {"p.yaml": PROBLEM, "page.md": PAGE, "q.csv": "2,1\n0,3\n", "class/anna.md": PAGE}.items():
        (tmp_path / name).write_text(text, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", WATCHED, str(tmp_path), *words.split()],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in ran.stderr
    assert [line for line in ran.stderr.splitlines() if line.startswith("SEEN")] == []
    assert not (tmp_path / "run").exists()
