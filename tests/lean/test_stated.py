"""Obligations with theorems written by hand: one theorem each by name, or a reason why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proofcheck.lean import run
from proofcheck.lean.audit import AuditReport, TheoremReport
from proofcheck.lean.errors import LeanUnavailable
from proofcheck.lean.finding import Finding
from proofcheck.lean.lock import Lock
from proofcheck.lean.stated import Stated, audited, belonging, covers, unchecked
from proofcheck.verdict import Result

ALL = ("«m.first»", "«m.K*.convex»", "«m.printed»")
STATED = Stated("m", ("m.first", "m.K1.convex", "m.K12.convex", "m.printed"), {"m.printed": "a misprint"})
GOOD = [
    Result("m.first", "proved"),
    Result("m.K1.convex", "proved", "by «m.K*.convex»"),
    Result("m.K12.convex", "proved", "by «m.K*.convex»"),
    Result("m.printed", "expected refutation", "a misprint"),
]


def report(*theorems: str, axioms: dict[str, tuple[str, ...]] | None = None, drift: str = "") -> AuditReport:
    """An audit that found these theorems."""
    used = axioms or {}
    rows = tuple(TheoremReport(t, True, "says", "mark", used.get(t, ())) for t in theorems)
    findings = (Finding("drift", drift, "differs"),) if drift else ()
    return AuditReport("lean", rows, findings, Lock("4", {}, {}))


def test_every_obligation_has_a_theorem() -> None:
    """The accepting twin: theorems that belong to nothing are no concern of this list."""
    assert audited(STATED, report(*ALL, "sound"), {}).results == GOOD


@pytest.mark.parametrize(
    ("theorem", "obligation", "expected"),
    [
        ("«m.K*.convex»", "m.K3.convex", True),
        ("«m.K*.convex»", "m.K12.convex", True),
        ("«m.K*.convex»", "m.K.convex", False),
        ("«m.K*.convex»", "m.Kx.convex", False),
        ("«m.K*.convex»", "m.K3.convex.more", False),
        ("«m.K3.convex»", "m.K3.convex", True),
        ("«m.K3.convex»", "m.K3xconvex", False),
        ("«*»", "m.first", False),
        ("m.first", "m.first", False),
        ("Inside.«m.first»", "m.first", False),
    ],
)
def test_a_star_stands_for_a_number_and_nothing_else(theorem: str, obligation: str, expected: bool) -> None:
    """And a theorem inside a namespace belongs to no obligation."""
    assert covers(theorem, obligation) is expected


def test_which_theorems_belong() -> None:
    """The others are lemmas, or have no obligation."""
    assert belonging(STATED, [*ALL, "sound", "«m.second»"]) == set(ALL)


def test_an_obligation_without_a_theorem_is_unproved() -> None:
    """With its id in the reason."""
    results = audited(STATED, report(*ALL[1:]), {}).results
    assert results[0] == Result("m.first", "unproved", "no theorem «m.first», and no reason why not")
    assert results[1:] == GOOD[1:]


def test_an_exemption_needs_that_there_is_no_theorem_and_that_there_is_the_obligation() -> None:
    """Then it has no verdict here; the caller tells its reason."""
    spared = Stated("m", STATED.ids, STATED.expected, {"m.first": "needs limits"})
    assert audited(spared, report(*ALL[1:]), {}).results == GOOD[1:]
    assert audited(spared, report(*ALL), {}).results[0].verdict == "error"
    unknown = Stated("m", STATED.ids, STATED.expected, {"m.zeroth": "needs limits"})
    last = audited(unknown, report(*ALL), {}).results[-1]
    assert (last.id, last.verdict) == ("m.zeroth", "error")
    assert "no such obligation" in last.reason


def test_two_theorems_for_one_obligation_are_refused() -> None:
    """Nobody could say which of them counts."""
    results = audited(STATED, report(*ALL, "«m.K1.convex»"), {}).results
    assert (results[1].id, results[1].verdict) == ("m.K1.convex", "error")
    assert "more than one theorem: «m.K*.convex», «m.K1.convex»" in results[1].reason
    assert results[2] == GOOD[2]


def test_an_axiom_or_a_changed_statement_is_an_error() -> None:
    """For every obligation that the theorem belongs to; also where a refutation is expected."""
    free = audited(STATED, report(*ALL, axioms={"«m.K*.convex»": ("free",)}), {}).results
    assert [r.verdict for r in free] == ["proved", "error", "error", "expected refutation"]
    assert "free" in free[1].reason
    changed = audited(STATED, report(*ALL, drift="«m.printed»"), {}).results
    assert [r.verdict for r in changed] == ["proved", "proved", "proved", "error"]
    assert "drift" in changed[3].reason


def test_what_lean_proves_and_python_refutes_is_a_disagreement() -> None:
    """A certificate that is missing is not: Lean's theorem does not rest on it."""
    assert audited(STATED, report(*ALL), {"m.first": "unproved"}).results == GOOD
    first = audited(STATED, report(*ALL), {"m.first": "refuted"}).results[0]
    assert first.verdict == "disagreement"


def test_without_an_audit_everything_gets_the_same_verdict() -> None:
    """But what Lean is not asked."""
    spared = Stated("m", STATED.ids, {}, {"m.first": "needs limits"})
    section = unchecked(spared, "unavailable", "no Lean")
    assert [(r.id, r.verdict) for r in section.results] == [(i, "unavailable") for i in STATED.ids[1:]]
    assert unchecked(STATED, "error", "not built").results[0] == Result("m.first", "error", "not built")


def test_without_lean_on_the_machine_nothing_is_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of theorems written by hand is `unavailable` then, as a problem is."""

    def nowhere(*_: Any, **__: Any) -> None:
        raise LeanUnavailable("no Lean")

    monkeypatch.setattr(run, "find", nowhere)
    (section,) = run.check([], {}, run.Settings(tmp_path), [STATED])
    assert {(r.verdict, r.reason) for r in section.results} == {("unavailable", "no Lean")}
    assert [r.id for r in section.results] == list(STATED.ids)
