"""The generated Lean text, read back, states what the trusted checker lists.

This reads the text of `lean/ProofCheck/Generated/*.lean` with a parser of its own and computes the
goal, hypotheses and region of every obligation from the Lean data, as `Obligation.Statement` says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check
from proofcheck.certificate.gate import read_gate
from proofcheck.lean.emit import module_name
from tests.lean.terms import items, parse

HOME = Path(__file__).parents[2]
NAMES = [demand.name for demand in read_gate(HOME / "cases") if not demand.without_lean]
Form = dict[Any, int]
Operator = Callable[[int, int], Form]


def points(term: Any) -> list[tuple[int, int]]:
    """A list of points."""
    return [(int(x), int(y)) for _, x, y in items(term)]


def form(template: Any, operator: Operator, base: int = 0) -> Form:
    """greater - lesser of a template at x = n + base, of what the operator gives."""
    total: Counter[Any] = Counter()
    for sign, side in ((-1, template[1]), (1, template[2])):
        for x, y in points(side):
            for atom, weight in operator(base + x, y).items():
                total[atom] += sign * weight
    return {atom: weight for atom, weight in total.items() if weight}


def value(*functions: str) -> Operator:
    """A sum of functions."""
    return lambda x, y: {(function, (x, y)): 1 for function in functions}


class Data:
    """A problem as the Lean text has it."""

    def __init__(self, text: str) -> None:
        found = re.search(r"def (\w+) : Problem :=\n(.*?)\n\n", text, re.S)
        assert found is not None
        self.name = found[1]
        _, top, cone, events, cost, reductions, claims = parse(found[2])
        self.top = int(top)
        self.cone, self.reductions, self.claims = (list(items(part)) for part in (cone, reductions, claims))
        self.events = [[list(items(mode)) for mode in items(event)] for event in items(events)]
        self.cost = [int(price) for price in cost[1:]]

    def after(self, events: list[int], function: str) -> Operator:
        """The sum of events."""

        def operator(x: int, y: int) -> Form:
            total: Counter[Any] = Counter()
            for event in events:
                for _, weight, (direction, step), target in self.events[event][y]:
                    k = int(step)
                    there = x + k if direction == ".up" else x - k if x >= k else x
                    total[function, (there, int(target))] += int(weight)
            return total

        return operator

    def price(self, symbolic: bool) -> Operator:
        """The cost, constant and slope apart."""

        def operator(x: int, y: int) -> Form:
            slope = {("n", (0,)): self.cost[0]} if symbolic else {}
            return {("1", ()): self.cost[0] * x + self.cost[1] * y + self.cost[2], **slope}

        return operator

    def says(self, obligation: Any) -> dict[str, Any]:
        """Goal, known functions, routing, given forms, symbolic, base: what the obligation states."""
        kind, *arguments = obligation
        said: dict[str, Any] = {"known": {"f"}, "routed": False, "given": [], "symbolic": True, "base": 0}
        if kind in (".routing", ".event"):
            *numbers, (region, base) = arguments
            said |= {"symbolic": region == ".tail", "base": int(base), "routed": kind == ".routing"}
            operator = value("g") if kind == ".routing" else self.after([int(numbers[0])], "f")
            return said | {"goal": form(self.cone[int(numbers[-1])], operator, int(base))}
        number = int(arguments[0])
        if kind == ".closure":
            goal = form(self.cone[number], value("s f", "t h"))
            return said | {"known": {"s f", "t h"}, "goal": goal}
        if kind == ".claim":
            _, given, goal = self.claims[number]
            forms = [form(template, value("f")) for template in items(given)]
            return said | {"given": forms, "goal": form(goal, value("f"))}
        if kind == ".cost":
            return said | {"known": set(), "goal": form(self.cone[number], self.price(True))}
        said |= {"symbolic": False, "routed": kind != ".reductionCost"}
        if kind == ".reductionCost":
            return said | {"known": set(), "goal": form(self.reductions[number], self.price(False))}
        if kind == ".reductionRouting":
            return said | {"goal": form(self.reductions[number], value("g"))}
        assert kind == ".reductionRate"
        operator = self.after([int(event) for event in items(arguments[1])], "g")
        return said | {"known": {"f", "g"}, "goal": form(self.reductions[number], operator)}


def instances(problem: check.Problem, which: list[Any]) -> list[tuple[Any, int]]:
    """Inequalities at each mode."""
    return [(i, y) for i in which for y in range(i.low[1], i.high[1] + 1)]


def stated(terms: Any, y: int) -> Form:
    """An inequality of the statement at a mode, as a form at x = n."""
    total: Counter[Any] = Counter()
    for coefficient, offset in terms:
        total["f", (offset[0], y + offset[1])] += coefficient
    return dict(total)


@pytest.mark.parametrize("name", NAMES)
def test_the_data_are_the_statement(name: str) -> None:
    """Modes, cost, and every inequality, claim and reduction at every mode, in order."""
    data = Data((HOME / "lean/ProofCheck/Generated" / f"{module_name(name)}.lean").read_text("utf-8"))
    problem = check.Problem(check.read(HOME / "cases" / name / "problem.json"))
    assert data.name == name
    assert (data.top, data.cost) == (problem.top[1], [*problem.cost, 0])
    for mine, theirs in ((data.cone, problem.cone), (data.reductions, problem.reductions)):
        wanted = [stated(i.terms, y) for i, y in instances(problem, theirs)]
        assert [form(t, value("f")) for t in mine] == wanted
    claims = instances(problem, problem.claims)
    assert [form(goal, value("f")) for _, _, goal in data.claims] == [stated(i.terms, y) for i, y in claims]
    given = [[form(t, value("f")) for t in items(g)] for _, g, _ in data.claims]
    assert given == [[stated(terms, y) for terms in i.given] for i, y in claims]


@pytest.mark.parametrize("name", NAMES)
def test_every_theorem_states_its_obligation(name: str) -> None:
    """Goal, hypotheses and region of each generated theorem are those of the id it is named after."""
    text = (HOME / "lean/ProofCheck/Generated" / f"{module_name(name)}.lean").read_text("utf-8")
    data, problem = Data(text), check.Problem(check.read(HOME / "cases" / name / "problem.json"))
    listed = {o.id: o for o in problem.obligations}
    pattern = r"theorem «([^»]+)» : Obligation\.Statement (\w+) (\(.*\)) :=\n  sound (\w+) (\(.*\))\n"
    theorems = re.findall(pattern, text)
    assert len(theorems) == text.count("theorem «") >= 62
    assert len({statement for _, _, statement, _, _ in theorems}) == len(theorems)
    cone = {i.name for i in problem.cone}
    for identity, problem_name, statement, again, applied in theorems:
        assert (problem_name, again, applied) == (name, name, statement)
        o, (term,) = listed[identity], parse(statement)
        said = data.says(term)
        assert said["goal"] == {atom: c for atom, c in o.goal.items() if c}, identity
        assert said["known"] == set(o.known)
        extra = {i.name for i in problem.reductions} if ".reduction." in identity else set()
        assert all(set(names) == cone | extra for names in o.known.values())
        assert (said["routed"], said["symbolic"]) == (o.routed, o.symbolic[0])
        assert [dict(g) for g in o.given] == said["given"]
        assert f".x{said['base']}{'+' if said['symbolic'] else ''}" in identity
