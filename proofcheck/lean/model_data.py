"""A model, an obligation, a certificate as Lean terms: data for the verified checker of models.

Lean counts with natural numbers.  A price with negative parts, say (3 - 2 y) c, becomes 3 c + 2 y c' with one
more parameter c', the *opposite* of c, and the assumptions c + c' <= 0 and 0 <= c + c'.  Parameter 0 is the
constant 1, assumption 0 is 0 <= 1.  In a leaf, Lean needs by name what the Python checker knows by itself: that the
only feasible action at a state gives T f there, that 0 <= 1, and that opposites cancel.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import lcm
from typing import Any

from proofcheck.certificate.check_model import (
    Checker,
    Form,
    Inequality,
    Model,
    Obligation,
    Operator,
    Sides,
    State,
    add,
    exact,
)
from proofcheck.lean.data import cons, numerals

ONE = "1"
PRICES = list[tuple[str, int, State]]


def option(value: int | None) -> str:
    """An optional number."""
    return ".none" if value is None else f"(.some {value})"


def summands(pairs: Iterable[tuple[int, str]]) -> str:
    """A sum of multiples of atoms."""
    return cons(f"(.mk {times} {atom})" for times, atom in pairs)


def linear(constant: int, slopes: Iterable[int]) -> str:
    """constant + slopes . s; slopes that are all zero are left out."""
    slopes = list(slopes)
    return f"(.mk {constant} {numerals(slopes if any(slopes) else [])})"


def parts(constant: int, slopes: State, sign: int) -> tuple[int, State]:
    """The positive (sign 1) or negative (sign -1) parts of the coefficients, as naturals."""
    return max(0, sign * constant), tuple(max(0, sign * k) for k in slopes)


def split_prices(prices: PRICES, sign: int) -> PRICES:
    """The prices with the positive or the negative parts of their amounts, where there are any."""
    found = [(parameter, *parts(constant, slopes, sign)) for parameter, constant, slopes in prices]
    return [(parameter, constant, slopes) for parameter, constant, slopes in found if constant or any(slopes)]


def move(vector: State) -> str:
    """A move of every coordinate; none where the state stays."""
    steps = (f"(.down {-k})" if k < 0 else f"(.up {k})" for k in vector)
    return cons(steps) if any(vector) else ".nil"


def box(low: State, high: tuple[int | None, ...]) -> str:
    """low <= s <= high; bounds that exclude nothing are left out."""
    highs = cons(map(option, high)) if any(h is not None for h in high) else ".nil"
    return f"(.mk {numerals(low if any(low) else [])} {highs})"


def start(value: int, free: bool) -> str:
    """One coordinate of a region."""
    return f"(.tail {value})" if free else f"(.fixed {value})"


class ModelData:
    """The Lean terms of one model."""

    def __init__(self, model: Model) -> None:
        self.m = model
        self.functions = [name for name in model.known if name != "f"]

    @cached_property
    def opposites(self) -> list[str]:
        """The parameters that occur in a price with a negative part."""
        prices = [p for o in self.m.operators for a in o.actions for p in a.costs]
        prices += [p for _, costs, _ in self.m.costs for p in costs]
        return [p for p in self.m.parameters if any(p == q for q, *_ in split_prices(prices, -1))]

    # -------- the model

    def parameter(self, name: str) -> int:
        """The number of a parameter."""
        return self.m.parameters.index(name)

    def opposite(self, name: str) -> int:
        """The number of its opposite."""
        return len(self.m.parameters) + self.opposites.index(name)

    def row(self, sides: Sides) -> str:
        """The inequality between parameters that the constants make."""
        lesser, greater = (
            summands((abs(c), str(self.parameter(p))) for (p, _), c in sides.constants.items() if c * sign > 0)
            for sign in (-1, 1)
        )
        return f"(.mk {lesser} {greater})"

    def assumptions(self) -> str:
        """0 <= 1, the assumptions of the model, and two for every opposite."""
        rows = ["(.mk .nil (.cons (.mk 1 0) .nil))", *map(self.row, self.m.assumptions)]
        for name in self.opposites:
            both = summands([(1, str(self.parameter(name))), (1, str(self.opposite(name)))])
            rows += [f"(.mk {both} .nil)", f"(.mk .nil {both})"]
        return cons(rows)

    def sides(self, sides: Sides) -> str:
        """The inequality between values that the terms make."""
        lesser, greater = (
            summands((abs(c), numerals(at)) for c, at in sides.terms if c * sign > 0) for sign in (-1, 1)
        )
        return f"(.mk {lesser} {greater})"

    def template(self, i: Inequality) -> str:
        """An inequality of the cone or of a given function."""
        return f"(.mk {box(i.low, i.high)} {self.sides(i.sides)})"

    def comparison(self, sides: Sides) -> str:
        """An inequality of a claim."""
        return f"(.mk {self.sides(sides)} {self.row(sides)})"

    def claim(self, i: Inequality) -> str:
        """A claim with what it is given."""
        given = cons(self.comparison(sides) for sides in i.given)
        return f"(.mk {box(i.low, i.high)} {given} {self.comparison(i.sides)})"

    def prices(self, prices: PRICES) -> str:
        """Prices, those with negative parts as positive ones of the opposites."""
        found = [(self.parameter(p), c, k) for p, c, k in split_prices(prices, 1)]
        found += [(self.opposite(p), c, k) for p, c, k in split_prices(prices, -1)]
        return cons(f"(.mk {number} {linear(c, k)})" for number, c, k in found)

    def given_terms(self, uses: list[tuple[str, int, State]]) -> list[str]:
        """Values of given functions: they are used at states only, so no boundary is met."""
        return [
            f"(.mk (.given {self.functions.index(name)}) (.mk {linear(times, ())} {linear(0, ())}) {move(to)} .forbid)"
            for name, times, to in uses
        ]

    def action(self, a: Any) -> str:
        """An action with its box."""
        jumps = [
            f"(.mk .f (.mk {linear(*parts(j.constant, j.slopes, 1))} {linear(*parts(j.constant, j.slopes, -1))})"
            f" {move(j.move)} .{j.boundary})"
            for j in a.jumps
        ]
        terms = cons([*jumps, *self.given_terms(a.functions)])
        return f"(.mk {box(a.low, a.high)} (.mk {terms} {self.prices(a.costs)}))"

    def model_term(self) -> str:
        """The model, over several lines."""
        m = self.m
        operators = (f"(.mk .{'min' if o.least else 'max'} {cons(map(self.action, o.actions))})" for o in m.operators)
        costs = (f"(.mk {cons(self.given_terms(uses))} {self.prices(prices)})" for _, prices, uses in m.costs)
        fields = [
            cons(map(option, m.top)),
            self.assumptions(),
            cons(cons(map(self.template, m.known[name])) for name in self.functions),
            cons(map(self.template, m.known["f"])),
            cons(operators),
            cons(costs),
            cons(map(self.claim, m.claims)),
        ]
        return "\n    ".join([".mk", *fields])

    # -------- the step

    def step_term(self, e: dict[str, Any]) -> str:
        """An expression as a Lean step; sums of several terms are nested."""
        if e["use"] == "f":
            return ".current"
        if e["use"] == "cost":
            return f"(.cost {self.cost(e['name'])})"
        if e["use"] == "operator":
            return f"(.operator {self.operator(e['name'])} {self.step_term(e['of'])})"
        terms = [
            self.step_term(t["of"])
            if t["rate"] == ONE
            else f"(.scaled {self.m.rates.index(t['rate'])} {self.step_term(t['of'])})"
            for t in e["terms"]
        ]
        found = terms.pop()
        for term in reversed(terms):
            found = f"(.sum {term} {found})"
        return found

    def operator(self, name: str) -> int:
        """The number of an operator."""
        return [o.name for o in self.m.operators].index(name)

    def cost(self, name: str) -> int:
        """The number of a cost."""
        return [cost[0] for cost in self.m.costs].index(name)

    # -------- obligations

    def obligation(self, o: Obligation) -> str:
        """The Lean name of what an obligation claims."""
        region = cons(start(value, free) for value, free in zip(o.at, o.symbolic, strict=True))
        if o.operator is None:
            return f"(.claim {self.m.claims.index(o.subject)} {region})"
        k = self.m.known["f"].index(o.subject)
        if isinstance(o.operator, Operator):
            return f"(.operator {self.m.operators.index(o.operator)} {k} {region})"
        return f"(.cost {self.m.costs.index(o.operator)} {k} {region})"

    def integers(self, values: dict[str, Any]) -> str:
        """Integers at which all assumptions hold: the given numbers times their common denominator."""
        numbers = {ONE: exact(1)} | {name: exact(value) for name, value in values.items()}
        scale = lcm(*(n.denominator for n in numbers.values()))
        whole = [int(numbers[p] * scale) for p in self.m.parameters]
        whole += [-int(numbers[p] * scale) for p in self.opposites]
        return cons(f"(.mk {max(0, n)} {max(0, -n)})" for n in whole)


class Proof:
    """The Lean certificate of one obligation."""

    def __init__(self, data: ModelData, o: Obligation) -> None:
        self.data, self.m, self.o = data, data.m, o
        self.checker = Checker(data.m, o)

    def certificate(self, proof: dict[str, Any], path: tuple[tuple[State, str], ...] = ()) -> str:
        """A case tree; `path` are the splits above with the actions that attain, the nearest first."""
        if "split" not in proof:
            return self.leaf(proof, path)
        state = tuple(proof["split"])
        actions = list(self.checker.after[state])
        cases = ".done"
        for action, inner in reversed(list(zip(actions, proof["cases"], strict=True))):
            cases = f"(.case {self.certificate(inner, ((state, action), *path))} {cases})"
        return f"(.split {numerals(state)} {cases})"

    def leaf(self, found: dict[str, Any], path: tuple[tuple[State, str], ...]) -> str:
        """A leaf, with what Lean needs by name."""
        scale = found["goal_times"]
        rest, opposite = add({}, self.o.goal, scale), add({}, self.opposite_goal(), scale)
        uses = [(scale * times, what) for times, what in self.only_actions()]
        for use in found["sum"]:
            entry = {k: tuple(v) if k == "at" else v for k, v in use.items() if k not in ("use", "times", "says")}
            add(rest, self.checker.hypothesis(use["use"], entry, dict(path)), -use["times"])
            add(opposite, self.opposite_hypothesis(use["use"], entry), -use["times"])
            uses.append((use["times"], self.hypothesis(use["use"], entry, path)))
        uses += [(c, f"(.assumed 0 {self.multiple(at)})") for (_, at), c in sorted(rest.items()) if c]
        uses += [self.cancel(name, at, c) for (name, at), c in sorted(opposite.items()) if c]
        return f"(.leaf {scale} {cons(f'(.mk {times} {what})' for times, what in uses)})"

    def hypothesis(self, kind: str, entry: dict[str, Any], path: tuple[tuple[State, str], ...]) -> str:
        """A hypothesis, by its numbers in the Lean model."""
        if "of" in entry:
            of = entry["of"]
            name = ".f" if of == "f" else f"(.given {self.data.functions.index(of)})"
            number = [i.name for i in self.m.known[of]].index(kind)
            return f"(.cone {name} {number} {numerals(entry['at'])})"
        if kind == "upper":
            return self.bound(entry["at"], entry["action"])
        if kind == "attained":
            return f"(.attained {path.index((entry['at'], entry['action']))})"
        if kind == "given":
            return f"(.given {entry['number']})"
        at = (self.m.names.index(entry["offset"]),) if entry["offset"] else ()
        return f"(.assumed {entry['number'] + 1} {self.multiple(at)})"

    def bound(self, state: State, action: str) -> str:
        """No action is better than T f."""
        number = [a.name for a in self.o.operator.actions].index(action)
        return f"(.bound {numerals(state)} {number})"

    def multiple(self, at: State) -> str:
        """Once, or n_i times."""
        return option(at[0] if at else None)

    def only_actions(self) -> list[tuple[int, str]]:
        """Where one action alone is feasible, what puts its value in place of T f."""
        if not isinstance(self.o.operator, Operator):
            return []
        net: Form = self.m.apply(self.o.subject.sides, lambda s: {("g", s): 1}, self.o.at)
        found = []
        for (_, state), c in sorted(net.items()):
            actions = list(self.m.choices(self.o.operator, state, self.o.symbolic))
            if len(actions) == 1:
                attains = (c > 0) == self.o.operator.least
                what = f"(.sole {numerals(state)})" if attains else self.bound(state, actions[0])
                found.append((abs(c), what))
        return found

    # -------- opposites

    def opposite_value(self, operator: Operator, state: State, action: str) -> Form:
        """What the opposites of parameters add to the value of an action."""
        a = next(a for a in operator.actions if a.name == action)
        return self.m.priced(split_prices(a.costs, -1), [], state, self.o.symbolic)

    def opposite_goal(self) -> Form:
        """What the opposites of parameters add to the goal."""
        about = self.o.operator
        if about is None:
            return {}

        def function(state: State) -> Form:
            if not isinstance(about, Operator):
                return self.m.priced(split_prices(about[1], -1), [], state, self.o.symbolic)
            actions = list(self.m.choices(about, state, self.o.symbolic))
            return self.opposite_value(about, state, actions[0]) if len(actions) == 1 else {}

        terms = self.o.subject.sides._replace(constants={})
        return self.m.apply(terms, function, self.o.at)

    def opposite_hypothesis(self, kind: str, entry: dict[str, Any]) -> Form:
        """What the opposites of parameters add to a hypothesis."""
        if "action" not in entry:
            return {}
        sign = 1 if self.o.operator.least == (kind == "upper") else -1
        return add({}, self.opposite_value(self.o.operator, entry["at"], entry["action"]), sign)

    def cancel(self, name: str, at: State, c: int) -> tuple[int, str]:
        """The assumption on a parameter and its opposite that takes both away."""
        number = 1 + len(self.m.assumptions) + 2 * self.data.opposites.index(name) + (c > 0)
        return abs(c), f"(.assumed {number} {self.multiple(at)})"
