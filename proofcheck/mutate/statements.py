"""Faults in the statements: the problem files, and what was made from them.

*Alone*, a changed problem file no longer fits `problem.json`.  *Consistent*, `problem.json` and the digest
in every certificate follow the change, so that only the proofs can tell.  *Regenerated*, the certificates too
are searched anew for the changed statement: nothing under `cases/` is wrong any more, and only what is
recorded outside it, the Lean statements, can tell that less is proved.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from proofcheck.certificate import check
from proofcheck.certificate.gate import PROBLEM_FILE, Demand
from proofcheck.certificate.write import generate
from proofcheck.errors import BadInput
from proofcheck.mutate.certificates import certificate_files, written
from proofcheck.mutate.fault import Fault, Kind, said
from proofcheck.mutate.project import Edits, Project
from proofcheck.problem.reader import read_statement

Rewrite = Callable[[str], Iterator[tuple[str, str]]]  # a problem file: places with the changed files


def problem_files(project: Project) -> Iterator[tuple[str, Demand]]:
    """Every problem file that the gate lists, with the first problem that is made from it."""
    raw = tomllib.loads(project.text("cases/gate.toml"))["problem"]
    found: dict[str, Demand] = {}
    for entry, demand in zip(raw, project.demands(), strict=True):
        found.setdefault(f"cases/{entry['source']}", demand)
    yield from found.items()


def _blocks(text: str, kind: str) -> Iterator[tuple[str, str]]:
    """The blocks `[[kind]]` of a problem file, with their names."""
    for block in re.findall(rf"^\[\[{kind}\]\]\n(?:.+\n)*", text, re.MULTILINE):
        name = re.search(r'^name = "(\w+)"', block, re.MULTILINE)
        yield name[1] if name else "", block


# -------- the rewritings


def flipped(text: str) -> Iterator[tuple[str, str]]:
    """An inequality of the cone is turned around."""
    for name, block in _blocks(text, "inequality"):
        turned = block.replace("\nlesser =", "\nnew =").replace("\ngreater =", "\nlesser =")
        turned = turned.replace("\nnew =", "\ngreater =")
        yield name, text.replace(block, turned)


def inequality_dropped(text: str) -> Iterator[tuple[str, str]]:
    """An inequality of the cone is left out."""
    for name, block in _blocks(text, "inequality"):
        yield name, text.replace(block, "")


def claim_dropped(text: str) -> Iterator[tuple[str, str]]:
    """A claim is left out."""
    for name, block in _blocks(text, "claim"):
        yield name, text.replace(block, "")


def reduction_dropped(text: str) -> Iterator[tuple[str, str]]:
    """The reduction is left out."""
    for name, block in _blocks(text, "reduction"):
        yield name, text.replace(block, "")


def event_dropped(text: str) -> Iterator[tuple[str, str]]:
    """An event is left out."""
    for name, block in _blocks(text, "event"):
        yield name, text.replace(block, "")


def range_narrowed(text: str) -> Iterator[tuple[str, str]]:
    """An inequality is claimed for x >= 1 only."""
    for name, block in _blocks(text, "inequality"):
        narrow = re.sub(r"^for = \{ ", 'for = { x = [1, "top"], ', block, flags=re.MULTILINE)
        if narrow != block:
            yield name, text.replace(block, narrow)


def actions_changed(text: str) -> Iterator[tuple[str, str]]:
    """Jobs are sent in twos."""
    changed = re.sub(r"^move = \[-1, 1\]$", "move = [-2, 2]", text, flags=re.MULTILINE)
    if changed != text:
        yield "routing", changed


def weight_changed(text: str) -> Iterator[tuple[str, str]]:
    """The fast server holds two jobs' worth of cost."""
    changed = re.sub(r"^x = 1$", "x = 2", text, flags=re.MULTILINE)
    if changed != text:
        yield "cost", changed


REWRITINGS: dict[str, Rewrite] = {
    "template-flipped": flipped,
    "inequality-dropped": inequality_dropped,
    "claim-dropped": claim_dropped,
    "reduction-dropped": reduction_dropped,
    "event-dropped": event_dropped,
    "range-narrowed": range_narrowed,
    "actions-changed": actions_changed,
    "cost-changed": weight_changed,
}


# -------- how far the rest follows


def stated(path: str, text: str, demand: Demand) -> dict[str, Any] | None:
    """The statement that a changed problem file makes; None if it makes none."""
    with TemporaryDirectory() as scratch:
        changed = Path(scratch, Path(path).name)
        changed.write_text(text, encoding="utf-8")
        try:
            return read_statement(str(changed), demand.statement["sizes"])
        except BadInput:
            return None


def _alone(project: Project, path: str, text: str, demand: Demand) -> Edits:
    return {path: text.encode()}


def _consistent(project: Project, path: str, text: str, demand: Demand) -> Edits:
    """The problem file, `problem.json` and every digest follow."""
    statement = stated(path, text, demand)
    edits: dict[str, bytes | None] = {path: text.encode()}
    if statement is None:
        return edits
    folder = f"cases/{demand.folder.name}"
    edits[f"{folder}/{PROBLEM_FILE}"] = written(statement)
    digest = check.Problem(statement).digest
    for certificate in certificate_files(project):
        if certificate.startswith(f"{folder}/"):
            document = json.loads(project.text(certificate))
            document["problem"] = document["problem"] | {"sha256": digest}
            edits[certificate] = written(document)
    return edits


def _regenerated(project: Project, path: str, text: str, demand: Demand) -> Edits:
    """The whole folder is made anew for the changed statement."""
    statement = stated(path, text, demand)
    edits: dict[str, bytes | None] = {path: text.encode()}
    if statement is None:
        return edits
    folder = f"cases/{demand.folder.name}"
    made = generate(statement)
    gone = {name: None for name in project.files(folder, ".json") if Path(name).name not in made}
    return edits | gone | {f"{folder}/{name}": content.encode() for name, content in made.items()}


REGENERATED = ".regenerated"
FOLLOW = {"": _alone, ".consistent": _consistent, REGENERATED: _regenerated}


def _faults(kind: str, follow: str, project: Project, seed: int) -> Iterator[Fault]:
    for path, demand in problem_files(project):
        text = project.text(path)
        for where, changed in REWRITINGS[kind](text):
            edits = partial(FOLLOW[follow], project, path, changed, demand)
            yield Fault(kind + follow, f"{path}: {where}", edits, only_lean=follow == REGENERATED)


def _numbers(project: Project, seed: int) -> Iterator[Fault]:
    """The first number in every line that has one grows by one."""
    for path, demand in problem_files(project):
        lines = project.text(path).splitlines(keepends=True)
        for k, line in enumerate(lines):
            changed = re.sub(r"(?<![\w\"/])(\d+)(?![\w\"/])", lambda m: str(int(m[1]) + 1), line, count=1)
            if changed != line and not line.startswith("#"):
                text = "".join([*lines[:k], changed, *lines[k + 1 :]])
                edits = partial(_alone, project, path, text, demand)
                same = stated(path, text, demand) == demand.statement  # a size that the gate sets otherwise
                yield Fault("problem-number", f"{path}:{k + 1}", edits, same)


SUFFIXES = {
    "": "",
    ".consistent": "; problem.json and every digest follow",
    REGENERATED: "; all certificates are made anew for it",
}
KINDS = [
    Kind(f"{kind}{follow}", said(rewrite) + words, partial(_faults, kind, follow))
    for kind, rewrite in REWRITINGS.items()
    for follow, words in SUFFIXES.items()
] + [Kind("problem-number", "A number in a problem file grows by one", _numbers)]
