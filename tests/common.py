"""What several tests need: the committed certificates, the problems they are for, and walks through trees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from proofcheck.certificate import check

Document = Any  # a parsed certificate
CASES = Path(__file__).parent.parent / "cases"
FOLDERS = ("two_server", "three_server", "many_server_m3")


@cache
def problem(folder: str) -> check.Problem:
    """The trusted checker's reading of a committed problem."""
    return check.Problem(check.read(CASES / folder / "problem.json"))


def statement(folder: str) -> Any:
    """The committed statement, parsed anew: the caller may change it."""
    return json.loads((CASES / folder / "problem.json").read_text("utf-8"))


def document(folder: str, group: str) -> Document:
    """A committed certificate, parsed anew: the caller may change it."""
    return json.loads((CASES / folder / f"{group}.json").read_text("utf-8"))


def groups(folder: str) -> list[str]:
    """The groups of a committed folder, in order."""
    return sorted(path.stem for path in (CASES / folder).glob("*.json") if path.name != "problem.json")


def leaves(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every leaf of a case tree, with the path that leads to it."""
    if "split" not in tree:
        yield path, tree
        return
    for number, inner in enumerate(tree["cases"]):
        yield from leaves(inner, (*path, "cases", number))


def follow(value: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a path of keys and indices."""
    for key in path:
        value = value[key]
    return value
