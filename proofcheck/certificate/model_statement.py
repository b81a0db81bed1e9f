"""The trusted reading of a model's statement: everything that must be proved about it.

Standard library only, nothing else of proofcheck; check_model.py, beside it, checks certificates with it.

A *model* states coordinates (at most three unbounded, any modes 0..top), a cone of functions given by linear
inequalities, and operators: (T f)(s) is the least or greatest value of the feasible actions at s, sums of
values of f and of costs.  From it this file builds every *obligation* ("T f is in the cone if f is", "this
cost is", "this claim follows"): a goal, and what may be used for it.  docs/model-format.md has the fields.

A form {atom: coefficient} is read `0 <= form`; an atom is (function, state), (parameter, ()), or
(parameter, (i,)), the parameter times n_i.  Where a region is symbolic in a coordinate, k there stands for
n + k, for all n >= 0.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import namedtuple
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product, zip_longest
from math import prod
from operator import mul
from pathlib import Path
from typing import Any

MODEL_FORMAT = "proofcheck-model/1"
LARGEST = 10**40  # every number in a model or a certificate is smaller
MOST = 10**6  # the most cases of a model, and states of a window
RESERVED = ["upper", "attained", "assumed", "given"]  # names of hypotheses, so not of inequalities

Raw = dict[str, Any]  # a part of a statement or a certificate
State = tuple[int, ...]
Form = dict[tuple[str, State], Any]  # the coefficients are int or Fraction
Symbolic = tuple[bool, ...]  # per coordinate
Function = Callable[[State], Form]
# 0 <= goal: the inequality `subject` on a region, for T f (`about` an operator), for a cost, or for f (None).
Obligation = namedtuple("Obligation", "id group subject about at symbolic goal given")


class Rejected(Exception):
    """A refusal: `reason` is a word of docs/verdicts.md, the rest says where and what."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail if len(detail) < 500 else detail[:500] + ' ...'}")
        self.reason = reason


def require(holds: Any, reason: str, detail: str) -> None:
    if not holds:
        raise Rejected(reason, detail)


def read(path: Path) -> Any:
    """The JSON in a file.  Floats, NaN, duplicate keys, huge integers, deep nesting: refused."""

    def unique(pairs: list[tuple[str, Any]]) -> Raw:
        require(
            len(dict(pairs)) == len(pairs), "malformed", f"a key stands twice among {[k for k, _ in pairs]}"
        )
        return dict(pairs)

    try:
        return json.loads(
            path.read_text("utf-8"),
            object_pairs_hook=unique,
            parse_float=exact,
            parse_constant=exact,
            parse_int=lambda digits: exact(int(digits)),
        )
    except OSError as error:
        raise Rejected("unreadable", str(error.strerror)) from None
    except (RecursionError, ValueError) as error:  # not JSON or UTF-8, too deep, too large for Python
        raise Rejected("malformed", str(error).splitlines()[0]) from None


def exact(value: Any, rational: bool = True) -> Any:
    """An integer, or (if `rational`) a string "p/q" in lowest terms with q > 1."""
    if type(value) is int and abs(value) < LARGEST:
        return value
    parts = re.fullmatch("(-?[0-9]{1,40})/([0-9]{1,40})", value) if isinstance(value, str) else None
    if parts and rational and str(result := Fraction(int(parts[1]), int(parts[2]) or 1)) == value:
        return result
    raise Rejected("too-large" if type(value) is int else "not-exact", f"{str(value)[:60]!r}: not exact")


def whole(values: list[Any]) -> State:
    return tuple([exact(value, False) for value in values])


def require_same(found: Any, expected: Any, place: str) -> None:
    """Refuse at the first line where the two differ, written as JSON with sorted keys."""
    if json.dumps(found, sort_keys=True) != json.dumps(expected, sort_keys=True):
        texts = [json.dumps(x, indent=0, separators=("", ": "), sort_keys=True) for x in (found, expected)]
        a, b = next(pair for pair in zip_longest(*map(str.splitlines, texts)) if pair[0] != pair[1])
        raise Rejected("differs", f"{place}: expected {b}, found {a}")


def shaped(value: Any, shape: Any, place: str) -> Any:
    """What a value has of a shape: {field: shape}, [shape], a type, or a tuple of what may stand there."""
    if isinstance(shape, dict) and isinstance(value, dict):
        return {key: shaped(value.get(key), shape[key], f"{place}.{key}") for key in shape}
    if isinstance(shape, list) and isinstance(value, list):
        return [shaped(item, shape[0], f"{place}[{k}]") for k, item in enumerate(value)]
    fits = any(type(value) is one or value == one for one in (shape if isinstance(shape, tuple) else [shape]))
    require(fits and type(value) is not bool, "wrong-type", f"{place}: found {value!r}")
    return value


TERMS, PARTS = [{"times": int, "at": [int]}], [{"times": int, "parameter": str}]
TEXTS, SIDES = {"name": str, "meaning": str}, {"lesser": TERMS, "greater": TERMS}
BOX, WEIGHT = {"low": [int], "high": [(int, None)]}, {"constant": int, "slopes": [int]}
INEQUALITY, COSTS = TEXTS | SIDES | BOX | {"standard": str}, [WEIGHT | {"parameter": str}]
ACTION = {
    "name": str,
    "when": BOX,
    "costs": COSTS,
    "functions": [{"name": str, "times": int, "move": [int]}],
    "terms": [WEIGHT | {"move": [int], "boundary": ("forbid", "stay", "clip")}],
}
MODEL = {  # the shape of a statement
    "format": str,
    "name": str,
    "title": str,
    "source": str,
    "rates": [str],
    "parameters": [str],
    "step": dict,
    "coordinates": [TEXTS | {"top": (int, None)}],
    "assumptions": [{"lesser": PARTS, "greater": PARTS}],
    "functions": [TEXTS | {"inequalities": [INEQUALITY]}],
    "inequalities": [INEQUALITY],
    "operators": [TEXTS | {"choose": ("min", "max"), "actions": [ACTION]}],
    "costs": [TEXTS | {"costs": COSTS, "functions": [{"name": str, "times": int}]}],
    "claims": [INEQUALITY | {"constants": PARTS, "given": [SIDES | {"constants": PARTS}]}],
}


def plus(state: State, move: State) -> State:
    return tuple(map(int.__add__, state, move))


def add(total: Form, form: Form, times: Any = 1) -> Form:
    for atom, coefficient in form.items():
        total[atom] = total.get(atom, 0) + times * coefficient
    return total


def value(function: str) -> Function:
    return lambda state: {(function, state): 1}


def signed(i: Raw) -> list[tuple[int, Raw]]:
    """The terms of both sides, and the constants, with their signs in greater - lesser."""
    sides = (-1, i["lesser"]), (1, i["greater"]), (1, i.get("constants", []))
    return [(sign * t["times"], t) for sign, side in sides for t in side]


class Model:
    """The statement in a model file; `obligations` lists all that must be proved."""

    def __init__(self, raw: Any) -> None:
        require_same(raw, shaped(raw, MODEL, "model"), "model")
        require(raw["format"] == MODEL_FORMAT, "stale", f"format {raw['format']!r}, known: {MODEL_FORMAT}")
        canonical = json.dumps(raw, sort_keys=True, separators=(",", ":"))
        self.digest = hashlib.sha256(canonical.encode()).hexdigest()
        self.name, self.parameters, self.operators = raw["name"], ["1", *raw["parameters"]], raw["operators"]
        self.claims, self.costs, self.rates = raw["claims"], raw["costs"], ["1", *raw["rates"]]
        self.names, self.top = ([c[key] for c in raw["coordinates"]] for key in ("name", "top"))
        self.offset = [f"n_{n}" if self.top.count(None) > 1 else "n" for n in self.names]
        self.still, self.concrete = (0,) * len(self.names), (False,) * len(self.names)
        self.assumptions = [self.apply(a, value("f"), ()) for a in raw["assumptions"]]
        self.known = {"f": raw["inequalities"]} | {f["name"]: f["inequalities"] for f in raw["functions"]}
        self.require_meaning(raw)
        for i in (i for known in self.known.values() for i in known):  # all its points are states
            self.apply(i, value("f"), tuple(map(lambda a, b: a if b is None else b, i["low"], i["high"])))
        self.depth = {o["name"]: self.reach(o) for o in self.operators}
        everywhere = [({"low": self.still, "high": self.top}, self.depth[o["name"]]) for o in self.operators]
        given = [(i, self.still) for f in raw["functions"] for i in f["inequalities"]]  # for a witness
        cases = sum(self.count(*both) for both in everywhere + given + [s[:2] for s in self.subjects()])
        require(cases <= MOST, "too-large", f"about {cases:.1e} cases, more than {MOST:.0e}")
        for o, both in zip(self.operators, everywhere, strict=True):
            for _, _, state, symbolic in self.regions(*both):
                where = f"operator {o['name']}: no action is feasible at {self.name_of(state, symbolic)}"
                why = "each leaves the states, or is excluded by its `when`"
                require(self.choices(o, state, symbolic), "bad-model", f"{where}: {why}")

    def require_meaning(self, raw: Raw) -> None:
        """Vectors have an entry per coordinate, names are known and stand once, the step uses everything."""
        self.require_known(raw)
        require(
            len(self.names) > 0 and self.top.count(None) < 4, "bad-model", "no coordinate, or four unbounded"
        )
        require(all(top is None or top >= 0 for top in self.top), "bad-model", "a mode without values")
        require(self.known["f"] and self.operators, "bad-model", "no inequality, or no operator")
        stated = [("operator", o["name"]) for o in self.operators] + [("cost", c["name"]) for c in self.costs]
        wrong = {f"{kind} {name}" for kind, name in {*stated} ^ self.used(raw["step"])}
        require(
            not wrong,
            "bad-model",
            f"step: {', '.join(sorted(wrong))}: stated and not used, or used and not stated",
        )
        functions = ["f", "g", *(f["name"] for f in raw["functions"])]
        whole = [*self.names, *self.parameters, *self.rates[1:], *functions, *(name for _, name in stated)]
        spaces = [("", whole), ("claims: ", [claim["name"] for claim in self.claims])]
        spaces += [(f"operator {o['name']}: ", [a["name"] for a in o["actions"]]) for o in self.operators]
        spaces += [(f"of {f}: ", [*RESERVED, *(i["name"] for i in known)]) for f, known in self.known.items()]
        for where, names in spaces:
            twice = ", ".join(sorted({name for name in names if names.count(name) > 1}))
            require(not twice, "bad-model", f"{where}the name {twice} stands twice, or is reserved")
            plain = all(re.fullmatch(r"\w+", name, re.A) for name in [self.name, *names])
            require(plain, "bad-model", f"{where}a name is not of letters, digits and _ only: {names}")

    def require_known(self, part: Any) -> None:
        """In every part: vectors with an entry per coordinate, right ranges and numbers, known parameters."""
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else []:
            self.require_known(inner)
        if isinstance(part, dict):
            lengths = {len(part[key]) for key in ("low", "high", "at", "move", "slopes") if key in part}
            known = lengths <= {len(self.names)} and part.get("parameter", "1") in self.parameters
            require(known, "bad-model", f"a vector of another length, or an unknown parameter: {part}")
            ends = zip(part["low"], part["high"], self.top, strict=True) if "standard" in part else []
            fits = all(low >= 0 and (top is None if high is None else low <= high) for low, high, top in ends)
            require(fits, "bad-model", f"{part.get('name')} never applies, or to a mode without end")
            counted = [t for key in ("lesser", "greater", "functions") for t in part.get(key, [])]
            right = all(t.get("times", 1) > 0 <= min(t.get("at", [0]), default=0) for t in counted)
            require(right, "bad-model", f"a multiplier that is not positive, or a negative offset: {part}")

    def used(self, e: Any) -> set[tuple[str, str]]:
        """The operators and costs in an expression."""
        fields = {
            "f": {"use"},
            "cost": {"use", "name"},
            "operator": {"use", "name", "of"},
            "sum": {"use", "terms"},
        }
        known = isinstance(e, dict) and fields.get(str(e.get("use"))) == {*e}
        require(known, "bad-model", f"step: {str(e)[:80]} is not an expression")
        if e["use"] == "sum":
            rates = all({*t} == {"rate", "of"} and t["rate"] in self.rates for t in e["terms"])
            require(rates, "bad-model", "step: a term without a known rate")
            return {name for t in e["terms"] for name in self.used(t["of"])}
        return ({(e["use"], e["name"])} if "name" in e else set()) | (
            self.used(e["of"]) if "of" in e else set()
        )

    def reach(self, o: Raw) -> State:
        """From this depth on, nothing about an operator depends on an unbounded coordinate."""
        depth = self.still
        for a in o["actions"]:
            moves = [tuple(-v for v in t["move"]) for t in a["terms"] + a["functions"]]
            after = tuple(0 if v is None else v + 1 for v in a["when"]["high"])
            depth = tuple(map(max, zip(depth, a["when"]["low"], after, *moves, strict=True)))
            grows = any(
                k and t is None for j in a["terms"] for k, t in zip(j["slopes"], self.top, strict=True)
            )
            require(not grows, "bad-model", f"{o['name']}: a weight grows with an unbounded coordinate")
        return depth

    def inside(self, state: State) -> bool:
        return all(v >= 0 and (t is None or v <= t) for v, t in zip(state, self.top, strict=False))

    def covers(self, box: Raw, state: State, symbolic: Symbolic) -> bool:
        """Whether low <= state <= high; where symbolic, for every n."""
        ends = zip(box["low"], state, box["high"], symbolic, strict=True)
        return all(low <= v and (high is None or (v <= high and not free)) for low, v, high, free in ends)

    def ends(self, i: Raw, depth: State) -> list[tuple[int, int]]:
        """Per coordinate, the first and last value of the regions; without end, the last is symbolic."""
        ends = zip(i["low"], i["high"], depth, strict=True)
        return [(low, low + deep if high is None else high) for low, high, deep in ends]

    def count(self, i: Raw, depth: State) -> int:
        """The number of regions."""
        return prod(last - first + 1 for first, last in self.ends(i, depth))

    def regions(self, i: Raw, depth: State) -> Iterator[tuple[str, str, State, Symbolic]]:
        """Names of mode and region, least state, symbolic coordinates, for all that i speaks of."""
        ends = self.ends(i, depth)
        for state in product(*(range(first, last + 1) for first, last in ends)):
            lasts = zip(state, ends, i["high"], strict=True)
            symbolic = tuple(v == last and high is None for v, (_, last), high in lasts)
            shown = zip(self.names, state, symbolic, self.top, strict=True)
            labels = [(f".{name}{v}{'+' * free}", top is None) for name, v, free, top in shown]
            mode, where = ("".join(label for label, free in labels if free == kind) for kind in (False, True))
            yield mode, where, state, symbolic

    def price(self, of: Raw, state: State, symbolic: Symbolic) -> Form:
        """The costs and given functions of a cost or an action."""
        total: Form = {}
        for c in of["costs"]:
            add(total, {(c["parameter"], ()): c["constant"] + sum(map(mul, c["slopes"], state))})
            add(total, {(c["parameter"], (k,)): slope for k, slope in enumerate(c["slopes"]) if symbolic[k]})
        for f in of["functions"]:
            there = plus(state, f.get("move", self.still))
            known = f["name"] in self.known and f["name"] != "f" and self.inside(there)
            require(known, "outside-domain", f"{f['name']} at {list(there)}: no given function, or no state")
            add(total, {(f["name"], there): f["times"]})
        return total

    def choices(self, about: Raw | None, state: State, symbolic: Symbolic) -> dict[str, Form]:
        """The feasible actions at a state, with their values (of f and a cost: one).

        From its depth on, nothing about an operator depends on n.
        """
        if about is None or "actions" not in about:
            return {"": self.price(about, state, symbolic) if about else {("f", state): 1}}
        here = [a for a in about["actions"] if self.covers(a["when"], state, symbolic)]
        found = {a["name"]: (a, self.jumped(a, state)) for a in here}
        return {k: add(f, self.price(a, state, symbolic)) for k, (a, f) in found.items() if f is not None}

    def jumped(self, action: Raw, state: State) -> Form | None:
        """The sum of weight * f(s + move), or None where a forbidden move leaves the states."""
        total: Form = {}
        for t in action["terms"]:
            weight, there = t["constant"] + sum(map(mul, t["slopes"], state)), plus(state, t["move"])
            require(weight >= 0, "bad-model", f"action {action['name']}: a negative weight at {state}")
            if weight and not self.inside(there):
                if t["boundary"] == "forbid":
                    return None
                tops = zip(there, self.top, strict=True)
                cut = tuple(max(0, v if top is None else min(v, top)) for v, top in tops)
                there = cut if t["boundary"] == "clip" else state
            add(total, {("f", there): weight} if weight else {})
        return total

    def apply(self, i: Raw, function: Function, state: State) -> Form:
        """greater - lesser for a function at a state."""
        total: Form = {}
        for times, t in signed(i):
            there = plus(state, t["at"]) if "at" in t else ()
            require(self.inside(there), "outside-domain", f"{list(there)} is not a state")
            add(total, function(there) if "at" in t else {(t["parameter"], ()): 1}, times)
        return {atom: c for atom, c in total.items() if c}

    def function(self, about: Raw | None, symbolic: Symbolic) -> Function:
        """f, a cost, or T f: g(s), or the value of the only action that is feasible."""

        def at(state: State) -> Form:
            found = [*self.choices(about, state, symbolic).values()]
            return {("g", state): 1} if len(found) > 1 else found[0]

        return at

    def subjects(self) -> Iterator[tuple[Raw, State, str, str, Raw | None]]:
        """Inequality, depth, group, name, for what: all that must hold on every region."""
        for o, i in product(self.operators, self.known["f"]):
            yield i, self.depth[o["name"]], f"operator.{o['name']}", f"operator.{o['name']}.{i['name']}", o
        for cost, i in product(self.costs, self.known["f"]):
            yield i, self.still, "cost", f"cost.{cost['name']}.{i['name']}", cost
        for i in self.claims:
            yield i, self.still, "claim", f"claim.{i['name']}", None

    @cached_property
    def obligations(self) -> list[Obligation]:
        """The assumptions do not imply 0 <= -1; operators keep the cone, costs are in it, claims follow."""
        place = self.still, self.concrete
        found = [
            Obligation(f"{self.name}.assumptions", "assumptions", None, None, *place, {("1", ()): -1}, [])
        ]
        for i, depth, group, name, about in self.subjects():
            for mode, where, s, symbolic in self.regions(i, depth):
                goal = self.apply(i, self.function(about, symbolic), s)
                given = [self.apply(sides, value("f"), s) for sides in i.get("given", [])]
                full = f"{self.name}.{name}{mode}{where}"
                found.append(Obligation(full, group, i, about, s, symbolic, goal, given))
        require(len({o.id for o in found}) == len(found), "bad-model", "two obligations, one id")
        return found

    def name_of(self, state: State, symbolic: Symbolic) -> str:
        shown = zip(state, symbolic, self.offset, strict=True)
        return f"({','.join(str(v) if not s else f'{n}+{v}' if v else n for v, s, n in shown)})"

    def words(self, form: Form, symbolic: Symbolic) -> str:
        """The form as an inequality between two sums, terms in sorted order."""
        sides: tuple[list[str], list[str]] = ([], [])
        for (name, state), coefficient in sorted(form.items()):
            term = (
                " ".join(w for w in [*(self.offset[c] for c in state), name] if w != "1")
                if name in self.parameters
                else f"{name}{self.name_of(state, symbolic)}"
            )
            size = "" if abs(coefficient) == 1 and term else str(abs(coefficient))
            if coefficient:
                sides[coefficient > 0].append(f"{size} {term}".strip())
        return f"{' + '.join(sides[0]) or '0'} <= {' + '.join(sides[1]) or '0'}"
