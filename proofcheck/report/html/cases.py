"""The obligations of a problem as they are shown: goal, cases, sums, witnesses.

Everything is written from the trusted checker's forms.  Of a certificate only what the checker takes from it
is used (splits, multipliers, names of hypotheses, witnesses), and only after the checker has accepted it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from proofcheck.certificate import check
from proofcheck.certificate.document import Leaf, leaves, load
from proofcheck.certificate.gate import Demand
from proofcheck.certificate.verify import by_group
from proofcheck.certificate.write import require_agreement
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.problem.model import Problem, from_statement
from proofcheck.report.html import drawing, tex
from proofcheck.report.html.run import Run, certificate_file
from proofcheck.report.html.tex import Formula

TUPLE = re.compile(r"\(([0-9,]+)\)")


@dataclass(frozen=True)
class Use:
    """A hypothesis with its multiplier: what it says; the inequality that it is, if it is one, and why it may
    be used; its coefficient at each value."""

    times: Formula
    says: Formula
    inequality: str
    why: str
    row: list[str]


@dataclass(frozen=True)
class Sum:
    """A sum of hypotheses.  `total`: what is left when equal terms have cancelled; `goal`: the multiple of
    the goal that it is; `residual`: the constant >= 0 by which the two differ, if they do.  `heads`, `cells`
    and the rows of the uses are the same sum value by value."""

    uses: list[Use]
    total: Formula
    goal: Formula
    goal_times: int
    residual: Formula | None
    heads: list[Formula]
    cells: list[str]


@dataclass(frozen=True)
class Image:
    """A routed value in a refutation: the state, f after 0, 1, ... jobs, and the least of them."""

    state: str
    choices: list[tuple[str, str]]
    least: str


@dataclass(frozen=True)
class Witness:
    """A function on a window, row by row: (label, cells), a cell being (value, whether the goal reads it)."""

    corner: str
    heads: list[str]
    rows: list[tuple[str, list[tuple[str, bool]]]]
    images: list[Image]
    lesser: str
    greater: str


@dataclass(frozen=True)
class Case:
    """A leaf of the case tree, or an exclusion: its anchor on the page, the case in words, the numbers of
    jobs that it names, the tuples of smallest minimisers it covers; its proof, witness, or what is open."""

    anchor: str
    words: str
    sent: tuple[int, ...]
    kind: str
    minimisers: list[str]
    drawing: drawing.Drawing | None = None
    sum: Sum | None = None
    witness: Witness | None = None
    open: str = ""

    @property
    def tuples(self) -> list[str]:
        """All tuples under which it can be found, without parentheses: its own numbers of jobs, and those it
        covers; for an exclusion only those it rules out."""
        listed = [match for line in self.minimisers for match in TUPLE.findall(line)]
        own = [] if self.kind == "excluded" else [",".join(map(str, self.sent))]
        return list(dict.fromkeys(own + listed))


@dataclass(frozen=True)
class Shown:
    """An obligation on its page."""

    task: Task
    claim: str
    goal: Formula
    given: list[Formula]
    statement: Formula
    scope: Formula
    drawing: drawing.Drawing | None
    states: list[str]
    offsets: list[str]
    file: Path
    coordinates: list[tuple[str, bool]]  # name, whether it is a mode
    cases: list[Case] = field(default_factory=list)
    excluded: list[Case] = field(default_factory=list)

    @property
    def step(self) -> str:
        """What must keep the inequality: `routing`, `event.arrival`, `cost`, ..."""
        return ".".join(self.task.group.split(".")[: 2 if self.task.group.startswith("event.") else 1])

    @property
    def mode(self) -> str:
        """The values of the modes, `y = 0`."""
        return self._coordinates(True)

    @property
    def region(self) -> str:
        """The values of the unbounded coordinates, `x >= 2`."""
        return self._coordinates(False)

    def _coordinates(self, modes: bool) -> str:
        r, names = self.task.region, self.coordinates
        parts = zip(names, r.base, r.symbolic, strict=True)
        return ", ".join(f"{n} {'>=' if free else '='} {v}" for (n, m), v, free in parts if m == modes)


class Reader:
    """Reads the certificates of one problem of the gate, as far as the checker accepts them."""

    def __init__(self, demand: Demand, run: Run) -> None:
        self.demand, self.run = demand, run
        self.problem: Problem = from_statement(demand.statement)
        self.trusted = check.Problem(demand.statement)
        self.coordinates = [(c.name, c.top is not None) for c in self.problem.coordinates]
        self.formulas: dict[Any, Formula] = {}  # the leaves of all pages have many in common
        self.values: dict[Any, Formula] = {}

    def shown(self) -> Iterator[Shown]:
        """Every obligation of the problem, in order."""
        tasks = list(obligations(self.problem))
        require_agreement(tasks, self.trusted)
        entries = self.entries()
        for task, obligation in zip(tasks, self.trusted.obligations, strict=True):
            yield _Page(self, task, obligation, entries.get(task.id)).shown()

    def entries(self) -> dict[str, dict[str, Any]]:
        """The entries of all certificates that the checker has accepted, by obligation."""
        found: dict[str, dict[str, Any]] = {}
        for group, ids in by_group(self.trusted.obligations).items():
            path = certificate_file(self.demand.folder, group)
            found |= self.run.entries(path, ids, load, partial(check.check_file, self.trusted))
        return found


class _Page:
    """One obligation, written from the checker's forms."""

    def __init__(
        self, reader: Reader, task: Task, obligation: check.Obligation, entry: dict[str, Any] | None
    ) -> None:
        self.reader, self.task, self.o, self.entry = reader, task, obligation, entry
        self.p, self.symbolic = reader.trusted, obligation.symbolic
        self.checker = check.Checker(self.p, obligation)
        self.hypotheses: dict[tuple[Any, ...], tuple[check.Form, str, str]] = {}

    def shown(self) -> Shown:
        page = Shown(
            task=self.task,
            claim=self.o.claim,
            goal=self.formula(self.o.goal),
            given=[self.formula(given) for given in self.o.given],
            statement=tex.sides(self.reader.problem, self.task.subject.sides),
            scope=tex.scope(self.reader.problem, self.task.subject),
            drawing=self.draw([], f"States of the goal {self.o.id}"),
            states=[self.checker.name(s) for s in self.checker.states],
            offsets=[name for name, free in zip(self.p.offset, self.symbolic, strict=True) if free],
            file=certificate_file(self.reader.demand.folder, self.o.group),
            coordinates=self.reader.coordinates,
        )
        if self.entry is not None:
            page.cases.extend(self.leaf(leaf) for leaf in leaves(self.entry["proof"]))
            page.excluded.extend(self.exclusion(k, e) for k, e in enumerate(self.entry.get("excluded", [])))
        return page

    def formula(self, form: check.Form) -> Formula:
        key, known = (self.symbolic, frozenset(form.items())), self.reader.formulas
        if key not in known:
            known[key] = tex.form(self.p, form, self.symbolic)
        return known[key]

    @cached_property
    def sides(self) -> dict[check.State, int]:
        """The states of the goal with the sum of their coefficients."""
        found: dict[check.State, int] = {}
        for (function, state), coefficient in self.o.goal.items():
            if coefficient and function not in ("1", "n"):
                found.setdefault(state, coefficient)
        return found

    def draw(self, sendings: list[drawing.Sending], title: str) -> drawing.Drawing | None:
        return drawing.drawn(self.p, self.symbolic, self.sides, sendings, title)

    def leaf(self, leaf: Leaf) -> Case:
        case = dict(leaf.path)
        sent = tuple(case[s] for s in self.checker.states if s in case)
        entry, words = leaf.entry, self.checker.named(case)
        proved = self.sum(entry, self.o.goal) if leaf.kind == "proved" else None
        witness = self.witness(entry["refuted"]) if leaf.kind == "refuted" else None
        return Case(
            anchor=f"case-{'-'.join(map(str, sent)) or 'all'}",
            words=words,
            sent=sent,
            kind=leaf.kind,
            minimisers=entry.get("minimisers", []),
            drawing=self.draw(self.sendings(case, entry.get("sum", [])), f"Case {words}") if case else None,
            sum=proved,
            witness=witness,
            open=entry.get("unproved", ""),
        )

    def exclusion(self, number: int, entry: dict[str, Any]) -> Case:
        case = {tuple(state): a for state, a in entry["pair"]}
        at = tuple(entry["at"])
        after = self.checker.after[at]
        goal = check.add({("f", after[case[at]]): 1}, {("f", after[entry["fewer"]]): -1})
        sent = tuple(case[s] for s in self.checker.states if s in case)
        anchor, words = f"excluded-{number + 1}", self.checker.named(case)
        proof = self.sum(entry, goal)
        return Case(anchor, words, sent, "excluded", entry["minimisers"], sum=proof)

    def sendings(self, case: check.Case, uses: list[dict[str, Any]]) -> list[drawing.Sending]:
        """The minimisers that the case names, then the other numbers of jobs that the sum uses."""
        found = {(s, a): drawing.Sending(s, self.checker.after[s][a], a, True) for s, a in case.items()}
        for use in uses:
            if use["use"] == "upper":
                s, a = tuple(use["at"]), use["sends"]
                after = self.p.sends(s, self.symbolic)[a]
                found.setdefault((s, a), drawing.Sending(s, after, a, False))
        return list(found.values())

    def sum(self, entry: dict[str, Any], goal: check.Form) -> Sum:
        """The hypotheses, their total, and the goal: all coefficients computed anew."""
        hypotheses = [(check.exact(use["times"]), *self.hypothesis(use)) for use in entry["sum"]]
        total: check.Form = {}
        for times, form, *_ in hypotheses:
            check.add(total, form, times)
        multiple = entry["goal_times"]
        left = check.add(check.add({}, goal, multiple), total, -1)
        atoms = sorted({a for _, form, *_ in hypotheses for a, c in form.items() if c} | {*goal})
        uses = [
            Use(
                Formula(tex.number(times), str(times)),
                self.formula(form),
                inequality,
                why,
                [_cell(times * form[a]) if a in form else "" for a in atoms],
            )
            for times, form, inequality, why in hypotheses
        ]
        residual = self.formula(left) if any(left.values()) else None
        return Sum(
            uses,
            self.formula(total),
            tex.times(self.formula(goal), multiple),
            multiple,
            residual,
            [self.value(atom) for atom in atoms],
            [_cell(total.get(a, 0)) or "0" for a in atoms],
        )

    def hypothesis(self, use: dict[str, Any]) -> tuple[check.Form, str, str]:
        """The checker's form of a hypothesis, the inequality that it is, and why it may be used."""
        entry = {key: tuple(v) if isinstance(v, list) else v for key, v in use.items()}
        key = tuple((name, entry[name]) for name in sorted(entry.keys() - {"times", "says"}))
        if key not in self.hypotheses:
            self.hypotheses[key] = self.checker.hypothesis(use["use"], entry), *self.reason(use)
        return self.hypotheses[key]

    def reason(self, use: dict[str, Any]) -> tuple[str, str]:
        """The name of the inequality that a hypothesis is, if it is one; and why it may be used."""
        kind = use["use"]
        if kind == "given":
            return "", f"given {use['number']}"
        at = self.checker.name(tuple(use["at"]))
        if kind == "upper":
            return "", f"{use['sends']} can be sent from {at}, and g is the least"
        if kind == "attained":
            return "", f"the case: sending {use['sends']} from {at} is best"
        return kind, f"for {use['of']} at {at}"

    def value(self, atom: Any) -> Formula:
        """A value of a function, the heading of its column."""
        key, known = (self.symbolic, atom), self.reader.values
        if key not in known:
            known[key] = tex.value(self.p, atom, self.symbolic)
        return known[key]

    def witness(self, found: dict[str, Any]) -> Witness:
        """The refuting function; g and the two sides of the goal at n = 0 are those the checker wrote."""
        values, names = found["f"], self.p.names
        images = [self.image(state, values) for state in self.checker.states]
        routed = {s for state in self.checker.states for s in self.checker.after[state]}
        used = routed | {state for (f, state), c in self.o.goal.items() if c and f == "f"}
        rows: dict[str, list[tuple[str, bool]]] = {}
        for text, value in values.items():
            state = tuple(map(int, text.strip("()").split(",")))
            label = ", ".join(f"{n} = {v}" for n, v in zip(names[1:], state[1:], strict=True)) or "f"
            rows.setdefault(label, []).append((str(value), state in used))
        heads = [str(x) for x in range(found["window"][0] + 1)]
        return Witness(names[0], heads, [*rows.items()], images, found["lesser"], found["greater"])

    def image(self, state: check.State, values: dict[str, Any]) -> Image:
        names = [f"({','.join(map(str, after))})" for after in self.checker.after[state]]
        choices = [(f"f{name}", str(values[name])) for name in names]
        least = min((values[name] for name in names), key=Fraction)
        return Image(f"g({','.join(map(str, state))})", choices, str(least))


def _cell(coefficient: Any) -> str:
    return f"{coefficient:+}" if coefficient else ""
