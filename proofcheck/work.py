"""Work that a gate demands, in pieces that processes do side by side.

A piece gives verdicts and depends on nothing but this package's code, its own arguments, and the files it
reads.  A block is what one checker does on one problem: its pieces, and how their verdicts become a section,
which does not depend on the order in which pieces end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

from proofcheck.errors import BadInput
from proofcheck.verdict import Result, Said

Work = partial[list[Result]]  # of a function that another process can import
DEFAULT_TIMEOUT = 300.0


@dataclass(frozen=True)
class Piece:
    """Work for one process: what it is about, the ids whose verdicts it owes, and the files it reads."""

    about: str
    ids: tuple[str, ...]
    work: Work
    reads: tuple[Path, ...]

    @property
    def size(self) -> int:
        """How many bytes it reads, 0 if that cannot be known: what is large is begun first."""
        try:
            return sum(path.stat().st_size for path in files(self.reads))
        except OSError:
            return 0


@dataclass(frozen=True)
class Block:
    """One checker on one problem: its pieces, and what makes a section's results of theirs."""

    problem: str
    checker: str
    pieces: tuple[Piece, ...]
    join: Callable[[list[Result]], list[Result]]
    said: Callable[[], dict[str, Said]] = dict
    version: str = ""

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Block:
        """The same block with other pieces."""
        return replace(self, pieces=pieces)


@dataclass
class Done:
    """What came of a piece, the seconds it took, and whether it was taken from the cache."""

    results: list[Result] = field(default_factory=list)
    seconds: float = 0.0
    cached: bool = False


def files(paths: Iterable[Path]) -> list[Path]:
    """The files among the paths and directly in the folders among them, sorted."""
    found = [file for path in paths for file in (path.iterdir() if path.is_dir() else [path])]
    return sorted(path for path in found if path.is_file())


def perform(piece: Piece) -> list[Result]:
    """Do a piece here and now; a mistake in this package is the verdict `error`, not a crash."""
    try:
        return piece.work()
    except BadInput:
        raise
    except Exception as error:
        return lost(piece, "error", f"{type(error).__name__}: {error}"[:500])


def lost(piece: Piece, verdict: str, reason: str) -> list[Result]:
    """The verdict of a piece that did not come to an end, on everything it owes."""
    return [Result(key, verdict, f"{piece.about}: {reason}") for key in piece.ids]


def version(module: str) -> str:
    """The file of a trusted checker, with its digest."""
    path = Path(module)
    return f"{path.name} {sha256(path.read_bytes()).hexdigest()}"


