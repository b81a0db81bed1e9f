"""What of a run may be shown, and what decides an obligation."""

from __future__ import annotations

from itertools import permutations

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
