"""The numbers and the names in the Lean sources on restless bandits, against computations of their own."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from proofcheck.certificate import check_model1
from proofcheck.lean.stated import covers

LEAN = Path(__file__).parents[2] / "lean" / "ProofCheck"
HALF = Fraction(1, 2)


def backlog(tau: int) -> Fraction:
    """E(tau) for one place and one departure with chance 1/2."""
    return HALF**tau


def index(tau: int) -> Fraction:
    """W(tau) at beta = 1/2, by the printed formula, which divides."""
    power = HALF**tau
    first = (1 - power) * (1 - backlog(tau - 1))
    return (first - (HALF - power) * (1 - backlog(tau))) / (1 - HALF)


def stated(theorem: str) -> Fraction:
    """The rational number in a Lean statement: `Rational.of p q` is p / (q + 1)."""
    source = (LEAN / "NonVacuousIndex.lean").read_text("utf-8")
    found = re.search(rf"{theorem} .*?Rational\.of (\d+) (\d+)", source, re.DOTALL)
    assert found
    return Fraction(int(found[1]), int(found[2]) + 1)


@pytest.mark.parametrize(("theorem", "tau"), [("W_two", 2), ("W_three", 3)])
def test_lean_and_the_printed_formula_have_the_same_index(theorem: str, tau: int) -> None:
    """Lean's W divides nothing; the kernel computes it as stated."""
    assert stated(f"theorem {theorem}") == index(tau)


def test_the_value_in_lean_is_that_of_the_threshold_policy() -> None:
    """V(1) = c + beta (1 - E(2) + beta V(1)) at threshold 2, c = 1/2 between W(2) and W(3)."""
    subsidy = stated("def subsidy")
    assert index(2) <= subsidy <= index(3)
    value = (subsidy + HALF * (1 - backlog(2))) / (1 - HALF**2)
    assert stated(r"\.succ \.zero =>") == value


def test_every_symbolic_obligation_has_one_theorem_in_the_sources() -> None:
    """And every theorem there has an obligation; Lean itself is asked in test_run.py."""
    source = (LEAN / "RestlessBandit.lean").read_text("utf-8")
    theorems = re.findall(r"^theorem (\S+)", source, re.MULTILINE)
    obligations = [o.id for o in check_model1.obligations()]
    assert [sum(covers(t, i) for t in theorems) for i in obligations] == [1] * len(obligations)
    assert all(any(covers(t, i) for i in obligations) for t in theorems)
    assert len(theorems) == 17
