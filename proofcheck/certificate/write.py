"""Write certificates: one JSON file per group of obligations, the same bytes every time.

The search gives splits, multipliers and names of hypotheses.  The trusted checker checks these and
writes the words around them; a certificate that it would refuse is never written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import Any

from proofcheck.certificate import check
from proofcheck.certificate.gate import PROBLEM_FILE
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.errors import BadInput
from proofcheck.problem.model import from_statement
from proofcheck.search.farkas import Search

WIDTH = 100
ORDER = ("id", "verdict", "claim", "goal", "states", "proof", "excluded")  # as a reader wants them


def layout(value: Any, indent: int = 0) -> str:
    """JSON text in which whatever fits on a line stands on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    pad = " " * (indent + 1)
    if isinstance(value, dict):
        parts = [f"{json.dumps(k, ensure_ascii=False)}: {layout(v, indent + 1)}" for k, v in value.items()]
    else:
        parts = [layout(item, indent + 1) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{pad}" + f",\n{pad}".join(parts) + f"\n{' ' * indent}{closing}"


Progress = Callable[[Iterable[str]], Iterable[str]]  # the same groups, counted as they come


def generate(
    statement: dict[str, Any], progress: Progress = lambda groups: groups, pool: Executor | None = None
) -> dict[str, str]:
    """The files of a problem's folder, by name: the statement and one certificate per group.

    With a pool, its processes make the groups side by side; the files are the same.
    """
    made, text = Maker(statement), json.dumps(statement)
    files = {PROBLEM_FILE: layout(statement) + "\n"}
    names = sorted(made.groups)
    texts = map(made.certificate, names) if pool is None else pool.map(_made, repeat(text), names)
    for group, certificate in zip(progress(names), texts, strict=True):
        files[f"{group}.json"] = certificate
    return files


class Maker:
    """Makes the certificates of one statement; obligations that are alike are searched once."""

    def __init__(self, statement: dict[str, Any]) -> None:
        problem, self.trusted = from_statement(statement), check.Problem(statement)
        tasks = list(obligations(problem))
        require_agreement(tasks, self.trusted)
        self.search, by_id = Search(problem), {task.id: task for task in tasks}
        self.groups: dict[str, list[tuple[Task, Any]]] = {}
        for o in self.trusted.obligations:
            self.groups.setdefault(o.group, []).append((by_id[o.id], o))

    def certificate(self, group: str) -> str:
        """The file of a group."""
        trusted = self.trusted
        document = {
            "format": check.CERTIFICATE_FORMAT,
            "problem": {"name": trusted.name, "sizes": trusted.sizes, "sha256": trusted.digest},
            "group": group,
            "obligations": [self._entry(task, o) for task, o in self.groups[group]],
        }
        return layout(document) + "\n"

    def _entry(self, task: Task, obligation: Any) -> dict[str, Any]:
        try:
            found = self.search.certificate(task)
            _, anew = check.Checker(self.trusted, obligation).obligation(found)
        except check.Rejected as refusal:
            raise BadInput(f"{task.id}: the search found what the checker refuses: {refusal}") from None
        return {key: anew[key] for key in ORDER if key in anew}


@lru_cache(maxsize=1)
def _maker(text: str) -> Maker:
    """A process makes many groups of the same statement."""
    return Maker(json.loads(text))


def _made(text: str, group: str) -> str:
    return _maker(text).certificate(group)


def require_agreement(tasks: list[Task], trusted: check.Problem) -> None:
    """Stop unless both readings of the statement give the same obligations, in the same order."""

    def known(task: Task) -> dict[str, list[str]]:
        return {function: [i.name for i in inequalities] for function, inequalities in task.known.items()}

    def nonzero(form: dict[Any, int]) -> dict[Any, int]:
        return {atom: coefficient for atom, coefficient in form.items() if coefficient}

    ours = [(t.id, t.group, t.symbolic, t.goal, known(t), t.routed, [*map(nonzero, t.given)]) for t in tasks]
    theirs = [
        (o.id, o.group, o.symbolic, nonzero(o.goal), o.known, o.routed, [*map(nonzero, o.given)])
        for o in trusted.obligations
    ]
    for mine, other in zip(ours, theirs, strict=False):
        if mine != other:
            raise BadInput(f"the two readings of the statement differ: {mine} and {other}")
    if len(ours) != len(theirs):
        raise BadInput(f"the two readings find {len(ours)} and {len(theirs)} obligations")


def write_folder(folder: Path, files: dict[str, str]) -> Iterator[str]:
    """Write the files one by one, each whole or not at all; then remove what does not belong.

    Yields the name of each file that changed.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            path = folder / name
            if path.exists() and path.read_bytes() == text.encode():
                continue
            replace_file(path, text)
            yield name
        for path in sorted(folder.iterdir()):
            if path.name not in files and path.suffix in (".json", ".part"):
                path.unlink()
                yield path.name
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}") from None


def replace_file(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    temporary = path.with_name(f".{path.name}.part")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def differences(folder: Path, files: dict[str, str]) -> list[str]:
    """The names of files that are missing, do not belong, or differ by a byte."""
    found = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    changed = [name for name in found & files.keys() if not same(folder / name, files[name])]
    return sorted([*(found ^ files.keys()), *changed])


def same(path: Path, text: str) -> bool:
    """Whether a file can be read and has this text."""
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False
