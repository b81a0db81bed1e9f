"""The solvers behind one function: answers, time limits, refusals."""

from __future__ import annotations

import importlib.util

import pytest

from proofcheck.smt import solvers
from proofcheck.smt.solvers import SOLVERS, Failed, Unavailable, answer


def pigeons(n: int) -> str:
    """n pigeons do not fit into n - 1 holes: unsat, and slow to see."""
    names = [f"p{k}" for k in range(n)]
    lines = [f"(declare-const {p} Int)(assert (and (>= {p} 0) (< {p} {n - 1})))" for p in names]
    lines.append(f"(assert (distinct {' '.join(names)}))")
    return "\n".join(["(set-logic QF_LIA)", *lines, "(check-sat)\n"])


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_question_that_takes_too_long_is_a_timeout(solver: str) -> None:
    """The same question in small is answered."""
    assert answer(solver, pigeons(3), 10) == "unsat"
    assert answer(solver, pigeons(14), 0.2) == "timeout"


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    "text", ["(set-logic QF_LRA)(assert (> y 0))(check-sat)", "(set-logic QF_LRA)(assert", "", "hello"]
)
def test_a_text_that_is_no_question_fails(solver: str, text: str) -> None:
    """An undeclared name, a text cut off, an empty one: never an answer."""
    with pytest.raises(Failed, match=solver):
        answer(solver, text, 10)


def test_a_solver_that_is_not_installed_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to install."""
    monkeypatch.setattr(solvers, "find_spec", lambda name: None)
    with pytest.raises(Unavailable, match=r"cvc5 is not installed: pip install 'proofcheck\[smt\]'"):
        answer("cvc5", pigeons(3), 10)


def test_both_are_installed_here() -> None:
    """Otherwise the other tests would say nothing."""
    assert all(importlib.util.find_spec(name) for name in SOLVERS)
