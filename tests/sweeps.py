"""Sweeps: tests of every problem in every form and the like, of which `make test` runs a tenth, drawn anew each day.

`--sweeps all` runs every one, as a plain pytest does; `--sweeps 2026-11-29` runs the tenth of that day again.
"""

from collections import Counter, defaultdict
from random import Random
from zlib import crc32

import pytest

SHARE = 10


@pytest.fixture
def tenth(request):
    """What a test goes through of many things that are alike: all of them, or the tenth of the day in their order."""
    day = request.config.getoption("sweeps")

    def drawn(things):
        things = list(things)
        if day == "all":
            return things
        numbers = Random(f"{day} {request.node.nodeid}").sample(range(len(things)), -(-len(things) // SHARE))
        return [things[number] for number in sorted(numbers)]

    return drawn


def pytest_addoption(parser):
    parser.addoption("--sweeps", default="all", metavar="all|DAY", help="a tenth of the sweeps, drawn for this day")


def pytest_report_header(config):
    day = config.getoption("sweeps")
    return [] if day == "all" else [f"sweeps: a tenth of each, drawn for {day}; --sweeps all runs all"]


def pytest_collection_modifyitems(config, items):
    day = config.getoption("sweeps")
    if day == "all":
        return
    sweeps = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sweep"):
            sweeps[item.nodeid.partition("[")[0]].append(item)
    left_out = {item for tests in sweeps.values() for item in sorted(tests, key=_drawn(day))[-(-len(tests) // SHARE) :]}
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=list(left_out))


def _drawn(day):
    return lambda item: crc32(f"{day} {item.nodeid}".encode())


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config):
    day = config.getoption("sweeps")
    if day == "all":
        return
    ran = Counter(
        report.nodeid.partition("[")[0].rpartition("/")[2]
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", None) == "call" and "sweep" in report.keywords
    )
    terminalreporter.section(f"sweeps of {day}: {ran.total()} tests")
    for name, count in sorted(ran.items()):
        terminalreporter.line(f"{count:4} {name}")
