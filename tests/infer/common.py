"""Problems and candidates that several tests need."""

from __future__ import annotations

from functools import cache

from proofcheck.infer.candidates import form_of
from proofcheck.problem.model import Inequality, Problem, from_statement
from proofcheck.problem.reader import read_statement


@cache
def problem(name: str, m: int = 0) -> Problem:
    """A built-in problem."""
    return from_statement(read_statement(name, {"m": m} if m else None))


def by_name(name: str, m: int = 0) -> dict[str, Inequality]:
    """The inequalities of a built-in problem."""
    return {i.name: i for i in problem(name, m).cone}


def written(i: Inequality) -> str:
    """What an inequality says, whatever it is called."""
    return str((form_of(i), i.low, i.high))
