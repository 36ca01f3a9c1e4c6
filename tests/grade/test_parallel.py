"""Work on several processes, some of which die."""

import os

from attncalc.grade.parallel import mark_all
from attncalc.grade.result import Result
from attncalc.grade.submissions import Submission


class Dying:
    """Marks everything, but dies of some submissions."""

    def prepare(self):
        pass

    def mark(self, submission, overrides):
        if submission.student.startswith("bad"):
            os._exit(1)
        return Result(submission.student, "marked")


def test_who_kills_a_worker_is_found_and_all_others_are_marked():
    names = ["bad-1", *(f"s{number}" for number in range(16)), "bad-2"]
    results = list(mark_all(Dying(), [(Submission(name), ()) for name in names], jobs=2))
    assert sorted(result.student for result in results) == sorted(names)
    died = {result.student: result.why for result in results if result.status == "broken"}
    assert died == dict.fromkeys(["bad-1", "bad-2"], "the process that read it died")
