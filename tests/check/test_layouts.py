"""Ways in which people lay out their work: each page in tests/check/layouts is read and judged as it is meant."""

import json
from operator import eq, ge, gt, le, lt
from pathlib import Path

import pytest
import yaml

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.check.report import write_json
from attncalc.problem.reader import loads

CASES = sorted((Path(__file__).parent / "layouts").glob("*.yaml"))
COMPARED = {">=": ge, "<=": le, ">": gt, "<": lt}


def holds(found, wanted):
    """Whether a value is as it should be: one of several, or in a range such as ">=3"."""
    if isinstance(wanted, list):
        return any(holds(found, each) for each in wanted)
    sign = next((sign for sign in COMPARED if str(wanted).startswith(sign)), "")
    return COMPARED[sign](found, int(wanted.removeprefix(sign))) if sign else eq(found, wanted)


def amiss(report, expect):
    """What of a report is not as a case expects."""
    claims = json.loads(write_json(report))["claims"]
    verdicts = [claim["verdict"] for claim in claims]
    if "exit" in expect and not holds(report.status, expect["exit"]):
        yield f"exit status {report.status}"
    yield from (f"{verdict} is there" for verdict in {*verdicts} - {*expect.get("only", verdicts)})
    for verdict, count in expect.get("counts", {}).items():
        found = len(verdicts) if verdict == "all" else verdicts.count(verdict)
        if not holds(found, count):
            yield f"{found} {verdict}, not {count}"
    for there, wishes in ((True, expect.get("claims", ())), (False, expect.get("none", ()))):
        for wish in wishes:
            if any(all(holds(claim[key], value) for key, value in wish.items()) for claim in claims) != there:
                yield f"{'no' if there else 'a'} claim {wish}"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_layout_is_read_as_it_is_meant(path):
    case = yaml.safe_load(path.read_text("utf-8"))
    report = check(loads(case["problem"], "problem.yaml"), from_text(case["page"], case["source"]))
    assert list(amiss(report, case["expect"])) == []
