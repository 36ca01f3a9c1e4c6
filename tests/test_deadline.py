"""A limit of time holds in every thread, leaves nothing behind, and does not count what others do."""

import sys
import threading
import time
from contextlib import suppress

import pytest

from attncalc import deadline
from attncalc.deadline import TooLong, limited

PROBLEM = "Q: 1 2\nK: 1 0; 0 1\nV: 1; 2\n"


def work(seconds):
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_what_takes_too_long_is_ended_and_nothing_comes_later():
    with pytest.raises(TooLong), limited(0.1):
        work(20)
    work(0.3)
    with limited(5):
        work(0.05)
    work(0.1)


def test_it_passes_what_catches_errors():
    def stubborn():
        with limited(0.1):
            for _ in range(3):
                with suppress(Exception):
                    work(20)

    with pytest.raises(TooLong):
        stubborn()


def test_an_import_is_never_left_half_done(tmp_path, monkeypatch):
    lines = ["import time", "until = time.thread_time() + 0.1", "while time.thread_time() < until: pass", "x = 1"]
    (tmp_path / "slow_to_import.py").write_text("\n".join(lines), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def imports_and_works():
        __import__("slow_to_import")
        work(20)

    with pytest.raises(TooLong), limited(0.02):
        imports_and_works()
    assert sys.modules["slow_to_import"].x == 1


class Slow:
    """Something whose destructor takes until after the time is over: what is raised in it goes no further."""

    ended = 0

    def __del__(self):
        work(0.05)
        Slow.ended += 1


def test_it_comes_again_where_nothing_can_leave_and_nobody_reads_of_it(capfd):
    def slow():
        Slow()
        work(0.3)  # it comes at once, and not after the second in which it is said again anyhow

    told = sys.unraisablehook
    with pytest.raises(TooLong), limited(0.02):
        slow()
    assert (Slow.ended, capfd.readouterr().err, sys.unraisablehook) == (0, "", told)


def test_other_errors_of_destructors_are_told_as_ever(monkeypatch):
    lost = []
    monkeypatch.setattr(sys, "unraisablehook", lambda error: lost.append(error.exc_type))

    class Broken:
        def __del__(self):
            raise ValueError

    with limited(10):
        Broken()
    assert lost == [ValueError]


def test_in_threads_each_for_itself():
    found = {}

    def run(name, seconds):
        try:
            with limited(0.2):
                work(seconds)
            found[name] = "done"
        except TooLong:
            found[name] = "too long"

    threads = [threading.Thread(target=run, args=pair) for pair in (("a", 20), ("b", 0.01), ("c", 20))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == {"a": "too long", "b": "done", "c": "too long"}


def test_one_inside_another():
    with limited(20), pytest.raises(TooLong), limited(0.1):
        work(20)
    with pytest.raises(TooLong), limited(0.1), limited(20):
        work(20)


def test_waiting_does_not_count():
    with limited(0.1):
        time.sleep(0.4)


@pytest.mark.parametrize("clock", [AttributeError, OSError])
def test_without_a_clock_of_threads(clock, monkeypatch):
    def none(_):
        raise clock

    monkeypatch.setattr(deadline.time, "pthread_getcpuclockid", none, raising=False)
    test_what_takes_too_long_is_ended_and_nothing_comes_later()


def test_often():
    for _ in range(200):
        with limited(10):
            pass
    for _ in range(30):
        with pytest.raises(TooLong), limited(0.001):
            work(20)
    assert threading.active_count() < 20


LONG = "Q: |\n" + "  1 0\n" * 250 + "K: |\n" + "  1 0\n" * 250 + "V: |\n" + "  1\n" * 250


@pytest.mark.parametrize("words", ["solve long.yaml", "check long.yaml -a O_11=1", "check long.yaml page.md"])
def test_commands_end_in_a_message(words, run, tmp_path):
    (tmp_path / "long.yaml").write_text(LONG, "utf-8")
    (tmp_path / "page.md").write_text("O = 1\n", "utf-8")
    code, out, err = run(*words.split(), "--limit", "0.1", "-o", "out.md")
    assert (code, out) == (2, "")
    assert "takes longer than 0.1 seconds" in err
    assert "--limit none" in err
    assert not (tmp_path / "out.md").exists()


@pytest.mark.parametrize("said", ["nan", "inf", "-1", "0", "1e99", "no", "١", ""])
@pytest.mark.parametrize(
    "command",
    [
        "solve p.yaml",
        "check p.yaml -a O_11=1",
        "read p.md",
        "grade p.yaml class -o out",
        "batch p.yaml -o out",
        "generate p.yaml -o out",
    ],
)
def test_what_is_no_number_of_seconds(command, said, run, tmp_path):
    (tmp_path / "class").mkdir()
    for name in ("p.yaml", "p.md", "class/anna.md"):
        (tmp_path / name).write_text(PROBLEM, "utf-8")
    code, out, err = run(*command.split(), "--limit", said)
    assert (code, out) == (2, "")
    assert "--limit" in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("said", ["nan", "inf", "none", "-1", "1e9"])
def test_patience_is_a_number_of_seconds(said, run):
    code, out, err = run("generate", "softmax", "--seconds", said)
    assert (code, out) == (2, "")
    assert f"--seconds {said}" in err


def test_no_limit(run, tmp_path):
    (tmp_path / "p.yaml").write_text(PROBLEM, "utf-8")
    assert run("solve", "p.yaml", "--limit", "none") == run("solve", "p.yaml")
