"""A fault: what it changes, and whether the gate must notice it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from proofcheck.mutate.project import Edits, Project


@dataclass(frozen=True)
class Fault:
    """One change to a copy of the project.

    `kind` is a key of the table of kinds, `site` says where in the project; both name the fault.  An
    `equivalent` one changes nothing that is claimed or proved: every checker must still accept.  What only
    Lean can notice says so.
    """

    kind: str
    site: str
    edits: Callable[[], Edits]
    equivalent: bool = False
    only_lean: bool = False

    @property
    def name(self) -> str:
        """Unique among all faults of a project."""
        return f"{self.kind} @ {self.site}"


@dataclass(frozen=True)
class Kind:
    """A kind of fault: what it does, in words, and where in a project it can be planted.

    `faults(project, seed)` lists them in a fixed order; the seed only decides which place in a file is
    harmed.
    """

    name: str
    meaning: str
    faults: Callable[[Project, int], Iterator[Fault]]


def said(change: Callable[..., object]) -> str:
    """What a change does, from the first line of its docstring."""
    return (change.__doc__ or "").splitlines()[0].rstrip(".")


def dice(seed: int, *where: str) -> random.Random:
    """Random choices that depend on the seed and the place alone."""
    return random.Random("/".join([str(seed), *where]))
