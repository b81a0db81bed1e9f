"""Where the theorem of an obligation stands in the Lean sources."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from proofcheck.lean.coverage import theorem_of
from proofcheck.lean.emit import GENERATED

THEOREM = re.compile(r"theorem «(.+?)» : (.+?)(?: :=)?$")


@dataclass(frozen=True)
class Theorem:
    """A theorem: its full name, its statement as written, its file in the Lean project, and the line."""

    name: str
    statement: str
    file: str
    line: int


def theorems(project: Path) -> dict[str, Theorem]:
    """The theorems that the generated modules of a Lean project have, by obligation."""
    found = {}
    for file in sorted((project / GENERATED).rglob("*.lean")):
        try:
            lines = file.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            continue  # what Lean makes of it is in its own verdicts
        for number, line in enumerate(lines, start=1):
            if match := THEOREM.match(line):
                found[match[1]] = Theorem(theorem_of(match[1]), match[2], str(file), number)
    return found
