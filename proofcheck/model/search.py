"""Search for the proofs of a model: case trees with Farkas leaves, refutations, consistent assumptions.

A leaf is a Farkas certificate: positive multipliers of hypotheses that add up to a multiple of the
goal.  The tree splits on which action attains T f at a state, and only where the goal does not
follow without the split.  Where a fully split case has no certificate, a function that violates the
goal is looked for; it refutes the whole obligation.
"""

from __future__ import annotations

from functools import cached_property
from math import lcm
from typing import Any

from proofcheck.certificate.check_model import Case, Checker
from proofcheck.certificate.model_statement import Form, Model, Obligation, State
from proofcheck.model.hypotheses import Entry, entries, form_of, split_states
from proofcheck.model.refute import refute
from proofcheck.search.lp import Column, System, distinct_costs

NEAR, WIDER, WIDEST = 0, 1, 3  # how far beyond the goal hypotheses are looked for, in this order
CONSTANT: Entry = {"use": "constant"}  # what may be left over: a column, but no entry of a certificate
Proof = dict[str, Any]


def prove(model: Model, obligation: Obligation, refuting: bool = True) -> Proof:
    """The essential parts of a proof; without `refuting`, `unproved` stands where a refutation might."""
    if obligation.subject is None:
        return consistency(model)
    checker = Checker(model, obligation)
    return Finder(checker, NEAR, refuting).tree({}, split_states(checker))


class Finder:
    """Searches for one obligation with the hypotheses up to a margin."""

    def __init__(self, checker: Checker, margin: int, refuting: bool) -> None:
        self.checker, self.refuting = checker, refuting
        slack = [("1", ()), *(("1", (c,)) for c, free in enumerate(checker.symbolic) if free)]
        self.entries = [CONSTANT] * len(slack) + list(entries(checker, margin))
        forms = [form_of(checker, entry) for entry in self.entries[len(slack) :]]
        self.forms: list[Form] = [*({atom: 1} for atom in slack), *forms]

    @cached_property
    def system(self) -> System:
        """The linear program of all leaves: only the open columns differ."""
        return System(self.forms, distinct_costs(len(self.forms)))

    def leaf(self, case: Case, exact: bool = False) -> Proof | None:
        """A certificate of the goal in a case, or None."""
        closed = [
            j
            for j, entry in enumerate(self.entries)
            if entry["use"] == "attained" and case.get(tuple(entry["at"])) != entry["action"]
        ]
        solution = self.system.solve(self.checker.o.goal, closed, exact)
        if solution is None:
            return None
        times = lcm(*(value.denominator for value in solution.values()))
        uses = [
            {"times": int(value * times), **self.entries[j]}
            for j, value in sorted(solution.items())
            if self.entries[j] is not CONSTANT
        ]
        return {"goal_times": times, "sum": uses}

    def tree(self, case: Case, open_states: list[State]) -> Proof:
        """A leaf if the goal follows in this case, else a split on the next state; or a refutation."""
        found = self.leaf(case)
        if found is not None:
            return found
        if not open_states:
            return self.last_resort(case)
        state, *rest = open_states
        cases = []
        for action in self.checker.after[state]:
            cases.append(self.tree(case | {state: action}, rest))
            if "refuted" in cases[-1]:
                return cases[-1]
        return {"split": list(state), "cases": cases}

    def last_resort(self, case: Case) -> Proof:
        """A certificate from further away; else a refutation; else a certificate, exactly."""
        for margin in (WIDER, WIDEST):
            wider = Finder(self.checker, margin, self.refuting)
            found = wider.leaf(case)
            if found is not None:
                return found
        refuted = refute(self.checker, case) if self.refuting else None
        if refuted is not None:
            return {"refuted": refuted}
        exact = wider.leaf(case, exact=True) if self.refuting else None
        return exact or {"unproved": "neither a certificate nor a refutation was found"}


def consistency(model: Model) -> Proof:
    """Values of the parameters that satisfy all assumptions, or a proof of 0 <= -1 from them.

    Each assumption with 1 to spare, if they can be met like that: at a corner all costs may be zero.
    """
    rows = [{p: c for (p, _), c in form.items() if c} for form in model.assumptions]
    names = model.parameters[1:]
    columns: list[Column] = [
        {k: s * row[p] for k, row in enumerate(rows) if p in row} for p in names for s in (1, -1)
    ]
    columns += [{k: -1} for k in range(len(rows))]
    system = System(columns, distinct_costs(len(columns))) if rows else None
    for spare in (1, 0):
        right = {k: value for k, row in enumerate(rows) if (value := spare - row.get("1", 0))}
        found = system.solve(right, exact=True) if system else {}
        if found is not None:
            values = {p: found.get(2 * k, 0) - found.get(2 * k + 1, 0) for k, p in enumerate(names)}
            return {"holds_at": {p: number(value) for p, value in values.items()}}
    return Finder(Checker(model, model.obligations[0]), NEAR, True).leaf({}, exact=True) or {
        "unproved": "undecided"
    }


def number(value: Any) -> int | str:
    """A rational as certificates write it."""
    return int(value) if value == int(value) else str(value)
