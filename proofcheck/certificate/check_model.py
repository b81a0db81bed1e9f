"""The trusted checker of models: does a certificate prove what a model states?

Standard library only, nothing else of proofcheck; runs alone: check_model.py model.json certificate.json ...

A *model* states the coordinates of states (up to three unbounded, any modes 0..top), a cone of functions given
by linear inequalities, and operators (T f)(s) = least or greatest value over the feasible actions at s, the value
of an action being a nonnegative combination of values of f, plus costs.  From it this file rebuilds every
*obligation*, "T f is in the cone if f is", "this cost is in the cone", "this claim follows": a goal
`lesser <= greater` and the hypotheses it may use.  A *certificate* closes it by a case tree over the actions that
attain T f at some states.  A leaf says

    goal_times * goal  =  sum of times * hypothesis + a constant >= 0        (goal_times > 0, times > 0)

term by term, so the goal follows.  Or it refutes it, by functions whose values are evaluated here anew.  Only
splits, multipliers, names of hypotheses and refuting values are taken from a certificate; from these it is
written anew, and the one found must equal that word by word.  docs/model-format.md has the format.

A form is a dict {atom: coefficient}, read `0 <= form`; an atom is (function, state), or (parameter, ()), or
(parameter, (i,)), which is the parameter times n_i.  Where a region is symbolic in a coordinate, k at that
coordinate stands for n + k, for all n >= 0.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product, zip_longest
from math import comb, prod
from operator import mul
from pathlib import Path
from typing import Any

MODEL_FORMAT, CERTIFICATE_FORMAT = "proofcheck-model/1", "proofcheck-model-certificate/1"
LARGEST = 10**40  # every number in a model or a certificate is smaller
MOST = 10**6  # obligations of a model, states of a window
ENTRIES = {"upper": ["at", "action"], "attained": ["at", "action"], "assumed": ["number", "offset"],
           "given": ["number"]}
EXIT = {"proved": 0, "unproved": 3, "refuted": 1, "vacuous": 5, "stale": 4, "error": 8}  # rising

TERMS, PARTS = [{"times": int, "at": [int]}], [{"times": int, "parameter": str}]
SIDES: dict[str, Any] = {"lesser": TERMS, "greater": TERMS}
INEQUALITY = SIDES | {"name": str, "standard": str, "meaning": str, "low": [int], "high": [(int, None)]}
COSTS = [{"parameter": str, "constant": int, "slopes": [int]}]
ACTION = {
    "name": str, "when": {"low": [int], "high": [(int, None)]}, "costs": COSTS,
    "terms": [{"constant": int, "slopes": [int], "move": [int], "boundary": ("forbid", "stay", "clip", None)}],
    "functions": [{"name": str, "times": int, "move": [int]}]}
MODEL = {  # the shape of a statement
    "format": str, "name": str, "title": str, "source": str, "rates": [str], "parameters": [str], "step": dict,
    "coordinates": [{"name": str, "meaning": str, "top": (int, None)}],
    "assumptions": [{"lesser": PARTS, "greater": PARTS}],
    "functions": [{"name": str, "meaning": str, "inequalities": [INEQUALITY]}], "inequalities": [INEQUALITY],
    "operators": [{"name": str, "meaning": str, "choose": ("min", "max", None), "actions": [ACTION]}],
    "costs": [{"name": str, "meaning": str, "costs": COSTS, "functions": [{"name": str, "times": int}]}],
    "claims": [INEQUALITY | {"constants": PARTS, "given": [SIDES | {"constants": PARTS}]}]}

State = tuple[int, ...]
Form = dict[tuple[str, State], Any]  # the coefficients are int or Fraction
Symbolic = tuple[bool, ...]  # per coordinate
Case = dict[State, str]  # the action that attains T f at a state


class Rejected(Exception):
    """A refusal: `reason` is a word of docs/verdicts.md, the rest says where and what."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail if len(detail) < 500 else detail[:500] + ' ...'}")
        self.reason = reason


def read(path: Path) -> Any:
    """The JSON in a file.  Floats, NaN, duplicate keys, huge integers, deep nesting: refused."""
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise Rejected("malformed", f"a key stands twice among {[key for key, _ in pairs]}")
        return dict(pairs)

    try:
        return json.loads(path.read_text("utf-8"), object_pairs_hook=unique, parse_float=exact,
                          parse_constant=exact, parse_int=lambda digits: exact(int(digits)))
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


def shaped(value: Any, shape: Any, place: str) -> Any:
    """What a value has of a shape: {field: shape}, [shape], a type, or a tuple of what may stand there, of
    which the first may be a type."""
    if isinstance(shape, dict) and isinstance(value, dict):
        return {key: shaped(value.get(key), shape[key], f"{place}.{key}") for key in shape}
    if isinstance(shape, list) and isinstance(value, list):
        return [shaped(item, shape[0], f"{place}[{k}]") for k, item in enumerate(value)]
    one_of = isinstance(shape, tuple) and (type(value) is shape[0] or type(value) in (str, type(None)))
    if type(value) is shape or (one_of and (type(value) is shape[0] or value in shape)):
        return value
    raise Rejected("wrong-type", f"{place}: found {value!r}")


def require_same(found: Any, expected: Any, place: str) -> None:
    """Refuse at the first line where the two differ, written as JSON with sorted keys."""
    if json.dumps(found, sort_keys=True) != json.dumps(expected, sort_keys=True):
        texts = [json.dumps(side, indent=0, sort_keys=True).split("\n") for side in (found, expected)]
        a, b = next(pair for pair in zip_longest(*texts) if pair[0] != pair[1])
        raise Rejected("differs", f"{place}: expected {b}, found {a}")


def require(holds: Any, reason: str, detail: str) -> None:
    if not holds:
        raise Rejected(reason, detail)


# 0 <= sum over the terms of coefficient * f(s + offset) + the constants, for every state s with low <= s <= high,
# where all of `given` hold.
Sides = namedtuple("Sides", "terms constants")
Inequality = namedtuple("Inequality", "name standard low high sides given")
Jump = namedtuple("Jump", "constant slopes move boundary")
Action = namedtuple("Action", "name low high jumps costs functions")
Operator = namedtuple("Operator", "name least actions depth")  # least: min, else max
# 0 <= goal: the sides of `subject` for `operator` of f (None: for f itself; a form: for a cost) on a region.
Obligation = namedtuple("Obligation", "id group claim subject operator at symbolic goal given")


def plus(state: State, move: State) -> State:
    return tuple(map(int.__add__, state, move))


def add(total: Form, form: Form, times: Any = 1) -> Form:
    for atom, coefficient in form.items():
        total[atom] = total.get(atom, 0) + times * coefficient
    return total


class Model:
    """The statement in a model file; `obligations` lists all that must be proved."""
    def __init__(self, raw: Any) -> None:
        require_same(raw, shaped(raw, MODEL, "model"), "model")
        require(raw["format"] == MODEL_FORMAT, "stale", f"format {raw['format']!r}, known: {MODEL_FORMAT}")
        canonical = json.dumps(raw, sort_keys=True, separators=(",", ":"))
        self.digest = hashlib.sha256(canonical.encode()).hexdigest()
        self.name, self.step, self.rates = raw["name"], raw["step"], raw["rates"]
        self.names, self.top = ([c[key] for c in raw["coordinates"]] for key in ("name", "top"))
        self.offset = [f"n_{n}" if self.top.count(None) > 1 else "n" for n in self.names]
        require(self.names and self.top.count(None) <= 3, "bad-model", "not one coordinate, or four unbounded")
        require(all(t is None or 0 <= t <= 1000 for t in self.top), "bad-model", "a top is not in 0..1000")
        self.parameters = ["1", *raw["parameters"]]
        self.assumptions = [self.sides([], [(sign, side) for sign, side in
                            ((-1, a["lesser"]), (1, a["greater"]))], True) for a in raw["assumptions"]]
        self.known = {"f": [self.inequality(i) for i in raw["inequalities"]]}
        self.known |= {f["name"]: [self.inequality(i) for i in f["inequalities"]] for f in raw["functions"]}
        self.claims = [self.inequality(c) for c in raw["claims"]]
        self.operators = [self.operator(o) for o in raw["operators"]]
        self.costs = [(c["name"], self.prices(c["costs"]), self.uses(c["functions"])) for c in raw["costs"]]
        self.require_names(raw)
        self.require_step()
        spaces = [(i, depth) for i, depth, *_ in self.subjects()] + [(self.everywhere, o.depth) for o in self.operators]
        cases = sum(prod(map(len, self.ends(i, depth))) for i, depth in spaces)
        require(cases <= MOST, "too-large", f"about {cases:.1e} cases, more than {MOST:.0e}")
        for o in self.operators:
            for _, _, state, symbolic in self.regions(self.everywhere, o.depth):
                require(self.choices(o, state, symbolic), "bad-model", f"operator {o.name}: no action is feasible "
                        f"at {self.at(state, symbolic)}")

    def require_names(self, raw: dict[str, Any]) -> None:
        """Every name stands once where names of its kind stand, and is of letters, digits and _."""
        symbols = [*self.rates, *self.parameters, *(f["name"] for f in raw["functions"]), *self.names,
                   *(c["name"] for c in raw["costs"]), *(o.name for o in self.operators), "f", "g"]
        claims = [c.name for c in self.claims]
        kinds = [symbols, *([*(i.name for i in k), *ENTRIES] for k in self.known.values()), claims,
                 *([a.name for a in o.actions] for o in self.operators)]
        for names in kinds:
            twice = sorted({name for name in names if names.count(name) > 1})
            require(not twice, "bad-model", f"the name {', '.join(twice)} stands twice, or is reserved")
        text = "".join([self.name or "?", *(name or "?" for names in kinds for name in names)])
        require(re.fullmatch(r"\w+", text, re.A), "bad-model", "a name is not of letters, digits and _ only")
        require(self.known["f"] and self.operators, "bad-model", "no inequality, or no operator")

    def require_step(self) -> None:
        """The step is an expression in which every operator and cost stands."""
        used: set[str] = set()
        def walk(e: Any) -> None:
            kind = e.get("use") if isinstance(e, dict) else None
            if kind == "sum" and e.keys() == {"use", "terms"} and e["terms"]:
                for term in e["terms"]:
                    require(term.keys() == {"rate", "of"} and term["rate"] in ["1", *self.rates], "bad-model",
                            f"step: {str(term)[:80]} has no known rate")
                    walk(term["of"])
            elif kind == "operator" and e.keys() == {"use", "name", "of"}:
                used.add(e["name"])
                walk(e["of"])
            elif kind == "cost" and e.keys() == {"use", "name"}:
                used.add(e["name"])
            else:
                require(e == {"use": "f"}, "bad-model", f"step: {str(e)[:80]} is not an expression")
        walk(self.step)
        stated = {o.name for o in self.operators} | {name for name, _, _ in self.costs}
        require(used == stated, "bad-model", f"step: {', '.join(sorted(used ^ stated))} is stated or used only")

    def vector(self, values: list[Any]) -> Any:
        require(len(values) == len(self.names), "bad-model", f"{values} is not one entry per coordinate")
        return tuple(values)

    def sides(self, terms: list[Any], parts: list[Any], positive: bool = False) -> Sides:
        """Terms with signs, and constants: `parts` are pairs of a sign and a list of times * parameter."""
        constants: Form = {}
        for sign, part in ((sign, part) for sign, side in parts for part in side):
            require(part["parameter"] in self.parameters, "bad-model", f"unknown {part['parameter']!r}")
            require(part["times"] > 0 or (part["times"] and not positive), "bad-model", "times is not positive")
            add(constants, {(part["parameter"], ()): sign * part["times"]})
        found = [(sign * t["times"], self.vector(t["at"])) for sign, side in terms for t in side]
        for sign, side in terms:
            for t in side:
                require(t["times"] > 0 <= min(t["at"]), "bad-model", f"{t}: times < 1, or a negative offset")
        return Sides(found, constants)

    def inequality(self, raw: dict[str, Any]) -> Inequality:
        def both(item: dict[str, Any]) -> Sides:
            return self.sides([(-1, item["lesser"]), (1, item["greater"])], [(1, item.get("constants", []))])
        low, high, sides = self.vector(raw["low"]), self.vector(raw["high"]), both(raw)
        i = Inequality(raw["name"], raw["standard"], low, high, sides, list(map(both, raw.get("given", []))))
        require(sides.terms or sides.constants, "bad-model", f"{i.name}: both sides are empty")
        for c, name in enumerate(self.names):
            end, top = self.end(i, c), self.top[c]
            require(0 <= low[c] and (end is None or low[c] <= end <= 1000), "bad-model",
                    f"{i.name}: never applies, or a range is not in 0..1000 ({name})")
            far = max([at[c] for s in (sides, *i.given) for _, at in s.terms], default=0)
            require(top is None or (end or 0) + far <= top, "outside-domain", f"{i.name}: {name} passes {top}")
        return i

    def end(self, i: Inequality, c: int) -> Any:
        return self.top[c] if i.high[c] is None else i.high[c]

    def prices(self, raw: list[dict[str, Any]]) -> list[Any]:
        for c in raw:
            require(c["parameter"] in self.parameters, "bad-model", f"unknown parameter {c['parameter']!r}")
        return [(c["parameter"], c["constant"], self.vector(c["slopes"])) for c in raw]

    def uses(self, raw: list[dict[str, Any]]) -> list[Any]:
        for u in raw:
            require(u["name"] in self.known and u["name"] != "f" and u["times"] > 0, "bad-model", f"function {u}")
        return [(u["name"], u["times"], self.vector(u.get("move", [0] * len(self.names)))) for u in raw]

    def operator(self, raw: dict[str, Any]) -> Operator:
        require(raw["choose"], "bad-model", f"operator {raw['name']}: neither min nor max")
        actions = []
        for a in raw["actions"]:
            jumps = [Jump(t["constant"], *map(self.vector, (t["slopes"], t["move"])), t["boundary"])
                     for t in a["terms"]]
            for j in jumps:
                require(j.boundary, "bad-model", f"{a['name']}: no boundary")
                require(not any(k and t is None for k, t in zip(j.slopes, self.top, strict=True)), "bad-model",
                        f"{a['name']}: a weight grows with an unbounded coordinate")
            low, high = self.vector(a["when"]["low"]), self.vector(a["when"]["high"])
            actions.append(Action(a["name"], low, high, jumps, self.prices(a["costs"]), self.uses(a["functions"])))
        reach = [(max([0, a.low[c], (-1 if a.high[c] is None else a.high[c]) + 1,
                       *(-m[c] for m in [*(j.move for j in a.jumps), *(u[2] for u in a.functions)])]))
                 for a in actions for c in range(len(self.names))]
        depth = [max(reach[c::len(self.names)], default=0) for c in range(len(self.names))]
        require(max(depth) <= 1000, "bad-model", f"operator {raw['name']}: reaches further than 1000")
        return Operator(raw["name"], raw["choose"] == "min", actions, tuple(depth))

    @property
    def everywhere(self) -> Inequality:
        """What speaks of every state, and says nothing."""
        none = (0,) * len(self.names)
        return Inequality("", "", none, (None,) * len(none), Sides([], {}), [])

    def inside(self, state: State) -> bool:
        return all(v >= 0 and (t is None or v <= t) for v, t in zip(state, self.top, strict=True))

    def covers(self, i: Inequality, state: State, symbolic: Symbolic) -> bool:
        """Whether the inequality speaks of the state; where symbolic, for every n."""
        ends = zip(state, i.low, (self.end(i, c) for c in range(len(state))), symbolic, strict=True)
        return all(v >= low and (top is None or (v <= top and not free)) for v, low, top, free in ends)

    def ends(self, i: Inequality, depth: State) -> list[list[tuple[int, bool, str]]]:
        """Per coordinate, its values of the regions: value, whether symbolic, label."""
        found = []
        for c, (name, low, deep) in enumerate(zip(self.names, i.low, depth, strict=True)):
            end = self.end(i, c)
            last = low + deep if end is None else end + 1
            above = [(last, True, f".{name}{last}+")] if end is None else []
            found.append([*((v, False, f".{name}{v}") for v in range(low, last)), *above])
        return found

    def regions(self, i: Inequality, depth: State) -> Iterator[tuple[str, str, State, Symbolic]]:
        """Names of mode and region, least state, symbolic coordinates, for all that i speaks of."""
        for region in product(*self.ends(i, depth)):
            pairs = list(zip(region, self.top, strict=True))
            mode, where = ("".join(r[2] for r, t in pairs if (t is None) == free) for free in (False, True))
            yield mode, where, tuple(r[0] for r in region), tuple(r[1] for r in region)

    def priced(self, prices: list[Any], functions: list[Any], state: State, symbolic: Symbolic) -> Form:
        """The sum of (constant + slopes.s) parameter and of times * function(s + move)."""
        total: Form = {}
        for parameter, constant, slopes in prices:
            add(total, {(parameter, ()): constant + sum(map(mul, slopes, state))})
            add(total, {(parameter, (c,)): k for c, k in enumerate(slopes) if symbolic[c]})
        for name, times, move in functions:
            there = plus(state, move)
            require(self.inside(there), "outside-domain", f"{name} at {list(there)}: not a state")
            add(total, {(name, there): times})
        return total

    def choices(self, o: Operator, state: State, symbolic: Symbolic) -> dict[str, Form]:
        """The feasible actions at a state, with their values.  From its depth on, nothing here depends on n."""
        found = {}
        for a in o.actions:
            ends = zip(a.low, state, a.high, symbolic, strict=True)
            if all(low <= v and (high is None or (v <= high and not free)) for low, v, high, free in ends):
                value = self.jumped(f"{o.name}, action {a.name}", a.jumps, state)
                if value is not None:
                    found[a.name] = add(value, self.priced(a.costs, a.functions, state, symbolic))
        return found

    def jumped(self, place: str, jumps: list[Jump], state: State) -> Any:
        """The sum of weight * f(s + move), or None where a forbidden move leaves the states."""
        total: Form = {}
        for jump in jumps:
            weight, there = jump.constant + sum(map(mul, jump.slopes, state)), plus(state, jump.move)
            require(weight >= 0, "bad-model", f"{place}: negative weight at {list(state)}")
            if weight and not self.inside(there):
                if jump.boundary == "forbid":
                    return None
                cut = (min(max(v, 0), max(v, 0) if t is None else t) for v, t in zip(there, self.top, strict=True))
                there = state if jump.boundary == "stay" else tuple(cut)
            if weight:
                add(total, {("f", there): weight})
        return total

    def apply(self, sides: Sides, function: Callable[[State], Form], state: State) -> Form:
        """greater - lesser for a function at a state."""
        total = dict(sides.constants)
        for coefficient, offset in sides.terms:
            add(total, function(plus(state, offset)), coefficient)
        return {atom: c for atom, c in total.items() if c}

    def after(self, o: Operator, symbolic: Symbolic) -> Callable[[State], Form]:
        """T f at a state: g(s), or the value of the only action that is feasible."""
        def function(state: State) -> Form:
            found = self.choices(o, state, symbolic)
            return {("g", state): 1} if len(found) > 1 else next(iter(found.values()))
        return function

    def subjects(self) -> Iterator[Any]:
        """(inequality, depth, group, name, in words, what it is about) for all that must hold."""
        none = (0,) * len(self.names)
        for o in self.operators:
            for i in self.known["f"]:
                yield i, o.depth, f"operator.{o.name}", f"operator.{o.name}.{i.name}", f"{o.name} f", o
        for cost in self.costs:
            for i in self.known["f"]:
                yield i, none, "cost", f"cost.{cost[0]}.{i.name}", f"the cost {cost[0]}", cost
        for i in self.claims:
            yield i, none, "claim", f"claim.{i.name}", "f", None

    @cached_property
    def obligations(self) -> list[Obligation]:
        found = list(self.all_obligations())
        require(len({o.id for o in found}) == len(found), "bad-model", "two obligations, one id")
        return found

    def all_obligations(self) -> Iterator[Obligation]:
        """The assumptions can hold; every operator keeps the cone, every cost is in it, the claims follow."""
        claim, none = "some values of the parameters satisfy all assumptions", (0,) * len(self.names)
        yield Obligation(f"{self.name}.assumptions", "assumptions", claim, None, None, none, (False,) * len(none), {}, [])
        for i, depth, group, name, of, about in self.subjects():
            for mode, where, s, symbolic in self.regions(i, depth):
                words = f"{i.name}, {i.standard}, for {of}, at {self.at(s, symbolic)}"
                goal = self.apply(i.sides, self.function(about, symbolic), s)
                given = [self.apply(sides, self.function(None, symbolic), s) for sides in i.given]
                yield Obligation(f"{self.name}.{name}{mode}{where}", group, words, i, about, s, symbolic, goal, given)

    def function(self, about: Any, symbolic: Symbolic) -> Callable[[State], Form]:
        """What an obligation is about as a function of the state: T f, a cost, or f."""
        if isinstance(about, Operator):
            return self.after(about, symbolic)
        if about:
            return lambda state: self.priced(about[1], about[2], state, symbolic)
        return lambda state: {("f", state): 1}

    def show(self, state: State, symbolic: Symbolic) -> list[str]:
        shown = zip(state, symbolic, self.offset, strict=True)
        return [str(v) if not s else f"{n}+{v}" if v else n for v, s, n in shown]

    def at(self, state: State, symbolic: Symbolic) -> str:
        return ", ".join(map(" = ".join, zip(self.names, self.show(state, symbolic), strict=True)))

    def words(self, form: Form, symbolic: Symbolic) -> str:
        """The form as an inequality between two sums, terms in sorted order."""
        sides: tuple[list[str], list[str]] = ([], [])
        for (name, state), coefficient in sorted(form.items()):
            words = [*(self.offset[c] for c in state), name] if name in self.parameters else []
            term = " ".join(w for w in words if w != "1") if words else f"{name}({','.join(self.show(state, symbolic))})"
            size = "" if abs(coefficient) == 1 and term else str(abs(coefficient))
            if coefficient:
                sides[coefficient > 0].append(f"{size} {term}".strip())
        return f"{' + '.join(sides[0]) or '0'} <= {' + '.join(sides[1]) or '0'}"


class Checker:
    """Checks the certificate of one obligation; each method returns its part, written anew."""
    def __init__(self, model: Model, obligation: Obligation) -> None:
        self.m, self.o, self.symbolic = model, obligation, obligation.symbolic
        self.after = {s: model.choices(obligation.operator, s, self.symbolic)
                      for f, s in sorted(obligation.goal) if f == "g"}
        self.verdicts: list[str] = []

    def obligation(self, found: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The verdict on the obligation, and its entry written anew."""
        goal, proof = self.m.words(self.o.goal, self.symbolic), found["proof"]
        if self.o.subject is None:
            verdict, anew = self.assumptions(proof)
        elif "refuted" in proof:
            verdict, anew = "refuted", {"refuted": Witness(self.m, proof["refuted"]).refutes(self.o)}
        else:
            anew = self.tree(proof, {})
            verdict = max(self.verdicts, key=list(EXIT).index)
        return verdict, {"id": self.o.id, "verdict": verdict, "claim": self.o.claim, "goal": goal, "proof": anew}

    def assumptions(self, found: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """A point where all assumptions hold, or multipliers that show that there is none."""
        if "holds_at" in found:
            return "proved", {"holds_at": point(self.m, found["holds_at"])[0]}
        times, total = whole(found["contradiction"]), {}
        for k, sides in zip(times, self.m.assumptions, strict=True):
            require(k >= 0, "not-positive", "a multiplier is negative")
            add(total, sides.constants, k)
        left = {atom: c for atom, c in total.items() if c}
        require(left.keys() == {("1", ())} and left["1", ()] < 0, "residual",
                f"no contradiction: {self.m.words(left, self.symbolic)}")
        return "vacuous", {"contradiction": list(times)}

    def name(self, state: State) -> str:
        return f"({','.join(self.m.show(state, self.symbolic))})"

    def named(self, case: Case) -> str:
        return ", ".join(f"{case[s]} at {self.name(s)}" for s in self.after if s in case) or "all"

    def tree(self, found: dict[str, Any], case: Case) -> dict[str, Any]:
        """A leaf, or a split with one case for every feasible action at a state."""
        if "split" not in found:
            return self.leaf(found, case)
        state, cases = whole(found["split"]), found["cases"]
        bound = state in self.after and (self.o.goal["g", state] > 0) == self.o.operator.least
        require(bound and state not in case, "bad-split", f"{list(state)} in case {self.named(case)}")
        actions = list(self.after[state])
        require(len(cases) == len(actions), "not-exhaustive",
                f"{len(cases)} cases, but {', '.join(actions)} are feasible at {self.name(state)}")
        trees = [self.tree(c, case | {state: a}) for c, a in zip(cases, actions, strict=True)]
        return {"split": [*state], "cases": trees}

    def leaf(self, found: dict[str, Any], case: Case) -> dict[str, Any]:
        anew: dict[str, Any] = {"case": self.named(case)}
        self.verdicts.append("unproved" if "unproved" in found else "proved")
        if "unproved" in found:
            return anew | {"unproved": str(found["unproved"])}
        times, uses = exact(found["goal_times"], False), []
        total = add({}, self.o.goal, -times)
        for use in found["sum"]:
            require(exact(use["times"], False) > 0, "not-positive", f"case {self.named(case)}: {use['times']}")
            kind = use["use"]
            keys = ENTRIES.get(kind, ["of", "at"])
            entry = {key: whole(use[key]) if key == "at" else use[key] for key in keys}
            form = self.hypothesis(kind, entry, case)
            add(total, form, use["times"])
            uses.append({"times": use["times"], "use": kind, **{k: use[k] for k in keys},
                         "says": self.m.words(form, self.symbolic)})
        require(times > 0, "not-positive", f"case {self.named(case)}: goal_times is {times}")
        left = {atom: c for atom, c in total.items() if c > 0 or (c and atom[0] != "1")}
        require(not left, "residual", f"case {self.named(case)}: goal and hypotheses do not cancel, there remains "
                f"{self.m.words(left, self.symbolic)}")
        return anew | {"goal_times": times, "sum": uses}

    def hypothesis(self, kind: str, entry: dict[str, Any], case: Case) -> Form:
        """The form of a hypothesis, if this obligation may use it."""
        m, state, number = self.m, entry.get("at", ()), entry.get("number", 0)
        if "of" in entry:
            i = next((i for i in m.known.get(entry["of"], []) if i.name == kind), None)
            require(i, "unknown-hypothesis", f"{kind!r} is not known of {entry['of']!r}")
            here = len(state) == len(m.top) and m.covers(i, state, self.symbolic)
            require(here, "outside-domain", f"{kind} does not speak of {list(state)}")
            return m.apply(i.sides, lambda s: {(entry["of"], s): 1}, state)
        if "action" in entry:
            a = entry["action"]
            require(a in self.after.get(state, {}), "outside-domain", f"{kind}: {a!r} at {list(state)}")
            if kind == "attained" and case.get(state) != a:
                raise Rejected("not-in-this-case", f"{a} at {self.name(state)}: not in case {self.named(case)}")
            sign = 1 if self.o.operator.least == (kind == "upper") else -1
            return add(add({}, self.after[state][a], sign), {("g", state): -sign})
        listed = self.o.given if kind == "given" else m.assumptions
        known = type(number) is int and 0 <= number < len(listed)
        require(known, "unknown-hypothesis", f"{kind} {number!r}")
        if kind == "given":
            return dict(listed[number])
        free = {"": (), **{n: (c,) for c, n in enumerate(m.names) if self.symbolic[c]}}
        require(entry["offset"] in free, "outside-domain", f"assumed: no offset {entry['offset']!r}")
        return {(p, free[entry["offset"]]): c for (p, _), c in listed[number].constants.items()}


def point(model: Model, found: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Values of the parameters at which all assumptions hold: as found, and as numbers."""
    require(list(found) == model.parameters[1:], "bad-refutation", f"values of {list(found)}")
    values = {"1": 1} | {name: exact(value) for name, value in found.items()}
    for number, sides in enumerate(model.assumptions):
        total = sum(c * values[p] for (p, _), c in sides.constants.items())
        require(total >= 0, "bad-refutation", f"assumption {number} does not hold at {found}")
    return dict(found), values


class Witness:
    """Values of f and of the given functions on a window, continued beyond it where a degree is given."""
    def __init__(self, model: Model, found: dict[str, Any]) -> None:
        self.m, self.found, self.degree = model, found, found["degree"]
        self.corner = model.vector(list(whole(found["window"])))
        self.shown, self.parameters = point(model, found["parameters"])
        ends = list(zip(self.corner, model.top, strict=True))
        require(all(t in (None, v) and v >= 0 for v, t in ends) and prod(v + 1 for v in self.corner) <= MOST,
                "bad-refutation", "the window lacks a mode, or is too large")
        deep = self.degree is None or (type(self.degree) is int and 1 <= self.degree <= 2
                                       and all(t is not None or v >= self.degree for v, t in ends))
        require(deep, "bad-refutation", "a degree is 1 or 2, or null, and at most the corner")
        states = list(product(*(range(v + 1) for v in self.corner)))
        self.names = {s: f"({','.join(map(str, s))})" for s in states}
        tables = {"f": found["f"], **found["functions"]}
        require(tables.keys() == model.known.keys(), "bad-refutation", f"values of {sorted(tables)}")
        self.values = {(f, s): exact(tables[f][name]) for f in tables for s, name in self.names.items()}
        for where, number in self.tests():
            require(number >= 0, "bad-refutation", where)

    def tests(self) -> Iterator[tuple[str, Any]]:
        """The numbers that must not be negative for the functions to be as the model says."""
        for f, known in self.m.known.items():
            for i in known:
                for s, number in self.everywhere(f, i) if self.degree else self.inside(f, i):
                    yield f"{f} does not satisfy {i.name} at {s}", number

    def value(self, f: str, state: State) -> Any:
        """The value at a state: beyond the corner, that of the polynomial through the last degree + 1 values."""
        atom = f, state
        if atom not in self.values:
            require(self.degree, "bad-refutation", f"{list(state)} is not in the window")
            c = next(c for c, (v, corner) in enumerate(zip(state, self.corner, strict=True)) if v > corner)
            base, d = self.corner[c] - self.degree, self.degree
            m, line = state[c] - base, [(*state[:c], base + j, *state[c + 1:]) for j in range(d + 1)]
            weights = [comb(m, j) * comb(m - j - 1, d - j) * (-1) ** (d - j) for j in range(d + 1)]  # Lagrange
            self.values[atom] = sum(w * self.value(f, s) for w, s in zip(weights, line, strict=True))
        return self.values[atom]

    def form(self, form: Form) -> Any:
        return sum(c * (self.parameters[f] if f in self.parameters else self.value(f, s))
                   for (f, s), c in form.items())

    def difference(self, f: str, i: Inequality, s: State) -> Any:
        return self.form(self.m.apply(i.sides, lambda there: {(f, there): 1}, s))

    def inside(self, f: str, i: Inequality) -> Iterator[tuple[str, Any]]:
        """Greater - lesser wherever the inequality speaks of nothing but the window."""
        far = [max(at[c] for _, at in i.sides.terms) for c in range(len(self.corner))]
        lasts = [last - d if self.m.end(i, c) is None else min(last - d, self.m.end(i, c))
                 for c, (last, d) in enumerate(zip(self.corner, far, strict=True))]
        for s in product(*(range(low, last + 1) for low, last in zip(i.low, lasts, strict=True))):
            yield str(s), self.difference(f, i, s)

    def everywhere(self, f: str, i: Inequality) -> Iterator[tuple[str, Any]]:
        """What makes the inequality hold at all states: below corner - degree one by one, above as a polynomial
        in the offsets, the sum of binomials (n, k) * mixed difference k at n = 0, without negative difference."""
        depth = tuple(max(0, v - self.degree - low) for v, low in zip(self.corner, i.low, strict=True))
        for _, _, s, symbolic in self.m.regions(i, depth):
            for ks in product(*(range(self.degree + 1 if free else 1) for free in symbolic)):
                js = product(*(range(k + 1) for k in ks))
                signed = ((prod(comb(k, j) * (-1) ** (k - j) for k, j in zip(ks, j_, strict=True)), j_) for j_ in js)
                yield f"{s}, difference {ks}", sum(sign * self.difference(f, i, plus(s, j_)) for sign, j_ in signed)

    def after(self, about: Any, state: State) -> Any:
        """The value of T f, of a cost, or of f."""
        no = (False,) * len(state)
        if isinstance(about, Operator):
            values = [self.form(form) for form in self.m.choices(about, state, no).values()]
            return min(values) if about.least else max(values)
        return self.form(self.m.function(about, no)(state))

    def refutes(self, o: Obligation) -> dict[str, Any]:
        """Written anew, if all that is given holds and the goal fails at the stated n."""
        n = self.m.vector(list(whole(self.found["n"])))
        free = all(k >= 0 and (s or not k) for k, s in zip(n, o.symbolic, strict=True))
        require(free, "bad-refutation", f"no offsets: {list(n)}")
        at, no = plus(o.at, n), (False,) * len(n)
        for number, sides in enumerate(o.subject.given):
            holds = self.form(self.m.apply(sides, self.m.function(None, no), at)) >= 0
            require(holds, "bad-refutation", f"given {number} does not hold")
        parts = [(c, self.after(o.operator, plus(at, offset))) for c, offset in o.subject.sides.terms]
        parts += [(c, self.parameters[p]) for (p, _), c in o.subject.sides.constants.items()]
        lesser, greater = (sum(abs(c) * v for c, v in parts if (c > 0) == u) for u in (False, True))
        require(lesser > greater, "bad-refutation", f"the goal holds: {lesser} <= {greater}")
        tables = {"f": self.found["f"], **self.found["functions"]}
        anew = {f: {name: table[name] for name in self.names.values()} for f, table in tables.items()}
        return {"scope": "global" if self.degree else "window", "window": [*self.corner], "degree": self.degree,
                "n": [*n], "parameters": self.shown, "f": anew.pop("f"), "functions": anew,
                "lesser": str(lesser), "greater": str(greater)}


def check_file(model: Model, path: Path) -> dict[str, tuple[str, str]]:
    """Verdicts with reasons on the group a file is named after; one wrong entry, and it is refused whole."""
    todo = [o for o in model.obligations if o.group == path.stem]
    try:
        found = read(path)
        head = {"format": CERTIFICATE_FORMAT, "model": {"name": model.name, "sha256": model.digest},
                "group": path.stem}
        for key in ("format", "model"):
            require(found[key] == head[key], "stale", f"made for {key} {found[key]!r}, this is {head[key]!r}")
        require_same([e["id"] for e in found["obligations"]], [o.id for o in todo], "obligations")
        checked = [Checker(model, o).obligation(e) for o, e in zip(todo, found["obligations"], strict=True)]
        require_same(found, head | {"obligations": [anew for _, anew in checked]}, "certificate")
        verdicts = {o.id: (verdict, "") for o, (verdict, _) in zip(todo, checked, strict=True)}
        return verdicts or {path.name: ("error", "unknown-group: no obligation belongs to it")}
    except Rejected as refusal:
        refused = "stale" if refusal.reason == "stale" else "error", str(refusal)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        refused = "error", f"malformed: {type(error).__name__} {error}"[:500]
    return {o.id: refused for o in todo} or {path.name: refused}


def main(first: str = "model.json", *others: str) -> int:
    try:
        model = Model(read(Path(first)))
    except (Rejected, RecursionError) as error:
        print(f"{first}: {error}\nusage: check_model.py model.json certificate.json ...", file=sys.stderr)
        return 10
    results = {o.id: ("unproved", "no certificate was given") for o in model.obligations}
    for name in others:
        for key, verdict in check_file(model, Path(name)).items():
            fresh = results.get(key, ("unproved",))[0] == "unproved"
            results[key] = verdict if fresh else ("error", f"two certificates, one is {name}")
    for key, (word, why) in results.items():
        print(f"{word:9} {key}{why and '  ' + why}")
    worst = max((v for v, _ in results.values()), key=list(EXIT).index, default="vacuous")
    print(f"{len(results)} obligations: {worst}")
    return EXIT[worst]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
