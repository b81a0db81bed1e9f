"""The modules of the Lean project and the order in which their imports force them to be built.

A module is a file `ProofCheck.lean` or `ProofCheck/**/*.lean` under the project root; its imports
are the `import` lines of its header. Every import must be a module of the project.
"""

from __future__ import annotations

import graphlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from proofcheck.lean import names, source
from proofcheck.lean.errors import BadSource, ImportCycle, MissingModule, ModuleGraphError

LIBRARY = "ProofCheck"
_PART = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_IMPORT = re.compile(rf"\s*import\s+(?!all\s)({names.NAME_RE.pattern})(?=\s|$)")
_PRELUDE = re.compile(r"\s*prelude(?=\s|$)")
_UNSUPPORTED = re.compile(r"\s*((?:(?:public|meta|private)\s+)*(?:import|module)\b[^\n]*)")


@dataclass(frozen=True)
class Module:
    """One source file: its module name, path and bytes, and the modules it imports."""

    name: str
    path: Path
    content: bytes
    imports: tuple[str, ...]


def load(root: Path) -> dict[str, Module]:
    """All modules of the project in an order in which imports come first.

    Raises MissingModule, ImportCycle, BadSource, or ModuleGraphError when there is no module.
    """
    modules = {module.name: module for module in (_read(root, path) for path in _files(root))}
    if not modules:
        raise ModuleGraphError(f"{root}: no Lean source {LIBRARY}.lean or {LIBRARY}/**/*.lean")
    _require_known_imports(modules)
    return {name: modules[name] for name in order(modules)}


def require_top(root: Path) -> None:
    """Raise MissingModule where the module that lake begins with is not there: it would build nothing."""
    if not (root / f"{LIBRARY}.lean").is_file():
        raise MissingModule(f"{root / LIBRARY}.lean: missing, and lake begins with it; restore the file")


def order(modules: Mapping[str, Module]) -> list[str]:
    """Module names, imports first, ties in alphabetical order; ImportCycle when there is none."""
    sorter = graph(modules)
    result: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        result += ready
        sorter.done(*ready)
    return result


def graph(modules: Mapping[str, Module]) -> graphlib.TopologicalSorter[str]:
    """The prepared import graph, for walking it in parallel."""
    sorter = graphlib.TopologicalSorter({name: modules[name].imports for name in sorted(modules)})
    try:
        sorter.prepare()
    except graphlib.CycleError as error:
        raise ImportCycle(f"modules import each other: {' <- '.join(error.args[1])}") from None
    return sorter


def _files(root: Path) -> list[Path]:
    top = root / f"{LIBRARY}.lean"
    return ([top] if top.is_file() else []) + sorted((root / LIBRARY).rglob("*.lean"))


def _read(root: Path, path: Path) -> Module:
    parts = path.relative_to(root).with_suffix("").parts
    for part in parts:
        if not _PART.fullmatch(part):
            raise BadSource(
                f"{path}: {part!r} cannot be part of a module name (letters, digits, _)"
            )
    text = source.read(path)
    return Module(".".join(parts), path, text.encode("utf-8"), imports(text, place=str(path)))


def imports(text: str, *, place: str) -> tuple[str, ...]:
    """The modules named by the header, in order; BadSource for a header of another shape."""
    code = source.code(text, place=place, keep_quoted=True)
    prelude = _PRELUDE.match(code)
    if prelude is None:
        raise BadSource(
            f"{place}:1: the header must start with prelude (the project imports no library)"
        )
    position = prelude.end()
    found: list[str] = []
    while match := _IMPORT.match(code, position):
        found.append(match[1])
        position = match.end()
    if odd := _UNSUPPORTED.match(code, position):
        line = source.line_of(code, odd.start(1))
        raise BadSource(
            f"{place}:{line}: header line {odd[1].strip()[:60]!r} is not of the form: import Module"
        )
    return tuple(dict.fromkeys(found))


def _require_known_imports(modules: Mapping[str, Module]) -> None:
    for module in modules.values():
        for name in module.imports:
            if name not in modules:
                raise MissingModule(
                    f"{module.path}: imports {name}, which the project does not have"
                )
