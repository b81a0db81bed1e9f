"""Where the theorem of an obligation stands in the Lean sources."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from proofcheck.lean import source
from proofcheck.lean.coverage import theorem_of
from proofcheck.lean.emit import GENERATED
from proofcheck.lean.errors import BadSource
from proofcheck.lean.stated import covers

WRITTEN = re.compile(r"^theorem («[^»]+»)\s*(.+?)\s*:=", re.MULTILINE | re.DOTALL)
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


def written_theorems(project: Path, obligations: Iterable[str]) -> dict[str, Theorem]:
    """The theorems, written by hand, that belong to these obligations; one may belong to several."""
    generated = project / GENERATED
    written: dict[str, Theorem] = {}
    for file in sorted(generated.parent.rglob("*.lean")):
        if not file.is_relative_to(generated):
            written |= {theorem.name: theorem for theorem in _written(file)}
    found = {i: [theorem for name, theorem in written.items() if covers(name, i)] for i in obligations}
    return {i: belonging[0] for i, belonging in found.items() if len(belonging) == 1}


def _written(file: Path) -> Iterable[Theorem]:
    try:
        code = source.code(source.read(file), place=str(file), keep_quoted=True)
    except BadSource:
        return  # what Lean makes of it is in its own verdicts
    for match in WRITTEN.finditer(code):
        yield Theorem(match[1], " ".join(match[2].split()), str(file), source.line_of(code, match.start()))
