"""The trusted checker: does a certificate prove what a problem states?

Standard library only, nothing else of proofcheck; runs alone: check.py problem.json certificate.json ...

A *problem* states the coordinates of states (unbounded, or modes 0..top), a cone of functions given by linear
inequalities, a routing action set, events and a cost.  From it this file rebuilds every *obligation*: a goal
`lesser <= greater` between values of functions, and the hypotheses it may use.  A *certificate* closes it by
a case tree over the number a of jobs that attains g(s) = min over a of f(s + a move).  A leaf says

    goal_times * goal  =  sum of times * hypothesis        (goal_times > 0, times > 0)

term by term, so the goal follows.  Only splits, multipliers, names of hypotheses and a refuting function are
taken from a certificate; from these it is written anew, and the one found must equal that word by word.

A form is a dict {atom: coefficient}, read `0 <= form`; an atom is (function, state).  Where a region is
symbolic in a coordinate, k at that coordinate stands for n + k, for all n >= 0.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product, zip_longest
from math import prod
from operator import mul
from pathlib import Path
from typing import Any

PROBLEM_FORMAT, CERTIFICATE_FORMAT = "proofcheck-problem/1", "proofcheck-certificate/1"
LARGEST = 10**40  # every number in a problem or a certificate is smaller
LISTED = 200  # tuples of minimisers are listed where there are at most so many
ENTRIES = {"upper": ["at", "sends"], "attained": ["at", "sends"], "given": ["number"]}
EXIT = {"proved": 0, "unproved": 3, "refuted": 1, "vacuous": 5, "stale": 4, "error": 8}  # rising

TERMS = [{"times": int, "at": [int]}]
SIDES: dict[str, Any] = {"lesser": TERMS, "greater": TERMS}
INEQUALITY = SIDES | {"name": str, "standard": str, "meaning": str, "low": [int], "high": [(int, None)]}
PROBLEM = {  # the shape of a statement
    "format": str, "name": str, "title": str, "source": str, "sizes": dict, "rates": [str], "discount": str,
    "coordinates": [{"name": str, "meaning": str, "top": (int, None)}], "cost": [int],
    "routing": [{"meaning": str, "move": [int]}],
    "events": [{"name": str, "rate": str, "boundary": ("stay", None),
                "terms": [{"constant": int, "slopes": [int], "move": [int]}]}],
    "inequalities": [INEQUALITY], "claims": [INEQUALITY | {"given": [SIDES]}],
    "reductions": [INEQUALITY | {"assume": [{"greater": str, "lesser": str}]}]}

State = tuple[int, ...]
Form = dict[tuple[str, State], Any]  # the coefficients are int or Fraction
Symbolic = tuple[bool, ...]  # per coordinate
Operator = Callable[[State, Symbolic], Form]
Case = dict[State, int]  # the number of jobs that attains the minimum at a state


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
    """What a value has of a shape: {field: shape}, [shape], a type, or (type or text, None)."""
    if isinstance(shape, dict) and isinstance(value, dict):
        return {key: shaped(value.get(key), shape[key], f"{place}.{key}") for key in shape}
    if isinstance(shape, list) and isinstance(value, list):
        return [shaped(item, shape[0], f"{place}[{k}]") for k, item in enumerate(value)]
    if type(value) is shape or (isinstance(shape, tuple) and (value in shape or type(value) is shape[0])):
        return value
    raise Rejected("wrong-type", f"{place}: found {value!r}")


def require_same(found: Any, expected: Any, place: str) -> None:
    """Refuse at the first line where the two differ, written as JSON with sorted keys."""
    if json.dumps(found, sort_keys=True) != json.dumps(expected, sort_keys=True):
        texts = [json.dumps(x, indent=0, separators=("", ": "), sort_keys=True) for x in (found, expected)]
        a, b = next(pair for pair in zip_longest(*map(str.splitlines, texts)) if pair[0] != pair[1])
        raise Rejected("differs", f"{place}: expected {b}, found {a}")


# 0 <= sum over the terms of coefficient * f(s + offset), for every state s with low <= s <= high; for a claim
# only where the given ones hold; for a reduction, if p >= q for the rates (p, q) assumed.
Inequality = namedtuple("Inequality", "name standard low high terms given assume")
# 0 <= goal, provable from the inequalities known of each function, the given forms and (if routed) what it
# means that g(s) = min over a of f(s + a move).
Obligation = namedtuple("Obligation", "id group claim symbolic goal known routed given")


def plus(state: State, move: State, times: int = 1) -> State:
    return tuple([v + times * d for v, d in zip(state, move, strict=True)])


def add(total: Form, form: Form, times: Any = 1) -> Form:
    for atom, coefficient in form.items():
        total[atom] = total.get(atom, 0) + times * coefficient
    return total


def value(*functions: str) -> Operator:
    return lambda state, symbolic: {(function, state): 1 for function in functions}


class Problem:
    """The statement in a problem file; `obligations` lists all that must be proved."""
    def __init__(self, raw: Any) -> None:
        require_same(raw, shaped(raw, PROBLEM, "problem"), "problem")
        if raw["format"] != PROBLEM_FORMAT:
            raise Rejected("stale", f"problem format {raw['format']!r}, known: {PROBLEM_FORMAT}")
        canonical = json.dumps(raw, sort_keys=True, separators=(",", ":"))
        self.digest = hashlib.sha256(canonical.encode()).hexdigest()
        self.name, self.sizes, self.rates = raw["name"], raw["sizes"], raw["rates"]
        self.names, self.top = ([c[key] for c in raw["coordinates"]] for key in ("name", "top"))
        self.offset = [f"n_{n}" if self.top.count(None) > 1 else "n" for n in self.names]
        self.move = self.vector(raw["routing"][0]["move"]) if raw["routing"] else None
        self.cost = self.vector(raw["cost"])
        self.events = [(e["name"], e["rate"], [
            (e["name"], e["boundary"] == "stay", t["constant"], *map(self.vector, (t["slopes"], t["move"])))
            for t in e["terms"]]) for e in raw["events"]]
        self.cone, self.claims, self.reductions = (
            [self.inequality(i) for i in raw[key]] for key in ("inequalities", "claims", "reductions"))
        self.inequalities = {i.name: i for i in self.cone + self.reductions}
        steps = [t // abs(d) for d, t in zip(self.move or (), self.top, strict=False) if d and t is not None]
        self.most = min(steps, default=-1)  # the most jobs sent at once; -1: nothing is routed
        self.obligations = list(self.all_obligations())
        names = [each[0] for each in self.cone + self.claims + self.reductions + self.events] + list(ENTRIES)
        text = "".join([self.name, *names, *self.names, *self.rates])
        for wrong, why in (
                (any(len(set(n)) < len(n) for n in (names, self.names, self.rates)), "a name stands twice"),
                (None not in self.top or not self.cone, "no unbounded coordinate, or no cone"),
                (raw["routing"][1:] or bool(self.move or self.reductions) > bool(steps),
                 "routing: not one, or no mode bounds how many jobs are sent"),
                (not re.fullmatch(r"\w+", text, re.A), "a name is not of letters, digits and _ only"),
                (len({o.id for o in self.obligations}) < len(self.obligations), "two obligations, one id"),
                ({e[1] for e in self.events} - set(self.rates), "an event has an unknown rate")):
            if wrong:
                raise Rejected("bad-problem", why)

    def vector(self, value: list[Any]) -> Any:
        if len(value) != len(self.names):
            raise Rejected("bad-problem", f"{value} does not have one entry per coordinate")
        return tuple(value)

    def inequality(self, raw: dict[str, Any]) -> Inequality:
        def terms(raw: dict[str, Any]) -> list[Any]:
            return [(sign * t["times"], self.vector(t["at"]))
                    for sign, side in ((-1, "lesser"), (1, "greater")) for t in raw[side]]
        assume = [(a["greater"], a["lesser"]) for a in raw.get("assume", [])]
        rates = {rate for pair in assume for rate in pair}
        sides = [t for side in [raw, *raw.get("given", [])] for t in side["lesser"] + side["greater"]]
        numbers = [*raw["low"], *(v for t in sides for v in [*t["at"], t["times"] - 1])]
        far = max([0, *filter(None, [*raw["high"], *self.top])]) > 10**3
        if len(rates) < 2 * len(assume) or not rates <= set(self.rates) or min(numbers) < 0 or far:
            raise Rejected("bad-problem", f"{raw['name']}: a rate assumed twice, a number negative or large")
        low, high, given = self.vector(raw["low"]), self.vector(raw["high"]), map(terms, raw.get("given", []))
        return Inequality(raw["name"], raw["standard"], low, high, terms(raw), list(given), assume)

    def covers(self, i: Inequality, state: State, symbolic: Symbolic) -> bool:
        """Whether the inequality speaks of the state; where symbolic, for every n."""
        ends = zip(state, i.low, i.high, symbolic, strict=True)
        return all(v >= low and (top is None or (v <= top and not free)) for v, low, top, free in ends)

    def inside(self, state: State, symbolic: Symbolic = ()) -> bool:
        """Whether it is a state; if symbolic, whether for every n, or else for none."""
        misses = [c for c, (v, top) in enumerate(zip(state, self.top, strict=True))
                  if v < 0 or (top is not None and v > top)]
        if misses and symbolic and all(symbolic[c] for c in misses):
            raise Rejected("region-too-wide", f"whether {list(state)} is a state depends on n")
        return not misses

    def regions(self, i: Inequality, depth: State) -> Iterator[tuple[str, str, State, Symbolic]]:
        """Names of mode and region, least state, symbolic coordinates, for all that i speaks of: an unbounded
        coordinate is 0, ..., depth - 1 one by one, then depth and all above."""
        choices = []
        for c, (name, low, deep) in enumerate(zip(self.names, i.low, depth, strict=True)):
            end = self.top[c] if i.high[c] is None else i.high[c]
            last = low + deep if end is None else end + 1
            above = [(last, True, f".{name}{last}+")] if end is None else []
            choices.append([*((v, False, f".{name}{v}") for v in range(low, last)), *above])
        for region in product(*choices):
            pairs = list(zip(region, self.top, strict=True))
            mode, where = ("".join(r[2] for r, t in pairs if (t is None) == free) for free in (False, True))
            yield mode, where, tuple(r[0] for r in region), tuple(r[1] for r in region)

    def sends(self, state: State, symbolic: Symbolic) -> list[State]:
        """The states after sending a = 0, 1, ... jobs, for all feasible a."""
        after = (plus(state, self.move or state, a) for a in range(self.most + 1))
        return [one for one in after if self.inside(one, symbolic)]

    def apply(self, terms: list[Any], operator: Operator, state: State, symbolic: Symbolic) -> Form:
        total: Form = {}
        for coefficient, offset in terms:
            there = plus(state, offset)
            if coefficient == 0 or not self.inside(there):
                raise Rejected("outside-domain", f"{list(there)} is not a state, or times is 0")
            add(total, operator(there, symbolic), coefficient)
        return total

    def after(self, events: list[Any], function: str) -> Operator:
        """E f(s) = sum of (constant + slopes.s) f(s + move); "stay": no move out of the states."""
        def operator(state: State, symbolic: Symbolic) -> Form:
            total: Form = {}
            for name, stay, constant, slopes, move in (jump for e in events for jump in e[2]):
                weight, there = constant + sum(map(mul, slopes, state)), plus(state, move)
                if weight < 0 or any(a and t is None for a, t in zip(slopes, self.top, strict=True)):
                    raise Rejected("bad-problem", f"{name}: negative or unbounded weight at {state}")
                if weight and not self.inside(there, symbolic):
                    if not stay:
                        raise Rejected("bad-problem", f"{name} leaves the states at {state}")
                    there = state
                add(total, {(function, there): weight} if weight else {})
            return total
        return operator

    def price(self, state: State, symbolic: Symbolic) -> Form:
        """The cost, constant + slopes n: the atoms are ("1", ()) and ("n", (coordinate,))."""
        return add({("1", ()): sum(map(mul, self.cost, state))},
                   {("n", (c,)): p for c, p in enumerate(self.cost) if symbolic[c]})

    def show(self, state: State, symbolic: Symbolic) -> list[str]:
        shown = zip(state, symbolic, self.offset, strict=True)
        return [str(v) if not s else f"{n}+{v}" if v else n for v, s, n in shown]

    def words(self, form: Form, symbolic: Symbolic) -> str:
        """The form as an inequality between two sums, terms in sorted order."""
        sides: tuple[list[str], list[str]] = ([], [])
        for (function, state), coefficient in sorted(form.items()):
            term = ("" if function == "1" else self.offset[state[0]] if function == "n" else
                    f"{function}({','.join(self.show(state, symbolic))})")
            size = "" if abs(coefficient) == 1 and term else str(abs(coefficient))
            if coefficient:
                sides[coefficient > 0].append(f"{size} {term}".strip())
        return f"{' + '.join(sides[0]) or '0'} <= {' + '.join(sides[1]) or '0'}"

    def all_obligations(self) -> Iterator[Obligation]:
        """Routing, every event, the cost and nonnegative combinations keep the cone; the claims follow from
        it; each reduction passes from f to g = f routed and on to T f = cost + beta (sum of rate * event of
        g), rate by rate, with p >= q as q + (p - q)."""
        none, cone = (0,) * len(self.top), [i.name for i in self.cone]
        f, both = {"f": cone}, {"s f": cone, "t h": cone}
        deep = tuple(max(0, -d) * self.most for d in self.move or none)
        if self.move:
            yield from self.over("routing", "g = f routed", self.cone, value("g"), f, deep, True)
        for event in self.events:
            deep = tuple(max([0, *(-jump[-1][c] for jump in event[2])]) for c in range(len(none)))
            step = self.after([event], "f")
            yield from self.over(f"event.{event[0]}", f"{event[0]} f", self.cone, step, f, deep)
        yield from self.over("cost", "the cost", self.cone, self.price, {}, none)
        yield from self.over("closure", "s f + t h, all s, t >= 0", self.cone, value(*both), both, none)
        yield from self.over("claim", "f", self.claims, value("f"), f, none)
        for i in self.reductions:
            parts = {rate: [e for e in self.events if e[1] == rate] for rate in self.rates}
            for greater, lesser in i.assume:
                parts[f"{greater}-{lesser}"] = parts.pop(greater)
                parts[lesser] = parts[lesser] + parts[f"{greater}-{lesser}"]
            f = {"f": [*cone, i.name]}
            yield from self.over("reduction", "g = f routed", [i], value("g"), f, none, True, ".routing")
            yield from self.over("reduction", "the cost", [i], self.price, {}, none, False, ".cost")
            for rate, events in parts.items():
                step, known = self.after(events, "g"), f | {"g": f["f"]}
                of = f"the {rate} part of T f"
                yield from self.over("reduction", of, [i], step, known, none, True, f".{rate}")

    def over(self, group: str, of: str, which: list[Inequality], operator: Operator, known: Any,
             depth: State, routed: bool = False, part: str = "") -> Iterator[Obligation]:
        """For each inequality, mode and region: that `operator` satisfies it."""
        for i in which:
            for mode, where, s, symbolic in self.regions(i, depth):
                shown = zip(self.names, self.show(s, symbolic), strict=True)
                yield Obligation(
                    f"{self.name}.{group}.{i.name}{mode}{where}{part}",
                    f"{group}.{i.name}{mode}" if group == "routing" else group,
                    f"{i.name}, {i.standard}, for {of}, at " + ", ".join(map(" = ".join, shown)),
                    symbolic, self.apply(i.terms, operator, s, symbolic), known, routed,
                    [self.apply(terms, value("f"), s, symbolic) for terms in i.given])


class Checker:
    """Checks the certificate of one obligation; each method returns its part, written anew."""
    def __init__(self, problem: Problem, obligation: Obligation) -> None:
        self.p, self.o, self.symbolic = problem, obligation, obligation.symbolic
        routed = {s for f, s in obligation.goal if f == "g" and obligation.routed}
        self.states = sorted(routed, key=lambda s: s[::-1])
        self.after = {s: problem.sends(s, self.symbolic) for s in self.states}
        self.memo: dict[Any, tuple[Form, str]] = {}
        self.leaves: list[tuple[str, Case, dict[str, Any]]] = []

    def obligation(self, found: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The verdict on the obligation, and its entry written anew."""
        goal, proof = self.p.words(self.o.goal, self.symbolic), self.tree(found["proof"], {})
        anew: dict[str, Any] = {"id": self.o.id, "claim": self.o.claim, "goal": goal, "proof": proof}
        if self.states and prod(map(len, self.after.values())) <= LISTED:
            anew |= {"states": [self.name(s) for s in self.states],
                     "excluded": self.list_minimisers(found["excluded"])}
        worst = max((verdict for verdict, _, _ in self.leaves), key=list(EXIT).index)
        return worst, anew | {"verdict": worst}

    def name(self, state: State) -> str:
        return f"({','.join(self.p.show(state, self.symbolic))})"

    def named(self, case: Case) -> str:
        return ", ".join(f"a{self.name(s)} = {case[s]}" for s in self.states if s in case) or "all"

    def tree(self, found: dict[str, Any], case: Case) -> dict[str, Any]:
        """A leaf, or a split with one case for every feasible number of jobs at a state."""
        if "split" not in found:
            return self.leaf(found, case)
        state, cases = whole(found["split"]), found["cases"]
        if state in case or state not in self.after:
            raise Rejected("bad-split", f"{list(state)} in case {self.named(case)}")
        if len(cases) != (most := len(self.after[state])):
            raise Rejected("not-exhaustive", f"{len(cases)} cases, {most} can be sent at {self.name(state)}")
        return {"split": [*state], "cases": [self.tree(c, case | {state: a}) for a, c in enumerate(cases)]}

    def leaf(self, found: dict[str, Any], case: Case) -> dict[str, Any]:
        anew: dict[str, Any] = {"case": self.named(case)}
        if "unproved" in found:
            verdict, anew["unproved"] = "unproved", str(found["unproved"])
        elif "refuted" in found:
            verdict, anew["refuted"] = "refuted", self.refutation(found["refuted"], case)
        else:
            verdict, anew = "proved", anew | self.sum(found, self.o.goal, case)
        self.leaves.append((verdict, case, anew))
        return anew

    def sum(self, found: dict[str, Any], goal: Form, case: Case) -> dict[str, Any]:
        """That goal_times * goal = sum of times * hypothesis + a constant >= 0."""
        goal_times, uses = exact(found["goal_times"], False), []
        if min([goal_times, *(exact(use["times"]) for use in found["sum"])]) <= 0:
            raise Rejected("not-positive", f"case {self.named(case)}: a multiplier is not positive")
        total = add({}, goal, -goal_times)
        for use in found["sum"]:
            kind = use["use"]
            keys = ["of", "at"] if kind in self.p.inequalities else ENTRIES.get(kind, [])
            entry = {key: use[key] if key == "of" else whole(use[key]) if key == "at" else
                     exact(use[key], False) for key in keys}
            mark = (kind, *entry.values())
            if mark not in self.memo:
                self.memo[mark] = (form := self.hypothesis(kind, entry)), self.p.words(form, self.symbolic)
            form, says = self.memo[mark]
            if kind == "attained" and case.get(entry["at"]) != entry["sends"]:
                raise Rejected("not-in-this-case", f"{says}: not said by case {self.named(case)}")
            add(total, form, exact(use["times"]))
            uses.append({"times": use["times"], "use": kind, **{k: use[k] for k in keys}, "says": says})
        if any(c > 0 if f in ("1", "n") else c for (f, _), c in total.items()):
            raise Rejected("residual", f"case {self.named(case)}: goal and hypotheses do not cancel, there "
                           f"remains {self.p.words(total, self.symbolic)}")
        return {"goal_times": goal_times if uses else 1, "sum": uses}

    def hypothesis(self, kind: str, entry: dict[str, Any]) -> Form:
        """The form of a hypothesis, if this obligation may use it."""
        p, o, state = self.p, self.o, entry.get("at", ())
        if "at" in entry and (len(state) != len(p.top) or not p.inside(state)):
            raise Rejected("outside-domain", f"{kind} at {list(state)}: not a state")
        if kind in o.known.get(entry.get("of", ""), []):
            i = p.inequalities[kind]
            if not p.covers(i, state, self.symbolic):
                raise Rejected("outside-domain", f"{kind} does not speak of {self.name(state)}")
            return p.apply(i.terms, value(entry["of"]), state, self.symbolic)
        if "sends" in entry and o.routed:
            after, a = p.sends(state, self.symbolic), entry["sends"]
            if not 0 <= a < len(after):
                raise Rejected("outside-domain", f"{kind}: {a} is not feasible at {self.name(state)}")
            return add({}, {("f", after[a]): 1, ("g", state): -1}, 1 if kind == "upper" else -1)
        if "number" in entry and 0 <= entry["number"] < len(o.given):
            return dict(o.given[entry["number"]])
        raise Rejected("unknown-hypothesis", f"{kind!r} {entry} is not known here")

    def list_minimisers(self, excluded: list[Any]) -> list[dict[str, Any]]:
        """Write every tuple of smallest minimisers below what excludes it, or else its leaf."""
        ruled_out = [self.excluded(entry) for entry in excluded]
        homes = [*ruled_out, *((case, anew) for _, case, anew in self.leaves)]
        for _, anew in homes:
            anew["minimisers"] = []
        for sent in product(*(range(len(self.after[s])) for s in self.states)):
            chosen = dict(zip(self.states, sent, strict=True))
            modes = zip(*(self.after[s][a] for s, a in chosen.items()), strict=True)
            parts = zip(self.p.names, modes, self.p.top, strict=True)
            tuples = [("a", sent), *((name, mode) for name, mode, top in parts if top is not None)]
            text = "; ".join(f"{name} = ({','.join(map(str, t))})" for name, t in tuples)
            next(anew for case, anew in homes if case.items() <= chosen.items())["minimisers"].append(text)
        if not all(anew["minimisers"] for _, anew in ruled_out):
            raise Rejected("bad-exclusion", "an entry that excludes nothing more")
        return [anew for _, anew in ruled_out]

    def excluded(self, found: dict[str, Any]) -> tuple[Case, dict[str, Any]]:
        """Two that are never both the smallest minimisers: given one, fewer are as good as the other."""
        case: Case = {whole(state): exact(a, False) for state, a in found["pair"]}
        at, fewer = whole(found["at"]), exact(found["fewer"], False)
        if not (case.keys() <= self.after.keys() and 0 <= fewer < case[at]):
            raise Rejected("bad-exclusion", f"{fewer} at {list(at)} in case {case}")
        goal = add({("f", self.after[at][case[at]]): 1}, {("f", self.after[at][fewer]): -1})
        anew = {"case": self.named(case), "pair": [[list(s), a] for s, a in case.items()], "at": list(at),
                "fewer": fewer, "goal": self.p.words(goal, self.symbolic)}
        return case, anew | self.sum(found, goal, {s: a for s, a in case.items() if s != at})

    def refutation(self, found: dict[str, Any], case: Case) -> dict[str, Any]:
        """A function on the states up to `window`, in the cone there, whose goal fails at n = 0."""
        p, o = self.p, self.o
        window = p.vector(list(whole(found["window"])))
        full = all(t in (None, v) and v >= 0 for v, t in zip(window, p.top, strict=True))
        if set(o.known) != {"f"} or o.given or not full or prod(v + 1 for v in window) > 10**5:
            raise Rejected("bad-refutation", "needs a goal about f or f routed, and all modes")
        states = list(product(*(range(v + 1) for v in window)))
        names = {s: f"({','.join(map(str, s))})" for s in states}
        values = {("f", s): exact(found["f"][name]) for s, name in names.items()}
        no = (False,) * len(window)
        for i, s in product([p.inequalities[name] for name in o.known["f"]], states):
            atoms = [(c, ("f", plus(s, offset))) for c, offset in i.terms] if p.covers(i, s, no) else []
            if all(a in values for _, a in atoms) and sum(c * values[a] for c, a in atoms) < 0:
                raise Rejected("bad-refutation", f"the function is not in the cone: {i.name} at {s}")
        for s in self.states:
            after = [values["f", there] for there in p.sends(s, no)]
            values["g", s] = min(after)
            if s in case and after[case[s]] > min(after):
                raise Rejected("not-in-this-case", f"{case[s]} is not a minimiser at {s}")
        low, high = (sum(abs(c) * values[a] for a, c in o.goal.items() if (c > 0) == u) for u in (0, 1))
        if low <= high:
            raise Rejected("bad-refutation", f"the goal holds: {low} <= {high}")
        f, total = {name: found["f"][name] for name in names.values()}, sum(values["f", s] for s in states)
        return {"window": [*window], "f": f, "sum of f": str(total), "lesser": str(low), "greater": str(high)}


def check_file(problem: Problem, path: Path) -> dict[str, tuple[str, str]]:
    """Verdicts with reasons on the group a file is named after; one wrong entry, and it is refused whole."""
    todo = [o for o in problem.obligations if o.group == path.stem]
    try:
        found = read(path)
        about = {"name": problem.name, "sizes": problem.sizes, "sha256": problem.digest}
        head = {"format": CERTIFICATE_FORMAT, "problem": about, "group": path.stem}
        for key in ("format", "problem"):
            if found[key] != head[key]:
                raise Rejected("stale", f"made for {key} {found[key]!r}, this is {head[key]!r}")
        require_same([e["id"] for e in found["obligations"]], [o.id for o in todo], "obligations")
        checked = [Checker(problem, o).obligation(e) for o, e in zip(todo, found["obligations"], strict=True)]
        require_same(found, head | {"obligations": [anew for _, anew in checked]}, "certificate")
        verdicts = {o.id: (verdict, "") for o, (verdict, _) in zip(todo, checked, strict=True)}
        return verdicts or {path.name: ("error", "unknown-group: no obligation belongs to it")}
    except Rejected as refusal:
        refused = "stale" if refusal.reason == "stale" else "error", str(refusal)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        refused = "error", f"malformed: {type(error).__name__} {error}"[:500]
    return {o.id: refused for o in todo} or {path.name: refused}


def main(first: str = "problem.json", *others: str) -> int:
    try:
        problem = Problem(read(Path(first)))
    except (Rejected, RecursionError) as error:
        print(f"{first}: {error}\nusage: check.py problem.json certificate.json ...", file=sys.stderr)
        return 10
    results = {o.id: ("unproved", "no certificate was given") for o in problem.obligations}
    for name in others:
        for key, verdict in check_file(problem, Path(name)).items():
            fresh = results.get(key, ("unproved",))[0] == "unproved"
            results[key] = verdict if fresh else ("error", f"two certificates, one is {name}")
    for key, (word, why) in results.items():
        print(f"{word:9} {key}{why and '  ' + why}")
    worst = max((v for v, _ in results.values()), key=list(EXIT).index, default="vacuous")
    print(f"{len(results)} obligations: {worst}")
    return EXIT[worst]


if __name__ == "__main__":
    sys.exit(sys.stdout.reconfigure(errors="backslashreplace") or main(*sys.argv[1:]))  # type: ignore[union-attr]
