"""Each leaf as an SMT-LIB 2 problem, for a solver that knows nothing of certificates.

A leaf's file asserts every hypothesis on its window and the negated goal, over the reals; `unsat`
means the goal follows.  For a refuted leaf it must be `sat`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofcheck.certificate.document import leaves
from proofcheck.enumerate.forms import Atom, Form
from proofcheck.enumerate.hypotheses import entries, form_of
from proofcheck.enumerate.obligations import obligations
from proofcheck.problem.model import State, from_statement

MARGIN = 1  # the window reaches so far beyond the goal, as in the search


@dataclass(frozen=True)
class Query:
    """One leaf: its name, the SMT-LIB text and the answer that agrees with the certificate."""

    name: str
    text: str
    expected: str


def symbol(atom: Atom) -> str:
    """The quoted SMT-LIB symbol of an atom."""
    function, state = atom
    return f"|{function}({','.join(map(str, state))})|"


def _sum(form: Form) -> str:
    terms = [f"(* {c if c >= 0 else f'(- {-c})'} {symbol(atom)})" for atom, c in form.items()]
    return f"(+ {' '.join(terms)} 0)"


def script(forms: list[Form], goal: Form) -> str:
    """Hypotheses `0 <= form` and the negated goal."""
    atoms = sorted({atom for form in (*forms, goal) for atom in form} | {("1", ())})
    lines = ["(set-logic QF_LRA)", *(f"(declare-const {symbol(atom)} Real)" for atom in atoms)]
    lines.append(f"(assert (= {symbol(('1', ()))} 1))")
    lines += [f"(assert (>= {symbol(atom)} 0))" for atom in atoms if atom[0] == "n"]
    lines += [f"(assert (>= {_sum(form)} 0))" for form in forms]
    lines.append(f"(assert (< {_sum(goal)} 0))")
    return "\n".join([*lines, "(check-sat)", ""])


def queries(statement: dict[str, object], found: dict[str, dict[str, object]]) -> Iterator[Query]:
    """The queries of all leaves, given the certificate's entries by obligation id."""
    problem = from_statement(statement)
    for task in obligations(problem):
        every = [(entry, form_of(problem, task, entry)) for entry in entries(problem, task, MARGIN)]
        for number, leaf in enumerate(leaves(found[task.id]["proof"])):  # type: ignore[arg-type]
            forms = [form for entry, form in every if _usable(entry, dict(leaf.path))]
            name = f"{task.id}.leaf{number}"
            yield Query(name, script(forms, task.goal), "unsat" if leaf.kind == "proved" else "sat")


def _usable(entry: dict[str, object], case: dict[State, int]) -> bool:
    if entry["use"] != "attained":
        return True
    at = entry["at"]
    return isinstance(at, list) and case.get(tuple(at)) == entry["sends"]


