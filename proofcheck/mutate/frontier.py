"""Faults in the certificates at the frontier: `cases/frontier/*.json`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from proofcheck.certificate import check_frontier
from proofcheck.mutate.certificates import exchange, written
from proofcheck.mutate.fault import Fault, Kind, said
from proofcheck.mutate.lists import Document, documents, format_old, harmed, inner_of, integers, one_file
from proofcheck.mutate.project import Project

FOLDER = "cases/frontier"


def _numbers(project: Project, seed: int) -> Iterator[Fault]:
    """Every integer; more rows than are needed change nothing."""
    for path, document in documents(project, "frontier"):
        for place in integers(document):
            changed = deepcopy(document)
            inner_of(changed, place[:-1])[place[-1]] += 1
            where = f"{path}: {'.'.join(map(str, place))}"
            edits = partial(one_file, path, written(changed))
            yield Fault("frontier-number", where, edits, place == ("rows",))


def _parts_dropped(project: Project, seed: int) -> Iterator[Fault]:
    """Every field and every entry of a list."""
    for path, document in documents(project, "frontier"):
        for place in _parts(document):
            changed = deepcopy(document)
            del inner_of(changed, place[:-1])[place[-1]]
            where = f"{path}: {'.'.join(map(str, place))}"
            yield Fault("frontier-part-dropped", where, partial(one_file, path, written(changed)))


def _parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all fields and entries in a document."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from _parts(inner, (*path, key))


def _lines(project: Project, seed: int) -> Iterator[Fault]:
    """The text without one of its lines."""
    for path in project.files(FOLDER, ".json"):
        lines = project.text(path).splitlines(keepends=True)
        for k, line in enumerate(lines):
            edits = partial(one_file, path, "".join([*lines[:k], *lines[k + 1 :]]).encode())
            yield Fault("delete-frontier-line", f"{path}:{k + 1}: {line.strip()[:50]}", edits)


def _swapped(project: Project, seed: int) -> Iterator[Fault]:
    """Neighbours exchange their contents."""
    for one, other in pairwise(project.files(FOLDER, ".json")):
        yield Fault("frontier-swapped", f"{one} and {other}", partial(exchange, project, one, other))


def link_removed(document: Document) -> bool:
    """A function in the middle of a chain is left out."""
    if "chain" not in document:
        return False
    del document["chain"][len(document["chain"]) // 2]
    return True


def witness_moved(document: Document) -> bool:
    """The function is said to fail one state further up; the claims follow where they can."""
    witness = document.get("not_threshold")
    if witness is None:
        document["violates"]["at"][0] += 1
    else:
        witness |= {"x": witness["x"] + 1, "then": witness["then"] + 1}
    return restated(document)


def model_changed(document: Document) -> bool:
    """The refutation is for a slightly larger rate of arrivals; the claims follow where they can."""
    if "model" not in document:
        return False
    document["model"]["lam"] = str(Fraction(document["model"]["lam"]) + Fraction(1, 10**6))
    return restated(document)


def restated(document: Document) -> bool:
    """Write the claims that a frontier certificate shows, if it shows any."""
    with suppress(check_frontier.Rejected):
        document["claims"] = check_frontier.claims(document)
    return True


HARMS: dict[str, Callable[[Document], bool]] = {
    "frontier-link-removed": link_removed,
    "frontier-witness-moved": witness_moved,
    "frontier-model-changed": model_changed,
    "frontier-format-old": format_old,
}
KINDS = [
    Kind("frontier-number", "A number in a frontier certificate grows by one", _numbers),
    Kind("frontier-part-dropped", "A part of a frontier certificate is missing", _parts_dropped),
    Kind("delete-frontier-line", "A line is missing in a frontier certificate", _lines),
    Kind("frontier-swapped", "Two frontier certificates exchange their contents", _swapped),
    *(Kind(kind, said(harm), partial(harmed, kind, "frontier", harm)) for kind, harm in HARMS.items()),
]
