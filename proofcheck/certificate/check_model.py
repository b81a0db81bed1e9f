"""The trusted checker of models: does a certificate prove what a model states?

Standard library only, nothing else of proofcheck but model_statement.py beside it, which says what must be
proved; runs alone: check_model.py model.json certificate.json ...

A *certificate* closes an obligation by a case tree over the actions that attain T f, or refutes it by
functions that are evaluated here.  A leaf of the tree says

    goal_times * goal  =  sum of times * hypothesis + a constant >= 0        (goal_times > 0, times > 0)

term by term, so the goal follows.  Only splits, multipliers, names of hypotheses and refuting values are
taken from a certificate; from these it is written anew, and the one found must equal that word by word.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from math import comb, prod
from operator import mul
from pathlib import Path
from typing import Any

if not __package__:  # run alone: the other trusted file is found from this one
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from proofcheck.certificate.model_statement import (
    MOST,
    Form,
    Model,
    Obligation,
    Raw,
    Rejected,
    State,
    add,
    exact,
    plus,
    read,
    require,
    require_same,
    signed,
    value,
    whole,
)

CERTIFICATE_FORMAT = "proofcheck-model-certificate/1"
ENTRIES = {
    "upper": ["at", "action"],
    "attained": ["at", "action"],
    "assumed": ["number", "offset"],
    "given": ["number"],
}
EXIT = {"proved": 0, "unproved": 3, "refuted": 1, "vacuous": 5, "stale": 4, "error": 8}  # rising

Case = dict[State, str]  # the action that attains T f at a state


class Checker:
    """Checks the certificate of one obligation; each method returns its part, written anew."""

    def __init__(self, model: Model, obligation: Obligation) -> None:
        self.m, self.o, self.symbolic = model, obligation, obligation.symbolic
        self.after = {
            s: model.choices(obligation.about, s, self.symbolic)
            for f, s in sorted(obligation.goal)
            if f == "g"
        }
        self.least = obligation.about and obligation.about.get("choose") == "min"
        self.open = False  # whether a leaf is

    def obligation(self, found: Raw) -> tuple[str, Raw]:
        """The verdict, and the entry written anew.  A tree for the assumptions proves them contradictory."""
        proof, goal = found["proof"], self.m.words(self.o.goal, self.symbolic)
        if "holds_at" in proof and not self.o.subject:
            point(self.m, proof["holds_at"])
            verdict, anew = "proved", {"holds_at": proof["holds_at"]}
        elif "refuted" in proof and self.o.subject:
            verdict, anew = "refuted", {"refuted": Witness(self.m, proof["refuted"]).refutes(self.o)}
        else:
            anew = self.tree(proof, {})
            verdict = "unproved" if self.open else "proved" if self.o.subject else "vacuous"
        return verdict, {"id": self.o.id, "verdict": verdict, "goal": goal, "proof": anew}

    def tree(self, found: Raw, case: Case) -> Raw:
        """A leaf, or a split with one case for every feasible action at a state."""
        if "split" not in found:
            return self.leaf(found, case)
        state, cases = whole(found["split"]), found["cases"]
        bound = state in self.after and (self.o.goal["g", state] > 0) == self.least
        require(bound and state not in case, "bad-split", f"{list(state)} in case {self.named(case)}")
        actions = [*self.after[state]]
        require(
            len(cases) == len(actions), "not-exhaustive", f"{len(cases)} cases of {actions} at {list(state)}"
        )
        trees = [self.tree(c, case | {state: a}) for c, a in zip(cases, actions, strict=True)]
        return {"split": [*state], "cases": trees}

    def named(self, case: Case) -> str:
        """A case in words, for reasons."""
        chosen = [f"{action} at {self.m.name_of(state, self.symbolic)}" for state, action in case.items()]
        return ", ".join(chosen) or "all"

    def leaf(self, found: Raw, case: Case) -> Raw:
        if "unproved" in found:
            self.open = True
            return {"unproved": str(found["unproved"])}
        times, uses = exact(found["goal_times"], False), []
        require(times > 0, "not-positive", f"case {self.named(case)}: goal_times is {times}")
        total = add({}, self.o.goal, -times)
        for use in found["sum"]:
            several = f"case {self.named(case)}: {use['times']} times {use['use']}"
            require(exact(use["times"], False) > 0, "not-positive", several)
            keys = ENTRIES.get(use["use"], ["of", "at"])
            form = self.hypothesis(
                use["use"], {k: whole(use[k]) if k == "at" else use[k] for k in keys}, case
            )
            add(total, form, use["times"])
            uses.append({key: use[key] for key in ("times", "use", *keys)})
            uses[-1]["says"] = self.m.words(form, self.symbolic)
        if any(c > 0 or atom[0] != "1" for atom, c in total.items() if c):
            left = self.m.words(total, self.symbolic)
            raise Rejected(
                "residual",
                f"case {self.named(case)}: goal and hypotheses do not cancel, there remains {left}",
            )
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
                raise Rejected("not-in-this-case", f"{a} at {list(state)}: the case is {self.named(case)}")
            sign = 1 if self.least == (kind == "upper") else -1
            return add({("g", state): -sign}, self.after[state][a], sign)
        listed, free = self.o.given if kind == "given" else m.assumptions, {"": ()}
        require(type(number) is int and 0 <= number < len(listed), "unknown-hypothesis", f"{kind} {number!r}")
        free |= {name: (c,) for c, name in enumerate(m.names) if self.symbolic[c]}
        require(kind == "given" or entry["offset"] in free, "outside-domain", f"{kind}: {entry}")
        return {
            (p, s if kind == "given" else free[entry["offset"]]): c for (p, s), c in listed[number].items()
        }


def point(model: Model, found: Raw) -> Raw:
    """Values of the parameters, at which all assumptions must hold."""
    require({*found} == {*model.parameters[1:]}, "bad-refutation", f"values of {[*found]}")
    values = {"1": 1} | {name: exact(value) for name, value in found.items()}
    for number, form in enumerate(model.assumptions):
        holds = sum(c * values[p] for (p, _), c in form.items()) >= 0
        require(holds, "bad-refutation", f"assumption {number} does not hold at {found}")
    return values


class Witness:
    """Values of f and of the given functions on a window, continued beyond it where a degree is given."""

    def __init__(self, model: Model, found: Raw) -> None:
        self.m, self.found, self.degree, self.corner = model, found, found["degree"], whole(found["window"])
        self.parameters, ends = point(model, found["parameters"]), [*zip(self.corner, model.top, strict=True)]
        fits = self.degree in (None, 1, 2) and all(
            (v >= (self.degree or 0)) if t is None else v == t for v, t in ends
        )
        require(
            fits and prod(v + 1 for v in self.corner) <= MOST,
            "bad-refutation",
            "the window lacks a mode, is too large, or too small for the degree, which is 1, 2 or null",
        )
        self.names = {s: f"({','.join(map(str, s))})" for s in product(*(range(v + 1) for v in self.corner))}
        tables = {"f": found["f"], **found["functions"]}
        same = {*tables} == {*model.known} and all({*t} == {*self.names.values()} for t in tables.values())
        require(same, "bad-refutation", f"not a value for every state of the window: {[*tables]}")
        self.values = {(f, s): exact(tables[f][name]) for f in tables for s, name in self.names.items()}
        for where, number in self.tests():
            require(number >= 0, "bad-refutation", where)

    def value(self, f: str, state: State) -> Any:
        """The value at a state: beyond the corner, of the polynomial through the last degree + 1 values."""
        if (f, state) not in self.values:
            require(self.degree, "bad-refutation", f"{list(state)} is not in the window")
            d, c = self.degree, next(c for c, v in enumerate(state) if v > self.corner[c])
            base, m = self.corner[c] - d, state[c] - self.corner[c] + d
            line = [self.value(f, (*state[:c], base + j, *state[c + 1 :])) for j in range(d + 1)]
            weights = [
                comb(m, j) * comb(m - j - 1, d - j) * (-1) ** (d - j) for j in range(d + 1)
            ]  # Lagrange
            self.values[f, state] = sum(map(mul, line, weights))
        return self.values[f, state]

    def form(self, form: Form) -> Any:
        return sum(
            c * (self.parameters[f] if f in self.parameters else self.value(f, s))
            for (f, s), c in form.items()
        )

    def tests(self) -> Iterator[tuple[str, Any]]:
        """The numbers that must not be negative for the functions to be as the model says.

        On a window: greater - lesser where all points of an inequality are in it.  Continued: what makes it
        >= 0 at all states; below corner - degree one by one, above the mixed differences d_k at n = 0, since
        there it is the sum over k of d_k * product over coordinates of binomial(n, k).
        """
        for f, i in ((f, i) for f, known in self.m.known.items() for i in known):
            place = f"{f} does not satisfy {i['name']} at"
            if not self.degree:
                for s in (s for s in self.names if self.m.covers(i, s, self.m.concrete)):
                    if all(plus(s, t["at"]) in self.names for _, t in signed(i)):
                        yield f"{place} {s}", self.form(self.m.apply(i, value(f), s))
                continue
            depth = tuple(max(0, v - self.degree - low) for v, low in zip(self.corner, i["low"], strict=True))
            for _, _, s, symbolic in self.m.regions(i, depth):
                for ks in product(*(range(self.degree + 1 if free else 1) for free in symbolic)):
                    total: Form = {}
                    for step in product(*(range(k + 1) for k in ks)):
                        sign = prod((-1) ** (k - j) * comb(k, j) for k, j in zip(ks, step, strict=True))
                        add(total, self.m.apply(i, value(f), plus(s, step)), sign)
                    yield f"{place} {s}, difference {ks}", self.form(total)

    def after(self, about: Raw | None, state: State) -> Any:
        """The value of T f, of a cost, or of f."""
        values = [self.form(form) for form in self.m.choices(about, state, self.m.concrete).values()]
        return max(values) if about and about.get("choose") == "max" else min(values)

    def refutes(self, o: Obligation) -> Raw:
        """Written anew, if all that is given holds and the goal fails at the stated n."""
        n = whole(self.found["n"])
        free = all(k >= 0 and (s or not k) for k, s in zip(n, o.symbolic, strict=True))
        require(free, "bad-refutation", f"no offsets: {list(n)}")
        given = [self.form(self.m.apply(g, value("f"), plus(o.at, n))) for g in o.subject.get("given", [])]
        require(all(v >= 0 for v in given), "bad-refutation", "what is given does not hold")
        parts = [
            (
                c,
                self.after(o.about, plus(plus(o.at, n), t["at"]))
                if "at" in t
                else self.parameters[t["parameter"]],
            )
            for c, t in signed(o.subject)
        ]
        lesser, greater = (sum(abs(c) * v for c, v in parts if (c > 0) == u) for u in (False, True))
        require(lesser > greater, "bad-refutation", f"the goal holds: {lesser} <= {greater}")
        taken = {key: self.found[key] for key in ("window", "degree", "n", "parameters", "f", "functions")}
        scope = {"scope": "global" if self.degree else "window"}
        return scope | taken | {"lesser": str(lesser), "greater": str(greater)}


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
        results = {o.id: ("unproved", "no certificate was given") for o in model.obligations}
    except (Rejected, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        print(f"{first}: {error}\nusage: check_model.py model.json certificate.json ...", file=sys.stderr)
        return 10
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
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(main(*sys.argv[1:]))
