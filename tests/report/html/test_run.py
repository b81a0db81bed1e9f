"""What of a run may be shown, and what decides an obligation."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from proofcheck.report.html.run import Run, by_obligation, checkers, python_results
from proofcheck.report.summary import Report, Section
from proofcheck.verdict import Result
from tests.report.html.common import section


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        (Result("p.a", "proved"), True),
        (Result("p.a", "expected refutation", "why"), True),
        (Result("p.a", "refuted", "a case is refuted"), True),
        (Result("p.a", "unproved", "a case is open"), True),
        (Result("p.a", "unproved", "no certificate"), False),
        (Result("p.a", "proved", cached=True), False),
        (Result("p.a", "error", "residual"), False),
        (Result("p.a", "stale", "made for another"), False),
        (Result("p.a", "timeout", ""), False),
        (Result("p.b", "proved"), False),
    ],
)
def test_only_what_the_checker_accepted_in_this_run_is_shown(result: Result, shown: bool) -> None:
    """Refused, missing, cached, late and unknown certificates are not."""
    assert Run(Report(), {result.id: result}).accepted("p.a") is shown


def test_a_cached_verdict_will_do_where_the_checker_is_asked_again() -> None:
    """A refusal will not."""
    cached, refused = Result("a", "proved", cached=True), Result("b", "error")
    run = Run(Report(), {"a": cached, "b": refused})
    assert run.accepted("a", again=True)
    assert not run.accepted("b", again=True)


def test_the_gravest_checker_decides() -> None:
    """Whatever the order."""
    found = {"python": "proved", "lean": "disagreement", "z3": "proved"}
    for order in permutations(section("p", checker, a=verdict) for checker, verdict in found.items()):
        assert by_obligation(Report(list(order)))["p.a"].verdict == "disagreement"


def test_files_and_lemmas_are_no_obligations() -> None:
    """Their results have pages of their own."""
    report = Report(
        [
            section("p", "regenerate", a="proved"),
            section("(lemmas)", "lean", b="proved"),
            section("(unlisted)", "gate", c="error"),
            section("p", "python", d="proved"),
        ]
    )
    assert list(by_obligation(report)) == ["p.d"]
    assert checkers(report) == ["python"]


@pytest.mark.parametrize("verdicts", [("proved", "error"), ("error", "proved")])
def test_a_failure_does_not_hide_behind_a_success_of_the_same_name(verdicts: tuple[str, str]) -> None:
    """The same id twice for one checker: the graver counts."""
    sections = [Section("p", "python", [Result("p.a", verdict) for verdict in verdicts])]
    assert by_obligation(Report(sections))["p.a"].results["python"].verdict == "error"
    assert python_results(sections)["p.a"].verdict == "error"


ENTRY = {"id": "p.a", "proof": {}}


def certificate(tmp_path: Path) -> tuple[Path, dict[Path, str]]:
    """A certificate file, and its digest."""
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"obligations": [ENTRY]}), "utf-8")
    return path, {path: sha256(path.read_bytes()).hexdigest()}


def load(path: Path) -> dict[str, Any]:
    """A file as it is."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


class Checker:
    """Gives one verdict, and counts how often it is asked."""

    def __init__(self, verdict: str) -> None:
        self.verdict, self.asked = verdict, 0

    def __call__(self, path: Path) -> dict[str, tuple[str, str]]:
        self.asked += 1
        return {"p.a": (self.verdict, "")}


def test_bytes_that_the_checker_accepted_in_this_run_are_not_checked_twice(tmp_path: Path) -> None:
    """The same file as before the run; another one, or one of unknown digest, is checked again."""
    path, digests = certificate(tmp_path)
    checked = {"p.a": Result("p.a", "proved")}
    same, unknown = Run(Report(), checked, digests=digests), Run(Report(), checked)
    for run, asked in ((same, 0), (unknown, 1)):
        checker = Checker("proved")
        assert run.entries(path, ["p.a"], load, checker) == {"p.a": ENTRY}
        assert checker.asked == asked
    path.write_text(path.read_text("utf-8") + " ", "utf-8")
    checker = Checker("proved")
    assert same.entries(path, ["p.a"], load, checker) == {"p.a": ENTRY}
    assert checker.asked == 1


@pytest.mark.parametrize("result", [Result("p.a", "proved", cached=True), Result("p.a", "error", "residual")])
def test_a_verdict_of_another_run_or_a_refusal_does_not_spare_the_checker(
    tmp_path: Path, result: Result
) -> None:
    """It is asked, and what it refuses is not shown."""
    path, digests = certificate(tmp_path)
    run = Run(Report(), {"p.a": result}, digests=digests)
    refusing = Checker("error")
    assert run.entries(path, ["p.a"], load, refusing) == {}
    assert refusing.asked == 1


def test_a_file_that_changed_since_the_run_is_not_shown_without_its_checker(tmp_path: Path) -> None:
    """Where no checker is asked again, the bytes must be the same; nor is a file shown that is gone."""
    path, digests = certificate(tmp_path)
    run = Run(Report(), {"p.a": Result("p.a", "proved")}, digests=digests)
    assert run.shows("p.a", path)
    assert not run.shows("p.b", path)
    assert not Run(Report(), {"p.a": Result("p.a", "proved")}, digests={path / "x": ""}).shows("p.a", path)
    path.write_text("{}", "utf-8")
    assert not run.shows("p.a", path)
    path.unlink()
    assert not run.shows("p.a", path)
