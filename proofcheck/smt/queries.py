"""What certificates claim, as SMT-LIB 2 problems for a solver that knows nothing of certificates.

- A *leaf*: every hypothesis on its window and the negated goal, over the reals.  `unsat` if the goal
  follows; for a refuted leaf `sat`.  All hypotheses, not those with a multiplier: a solver decides anew.
- The *cases* of an obligation: feasible numbers of jobs, n >= 0, that no leaf names.  `unsat` if the split
  covers every minimiser.
- An *exclusion*: given the minimiser at one state, the number excluded at another is better than fewer
  jobs there.  `unsat` if the two are really never the smallest minimisers together.
- The *states* of an inequality under an operator: a state of its range in no region.  `unsat` if the
  obligations cover all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proofcheck.certificate.document import Leaf, leaves
from proofcheck.enumerate.forms import Form, shift
from proofcheck.enumerate.hypotheses import Entry, entries, form_of
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.problem.model import Problem, State, from_statement
from proofcheck.smt.language import covers, follows, number, symbol

MARGIN = 1  # the window reaches so far beyond the goal, as in the search
OPEN = "unknown"  # of a leaf that the certificate leaves open
EXPECTED = {"proved": "unsat", "refuted": "sat", "unproved": OPEN}


@dataclass(frozen=True)
class Query:
    """A question: its name, what it is about (an obligation, or the states of several), the SMT-LIB text,
    the answer that agrees with the certificate, and the verdict that it confirms, if not the usual one."""

    name: str
    about: str
    text: str
    expected: str
    confirms: str = ""


def queries(statement: dict[str, Any], found: Mapping[str, dict[str, Any]]) -> Iterator[Query]:
    """All questions about a problem, given the certificates' entries by obligation; none about an obligation
    without an entry."""
    problem = from_statement(statement)
    tasks = list(obligations(problem))
    for task in tasks:
        if task.id in found:
            yield from _obligation(problem, task, found[task.id])
    yield from _states(problem, tasks)


def _obligation(problem: Problem, task: Task, entry: dict[str, Any]) -> Iterator[Query]:
    every: list[tuple[Entry, Form]] = [
        ({"use": "offset"}, {("n", (c,)): 1}) for c, symbolic in enumerate(task.symbolic) if symbolic
    ]
    every += [(one, form_of(problem, task, one)) for one in entries(problem, task, MARGIN)]
    closed = list(leaves(entry["proof"]))
    for k, leaf in enumerate(closed):
        text = follows(_usable(every, dict(leaf.path)), task.goal)
        yield Query(f"{task.id}.leaf{k}", task.id, text, EXPECTED[leaf.kind])
    if any(leaf.path for leaf in closed):
        yield Query(f"{task.id}.cases", task.id, _cases(problem, task, closed), "unsat")
    for k, excluded in enumerate(entry.get("excluded", [])):
        text = _excluded(problem, every, excluded)
        yield Query(f"{task.id}.excluded{k}", task.id, text, "unsat")


def _usable(every: list[tuple[Entry, Form]], case: dict[State, int]) -> list[Form]:
    """The hypotheses of a case: all, but of those on what is attained only the case's own."""
    return [
        form
        for entry, form in every
        if entry["use"] != "attained" or case.get(tuple(entry["at"])) == entry["sends"]
    ]


def _cases(problem: Problem, task: Task, closed: list[Leaf]) -> str:
    """Whether the leaves cover every feasible number of jobs, for every n."""
    states = sorted({state for leaf in closed for state, _ in leaf.path})
    free = [symbol("n", [c]) for c, symbolic in enumerate(task.symbolic) if symbolic]
    given = [f"(>= {name} 0)" for name in free]
    for state in states:
        given += _feasible(problem, task, state)
    cases = [[f"(= {symbol('a', state)} {a})" for state, a in leaf.path] for leaf in closed]
    return covers([*free, *(symbol("a", state) for state in states)], given, cases)


def _feasible(problem: Problem, task: Task, state: State) -> list[str]:
    """That sending a(state) jobs leads to a state."""
    assert problem.move is not None
    sent = symbol("a", state)
    given = [f"(>= {sent} 0)"]
    for c, (value, step, coordinate) in enumerate(zip(state, problem.move, problem.coordinates, strict=True)):
        offset = f" {symbol('n', [c])}" if task.symbolic[c] else ""
        after = f"(+ {number(value)}{offset} (* {number(step)} {sent}))"
        given.append(f"(>= {after} 0)")
        given += [f"(<= {after} {coordinate.top})"] if coordinate.top is not None else []
    return given


def _excluded(problem: Problem, every: list[tuple[Entry, Form]], excluded: dict[str, Any]) -> str:
    """Whether, given the other minimiser, fewer jobs are as good."""
    assert problem.move is not None
    case = {tuple(state): a for state, a in excluded["pair"]}
    at = tuple(excluded["at"])
    sent = ("f", shift(at, problem.move, case.pop(at)))
    fewer = ("f", shift(at, problem.move, excluded["fewer"]))
    return follows(_usable(every, case), {sent: 1, fewer: -1})


def _states(problem: Problem, tasks: list[Task]) -> Iterator[Query]:
    """Whether the obligations on an operator and an inequality cover the whole range of the inequality."""
    families: dict[str, list[Task]] = {}
    for task in tasks:
        kind = task.group.split(".")[0]
        family = f"{problem.name}.states.{kind}.{task.operator}.{task.subject.name}"
        families.setdefault(family, []).append(task)
    for name, members in families.items():
        i = members[0].subject
        names = [symbol(c.name) for c in problem.coordinates]
        given = []
        for variable, low, high, c in zip(names, i.low, i.high, problem.coordinates, strict=True):
            last = c.top if high is None else high
            given.append(f"(>= {variable} {number(low)})")
            given += [f"(<= {variable} {number(last)})"] if last is not None else []
        yield Query(name, name, covers(names, given, [_region(names, task) for task in members]), "unsat")


def _region(names: list[str], task: Task) -> list[str]:
    parts = zip(names, task.region.base, task.symbolic, strict=True)
    return [f"({'>=' if symbolic else '='} {name} {number(v)})" for name, v, symbolic in parts]
