"""Read a model file (TOML) and write it out in full as a statement (JSON).

A model file may use the names of templates and of the operator library, write formulas, and leave
out what is usual.  The *statement* has every range, weight and action written out; it is what
certificates are made for and what the trusted checker reads.  docs/model-format.md has both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from importlib import resources
from math import lcm
from pathlib import Path
from typing import Any

from proofcheck.certificate import model_statement
from proofcheck.errors import BadInput
from proofcheck.model.expressions import Formulas, Monomial, Polynomial, Value, step
from proofcheck.model.operators import KINDS, Library
from proofcheck.model.templates import SHAPES, Side, instances
from proofcheck.tables import Made, read_table, require_shape

STATEMENT_FORMAT = model_statement.MODEL_FORMAT
ONE = "1"  # the parameter that is always there
Entry = dict[str, Any]


def read_model(path: Path) -> Entry:
    """The statement of a model file.  Raises BadInput with one line naming file, place and reason."""
    return statement(read_table(path), str(path))


def schema() -> Entry:
    """The JSON Schema of model files."""
    text = (resources.files("proofcheck.model") / "model.schema.json").read_text("utf-8")
    loaded: Entry = json.loads(text)
    return loaded


def statement(raw: Entry, place: str) -> Entry:
    """The statement that a parsed model file stands for."""
    return STATEMENTS.of(raw, place=place)


def _statement(raw: Entry, place: str) -> Entry:
    require_shape(raw, schema(), place)
    full = _Writer(raw, place).statement()
    try:
        model_statement.Model(full)
    except model_statement.Rejected as refusal:
        raise BadInput(f"{place}: {refusal}") from None
    return full


STATEMENTS = Made(_statement)


def scaled(polynomials: Iterable[Polynomial]) -> list[dict[Monomial, int]]:
    """The polynomials times the least common denominator of all of them."""
    found = list(polynomials)
    times = lcm(*(c.denominator for p in found for c in p.values()))
    return [{m: int(c * times) for m, c in p.items()} for p in found]


class _Writer:
    """Writes a schema-valid model file out in full."""

    def __init__(self, raw: Entry, place: str) -> None:
        self.raw, self.place = raw, place
        self.names = [c["name"] for c in raw["coordinate"]]
        self.tops = [c.get("to") for c in raw["coordinate"]]
        self.parameters = raw.get("parameters", [])
        self.functions = [f["name"] for f in raw.get("function", [])]
        for kind, names in (
            ("coordinate", self.names),
            ("operator", [o["name"] for o in raw["operator"]]),
            ("parameter", self.parameters),
            ("rate", raw.get("rates", [])),
            ("function", self.functions),
            ("cost", [c["name"] for c in raw.get("cost", [])]),
            ("claim", [c["name"] for c in raw.get("claim", [])]),
        ):
            for name in sorted({name for name in names if names.count(name) > 1}):
                raise BadInput(f"{place}: {kind} {name} is declared twice")

    def refuse(self, where: str, why: str) -> BadInput:
        return BadInput(f"{self.place}: {where}: {why}")

    def formulas(self, where: str, functions: Iterable[str] = ()) -> Formulas:
        return Formulas(f"{self.place}: {where}", self.names, self.parameters, [*functions])

    def vector(self, coordinate: str = "", value: int = 0) -> list[int]:
        return [value if name == coordinate else 0 for name in self.names]

    # Inequalities

    def inequalities(self, items: list[str | Entry], where: str, function: str) -> list[Entry]:
        """Inequalities of a function: by template, or written out."""
        found = []
        for item in items:
            table = {"template": item} if isinstance(item, str) else item
            if table.keys() >= {"says"} and table.keys() & {"name"} and "template" not in table:
                place = f"{where}: {table['name']}"
                sides = self.written(table["says"], place, function)
                found.append(self.ranged(table, table["name"], table["says"], sides, place))
            elif "template" in table and "says" not in table:
                found += self.templated(table, f"{where}: {table['template']}")
            else:
                raise self.refuse(where, f"{table} wants a template, or a name and what it says")
        return found

    def templated(self, table: Entry, place: str) -> list[Entry]:
        match = re.fullmatch(r"\s*(\w+)\s*\(([\w\s,]*)\)\s*", table["template"])
        if match is None or match[1] not in SHAPES:
            known = ", ".join(SHAPES)
            raise self.refuse(place, f"not a template; known are {known}, as in Cx({self.names[0]})")
        which = [name.strip() for name in match[2].split(",")]
        for name in which:
            if name not in self.names:
                raise self.refuse(place, f"coordinate {name!r} is not declared")
        try:
            pairs = instances(match[1], len(self.names), tuple(map(self.names.index, which)))
        except ValueError as error:
            raise self.refuse(place, str(error)) from None
        name = table.get("name", "_".join([match[1], *which]))
        standard = f"{match[1]}({','.join(which)})"
        return [
            self.ranged(table, name if len(pairs) == 1 else f"{name}_{k}", standard, pair, place)
            for k, pair in enumerate(pairs)
        ]

    def written(self, says: str, place: str, function: str) -> tuple[Side, Side]:
        """The two sides of an inequality of one function, without constants."""
        lesser, greater, constants = self.split(says, place, function)
        if constants:
            raise self.refuse(place, "an inequality of a cone has no constants; a claim may")
        if not lesser and not greater:
            raise self.refuse(place, "says nothing: both sides are the same")
        return lesser, greater

    def split(self, says: str, place: str, function: str) -> tuple[Side, Side, list[Entry]]:
        (difference,) = scaled([self.formulas(place, [function]).comparison(says)])
        lesser: Side = []
        greater: Side = []
        constants = []
        for monomial, times in difference.items():
            match monomial:
                case (Value(move=move, boundary="forbid"),):
                    if min(move) < 0:
                        raise self.refuse(
                            place, "an offset is negative: shift the inequality, as in f(x) <= f(x+1)"
                        )
                    (greater if times > 0 else lesser).append((abs(times), move))
                case () | (str(),) if not set(monomial) & set(self.names):
                    constants.append({"times": times, "parameter": monomial[0] if monomial else ONE})
                case _:
                    raise self.refuse(
                        place, "only sums of times * f(...), and in claims of times * parameter, can be said"
                    )
        return lesser, greater, constants

    def ranged(
        self,
        table: Entry,
        name: str,
        standard: str,
        sides: tuple[Side, Side],
        place: str,
        also: Iterable[Side] = (),
    ) -> Entry:
        """The statement's entry of an inequality, with the largest range on which its points are states."""
        low, high = [], []
        points = [at for side in (*sides, *also) for _, at in side]
        for name_ in sorted(table.get("for", {}).keys() - set(self.names)):
            raise self.refuse(place, f"coordinate {name_!r} is not declared")
        for c, (coordinate, top) in enumerate(zip(self.names, self.tops, strict=True)):
            first, last = table.get("for", {}).get(coordinate, [0, "top"])
            far = max((at[c] for at in points), default=0)
            end = None if top is None else top - far
            if last != "top":
                if end is not None and last > end:
                    raise self.refuse(
                        place, f"the range of {coordinate} ends at {last}, but its points only at {end}"
                    )
                end = last
            if end is not None and end < first:
                raise self.refuse(place, f"never applies: the range of {coordinate} is {first}..{end}")
            low.append(first)
            high.append(end)
        return {
            "name": name,
            "standard": standard,
            "meaning": table.get("meaning", standard),
            "low": low,
            "high": high,
            **self.entries(sides),
        }

    def entries(self, sides: tuple[Side, Side]) -> Entry:
        lesser, greater = ([{"times": k, "at": [*at]} for k, at in side] for side in sides)
        return {"lesser": lesser, "greater": greater}

    def claim(self, table: Entry) -> Entry:
        place = f"claim {table['name']}"
        *sides, constants = self.split(table["says"], place, "f")
        given = [self.split(says, f"{place}: given", "f") for says in table.get("given", [])]
        also = [side for *pair, _ in given for side in pair]
        full = self.ranged(table, table["name"], table["says"], (sides[0], sides[1]), place, also)
        return full | {
            "constants": constants,
            "given": [self.entries((a, b)) | {"constants": c} for a, b, c in given],
        }

    # Operators and costs

    def operator(self, table: Entry) -> Entry:
        kinds = [kind for kind in KINDS if kind in table]
        place = f"operator {table['name']}"
        if len(kinds) != 1:
            raise self.refuse(place, f"wants exactly one of {', '.join(KINDS)}")
        choose, actions = Library(f"{self.place}: {place}", self.names, self.tops).make(
            kinds[0], table[kinds[0]]
        )
        formulas = self.formulas(place, ["f", *self.functions])
        values = scaled(formulas.polynomial(action["value"]) for action in actions)
        return {
            "name": table["name"],
            "meaning": table.get("meaning", kinds[0].replace("_", " ")),
            "choose": choose,
            "actions": [
                {"name": action["name"], "when": self.box(action["when"], place), **self.parts(value, place)}
                for action, value in zip(actions, values, strict=True)
            ],
        }

    def box(self, conditions: list[str], place: str) -> Entry:
        """The states where all conditions `coordinate >= k` or `coordinate <= k` hold."""
        low: list[int] = self.vector()
        high: list[int | None] = [None] * len(self.names)
        for text in conditions:
            left = self.formulas(f"{place}: when").comparison(text)
            bound = -left.pop((), Fraction(0))
            match list(left.items()):
                case [((str() as name,), Fraction(numerator=1 | -1 as sign, denominator=1))] if (
                    name in self.names and bound.denominator == 1
                ):
                    c, k = self.names.index(name), int(sign * bound)
                case _:
                    raise self.refuse(place, f"when: {text!r} is not of the form coordinate >= k or <= k")
            if sign > 0:
                low[c] = max(low[c], k)
            elif k < 0:
                raise self.refuse(place, f"when: {text!r} never holds")
            else:
                end = high[c]
                high[c] = k if end is None else min(end, k)
        return {"low": low, "high": high}

    def parts(self, value: dict[Monomial, int], place: str) -> Entry:
        """Terms, costs and functions of an action, from its value."""
        terms: dict[Value, dict[str, int]] = {}
        costs: dict[str, dict[str, int]] = {}
        functions = []
        for monomial, times in value.items():
            values = [v for v in monomial if isinstance(v, Value)]
            slopes = [v for v in monomial if v in self.names]
            parameters = [v for v in monomial if v in self.parameters]
            if len(values) + len(parameters) > 1 or len(slopes) > 1:
                raise self.refuse(place, f"a product of {' and '.join(map(_shown, monomial))} cannot be said")
            slope = str(slopes[0]) if slopes else "constant"
            if values and values[0].function == "f":
                terms.setdefault(values[0], {})[slope] = times
            elif values:
                if slopes or times < 0 or values[0].boundary != "forbid":
                    raise self.refuse(
                        place, f"{_shown(values[0])} wants a nonnegative constant weight, no stay or clip"
                    )
                functions.append({"name": values[0].function, "times": times, "move": [*values[0].move]})
            else:
                costs.setdefault(str(parameters[0]) if parameters else ONE, {})[slope] = times
        return {
            "terms": [
                {**self.weight(w), "move": [*v.move], "boundary": v.boundary} for v, w in terms.items()
            ],
            "costs": [{"parameter": p, **self.weight(w)} for p, w in costs.items()],
            "functions": functions,
        }

    def weight(self, found: dict[str, int]) -> Entry:
        return {"constant": found.get("constant", 0), "slopes": [found.get(name, 0) for name in self.names]}

    def cost(self, table: Entry) -> Entry:
        place = f"cost {table['name']}"
        (value,) = scaled([self.formulas(place, self.functions).polynomial(table["value"])])
        parts = self.parts(value, place)
        if any(any(use.pop("move")) for use in parts["functions"]):
            raise self.refuse(place, "a cost uses a given function at the state itself")
        meaning = table.get("meaning", table["value"])
        return {
            "name": table["name"],
            "meaning": meaning,
            "costs": parts["costs"],
            "functions": parts["functions"],
        }

    def assumption(self, text: str) -> Entry:
        (difference,) = scaled([Formulas(f"{self.place}: assume", [], self.parameters).comparison(text)])
        sides: Entry = {"lesser": [], "greater": []}
        for monomial, times in difference.items():
            if len(monomial) > 1:
                raise self.refuse("assume", f"{text!r} is not linear")
            parameter = monomial[0] if monomial else ONE
            sides["greater" if times > 0 else "lesser"].append({"times": abs(times), "parameter": parameter})
        return sides

    def require_changes(self, operators: list[Entry]) -> None:
        """Every coordinate is changed by some operator: a mode without transitions is a slip."""
        moves = [t["move"] for o in operators for a in o["actions"] for t in a["terms"]]
        for name, changes in zip(self.names, zip(*moves, strict=True), strict=False):
            if not any(changes):
                raise self.refuse(f"coordinate {name}", "has no transitions: no operator ever changes it")

    def statement(self) -> Entry:
        raw = self.raw
        operators = [self.operator(o) for o in raw["operator"]]
        costs = [self.cost(c) for c in raw.get("cost", [])]
        self.require_changes(operators)
        return {
            "format": STATEMENT_FORMAT,
            "name": raw["name"],
            "title": raw.get("title", raw["name"]),
            "source": raw.get("source", ""),
            "coordinates": [
                {"name": c["name"], "meaning": c.get("meaning", ""), "top": c.get("to")}
                for c in raw["coordinate"]
            ],
            "rates": raw.get("rates", []),
            "parameters": self.parameters,
            "assumptions": [self.assumption(text) for text in raw.get("assume", [])],
            "functions": [
                {
                    "name": f["name"],
                    "meaning": f.get("meaning", ""),
                    "inequalities": self.inequalities(f["inequalities"], f"function {f['name']}", f["name"]),
                }
                for f in raw.get("function", [])
            ],
            "inequalities": self.inequalities(raw["cone"], "cone", "f"),
            "operators": operators,
            "costs": costs,
            "step": step(
                raw["step"],
                self.place,
                [o["name"] for o in operators],
                [c["name"] for c in costs],
                raw.get("rates", []),
            ),
            "claims": [self.claim(c) for c in raw.get("claim", [])],
        }


def _shown(factor: str | Value) -> str:
    return factor if isinstance(factor, str) else f"{factor.function}(...)"
