"""Deletions, every one: each certificate, each Lean theorem, each line of a problem file or a list."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from proofcheck.certificate.gate import GATE_FILE, Demand, demanded_lists, demanded_theorems, read_gate
from proofcheck.control import gate as control_gate
from proofcheck.errors import BadInput
from proofcheck.index import gate as index_gate
from proofcheck.model.gate import read_models
from proofcheck.mutate.fault import Fault, Kind
from proofcheck.mutate.project import Edits, Project
from proofcheck.mutate.sources import every_theorem, locked, unlock, without
from proofcheck.mutate.statements import problem_files, stated


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
    for path, demand in problem_files(project):
        meaning = partial(_stated, path, demand=demand)
        yield from _lines("delete-problem-line", project, path, meaning)


def _stated(path: str, text: str, demand: Demand) -> Any:
    statement = stated(path, text, demand)
    return None if statement is None else (statement,)


def _list_lines(project: Project, seed: int) -> Iterator[Fault]:
    present = {name: read for name, read in READERS.items() if (project.cases / name).is_file()}
    for name, read in present.items():
        meaning = partial(_meaning, project, name, read)
        yield from _lines("delete-list-line", project, f"cases/{name}", meaning)


def _gate_meaning(cases: Path) -> Any:
    demands = [dataclasses.replace(one, folder=Path(one.folder.name)) for one in read_gate(cases)]
    models = [dataclasses.replace(one, folder=Path(one.folder.name)) for one in read_models(cases)]
    return (demands, models, demanded_lists(cases)), demanded_theorems(cases)


def _index_meaning(cases: Path) -> Any:
    """All but the hint where to search for a witness, which no checker reads."""
    gate = index_gate.read_index_gate(cases)
    instances = [dataclasses.replace(one, witness=None) for one in gate.instances]
    return (gate.expected, instances), gate.without_lean


def _control_meaning(cases: Path) -> Any:
    return (control_gate.read_gate(cases),)


READERS: dict[str, Callable[[Path], Any]] = {
    GATE_FILE: _gate_meaning,
    index_gate.GATE_FILE: _index_meaning,
    control_gate.GATE_FILE: _control_meaning,
}


def _meaning(project: Project, name: str, read: Callable[[Path], Any], text: str) -> Any:
    """What a list of the gate says with this text; None if it cannot be read."""
    with TemporaryDirectory() as scratch:
        for path in project.files("cases", ".toml"):
            copy = Path(scratch, *Path(path).parts[1:])
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(project.root / path, copy)
        Path(scratch, name).write_text(text, encoding="utf-8")
        try:
            return read(Path(scratch))
        except BadInput:
            return None


KINDS = [
    Kind("delete-certificate", "A certificate, or problem.json, is missing", _certificates),
    Kind("delete-theorem", "A Lean theorem is missing", _theorems),
    Kind("delete-lock-entry", "A text is missing in the lock", _lock_entries),
    Kind("delete-problem-line", "A line is missing in a problem file", _problem_lines),
    Kind("delete-list-line", "A line is missing in gate.toml, index.toml or control.toml", _list_lines),
]
