"""Where a person looks first when a verdict is bad: lines of certificate, statement, demand and Lean source.

Nothing is decided here.  A place is only ever named if the file is there; its line is 1 unless the obligation
is found in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from proofcheck.certificate.gate import GATE_FILE, LISTS, PROBLEM_FILE
from proofcheck.model.write import MODEL_FILE
from proofcheck.report.summary import Section
from proofcheck.verdict import Result

GENERATED = "ProofCheck/Generated"


@dataclass(frozen=True)
class Place:
    """A line, from 1, of a file, and what the file is to the verdict."""

    path: Path
    line: int
    what: str


@cache
def lines(path: Path) -> tuple[str, ...]:
    """The lines of a file, or none if it cannot be read."""
    try:
        return tuple(path.read_text("utf-8", errors="replace").splitlines())
    except OSError:
        return ()


def is_file(path: Path) -> bool:
    """Whether there is such a file; no name is too long or too odd to ask."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether there is such a folder."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def line_of(path: Path, wanted: Callable[[str], object]) -> int:
    """The first line that is wanted, or 0."""
    return next((n for n, text in enumerate(lines(path), 1) if wanted(text)), 0)


@dataclass(frozen=True)
class Places:
    """The places of a gate's verdicts, in a folder of cases and a Lean project."""

    cases: Path
    lean: Path = field(default_factory=lambda: Path("lean"))

    def of(self, section: Section, result: Result) -> list[Place]:
        """The places of a verdict, the most telling first; at least the gate's own file."""
        home = self.home(problem_of(section, result.id))
        found = [
            self.lean_line(result.id) if section.checker == "lean" else None,
            self.certificate(home, result.id),
            self.statement(home, result.id),
            *(self.demand(name, result.id) for name in LISTS),
        ]
        return [place for place in found if place] or [Place(self.cases / GATE_FILE, 1, "gate")]

    def home(self, problem: str) -> Path:
        """The folder of a problem, or of a model, which is one level deeper."""
        below = [path / problem for path in sorted(self.cases.glob("*/"))]
        return next(filter(is_folder, [self.cases / problem, *below]), self.cases / problem)

    def certificate(self, home: Path, key: str) -> Place | None:
        """The certificate file, at the obligation's own line."""
        name = key.split("/", 1)[-1]
        direct = [home / name, home / f"{name.split('.', 1)[-1]}.json", self.cases / name]
        for path in filter(is_file, direct):
            return Place(path, 1, "certificate")
        for path in sorted(home.glob("*.json")) if is_folder(home) else []:
            if line := line_of(path, lambda text: f'"id": "{key}"' in text):
                return Place(path, line, "certificate")
        return None

    def statement(self, folder: Path, key: str) -> Place | None:
        """The problem or model file, at the inequality or event that the obligation is about."""
        path = next(filter(is_file, [folder / PROBLEM_FILE, folder / MODEL_FILE]), None)
        if path is None:
            return None
        for part in reversed(key.split(".")[1:]):
            if line := line_of(path, lambda text, part=part: f'"name": "{part}"' in text):  # type: ignore[misc]
                return Place(path, line, "statement")
        return Place(path, 1, "statement")

    def demand(self, name: str, key: str) -> Place | None:
        """The list that asks for it."""
        first, _, rest = re.sub(r"[/.]", ".", key, count=1).partition(".")
        path = self.cases / f"{name}.toml"
        if first not in LISTS[name] or not is_file(path):
            return None
        stem = rest.removesuffix(".json")
        return Place(path, line_of(path, lambda text: f'name = "{stem}"' in text) or 1, "demand")

    def lean_line(self, key: str) -> Place | None:
        """The theorem: of an obligation in a generated module, or a lemma in a module written by hand."""
        name = key.rsplit(".", 1)[-1]
        heads = [f"theorem «{key}»", f"theorem {key} ", f"theorem {name} "]
        for path in sorted(self.lean.glob("ProofCheck/**/*.lean")):
            if line := line_of(path, lambda text: any(f"{text} ".startswith(head) for head in heads)):
                return Place(path, line, "lean")
        path = self.lean / key
        return Place(path, 1, "lean") if is_file(path) else None


def problem_of(section: Section, key: str) -> str:
    """The folder an id belongs to: its first part, or else the section's problem."""
    first = re.split(r"[/.]", key, maxsplit=1)[0]
    return section.problem if section.checker != "lean" else first
