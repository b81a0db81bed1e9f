"""Whether an operator keeps an inequality, given a cone; and if not, a function that shows it.

This is the search of proofcheck.search, with all inequalities of a finite window as hypotheses; what it
finds is certified later, like any problem.  Where a case stays open, the linear program is infeasible, and
its dual is a function on the window that satisfies the cone there and whose image violates the inequality.
Rounded to integers it is tried exactly, so it can be used against other candidates as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import numpy.typing as npt

from proofcheck.enumerate.forms import reachable
from proofcheck.enumerate.hypotheses import entries, split_states, window
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.problem.model import Inequality, Problem, State
from proofcheck.search.farkas import Case, Finder

MARGIN = 1  # how far beyond the goal hypotheses are used
MULTIPLES = 24  # a dual function is tried with values in multiples of 1, 1/2, ..., 1/24
BOUND = 2**20  # of the values of a function that is kept
TOLERANCE = 1e-6
OWN = frozenset(("upper", "attained", "given"))  # hypotheses that are not of the cone
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outcome:
    """`open`: the obligation that does not follow from the cone, or nothing; then `used` are the names of
    what all follows from.  If open, perhaps a function on the states up to `corner`, to be tried exactly: its
    values in their order."""

    open: str = ""
    used: tuple[str, ...] = ()
    corner: State = ()
    values: tuple[int, ...] = ()


def tasks(problem: Problem, i: Inequality, cone: list[Inequality]) -> Iterator[Task]:
    """The obligations that the operators and the cost keep an inequality, given the cone."""
    alone = replace(problem, cone=(i,), claims=(), reductions=())
    for task in obligations(alone):
        if task.operator != "closure":
            yield replace(task, known={name: list(cone) for name in task.known})


def claim_tasks(problem: Problem, cone: list[Inequality]) -> Iterator[Task]:
    """The obligations that the problem's claims follow from the cone."""
    for task in obligations(replace(problem, cone=(), reductions=())):
        if task.operator == "claim":
            yield replace(task, known={"f": list(cone)})


def examine(problem: Problem, i: Inequality, cone: list[Inequality]) -> Outcome:
    """The first obligation of an inequality that stays open, in order."""
    used: set[str] = set()
    for task in tasks(problem, i, cone):
        prover = Prover(problem, task)
        if prover.open_case() is not None:
            corner = window(problem, task, MARGIN)
            return Outcome(task.id, (), corner, prover.function(corner))
        used |= prover.used
    return Outcome(used=tuple(sorted(used)))


class Prover:
    """One obligation, and the instances of its cone as hypotheses: all, or those of some inequalities."""

    def __init__(self, problem: Problem, task: Task) -> None:
        self.problem, self.task = problem, task
        self.finder = Finder(problem, task, entries(problem, task, MARGIN))
        self.names = [entry["use"] for entry in self.finder.entries]
        self.used: set[str] = set()  # by the cases closed so far
        self.trivial = all(name in ("1", "n") and c >= 0 for (name, _), c in task.goal.items())

    def open_case(self, names: frozenset[str] | None = None) -> Case | None:
        """The first case of minimisers in which the goal does not follow; None if it follows in all."""
        closed = [j for j, name in enumerate(self.names) if names is not None and name not in names | OWN]
        return None if self.trivial else self._search(closed, {}, split_states(self.task))

    def _search(self, closed: list[int], case: Case, states: list[State]) -> Case | None:
        attained = self.finder.attained.items()
        other = [j for j, (state, a) in attained if case.get(state) != a]
        solution = self.finder.system.solve(self.task.goal, [*closed, *other])
        if solution is not None:
            self.used |= {self.names[j] for j in solution} - OWN
            return None
        if not states:
            return case
        state, *rest = states
        sends = range(len(reachable(self.problem, state)))
        found = (self._search(closed, case | {state: a}, rest) for a in sends)
        return next((one for one in found if one is not None), None)

    def function(self, corner: State) -> tuple[int, ...]:
        """After an open case: the dual function in integers, or nothing if it has none that are small."""
        dual = self.finder.system.separating(self.task.goal)
        states = product(*(range(last + 1) for last in corner))
        values = np.array([dual.get(("f", state), 0.0) for state in states])
        return integers(values)


def integers(values: Vector) -> tuple[int, ...]:
    """The values in small integers, but for a common factor; or nothing."""
    sizes = np.abs(values[np.abs(values) > TOLERANCE])
    if not sizes.size:
        return ()
    for unit in (1.0, float(sizes.min())):
        for times in range(1, MULTIPLES + 1):
            scaled = values * (times / unit)
            whole = np.rint(scaled)
            if np.abs(scaled - whole).max() < TOLERANCE and np.abs(whole).max() < BOUND:
                return tuple(int(v) for v in whole)
    return ()
