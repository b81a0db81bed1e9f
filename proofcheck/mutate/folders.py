"""Folders of certificates: the statement that each is for, and the file from which that is made.

A problem file may be listed for several sizes: then it makes several statements, and has as many folders.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from proofcheck.certificate import check, model_statement, write
from proofcheck.certificate.gate import GATE_FILE, PROBLEM_FILE, Demand
from proofcheck.errors import BadInput
from proofcheck.model import write as model_write
from proofcheck.model.gate import Wanted, read_models
from proofcheck.model.reader import read_model
from proofcheck.model.write import MODEL_FILE
from proofcheck.mutate.project import Project
from proofcheck.problem.reader import read_statement

Statement = dict[str, Any]


@dataclass(frozen=True)
class Language:
    """A language of statements: the file and the head of a certificate that repeat them, and what is made of
    a statement."""

    file: str
    head: str
    digest: Callable[[Statement], str]
    generate: Callable[[Statement], dict[str, str]]


def _problem_digest(statement: Statement) -> str:
    return check.Problem(statement).digest


def _model_digest(statement: Statement) -> str:
    return model_statement.Model(statement).digest


PROBLEM = Language(PROBLEM_FILE, "problem", _problem_digest, write.generate)
MODEL = Language(MODEL_FILE, "model", _model_digest, model_write.generate)


@dataclass(frozen=True)
class Folder:
    """A folder of certificates, by its path in the copy, with all that it is made from.  `read` gives the
    statement that a problem or model file makes; `lean` says whether Lean checks it."""

    path: str
    source: str
    statement: Statement
    language: Language
    read: Callable[[Path], Statement]
    lean: bool

    @property
    def name(self) -> str:
        """The name of the problem or model."""
        return self.path.rpartition("/")[2]

    @property
    def repeated(self) -> str:
        """The file in it that repeats the statement, by its path."""
        return f"{self.path}/{self.language.file}"

    def certificates(self, project: Project) -> Iterator[str]:
        """Its certificates, by path."""
        return (path for path in project.files(self.path, ".json") if path != self.repeated)

    def stated(self, text: str) -> Statement | None:
        """The statement that the source makes with this text; None if it makes none."""
        with TemporaryDirectory() as scratch:
            changed = Path(scratch, Path(self.source).name)
            changed.write_text(text, encoding="utf-8")
            try:
                return self.read(changed)
            except BadInput:
                return None


def _read_problem(sizes: dict[str, int], path: Path) -> Statement:
    return read_statement(str(path), sizes)


def folders(project: Project) -> list[Folder]:
    """All folders of certificates that the gate's problems and models demand, in its order."""
    return listed(project, project.demands(), read_models(project.cases))


def listed(project: Project, demands: list[Demand], models: list[Wanted]) -> list[Folder]:
    """The same, for who has read the demands of the gate already."""
    raw = tomllib.loads(project.text(f"cases/{GATE_FILE}"))
    entries = [*raw.get("problem", []), *raw.get("model", [])]
    wanted: list[Demand | Wanted] = [*demands, *models]
    return [_folder(project, *both) for both in zip(entries, wanted, strict=True)]


def _folder(project: Project, entry: dict[str, Any], one: Demand | Wanted) -> Folder:
    path, source = one.folder.relative_to(project.root).as_posix(), f"cases/{entry['source']}"
    if isinstance(one, Wanted):
        return Folder(path, source, one.statement, MODEL, read_model, not one.without_lean)
    read = partial(_read_problem, entry.get("sizes", {}))
    return Folder(path, source, one.statement, PROBLEM, read, not one.without_lean)


def by_source(found: list[Folder]) -> dict[str, list[Folder]]:
    """Problem and model files, each with all folders that are made from it."""
    made: dict[str, list[Folder]] = {}
    for folder in found:
        made.setdefault(folder.source, []).append(folder)
    return made


def certificate_files(project: Project) -> Iterator[str]:
    """The certificates of all problems and models that the gate lists, by path."""
    return (path for folder in folders(project) for path in folder.certificates(project))
