"""The trusted checker of models: does a certificate prove what a model states?

Standard library only, nothing else of proofcheck; runs alone: check_model.py model.json certificate.json ...

A *model* states coordinates (at most three unbounded, any modes 0..top), a cone of functions given by linear
inequalities, and operators: (T f)(s) is the least or greatest value of the feasible actions at s, sums of values of
f and of costs.  From it this file rebuilds every *obligation* ("T f is in the cone if f is", "this cost is", "this
claim follows"): a goal and the hypotheses it may use.  A *certificate* closes it by a case tree over the actions
that attain T f at some states, or refutes it by functions that are evaluated here.  A leaf of the tree says

    goal_times * goal  =  sum of times * hypothesis + a constant >= 0        (goal_times > 0, times > 0)

term by term.  Only splits, multipliers, names of hypotheses and refuting values are taken from a certificate; from
these it is written anew, and the one found must equal that word by word.  docs/model-format.md has the fields.

A form is a dict {atom: coefficient}, read `0 <= form`; an atom is (function, state), or (parameter, ()), or
(parameter, (i,)) for the parameter times n_i.  Where a region is symbolic in a coordinate, k there is n + k, n >= 0.
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
MOST = 10**6  # the most cases of a model, and states of a window
ENTRIES = {"upper": ["at", "action"], "attained": ["at", "action"], "assumed": ["number", "offset"],
           "given": ["number"]}
EXIT = {"proved": 0, "unproved": 3, "refuted": 1, "vacuous": 5, "stale": 4, "error": 8}  # rising

Raw = dict[str, Any]  # a part of a statement or a certificate
State = tuple[int, ...]
Form = dict[tuple[str, State], Any]  # the coefficients are int or Fraction
Symbolic = tuple[bool, ...]  # per coordinate
Case = dict[State, str]  # the action that attains T f at a state
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
        require(len(dict(pairs)) == len(pairs), "malformed", f"a key stands twice among {[k for k, _ in pairs]}")
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


def require_same(found: Any, expected: Any, place: str) -> None:
    """Refuse at the first line where the two differ, written as JSON with sorted keys."""
    if json.dumps(found, sort_keys=True) != json.dumps(expected, sort_keys=True):
        texts = [json.dumps(side, indent=0, sort_keys=True).split("\n") for side in (found, expected)]
        a, b = next(pair for pair in zip_longest(*texts) if pair[0] != pair[1])
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


TERMS, PARTS, TEXTS = [{"times": int, "at": [int]}], [{"times": int, "parameter": str}], {"name": str, "meaning": str}
SIDES: Raw = {"lesser": TERMS, "greater": TERMS}
BOX = {"low": [int], "high": [(int, None)]}
INEQUALITY = TEXTS | SIDES | BOX | {"standard": str}
COSTS = [{"parameter": str, "constant": int, "slopes": [int]}]
ACTION = {"name": str, "when": BOX, "costs": COSTS, "functions": [{"name": str, "times": int, "move": [int]}],
          "terms": [{"constant": int, "slopes": [int], "move": [int], "boundary": ("forbid", "stay", "clip")}]}
MODEL = {  # the shape of a statement
    "format": str, "name": str, "title": str, "source": str, "rates": [str], "parameters": [str], "step": dict,
    "coordinates": [TEXTS | {"top": (int, None)}], "assumptions": [{"lesser": PARTS, "greater": PARTS}],
    "functions": [TEXTS | {"inequalities": [INEQUALITY]}], "inequalities": [INEQUALITY],
    "operators": [TEXTS | {"choose": ("min", "max"), "actions": [ACTION]}],
    "costs": [TEXTS | {"costs": COSTS, "functions": [{"name": str, "times": int}]}],
    "claims": [INEQUALITY | {"constants": PARTS, "given": [SIDES | {"constants": PARTS}]}]}


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
        self.everywhere = {"low": self.still, "high": self.top}  # what speaks of every state, and says nothing
        self.assumptions: list[Form] = [{} for _ in raw["assumptions"]]
        for form, (sign, part) in ((f, t) for f, a in zip(self.assumptions, raw["assumptions"], strict=True)
                                   for t in signed(a)):
            add(form, {(part["parameter"], ()): sign})
        self.known = {"f": raw["inequalities"]} | {f["name"]: f["inequalities"] for f in raw["functions"]}
        self.require_meaning(raw)
        self.depth = {o["name"]: self.reach(o) for o in self.operators}
        spaces = [(self.everywhere, depth) for depth in self.depth.values()]
        cases = sum(prod(map(len, self.ends(*both))) for both in spaces + [s[:2] for s in self.subjects()])
        require(cases <= MOST, "too-large", f"about {cases:.1e} cases, more than {MOST:.0e}")
        for o in self.operators:
            for _, _, state, symbolic in self.regions(self.everywhere, self.depth[o["name"]]):
                require(self.choices(o, state, symbolic), "bad-model", f"operator {o['name']}: no action is "
                        f"feasible at {self.name_of(state, symbolic)}")

    def require_meaning(self, raw: Raw) -> None:
        """Vectors have an entry per coordinate, names are known and stand once, the step uses everything."""
        self.require_known(raw)
        require(0 < len(self.names) and self.top.count(None) < 4, "bad-model", "no coordinate, or four unbounded")
        require(self.known["f"] and self.operators, "bad-model", "no inequality, or no operator")
        symbols = [*raw["parameters"], *self.rates, *self.names, *self.known, "g"]
        used = sorted(self.used(raw["step"]))
        stated = [("operator", o["name"]) for o in self.operators] + [("cost", c["name"]) for c in self.costs]
        require(used == sorted({*stated}), "bad-model", f"step: uses {used}, but stated are {stated}")
        for names in ([*symbols, *(name for _, name in stated)], [i["name"] for i in self.claims],
                      *([a["name"] for a in o["actions"]] for o in self.operators),
                      *([*ENTRIES, *(i["name"] for i in known)] for known in self.known.values())):
            twice = sorted({name for name in names if names.count(name) > 1})
            require(not twice, "bad-model", f"the name {', '.join(twice)} stands twice, or is reserved")

    def require_known(self, part: Any) -> None:
        """In every part of a statement, the lengths of vectors, ranges, and the names of parameters are right."""
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else []:
            self.require_known(inner)
        if isinstance(part, dict):
            vectors = [part[key] for key in ("low", "high", "at", "move", "slopes") if key in part]
            require({*map(len, vectors)} <= {len(self.names)}, "bad-model", f"a vector is too short or long: {part}")
            known = part.get("parameter", "1") in self.parameters
            require(known, "bad-model", f"unknown parameter {part.get('parameter')}")
            for name, low, high, top in zip(self.names, *vectors, self.top, strict=True) if "standard" in part else []:
                fits = 0 <= low and (top is None if high is None else low <= high)
                require(fits, "bad-model", f"{part['name']} never applies, or has no range: {name} = {low}..{high}")

    def used(self, e: Any) -> set[tuple[str, str]]:
        """The operators and costs in an expression."""
        kind = e.get("use") if isinstance(e, dict) else None
        if kind == "sum" and e.keys() == {"use", "terms"}:
            require(all(t.keys() == {"rate", "of"} and t["rate"] in self.rates for t in e["terms"]), "bad-model",
                    "step: a term without a known rate")
            return {name for t in e["terms"] for name in self.used(t["of"])}
        if kind == "operator" and e.keys() == {"use", "name", "of"}:
            return {(kind, e["name"])} | self.used(e["of"])
        require(e == {"use": "f"} or (kind == "cost" and e.keys() == {"use", "name"}), "bad-model",
                f"step: {str(e)[:80]} is not an expression")
        return {(kind, e["name"])} if kind == "cost" else set()

    def reach(self, o: Raw) -> State:
        """From this depth on, nothing about an operator depends on an unbounded coordinate."""
        depth = self.still
        for a in o["actions"]:
            moves = [tuple(-v for v in t["move"]) for t in a["terms"] + a["functions"]]
            after = tuple(0 if v is None else v + 1 for v in a["when"]["high"])
            depth = tuple(map(max, zip(depth, a["when"]["low"], after, *moves, strict=True)))
            grows = any(k and t is None for j in a["terms"] for k, t in zip(j["slopes"], self.top, strict=True))
            require(not grows, "bad-model", f"{o['name']}: a weight grows with an unbounded coordinate")
        return depth

    def inside(self, state: State) -> bool:
        return all(v >= 0 and (t is None or v <= t) for v, t in zip(state, self.top, strict=False))

    def covers(self, box: Raw, state: State, symbolic: Symbolic) -> bool:
        """Whether low <= state <= high; where symbolic, for every n."""
        ends = zip(box["low"], state, box["high"], symbolic, strict=True)
        return all(low <= v and (high is None or (v <= high and not free)) for low, v, high, free in ends)

    def ends(self, i: Raw, depth: State) -> list[list[tuple[int, bool]]]:
        """Per coordinate, its values in the regions, and whether they are symbolic."""
        return [[*((v, False) for v in range(low, low + deep)), (low + deep, True)] if high is None else
                [(v, False) for v in range(low, high + 1)]
                for low, high, deep in zip(i["low"], i["high"], depth, strict=True)]

    def regions(self, i: Raw, depth: State) -> Iterator[tuple[str, str, State, Symbolic]]:
        """Names of mode and region, least state, symbolic coordinates, for all that i speaks of."""
        for region in product(*self.ends(i, depth)):
            labels = [f".{name}{v}{'+' * free}" for name, (v, free) in zip(self.names, region, strict=True)]
            mode, where = ("".join(label for label, top in zip(labels, self.top, strict=True) if (top is None) == free)
                           for free in (False, True))
            yield mode, where, tuple(v for v, _ in region), tuple(free for _, free in region)

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
        """The feasible actions at a state, with their values (one for f and a cost).  For an operator, nothing here
        depends on n from its depth on."""
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
                cut = tuple(max(0, v if top is None else min(v, top)) for v, top in zip(there, self.top, strict=True))
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
        """That 0 <= -1 does not follow from the assumptions; every operator keeps the cone, every cost is in it,
        the claims follow from it."""
        found = [Obligation(f"{self.name}.assumptions", "assumptions", None, None, self.still, self.concrete,
                            {("1", ()): -1}, [])]
        for i, depth, group, name, about in self.subjects():
            for mode, where, s, symbolic in self.regions(i, depth):
                goal = self.apply(i, self.function(about, symbolic), s)
                given = [self.apply(sides, value("f"), s) for sides in i.get("given", [])]
                found.append(Obligation(f"{self.name}.{name}{mode}{where}", group, i, about, s, symbolic, goal, given))
        require(len({o.id for o in found}) == len(found), "bad-model", "two obligations, one id")
        return found

    def name_of(self, state: State, symbolic: Symbolic) -> str:
        shown = zip(state, symbolic, self.offset, strict=True)
        return f"({','.join(str(v) if not s else f'{n}+{v}' if v else n for v, s, n in shown)})"

    def words(self, form: Form, symbolic: Symbolic) -> str:
        """The form as an inequality between two sums, terms in sorted order."""
        sides: tuple[list[str], list[str]] = ([], [])
        for (name, state), coefficient in sorted(form.items()):
            term = (" ".join(w for w in [*(self.offset[c] for c in state), name] if w != "1")
                    if name in self.parameters else f"{name}{self.name_of(state, symbolic)}")
            size = "" if abs(coefficient) == 1 and term else str(abs(coefficient))
            if coefficient:
                sides[coefficient > 0].append(f"{size} {term}".strip())
        return f"{' + '.join(sides[0]) or '0'} <= {' + '.join(sides[1]) or '0'}"


class Checker:
    """Checks the certificate of one obligation; each method returns its part, written anew."""
    def __init__(self, model: Model, obligation: Obligation) -> None:
        self.m, self.o, self.symbolic = model, obligation, obligation.symbolic
        self.after = {s: model.choices(obligation.about, s, self.symbolic)
                      for f, s in sorted(obligation.goal) if f == "g"}
        self.least = obligation.about and obligation.about.get("choose") == "min"
        self.open = False  # whether a leaf is

    def obligation(self, found: Raw) -> tuple[str, Raw]:
        """The verdict on the obligation, and its entry written anew.  A tree for the assumptions contradicts them."""
        verdict, proof = "proved", found["proof"]
        if "refuted" in proof and self.o.subject:
            verdict, anew = "refuted", {"refuted": Witness(self.m, proof["refuted"]).refutes(self.o)}
        elif "holds_at" in proof and not self.o.subject:
            anew = {"holds_at": point(self.m, proof["holds_at"])[0]}
        else:
            anew, none = self.tree(proof, {}), self.o.subject is None
            verdict = "unproved" if self.open else "vacuous" if none else "proved"
        goal = self.m.words(self.o.goal, self.symbolic)
        return verdict, {"id": self.o.id, "verdict": verdict, "goal": goal, "proof": anew}

    def tree(self, found: Raw, case: Case) -> Raw:
        """A leaf, or a split with one case for every feasible action at a state."""
        if "split" not in found:
            return self.leaf(found, case)
        state, cases = whole(found["split"]), found["cases"]
        bound = state in self.after and (self.o.goal["g", state] > 0) == self.least
        require(bound and state not in case, "bad-split", f"{list(state)} in case {case}")
        actions = [*self.after[state]]
        require(len(cases) == len(actions), "not-exhaustive", f"{len(cases)} cases of {actions} at {list(state)}")
        trees = [self.tree(c, case | {state: a}) for c, a in zip(cases, actions, strict=True)]
        return {"split": [*state], "cases": trees}

    def leaf(self, found: Raw, case: Case) -> Raw:
        if "unproved" in found:
            self.open = True
            return {"unproved": str(found["unproved"])}
        times, uses = exact(found["goal_times"], False), []
        require(times > 0, "not-positive", f"case {case}: goal_times is {times}")
        total = add({}, self.o.goal, -times)
        for use in found["sum"]:
            require(exact(use["times"], False) > 0, "not-positive", f"case {case}: {use['times']}")
            keys = ENTRIES.get(use["use"], ["of", "at"])
            form = self.hypothesis(use["use"], {k: whole(use[k]) if k == "at" else use[k] for k in keys}, case)
            add(total, form, use["times"])
            says = {"says": self.m.words(form, self.symbolic)}
            uses.append({key: use[key] for key in ("times", "use", *keys)} | says)
        if any(c > 0 or atom[0] != "1" for atom, c in total.items() if c):
            raise Rejected("residual", f"case {case}: goal and hypotheses do not cancel, there remains "
                           f"{self.m.words(total, self.symbolic)}")
        return {"goal_times": times, "sum": uses}

    def hypothesis(self, kind: str, entry: Raw, case: Case) -> Form:
        """The form of a hypothesis, if this obligation may use it."""
        m, state, number = self.m, entry.get("at", ()), entry.get("number", 0)
        if "of" in entry:
            i = next((i for i in m.known.get(entry["of"], []) if i["name"] == kind), None)
            require(i, "unknown-hypothesis", f"{kind!r} is not known of {entry['of']!r}")
            here = len(state) == len(m.top) and m.covers(i or {}, state, self.symbolic)
            require(here, "outside-domain", f"{kind} does not speak of {list(state)}")
            return m.apply(i or {}, value(entry["of"]), state)
        if "action" in entry:
            a = entry["action"]
            require(a in self.after.get(state, {}), "outside-domain", f"{kind}: {a!r} at {list(state)}")
            if kind == "attained" and case.get(state) != a:
                raise Rejected("not-in-this-case", f"{a} at {list(state)}: the case is {case}")
            sign = 1 if self.least == (kind == "upper") else -1
            return add({("g", state): -sign}, self.after[state][a], sign)
        listed, free = self.o.given if kind == "given" else m.assumptions, {"": ()}
        require(type(number) is int and 0 <= number < len(listed), "unknown-hypothesis", f"{kind} {number!r}")
        free |= {name: (c,) for c, name in enumerate(m.names) if self.symbolic[c]}
        require(kind == "given" or entry["offset"] in free, "outside-domain", f"{kind}: {entry}")
        return {(p, s if kind == "given" else free[entry["offset"]]): c for (p, s), c in listed[number].items()}


def point(model: Model, found: Raw) -> tuple[Raw, Raw]:
    """Values of the parameters at which all assumptions hold: as found, and as numbers."""
    require(found.keys() == {*model.parameters[1:]}, "bad-refutation", f"values of {[*found]}")
    values = {"1": 1} | {name: exact(value) for name, value in found.items()}
    for number, form in enumerate(model.assumptions):
        holds = sum(c * values[p] for (p, _), c in form.items()) >= 0
        require(holds, "bad-refutation", f"assumption {number} does not hold at {found}")
    return dict(found), values


class Witness:
    """Values of f and of the given functions on a window, continued beyond it where a degree is given."""
    def __init__(self, model: Model, found: Raw) -> None:
        self.m, self.found, self.degree, self.corner = model, found, found["degree"], whole(found["window"])
        self.shown, self.parameters = point(model, found["parameters"])
        ends = list(zip(self.corner, model.top, strict=True))
        fits = self.degree in (None, 1, 2) and all(v >= (self.degree or 0) if t is None else v == t for v, t in ends)
        require(fits and prod(v + 1 for v in self.corner) <= MOST, "bad-refutation",
                "the window lacks a mode, is too large, or too small for the degree, which is 1, 2 or null")
        self.names = {s: f"({','.join(map(str, s))})" for s in product(*(range(v + 1) for v in self.corner))}
        tables = {"f": found["f"], **found["functions"]}
        require(tables.keys() == model.known.keys(), "bad-refutation", f"values of {sorted(tables)}")
        self.values = {(f, s): exact(tables[f][name]) for f in tables for s, name in self.names.items()}
        for where, number in self.tests():
            if number < 0:
                raise Rejected("bad-refutation", f"does not hold: {where}")

    def value(self, f: str, state: State) -> Any:
        """The value at a state: beyond the corner, that of the polynomial through the last degree + 1 values."""
        if (f, state) not in self.values:
            require(self.degree, "bad-refutation", f"{list(state)} is not in the window")
            d, c = self.degree, next(c for c, v in enumerate(state) if v > self.corner[c])
            base, m = self.corner[c] - d, state[c] - self.corner[c] + d
            line = [self.value(f, (*state[:c], base + j, *state[c + 1:])) for j in range(d + 1)]
            weights = [comb(m, j) * comb(m - j - 1, d - j) * (-1) ** (d - j) for j in range(d + 1)]  # Lagrange
            self.values[f, state] = sum(map(mul, line, weights))
        return self.values[f, state]

    def form(self, form: Form) -> Any:
        return sum(c * (self.parameters[f] if f in self.parameters else self.value(f, s))
                   for (f, s), c in form.items())

    def tests(self) -> Iterator[tuple[str, Any]]:
        """The numbers that must not be negative for the functions to be as the model says: greater - lesser wherever
        all its points are in the window; or, continued, what makes it >= 0 at all states: below corner - degree one
        by one, above mixed differences d_k at n = 0 of a polynomial, the sum of d_k * (product of binomials n, k)."""
        for f, i in ((f, i) for f, known in self.m.known.items() for i in known):
            def at(s: State, f: str = f, i: Raw = i) -> Any:
                return self.form(self.m.apply(i, value(f), s))
            if not self.degree:
                yield from ((f"{i['name']} of {f} at {s}", at(s)) for s in self.names
                            if self.m.covers(i, s, self.m.concrete) and all(plus(s, t["at"]) in self.names for _, t in signed(i)))
                continue
            depth = tuple(max(0, v - self.degree - low) for v, low in zip(self.corner, i["low"], strict=True))
            for _, _, s, symbolic in self.m.regions(i, depth):
                for ks in product(*(range(self.degree + 1 if free else 1) for free in symbolic)):
                    signs = {step: prod((-1) ** (k - j) * comb(k, j) for k, j in zip(ks, step, strict=True))
                             for step in product(*(range(k + 1) for k in ks))}
                    yield f"{i['name']} of {f} at {s}", sum(sign * at(plus(s, step)) for step, sign in signs.items())

    def after(self, about: Raw | None, state: State) -> Any:
        """The value of T f, of a cost, or of f."""
        values = [self.form(form) for form in self.m.choices(about, state, self.m.concrete).values()]
        return max(values) if about and about.get("choose") == "max" else min(values)

    def refutes(self, o: Obligation) -> Raw:
        """Written anew, if all that is given holds and the goal fails at the stated n."""
        n = whole(self.found["n"])
        free = all(k >= 0 and (s or not k) for k, s in zip(n, o.symbolic, strict=True))
        require(free, "bad-refutation", f"no offsets: {list(n)}")
        at = plus(o.at, n)
        for number, sides in enumerate(o.subject.get("given", [])):
            given = self.form(self.m.apply(sides, value("f"), at))
            require(given >= 0, "bad-refutation", f"given {number} does not hold")
        parts = [(c, self.after(o.about, plus(at, t["at"])) if "at" in t else self.parameters[t["parameter"]])
                 for c, t in signed(o.subject)]
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
        found, about = read(path), {"name": model.name, "sha256": model.digest}
        head = {"format": CERTIFICATE_FORMAT, "model": about, "group": path.stem}
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
