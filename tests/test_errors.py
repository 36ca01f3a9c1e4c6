"""What people get wrong: each case of errors.yaml, then files, pipes and keys such as Ctrl-C."""

import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from attncalc.errors import InputError
from attncalc.problem.reader import loads

CASES = yaml.load((Path(__file__).parent / "errors.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)  # text only
RIGHT = "Q: 1 0\nK: 1 0; 0 1\nV: 1 2; 3 4\n"
FILE = Path("problem.yaml")
ATTNCALC = [sys.executable, "-m", "attncalc", "solve"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and special files of POSIX")


@pytest.fixture
def run(run):
    """Runs a command line in a folder with problem.yaml."""
    FILE.write_text(RIGHT, "utf-8", newline="\n")
    return run


def long(text):
    """The text with <9*20000> written out."""
    return re.sub(r"<([^<>*]+)\*(\d+)>", lambda match: match[1] * int(match[2]), text)


def is_clean(text):
    """Whether nothing in a text steers a terminal or turns the direction of writing."""
    return all(char.isprintable() or char == "\n" for char in text)


def assert_refused(code, out, err):
    assert (code, out) == (2, ""), err
    assert "Traceback" not in err
    assert 1 <= len(err.splitlines()) <= 4, err
    assert max(map(len, err.splitlines())) < 500, "a message shortens what it quotes"
    assert is_clean(err)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_messages(case, run):
    assert case.keys() <= {"name", "problem", "line", "command", "args", "says", "place", "others", "either"}
    text = case.get("problem", case.get("line", "#") + "\n" + RIGHT)
    FILE.write_text(long(text), "utf-8", newline="\n")
    code, out, err = run(*case.get("command", ["solve", "problem.yaml"]), *map(long, case.get("args", ())))
    if "either" in case and code == 0:
        assert (err, "nan" in out) == ("", False)
        return
    assert_refused(code, "" if "others" in case else out, err)
    assert bool(out) == ("others" in case)
    assert [text for text in case["says"] if text not in err] == [], err
    if "place" in case:
        assert re.match(rf"attncalc: problem\.yaml:{case['place']}\b", err), err


BYTES = {
    "binary": (bytes(range(256)), "not a text file"),
    "PDF": (b"%PDF-1.7\n", "not a text file but a PDF"),
    "zip": (b"PK\x03\x04" + bytes(100), "an archive or a document of an office program"),
    "30 MB": (b"Q: |\n" + b"  1 0\n" * 5_000_000, "20 MB"),
}


@pytest.mark.parametrize("kind", BYTES)
def test_files_that_are_not_text(kind, run):
    data, says = BYTES[kind]
    FILE.write_bytes(data)
    code, out, err = run("solve", "problem.yaml")
    assert_refused(code, out, err)
    assert err.startswith("attncalc: problem.yaml: ")
    assert says in err


@pytest.mark.apart
def test_entries_of_text_are_counted():
    with pytest.raises(InputError, match="270,000 entries"):
        loads("Q: |\n" + "  1 0\n" * 135_001)


def contents(folder):
    return {path: path.is_file() and path.read_bytes() for path in folder.rglob("*")}


@pytest.mark.parametrize("output", ["absent/a.md", "folder", "problem.yaml/a.md", ".", "", "<x*300>"])
def test_output_that_cannot_be_written(output, run, tmp_path):
    Path("folder").mkdir()
    before = contents(tmp_path)
    assert_refused(*run("solve", "problem.yaml", "-o", long(output)))
    assert contents(tmp_path) == before


def test_read_only_output(run, tmp_path):
    Path("a.md").write_text("mine", "utf-8")
    Path("a.md").chmod(0o444)
    if os.access("a.md", os.W_OK):
        pytest.skip("this user may write everything")
    before = contents(tmp_path)
    assert_refused(*run("solve", "problem.yaml", "-o", "a.md"))
    assert contents(tmp_path) == before


@pytest.mark.parametrize("wrong", ["second document", "second file", "format"])
def test_nothing_is_written_when_a_part_fails(wrong, run, tmp_path):
    Path("a.json").write_text("mine", "utf-8")
    Path("b.yaml").write_text("Q: [foo]\n", "utf-8")
    if wrong == "second document":
        FILE.write_text(f"{RIGHT}---\n{RIGHT}options: {{mask: [[0, 0]]}}\n", "utf-8")
    before = contents(tmp_path)
    more = {"second file": ["b.yaml"], "format": ["--format", "xml"]}.get(wrong, [])
    assert_refused(*run("solve", "problem.yaml", *more, "-o", "a.json"))
    assert contents(tmp_path) == before


@POSIX
def test_output_through_a_link_stays_a_link(run):
    Path("b.md").write_text("old", "utf-8")
    Path("a.md").symlink_to("b.md")
    code, _, err = run("solve", "problem.yaml", "-o", "a.md")
    assert (code, Path("a.md").is_symlink()) == (0, True), err
    assert Path("b.md").read_text("utf-8") != "old"


@POSIX
def test_output_never_replaces_a_device(run):
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    run("solve", "problem.yaml", "-o", "pipe")
    os.close(reader)
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)


@pytest.mark.parametrize("form", ["plain", "markdown", "json", "terminal"])
def test_text_of_files_never_steers_the_terminal(form, run):
    wild = r'"\e[31m\u202Eab\a\x9b\t"'
    FILE.write_text(f"title: {wild}\nlabels: {{queries: [{wild}], keys: [{wild}, b]}}\n{RIGHT}", "utf-8")
    code, out, _ = run("solve", "problem.yaml", "--format", form)
    assert (code, is_clean(out)) == (0, True)


def process(*arguments):
    pipes = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE)
    return subprocess.Popen([*ATTNCALC, *arguments], **pipes)


def test_standard_input(run):
    _, expected, _ = run("solve", "problem.yaml")
    found = process("-").communicate(RIGHT.encode())
    assert [text.decode().replace("\r\n", "\n") for text in found] == [expected, ""]
    assert process("-").communicate(b"Q: [foo]\n")[1].startswith(b"attncalc: <stdin>:1:5: Q, row 1")


@POSIX
def test_interrupt_while_reading():
    with process("-") as solving:
        solving.stdin.write(b"# comment\n" * 50_000)  # more than a pipe holds, so it is being read by now
        solving.send_signal(signal.SIGINT)
        assert solving.communicate(timeout=30) == (b"", b"")
    assert solving.returncode == 130


@POSIX
def test_a_closed_pipe_is_silent(run):
    FILE.write_text("Q: |\n" + "  1 0\n" * 600 + "K: 1 0; 0 1\nV: 1 2; 3 4\n", "utf-8")
    with process("problem.yaml") as solving:
        assert solving.stdout.readline()
        solving.stdout.close()
        assert solving.stderr.read() == b""


@POSIX
@pytest.mark.parametrize(
    "words", ["- <&-", "problem.yaml >&-", "problem.yaml >/dev/full", "absent.yaml 2>&-", "--help >/dev/full"]
)
def test_streams_that_are_closed_or_full(words, run):
    shell = ["sh", "-c", f'exec "$@" {words}', "sh", *ATTNCALC]
    found = subprocess.run(shell, capture_output=True, encoding="utf-8", check=False)
    assert (found.returncode, "Traceback" in found.stderr) == (2, False), found.stderr


def test_soft_cap_of_a_huge_score_ends(run):
    FILE.write_text("Q: [ln 2, 1]\nK: [[-1e9, 1], [1e4, 1]]\nV: 1; 2\noptions: {softcap: 2}\n", "utf-8")
    subprocess.run([*ATTNCALC, "problem.yaml", "--exact"], capture_output=True, timeout=15, check=True)
