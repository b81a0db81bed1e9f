"""The project as faults see it: a frozen copy of `cases/` and `lean/`, and one linked copy per fault.

In the copy the built-in problem files stand beside `gate.toml`, so that they can be changed too; nothing
else differs from the original.  A copy per fault shares its files by hard links, the compiled Lean modules
included: a change writes a new file in place of the link, so the frozen copy never changes.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from proofcheck.certificate.gate import GATE_FILE, Demand, read_gate
from proofcheck.errors import BadInput
from proofcheck.files import write_whole
from proofcheck.lean.toolchain import STATE_DIR
from proofcheck.problem.reader import builtin_names

Edits = Mapping[str, bytes | None]  # what to write at a path relative to the copy, or None to remove it
COMPILED = Path("lean") / STATE_DIR
LAKE = ".lake"
PER_COPY = ("lock", "tmp")  # of the compiled modules: never shared between copies


@dataclass(frozen=True)
class Project:
    """A copy of the project: the folders `cases` and `lean` under `root`."""

    root: Path

    @property
    def cases(self) -> Path:
        """The folder with `gate.toml`."""
        return self.root / "cases"

    @property
    def lean(self) -> Path:
        """The Lean project."""
        return self.root / "lean"

    def read(self, path: str) -> bytes:
        """The bytes of a file, by its path in the copy."""
        return (self.root / path).read_bytes()

    def text(self, path: str) -> str:
        """The same as text."""
        return self.read(path).decode("utf-8")

    def files(self, folder: str, suffix: str) -> Iterator[str]:
        """The paths of all files under a folder with this suffix, sorted; no compiled module."""
        for path in sorted((self.root / folder).rglob(f"*{suffix}")):
            inner = path.relative_to(self.root)
            if path.is_file() and not any(part.startswith(".") for part in inner.parts):
                yield inner.as_posix()

    def demands(self) -> list[Demand]:
        """What its gate demands; BadInput if that cannot be read."""
        return read_gate(self.cases)

    def digest(self) -> str:
        """The SHA-256 of all files with their paths, compiled modules left out."""
        total = hashlib.sha256()
        for folder in ("cases", "lean"):
            for path in self.files(folder, ""):
                total.update(f"{path}\0{hashlib.sha256(self.read(path)).hexdigest()}\n".encode())
        return total.hexdigest()


def freeze(cases: Path, lean: Path | None, root: Path) -> Project:
    """Copy a project, with its Lean project or without, to `root`, built-in problem files beside its
    `gate.toml`."""
    for source, name in ((cases, "cases"), (lean, "lean")):
        if source is None:
            continue
        if not source.is_dir():
            raise BadInput(f"{source}: no such folder")
        shutil.copytree(source, root / name, ignore=shutil.ignore_patterns(*PER_COPY))
    project = Project(root)
    if not (project.cases / GATE_FILE).is_file():
        raise BadInput(f"{cases / GATE_FILE}: no such file")
    text = project.text(f"cases/{GATE_FILE}")
    for name in builtin_names():
        text, count = re.subn(rf'^source = "{name}"$', f'source = "{name}.toml"', text, flags=re.MULTILINE)
        if count:
            builtin = resources.files("proofcheck.problem") / "builtin" / f"{name}.toml"
            (project.cases / f"{name}.toml").write_bytes(builtin.read_bytes())
    (project.cases / GATE_FILE).write_text(text, encoding="utf-8")
    return project


def linked(project: Project, root: Path, edits: Edits) -> Project:
    """A copy that shares its files by hard links, with the edits applied."""
    for folder, _, names in os.walk(project.root):
        inner = root / Path(folder).relative_to(project.root)
        inner.mkdir(parents=True, exist_ok=True)
        shared = [name for name in names if not (name in PER_COPY and COMPILED.name in Path(folder).parts)]
        share = shutil.copy2 if LAKE in inner.parts else os.link  # lake writes into its files
        for name in shared:
            share(Path(folder, name), inner / name)
    copy = Project(root)
    apply(copy, edits)
    return copy


def changes(project: Project, edits: Edits) -> bool:
    """Whether edits change anything."""
    present = {path: project.read(path) if (project.root / path).is_file() else None for path in edits}
    return present != dict(edits)


def apply(copy: Project, edits: Edits) -> None:
    """Write or remove files of a linked copy, each link replaced and never written through."""
    for path, content in edits.items():
        target = copy.root / path
        if content is None:
            target.unlink()
        else:
            write_whole(target, content)
