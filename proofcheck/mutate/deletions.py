"""Deletions, all of them: each certificate, each Lean theorem, each line of a statement or a list."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from proofcheck.certificate.gate import GATE_FILE
from proofcheck.control import gate as control_gate
from proofcheck.frontier import gate as frontier_gate
from proofcheck.index import gate as index_gate
from proofcheck.mutate.fault import Fault, Kind
from proofcheck.mutate.folders import Folder, by_source, folders
from proofcheck.mutate.project import Edits, Project
from proofcheck.mutate.sources import every_theorem, locked, unlock, without
from proofcheck.mutate.statements import without as without_keys


def _gone(path: str) -> Edits:
    return {path: None}


def _certificates(project: Project, seed: int) -> Iterator[Fault]:
    for path in project.files("cases", ".json"):
        yield Fault("delete-certificate", path, partial(_gone, path))


def _theorems(project: Project, seed: int) -> Iterator[Fault]:
    for theorem in every_theorem(project):
        yield Fault("delete-theorem", theorem.site, partial(without, project, theorem), only_lean=True)


def _lock_entries(project: Project, seed: int) -> Iterator[Fault]:
    data = locked(project)
    for part in ("theorems", "definitions"):
        for name in data[part]:
            yield Fault(
                "delete-lock-entry", f"{part}: {name}", partial(unlock, project, part, name), only_lean=True
            )


# -------- lines

UNREAD = ("witness",)  # a hint where to search, which no checker reads
ONLY_LEAN = ("theorems", "without_lean")

Meaning = Callable[[str], Any]  # what Python, and what only Lean, takes from the text of a file


def _lines(kind: str, project: Project, path: str, meaning: Meaning) -> Iterator[Fault]:
    """A fault for every line; equivalent where the file means the same without it."""
    lines = project.text(path).splitlines(keepends=True)
    whole = meaning("".join(lines))
    for k, line in enumerate(lines):
        text = "".join(lines[:k] + lines[k + 1 :])
        edits = partial(_text, path, text)
        site = f"{path}:{k + 1}: {line.strip()[:50]}"
        means = meaning(text)
        only_lean = means is not None and means[:1] == whole[:1]
        yield Fault(kind, site, edits, means == whole, only_lean and means != whole)


def _text(path: str, text: str) -> Edits:
    return {path: text.encode()}


def _problem_lines(project: Project, seed: int) -> Iterator[Fault]:
    for source, made in by_source(folders(project)).items():
        yield from _lines("delete-problem-line", project, source, partial(_stated, made))


def _stated(made: list[Folder], text: str) -> Any:
    """All statements that are made from a file; None if one cannot be made."""
    statements = [folder.stated(text) for folder in made]
    return None if None in statements else (statements,)


def _list_lines(project: Project, seed: int) -> Iterator[Fault]:
    for name in (GATE_FILE, index_gate.GATE_FILE, control_gate.GATE_FILE, frontier_gate.GATE_FILE):
        if (project.cases / name).is_file():
            yield from _lines("delete-list-line", project, f"cases/{name}", partial(_demanded, project))


def _demanded(project: Project, text: str) -> Any:
    """What a list demands of Python, and what only of Lean; None if it is no list."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    raw |= {"problem": [one | {"sizes": _sizes(project, one)} for one in raw.get("problem", [])]}
    return without_keys(raw, UNREAD + ONLY_LEAN), without_keys(raw, UNREAD)


def _sizes(project: Project, entry: dict[str, Any]) -> dict[str, Any]:
    """The sizes of an entry of gate.toml; the problem file has those that the entry leaves out."""
    source = project.cases / str(entry.get("source"))
    table = tomllib.loads(source.read_text("utf-8")) if source.is_file() else {}
    return {**table.get("sizes", {}), **entry.get("sizes", {})}


KINDS = [
    Kind("delete-certificate", "A certificate, or problem.json, is missing", _certificates),
    Kind("delete-theorem", "A Lean theorem is missing", _theorems),
    Kind("delete-lock-entry", "A text is missing in the lock", _lock_entries),
    Kind("delete-problem-line", "A line is missing in a problem or model file", _problem_lines),
    Kind("delete-list-line", "A line is missing in gate.toml or a list beside it", _list_lines),
]
