"""Where the theorem of an obligation stands in the Lean sources."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from proofcheck.certificate.gate import Demand
from proofcheck.lean.coverage import theorem_of
from proofcheck.lean.emit import generated_file

THEOREM = re.compile(r"theorem «(.+?)» : (.+?)(?: :=)?$")


@dataclass(frozen=True)
class Theorem:
    """A theorem: its full name, its statement as written, its file in the Lean project, and the line."""

    name: str
    statement: str
    file: str
    line: int


def theorems(demand: Demand, project: Path) -> dict[str, Theorem]:
    """The theorems of a problem's obligations that its generated module has, by obligation."""
    file = generated_file(demand)
    found = {}
    try:
        lines = (project / file).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    for number, line in enumerate(lines, start=1):
        if match := THEOREM.match(line):
            found[match[1]] = Theorem(theorem_of(match[1]), match[2], str(project / file), number)
    return found
