"""Faults in the statements: the problem and model files, and what was made from them.

*Alone*, a changed file no longer fits `problem.json` or `model.json`.  *Consistent*, these and the digest in
every certificate follow the change, for every size that the file is listed for, so that only the proofs can
tell.  *Regenerated*, the certificates too are searched anew for the changed statement: nothing under `cases/`
is wrong any more, and only what is recorded outside it, the Lean statements, can tell that less is proved.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from proofcheck.errors import BadInput
from proofcheck.mutate.certificates import written
from proofcheck.mutate.fault import Fault, Kind, said
from proofcheck.mutate.folders import Folder, Statement, by_source, folders
from proofcheck.mutate.project import Edits, Project
from proofcheck.mutate.rewritings import REWRITINGS

Files = dict[str, bytes | None]
WORDS = ("title", "source", "meaning")  # of a statement, for people: no certificate repeats them
# After these the certificates may be right as they are; then only what records the statement can tell.
MAY_HOLD = (
    "assumption-dropped",
    "premise-flipped",
    "premise-dropped",
    "choice-flipped",
    "action-widened",
    "number-changed",
)


# -------- how far the rest follows


def _alone(project: Project, folder: Folder, statement: Statement) -> Files:
    """Nothing follows."""
    return {}


def _consistent(project: Project, folder: Folder, statement: Statement) -> Files:
    """The statement that the folder repeats, and every digest."""
    edits: Files = {folder.repeated: written(statement)}
    head, digest = folder.language.head, folder.language.digest(statement)
    for certificate in folder.certificates(project):
        document = json.loads(project.text(certificate))
        document[head] = document[head] | {"sha256": digest}
        edits[certificate] = written(document)
    return edits


def _regenerated(project: Project, folder: Folder, statement: Statement) -> Files:
    """The whole folder is made anew; where the search finds nothing to write, nothing follows."""
    try:
        made = folder.language.generate(statement)
    except BadInput:
        return {}
    gone = {name: None for name in project.files(folder.path, ".json") if Path(name).name not in made}
    return gone | {f"{folder.path}/{name}": content.encode() for name, content in made.items()}


CONSISTENT, REGENERATED = ".consistent", ".regenerated"
FOLLOW = {"": _alone, CONSISTENT: _consistent, REGENERATED: _regenerated}
SUFFIXES = {
    "": "",
    CONSISTENT: "; the statement beside the certificates and every digest follow",
    REGENERATED: "; all certificates are made anew for it",
}


def _edits(project: Project, source: str, text: str, made: list[Folder], follow: str) -> Edits:
    """The changed file, and what follows it in all folders that are made from it."""
    edits: Files = {source: text.encode()}
    for folder in made:
        statement = folder.stated(text)
        edits |= FOLLOW[follow](project, folder, statement) if statement is not None else {}
    return edits


def _faults(kind: str, follow: str, project: Project, seed: int) -> Iterator[Fault]:
    for source, made in by_source(folders(project)).items():
        recorded = any(folder.lean for folder in made)  # outside `cases/`
        for where, text in REWRITINGS[kind](project.text(source)):
            edits = partial(_edits, project, source, text, made, follow)
            only_lean = follow == REGENERATED or (follow == CONSISTENT and kind in MAY_HOLD)
            if recorded or not only_lean:
                same = kind == "number-changed" and equivalent(made, text, WORDS if follow else ())
                yield Fault(kind + follow, f"{source}: {where}", edits, same, only_lean and not same)


def equivalent(made: list[Folder], text: str, words: tuple[str, ...] = ()) -> bool:
    """Whether every statement made from a file stays what it is with another text, up to these words."""
    return all(without(folder.stated(text), words) == without(folder.statement, words) for folder in made)


def without(value: Any, keys: tuple[str, ...]) -> Any:
    """Plain data without these keys, at any depth."""
    if isinstance(value, dict):
        return {key: without(inner, keys) for key, inner in value.items() if key not in keys}
    return [without(inner, keys) for inner in value] if isinstance(value, list) else value


KINDS = [
    Kind(f"{kind}{follow}", said(rewrite) + words, partial(_faults, kind, follow))
    for kind, rewrite in REWRITINGS.items()
    for follow, words in SUFFIXES.items()
    if (kind, follow) != ("number-changed", REGENERATED)  # hundreds, each as good a model as the first
]
