"""Generate again and compare byte by byte: is what lies in a folder what generating gives?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from proofcheck.certificate.write import same
from proofcheck.errors import NothingFound
from proofcheck.verdict import Result
from proofcheck.work import Block, Piece

Make = Callable[[], dict[str, str]]  # texts by file name; another process can import it


@dataclass(frozen=True)
class Search:
    """The names of some files, what makes them, and what they depend on besides themselves."""

    names: tuple[str, ...]
    make: Make
    reads: tuple[Path, ...] = ()

    def piece(self, folder: Path, remedy: str) -> Piece:
        """The search and the comparison as one piece of work."""
        about = f"search {folder.name}" + (f"/{self.names[0]}" if len(self.names) == 1 else "")
        paths = tuple(folder / name for name in self.names)
        work = partial(compared, folder, self.names, self.make, remedy)
        return Piece(about, tuple(map(identity, paths)), work, (*paths, *self.reads))


def comparison(folder: Path, remedy: str, searches: Iterable[Search]) -> Block:
    """A block that makes files of a folder again and compares them; a file that no search makes is stale."""
    pieces = [search.piece(folder, remedy) for search in searches]
    known = frozenset(key for piece in pieces for key in piece.ids)
    return Block(folder.name, "regenerate", tuple(pieces), partial(with_strays, folder, known, remedy))


def compared(folder: Path, names: tuple[str, ...], make: Make, remedy: str) -> list[Result]:
    """A verdict per file, of those that should be made and those that are."""
    try:
        made = make()
    except NothingFound as nothing:
        return [Result(identity(folder / name), nothing.verdict, str(nothing)) for name in names]
    equal = {name: name in made and same(folder / name, made[name]) for name in (*names, *made)}
    return [verdict(folder / name, equal[name], remedy) for name in sorted(equal)]


def with_strays(folder: Path, known: frozenset[str], remedy: str, found: list[Result]) -> list[Result]:
    """The verdicts sorted, with those on files that nothing asks for."""
    paths = list(folder.iterdir()) if folder.is_dir() else []
    strays = [verdict(path, False, remedy) for path in paths if identity(path) not in known]
    return sorted({result.id: result for result in [*strays, *found]}.values(), key=lambda result: result.id)


def verdict(path: Path, equal: bool, remedy: str) -> Result:
    """What a comparison says of a file."""
    if equal:
        return Result(identity(path), "proved")
    return Result(identity(path), "stale", f"not what generating gives; run: proofcheck {remedy}")


def identity(path: Path) -> str:
    """The id of a file's verdict: its folder and its name."""
    return f"{path.parent.name}/{path.name}"
