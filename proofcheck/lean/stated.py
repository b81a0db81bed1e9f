"""Obligations whose Lean theorems are written by hand: names tie the two, both ways.

The theorem of obligation `model1.index.monotone` is `«model1.index.monotone»`.  In the name of a theorem `*`
stands for a number: `«model1.K*.convex»` belongs to `model1.K1.convex`, `model1.K2.convex` and so on.  What a
theorem says is in the lock, under its name.  An obligation has exactly one theorem, unless the list that
demands it says, with a reason, that Lean has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from proofcheck.lean import names
from proofcheck.lean.audit import AuditReport
from proofcheck.report.summary import Section
from proofcheck.verdict import Result


@dataclass(frozen=True)
class Stated:
    """Obligations by id; those whose refutation is expected, which is then what the theorem says; and those
    that Lean does not cover.  Both with reasons."""

    name: str
    ids: tuple[str, ...]
    expected: Mapping[str, str] = field(default_factory=dict)
    without_lean: Mapping[str, str] = field(default_factory=dict)

    @property
    def covered(self) -> list[str]:
        """The obligations that must have a theorem."""
        return [i for i in self.ids if i not in self.without_lean]

    @property
    def left_out(self) -> list[str]:
        """What a report says first: the obligations that Lean does not cover, with the reasons."""
        return [f"Lean did not check {i}: {reason}" for i, reason in self.without_lean.items()]


def covers(theorem: str, obligation: str) -> bool:
    """Whether a theorem, by its name as Lean writes it, belongs to an obligation."""
    pattern = _pattern(theorem)
    return pattern is not None and pattern.fullmatch(obligation) is not None


@cache
def _pattern(theorem: str) -> re.Pattern[str] | None:
    """What the obligations of a theorem are called; none where its name has several components."""
    first, *more = names.components(theorem)
    return None if more else re.compile(re.escape(first).replace(r"\*", "[0-9]+"))


def belonging(stated: Stated, theorems: Iterable[str]) -> set[str]:
    """The theorems that belong to one of the obligations."""
    return {theorem for theorem in theorems if any(covers(theorem, i) for i in stated.ids)}


def unchecked(stated: Stated, verdict: str, reason: str) -> Section:
    """The same verdict on all that Lean should prove."""
    wanted = [i for i in stated.ids if i not in stated.without_lean]
    return Section(stated.name, "lean", [Result(i, verdict, reason) for i in wanted])


def audited(stated: Stated, report: AuditReport, python: Mapping[str, str]) -> Section:
    """Lean's verdict on every obligation, then on exemptions for which there is no reason."""
    theorems = [row.name for row in report.theorems]
    results = []
    for i in stated.ids:
        found = [theorem for theorem in theorems if covers(theorem, i)]
        if i not in stated.without_lean:
            results.append(_verdict(stated, i, found, report, python.get(i, "")))
        elif found:
            results.append(Result(i, "error", f"listed as not covered by Lean, but there is {found[0]}"))
    unknown = [i for i in stated.without_lean if i not in stated.ids]
    why = "listed as not covered by Lean, but there is no such obligation"
    return Section(stated.name, "lean", results + [Result(i, "error", why) for i in unknown])


def _verdict(stated: Stated, i: str, found: list[str], report: AuditReport, python: str) -> Result:
    if not found:
        return Result(i, "unproved", f"no theorem {names.show((i,))}, and no reason why not")
    if len(found) > 1:
        return Result(i, "error", f"more than one theorem: {', '.join(found)}")
    row = next(row for row in report.theorems if row.name == found[0])
    why = {finding.name: str(finding) for finding in report.findings}
    if row.name in why or not row.present or row.axioms != ():
        return Result(i, "error", why.get(row.name, f"axioms {row.axioms}"))
    if i in stated.expected:
        return Result(i, "expected refutation", stated.expected[i])
    if python == "refuted":
        return Result(i, "disagreement", f"{row.name} proves it, the Python verdict is refuted")
    own = names.show((i,))
    return Result(i, "proved", "" if row.name == own else f"by {row.name}")
