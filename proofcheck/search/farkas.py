"""Search for the certificate of one obligation: case tree, Farkas leaves, refutations.

A leaf is a Farkas certificate: positive multipliers of hypotheses that add up to a multiple of the
goal.  The tree splits on which number of jobs attains the minimum at a state of the larger side,
and only where the goal does not follow without the split.  Where a fully split case has no
certificate, a function on a finite window that violates the goal is looked for.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, product
from math import lcm
from typing import Any

from proofcheck.enumerate.forms import Form, reachable, shift
from proofcheck.enumerate.hypotheses import Entry, entries, form_of, routed_states, split_states
from proofcheck.enumerate.obligations import Task
from proofcheck.problem.model import Problem, State
from proofcheck.search.lp import System, distinct_costs
from proofcheck.search.refute import farthest, refute

Case = dict[State, int]
Leaf = dict[str, Any]
NEAR, WIDER, WIDEST = None, 1, 3  # how far beyond the goal hypotheses are looked for, in this order
LISTED = 200  # minimisers are excluded one by one where there are at most so many tuples


class Search:
    """Searches certificates for the obligations of one problem.

    Obligations that are the same but for a shift of all states are searched once: everything that
    the search looks at (the goal and the hypotheses near it) is part of the key, shifted to 0.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.known: dict[Any, tuple[dict[str, Any], list[dict[str, Any]]]] = {}

    def certificate(self, task: Task) -> dict[str, Any]:
        """The essential parts of the obligation's certificate: `proof`, and `excluded` if routed."""
        proof, excluded = self._of_shape(task, exclusions=True)
        head = {"id": task.id, "proof": proof}
        return {**head, "excluded": excluded} if routed_states(task) else head

    def proof(self, task: Task) -> dict[str, Any]:
        """The case tree alone."""
        return self._of_shape(task, exclusions=False)[0]

    def _of_shape(self, task: Task, exclusions: bool) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        found = entries(self.problem, task, NEAR)
        said = (task.goal, *task.given)
        states = [state for form in said for name, state in form if name not in ("1", "n")]
        if not states:
            return Finder(self.problem, task, found).tree({}, []), []
        least = tuple(map(min, zip(*states, strict=True)))
        back = tuple(-v for v in least)
        forms = [tuple((name, shift(s, back), c) for (name, s), c in form.items()) for form in said]
        key = (tuple(forms), repr([shifted(entry, back) for entry in found]), exclusions)
        if key in self.known:
            proof, excluded = self.known[key]
            return shifted(proof, least), shifted(excluded, least)
        finder = Finder(self.problem, task, found)
        proof = finder.tree({}, split_states(task))
        excluded = finder.exclusions() if exclusions else []
        if not finder.looked_further:  # what lies further off is not part of the key
            self.known[key] = shifted(proof, back), shifted(excluded, back)
        return proof, excluded


def shifted(value: Any, move: State) -> Any:
    """A part of a certificate with all its states moved."""
    if isinstance(value, list):
        return [shifted(item, move) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: shifted(item, move) for key, item in value.items()}
    for key in {"at", "split"} & found.keys():
        found[key] = list(shift(tuple(found[key]), move))
    if "pair" in found:
        found["pair"] = [[list(shift(tuple(state), move)), a] for state, a in found["pair"]]
    return found


class Finder:
    """Searches for one task, with the hypotheses that some entries name."""

    def __init__(self, problem: Problem, task: Task, found: list[Entry]) -> None:
        self.problem, self.task, self.entries = problem, task, found
        self.looked_further = False
        self.forms = [form_of(problem, task, entry) for entry in found]
        self.attained = {
            j: (tuple(entry["at"]), entry["sends"])
            for j, entry in enumerate(found)
            if entry["use"] == "attained"
        }
        self.single = {
            frozenset(form.items()): j for j, form in enumerate(self.forms) if j not in self.attained
        }

    @cached_property
    def system(self) -> System:
        """The linear program of all leaves: only the goal and the open columns differ."""
        return System(self.forms, distinct_costs(len(self.forms)))

    def leaf(self, goal: Form, case: Case, exact: bool = False) -> Leaf | None:
        """A certificate of the goal in a case, or None."""
        if all(name in ("1", "n") and c >= 0 for (name, _), c in goal.items()):
            return {"goal_times": 1, "sum": []}
        alone = self.single.get(frozenset(goal.items()))
        if alone is not None:
            return {"goal_times": 1, "sum": [{"times": 1, **self.entries[alone]}]}
        closed = [j for j, (state, a) in self.attained.items() if case.get(state) != a]
        solution = self.system.solve(goal, closed, exact)
        if solution is None:
            return None
        times = lcm(*(value.denominator for value in solution.values()))
        uses = [
            {"times": int(value * times), **self.entries[j]}
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
        """A certificate from wider windows; else a refutation; else a certificate, exactly."""
        self.looked_further = True
        reach = farthest(self.problem)
        for margin in (WIDER, WIDEST + reach):
            found = self._with(margin).leaf(self.task.goal, case)
            if found is not None:
                return found
        refuted = refute(self.problem, self.task, case)
        if refuted is not None:
            return {"refuted": refuted}
        found = self._with(WIDEST + reach).leaf(self.task.goal, case, exact=True)
        return found or {"unproved": "neither a certificate nor a refutation on the window"}

    def _with(self, margin: int) -> Finder:
        return Finder(self.problem, self.task, entries(self.problem, self.task, margin))

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

