"""What was found on all obligations at one time, as a results file tells it.

Whoever computes its digest anew can write any results file.  Where that matters, give revisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofcheck.errors import BadInput
from proofcheck.report.results import load, require_report

FILES = ("regenerate", "gate")  # sections about files, not about obligations


@dataclass(frozen=True)
class Fact:
    """A verdict of one checker on one obligation: the statement's words and digest (empty where unknown) and
    the axioms its proof uses."""

    verdict: str
    reason: str
    words: str
    sha256: str
    axioms: tuple[str, ...]


Key = tuple[str, str]  # checker, id


@dataclass(frozen=True)
class Snapshot:
    """All facts by checker and id, and what the run left out."""

    name: str
    facts: dict[Key, Fact]
    left_out: tuple[str, ...]

    @property
    def checkers(self) -> set[str]:
        """The checkers that gave a verdict."""
        return {checker for checker, _ in self.facts}


def read_results(path: Path) -> Snapshot:
    """The snapshot in a results file."""
    return snapshot(load(path), str(path))


def snapshot(report: Any, name: str) -> Snapshot:
    """The snapshot in a report; BadInput if it is none, or does not agree with itself."""
    require_report(report, name)
    facts: dict[Key, Fact] = {}
    for section in report["sections"]:
        for row in section["results"]:
            key = section["checker"], row["id"]
            if key in facts:
                raise BadInput(f"{name}: {row['id']!r:.200} stands twice for {section['checker']}")
            said = row.get("says", ""), row.get("sha256", ""), tuple(row.get("axioms", ()))
            if section["checker"] not in FILES:
                facts[key] = Fact(row["verdict"], row["reason"], *said)
    if not facts:
        raise BadInput(f"{name}: no obligation in it")
    return Snapshot(name, facts, tuple(report["left_out"]))

