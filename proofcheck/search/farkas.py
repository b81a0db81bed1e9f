"""Search for the certificate of one obligation: case tree, Farkas leaves, refutations.

A leaf is a Farkas certificate: positive multipliers of hypotheses that add up to a multiple of the
goal.  The tree splits on which number of jobs attains the minimum at a state of the larger side,
and only where the goal does not follow without the split.  Where a fully split case has no
certificate, a function on a finite window that violates the goal is looked for.
"""

from __future__ import annotations

from itertools import combinations, product
from math import lcm
from typing import Any

from proofcheck.enumerate.forms import Form, reachable
from proofcheck.enumerate.hypotheses import (
    Hypothesis,
    hypotheses,
    routed_states,
    split_states,
)
from proofcheck.enumerate.obligations import Task
from proofcheck.problem.model import Problem, State
from proofcheck.search.lp import System
from proofcheck.search.refute import refute

Case = dict[State, int]
Leaf = dict[str, Any]
MARGINS = (1, 3)  # how far beyond the goal hypotheses are looked for; the second if need be
LISTED = 200  # minimisers are excluded one by one where there are at most so many tuples


def search(problem: Problem, task: Task) -> dict[str, Any]:
    """The essential parts of the obligation's certificate: `proof`, and `excluded` if routed."""
    finder = _Finder(problem, task, MARGINS[0])
    found: dict[str, Any] = {"id": task.id, "proof": finder.tree({}, split_states(task))}
    if routed_states(task):
        found["excluded"] = finder.exclusions()
    return found


class _Finder:
    def __init__(self, problem: Problem, task: Task, margin: int) -> None:
        self.problem, self.task = problem, task
        self.hypotheses = hypotheses(problem, task, margin)
        self.system = _system(self.hypotheses)
        self.attained = [
            (j, tuple(entry["at"]), entry["sends"])
            for j, (entry, _) in enumerate(self.hypotheses)
            if entry["use"] == "attained"
        ]

    def leaf(self, goal: Form, case: Case, exact: bool = False) -> Leaf | None:
        """A certificate of the goal in a case, or None."""
        if all(name in ("1", "n") and c >= 0 for (name, _), c in goal.items()):
            return {"goal_times": 1, "sum": []}
        closed = [j for j, state, a in self.attained if case.get(state) != a]
        solution = self.system.solve(goal, closed, exact)
        if solution is None:
            return None
        times = lcm(*(value.denominator for value in solution.values()))
        uses = [
            {"times": int(value * times), **self.hypotheses[j][0]}
            for j, value in sorted(solution.items())
        ]
        return {"goal_times": times, "sum": uses}

    def tree(self, case: Case, open_states: list[State]) -> dict[str, Any]:
        """A leaf if the goal follows in this case, else a split on the next state."""
        found = self.leaf(self.task.goal, case)
        if found is not None:
            return found
        if not open_states:
            return self.last_resort(case)
        state, *rest = open_states
        actions = range(len(reachable(self.problem, state)))
        return {
            "split": list(state),
            "cases": [self.tree(case | {state: a}, rest) for a in actions],
        }

    def last_resort(self, case: Case) -> dict[str, Any]:
        """A refutation of the case, or a certificate from a wider window, both exact."""
        refuted = refute(self.problem, self.task, case)
        if refuted is not None:
            return {"refuted": refuted}
        wide = _Finder(self.problem, self.task, MARGINS[1])
        found = wide.leaf(self.task.goal, case, exact=True)
        return found or {"unproved": "neither a certificate nor a refutation on the window"}

    def exclusions(self) -> list[dict[str, Any]]:
        """Pairs of smallest minimisers that cannot occur together, each with its certificate."""
        after = {s: reachable(self.problem, s) for s in routed_states(self.task)}
        everything = list(product(*(range(len(targets)) for targets in after.values())))
        if len(everything) > LISTED:
            return []
        left = {tuple(zip(after, chosen, strict=True)) for chosen in everything}
        found = []
        for pair in combinations(after, 2):
            for sends in product(*(range(len(after[s])) for s in pair)):
                case = dict(zip(pair, sends, strict=True))
                gone = {chosen for chosen in left if case.items() <= dict(chosen).items()}
                entry = self.exclude(case, after) if gone else None
                if entry is not None:
                    found.append(entry)
                    left -= gone
        return found

    def exclude(self, case: Case, after: dict[State, list[State]]) -> dict[str, Any] | None:
        """Given the other minimiser, a smaller number at one state is as good."""
        for at, most in case.items():
            given = {state: a for state, a in case.items() if state != at}
            for fewer in reversed(range(most)):
                goal = {("f", after[at][most]): 1, ("f", after[at][fewer]): -1}
                found = self.leaf(goal, given)
                if found is not None:
                    pair = [[list(s), a] for s, a in case.items()]
                    return {"pair": pair, "at": list(at), "fewer": fewer, **found}
        return None


def _system(found: list[Hypothesis]) -> System:
    """Costs near 1000, all different: few hypotheses are preferred, ties are broken by order."""
    spread = [1000 + (index * 7919) % 997 for index in range(len(found))]
    return System([form for _, form in found], spread)
