"""A model, an obligation, a certificate as Lean terms: data for the verified checker of models.

Lean counts with natural numbers.  A price with negative parts, say (3 - 2 y) c, becomes 3 c + 2 y c' with one
more parameter c', the *opposite* of c, and the assumptions c + c' <= 0 and 0 <= c + c'.  Parameter 0 is the
constant 1, assumption 0 is 0 <= 1.  In a leaf, Lean needs by name what the Python checker knows by itself:
that the only feasible action at a state gives T f there, that 0 <= 1, and that opposites cancel.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import lcm
from typing import Any

from proofcheck.certificate.check_model import Checker
from proofcheck.certificate.model_statement import (
    Form,
    Model,
    Obligation,
    Raw,
    State,
    add,
    exact,
    signed,
    value,
)
from proofcheck.lean.data import cons, numerals

ONE = "1"
FIXED = ("use", "times", "says")  # the fields of every use of a hypothesis
Path = tuple[tuple[State, str], ...]  # the splits above a node, with the attaining actions


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


def part(of: Raw, sign: int) -> Raw:
    """The positive (sign 1) or negative (sign -1) parts of the coefficients, as naturals."""
    return of | {
        "constant": max(0, sign * of["constant"]),
        "slopes": [max(0, sign * k) for k in of["slopes"]],
    }


def split_prices(prices: list[Raw], sign: int) -> list[Raw]:
    """The prices with the positive or the negative parts of their amounts, where there are any."""
    return [p for p in (part(price, sign) for price in prices) if p["constant"] or any(p["slopes"])]


def amount(of: Raw) -> str:
    """constant + slopes . s, of naturals."""
    return linear(of["constant"], of["slopes"])


def move(vector: Iterable[int]) -> str:
    """A move of every coordinate; none where the state stays."""
    steps = [f"(.down {-k})" if k < 0 else f"(.up {k})" for k in vector]
    return ".nil" if set(steps) <= {"(.up 0)"} else cons(steps)


def box(of: Raw) -> str:
    """low <= s <= high; bounds that exclude nothing are left out."""
    low, high = of["low"], of["high"]
    highs = cons(map(option, high)) if any(h is not None for h in high) else ".nil"
    return f"(.mk {numerals(low if any(low) else [])} {highs})"


def side(i: Raw, key: str, sign: int) -> list[tuple[int, Any]]:
    """What stands on the lesser (sign -1) or greater (sign 1) side: times with `at` or `parameter`."""
    return [(abs(times), t[key]) for times, t in signed(i) if key in t and times * sign > 0]


def number(among: list[Raw], name: str) -> int:
    """The place of the part with a name."""
    return [one["name"] for one in among].index(name)


def nested(joined: str, terms: list[str]) -> str:
    """Several terms, joined two by two from the right."""
    found = terms[-1]
    for term in reversed(terms[:-1]):
        found = f"({joined} {term} {found})"
    return found


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
        found = [*self.m.costs, *(a for o in self.m.operators for a in o["actions"])]
        negative = {p["parameter"] for one in found for p in split_prices(one["costs"], -1)}
        return [name for name in self.m.parameters if name in negative]

    # -------- the model

    def parameter(self, name: str) -> int:
        """The number of a parameter."""
        return self.m.parameters.index(name)

    def opposite(self, name: str) -> int:
        """The number of its opposite."""
        return len(self.m.parameters) + self.opposites.index(name)

    def sides(self, i: Raw) -> str:
        """An inequality between sums of values."""
        lesser, greater = (summands((k, numerals(at)) for k, at in side(i, "at", sign)) for sign in (-1, 1))
        return f"(.mk {lesser} {greater})"

    def row(self, i: Raw) -> str:
        """An inequality between sums of parameters."""
        lesser, greater = (
            summands((k, str(self.parameter(p))) for k, p in side(i, "parameter", sign)) for sign in (-1, 1)
        )
        return f"(.mk {lesser} {greater})"

    def assumptions(self) -> str:
        """0 <= 1, the assumptions of the model, and two for every opposite."""
        rows = [self.row({"lesser": [], "greater": [{"times": 1, "parameter": ONE}]})]
        for form in self.m.assumptions:
            parts = [{"times": times, "parameter": name} for (name, _), times in form.items() if times]
            rows.append(self.row({"lesser": [], "greater": parts}))
        for name in self.opposites:
            both = summands([(1, str(self.parameter(name))), (1, str(self.opposite(name)))])
            rows += [f"(.mk {both} .nil)", f"(.mk .nil {both})"]
        return cons(rows)

    def template(self, i: Raw) -> str:
        """An inequality of the cone or of a given function."""
        return f"(.mk {box(i)} {self.sides(i)})"

    def comparison(self, i: Raw) -> str:
        """An inequality of a claim."""
        return f"(.mk {self.sides(i)} {self.row(i)})"

    def claim(self, i: Raw) -> str:
        """A claim with what it is given."""
        return f"(.mk {box(i)} {cons(map(self.comparison, i['given']))} {self.comparison(i)})"

    def prices(self, prices: list[Raw]) -> str:
        """Prices, those with negative parts as positive ones of the opposites."""
        found = [(self.parameter(p["parameter"]), p) for p in split_prices(prices, 1)]
        found += [(self.opposite(p["parameter"]), p) for p in split_prices(prices, -1)]
        return cons(f"(.mk {number} {amount(p)})" for number, p in found)

    def term(self, source: str, weight: Raw, to: Iterable[int], boundary: str) -> str:
        """A value of f or of a given function, with its weight."""
        plus, minus = (amount(part(weight, sign)) for sign in (1, -1))
        return f"(.mk {source} (.mk {plus} {minus}) {move(to)} .{boundary})"

    def form(self, of: Raw) -> str:
        """The value of an action, or a cost.  Given functions are used at states only: no boundary is met."""
        terms = [self.term(".f", t, t["move"], t["boundary"]) for t in of.get("terms", [])]
        for f in of["functions"]:
            source = f"(.given {self.functions.index(f['name'])})"
            weight = {"constant": f["times"], "slopes": []}
            terms.append(self.term(source, weight, f.get("move", []), "forbid"))
        return f"(.mk {cons(terms)} {self.prices(of['costs'])})"

    def operator(self, o: Raw) -> str:
        """An operator with its actions."""
        actions = cons(f"(.mk {box(a['when'])} {self.form(a)})" for a in o["actions"])
        return f"(.mk .{o['choose']} {actions})"

    def model_term(self) -> str:
        """The model, over several lines."""
        m = self.m
        fields = [
            cons(map(option, m.top)),
            self.assumptions(),
            cons(cons(map(self.template, m.known[name])) for name in self.functions),
            cons(map(self.template, m.known["f"])),
            cons(map(self.operator, m.operators)),
            cons(map(self.form, m.costs)),
            cons(map(self.claim, m.claims)),
        ]
        return "\n    ".join([".mk", *fields])

    # -------- the step

    def step_term(self, e: Raw) -> str:
        """An expression as a Lean step; sums of several terms are nested."""
        if e["use"] == "f":
            return ".current"
        if e["use"] == "cost":
            return f"(.cost {number(self.m.costs, e['name'])})"
        if e["use"] == "operator":
            return f"(.operator {number(self.m.operators, e['name'])} {self.step_term(e['of'])})"
        return nested(".sum", [self.scaled(t["rate"], self.step_term(t["of"])) for t in e["terms"]])

    def scaled(self, rate: str, term: str) -> str:
        """A term times a rate; rates are numbered without the rate 1."""
        return term if rate == ONE else f"(.scaled {self.m.rates.index(rate) - 1} {term})"

    # -------- obligations

    def obligation(self, o: Obligation) -> str:
        """The Lean name of what an obligation claims."""
        region = cons(start(v, free) for v, free in zip(o.at, o.symbolic, strict=True))
        if o.about is None:
            return f"(.claim {self.m.claims.index(o.subject)} {region})"
        kind, among = ("operator", self.m.operators) if "actions" in o.about else ("cost", self.m.costs)
        return f"(.{kind} {among.index(o.about)} {self.m.known['f'].index(o.subject)} {region})"

    def integers(self, values: Raw) -> str:
        """Integers at which all assumptions hold: the given numbers times their common denominator."""
        numbers = {ONE: exact(1)} | {name: exact(number) for name, number in values.items()}
        scale = lcm(*(n.denominator for n in numbers.values()))
        whole = [int(numbers[p] * scale) for p in self.m.parameters]
        whole += [-int(numbers[p] * scale) for p in self.opposites]
        return cons(f"(.mk {max(0, n)} {max(0, -n)})" for n in whole)


class Proof:
    """The Lean certificate of one obligation."""

    def __init__(self, data: ModelData, o: Obligation) -> None:
        self.data, self.m, self.o = data, data.m, o
        self.checker = Checker(data.m, o)

    def certificate(self, proof: Raw, path: Path = ()) -> str:
        """A case tree; `path` are the splits above with the actions that attain, the nearest first."""
        if "split" not in proof:
            return self.leaf(proof, path)
        state = tuple(proof["split"])
        cases = ".done"
        for action, inner in reversed([*zip(self.checker.after[state], proof["cases"], strict=True)]):
            cases = f"(.case {self.certificate(inner, ((state, action), *path))} {cases})"
        return f"(.split {numerals(state)} {cases})"

    def leaf(self, found: Raw, path: Path) -> str:
        """A leaf, with what Lean needs by name."""
        scale = found["goal_times"]
        rest, opposite = add({}, self.o.goal, scale), add({}, self.opposite_goal(), scale)
        uses = [(scale * times, what) for times, what in self.only_actions()]
        for use in found["sum"]:
            entry = {k: tuple(v) if k == "at" else v for k, v in use.items() if k not in FIXED}
            add(rest, self.checker.hypothesis(use["use"], entry, dict(path)), -use["times"])
            add(opposite, self.opposite_hypothesis(use["use"], entry), -use["times"])
            uses.append((use["times"], self.hypothesis(use["use"], entry, path)))
        ones = [(at, c) for (name, at), c in sorted(rest.items()) if name == ONE and c]
        uses += [(c, f"(.assumed 0 {self.multiple(at)})") for at, c in ones]
        uses += [self.cancel(name, at, c) for (name, at), c in sorted(opposite.items()) if c]
        return f"(.leaf {scale} {cons(f'(.mk {times} {what})' for times, what in uses)})"

    def hypothesis(self, kind: str, entry: Raw, path: Path) -> str:
        """A hypothesis, by its numbers in the Lean model."""
        if "of" in entry:
            of = entry["of"]
            name = ".f" if of == "f" else f"(.given {self.data.functions.index(of)})"
            return f"(.cone {name} {number(self.m.known[of], kind)} {numerals(entry['at'])})"
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
        return f"(.bound {numerals(state)} {number(self.o.about['actions'], action)})"

    def multiple(self, at: State) -> str:
        """Once, or n_i times."""
        return option(at[0] if at else None)

    def only_actions(self) -> list[tuple[int, str]]:
        """Where one action alone is feasible, what puts its value in place of T f."""
        if not (self.o.about and "actions" in self.o.about):
            return []
        found = []
        for (_, state), c in sorted(self.m.apply(self.o.subject, value("g"), self.o.at).items()):
            actions = [*self.m.choices(self.o.about, state, self.o.symbolic)]
            if len(actions) == 1:
                attains = (c > 0) == self.checker.least
                what = f"(.sole {numerals(state)})" if attains else self.bound(state, actions[0])
                found.append((abs(c), what))
        return found

    # -------- opposites

    def opposite_price(self, of: Raw, state: State) -> Form:
        """What the opposites of parameters add to a cost or to the value of an action."""
        return self.m.price({"costs": split_prices(of["costs"], -1), "functions": []}, state, self.o.symbolic)

    def opposite_action(self, state: State, name: str) -> Form:
        """What they add to the value of an action of the operator."""
        actions = self.o.about["actions"]
        return self.opposite_price(actions[number(actions, name)], state)

    def opposite_goal(self) -> Form:
        """What they add to the goal."""
        about = self.o.about

        def function(state: State) -> Form:
            if "actions" not in about:
                return self.opposite_price(about, state)
            actions = [*self.m.choices(about, state, self.o.symbolic)]
            return self.opposite_action(state, actions[0]) if len(actions) == 1 else {}

        return self.m.apply(self.o.subject, function, self.o.at) if about else {}

    def opposite_hypothesis(self, kind: str, entry: Raw) -> Form:
        """What they add to a hypothesis."""
        if "action" not in entry:
            return {}
        sign = 1 if self.checker.least == (kind == "upper") else -1
        return add({}, self.opposite_action(entry["at"], entry["action"]), sign)

    def cancel(self, name: str, at: State, c: int) -> tuple[int, str]:
        """The assumption on a parameter and its opposite that takes both away."""
        which = 1 + len(self.m.assumptions) + 2 * self.data.opposites.index(name) + (c > 0)
        return abs(c), f"(.assumed {which} {self.multiple(at)})"
