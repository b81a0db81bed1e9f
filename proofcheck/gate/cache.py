"""Verdicts of earlier runs, each under the digest of all that it depends on.

An entry is a file of its own, written whole or not at all, so a run that is killed leaves what it had
finished and nothing else.  Its name is the digest of this package's code, the versions of Python and the
libraries, the work with its arguments, and the content of every file read; change one, and no entry is found.

Entries are only read when the user asks (`--cached`), and then the report says so: whoever can write in the
folder can write verdicts.  What an accident does to an entry is noticed, by a digest of its own.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

from proofcheck.errors import BadInput
from proofcheck.files import write_whole
from proofcheck.gate.about import sha256, versions
from proofcheck.report.summary import fingerprint
from proofcheck.verdict import Result
from proofcheck.work import Done, Piece, files

FORMAT = "proofcheck-verdicts/1"
KEPT = ("proved", "refuted", "expected refutation")  # what failed otherwise is always done again
MOST_AGE = 30 * 24 * 3600.0  # seconds
DEFAULT = Path(".proofcheck/verdicts")


def described(work: Any) -> Any:
    """A function with its arguments, functions among them too, as values that are the same in every run."""
    if isinstance(work, partial):
        return described(work.func), [described(one) for one in work.args]
    return (work.__module__, work.__qualname__) if isinstance(work, FunctionType) else work


@dataclass
class Cache:
    """A folder of entries, or None; whether they are read; and the damaged ones that were met."""

    folder: Path | None
    read: bool = False
    damaged: list[str] = field(default_factory=list)

    def key(self, piece: Piece) -> str:
        """The digest of all that a piece depends on; empty if nothing is to be remembered, or a file that it
        reads cannot be read."""
        if self.folder is None:
            return ""
        try:
            contents = [(str(path), sha256(path.read_bytes())) for path in files(piece.reads)]
        except OSError:
            return ""
        whole = (FORMAT, versions(), piece.about, piece.ids, described(piece.work), contents)
        return sha256(repr(whole).encode("utf-8", "backslashreplace"))

    def get(self, piece: Piece) -> Done | None:
        """What an earlier run found, if that may be used and is there unharmed."""
        if not self.read or self.folder is None:
            return None
        key = self.key(piece)
        path = self.folder / f"{key}.json"
        try:
            entry = json.loads(path.read_text("utf-8"))
            digest = entry.pop("sha256")
            if digest != fingerprint(entry) or (entry["format"], entry["key"]) != (FORMAT, key):
                raise ValueError("another digest")
            results = [Result(**result) for result in entry["results"]]
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, LookupError, AttributeError):
            self.damaged.append(path.name)
            return None
        return Done(results, entry["seconds"], cached=True)

    def put(self, piece: Piece, key: str, done: Done) -> None:
        """Remember what was found, if it is worth it and nothing changed meanwhile.

        Where the folder cannot be written nothing is remembered; no verdict depends on it.
        """
        good = all(result.verdict in KEPT for result in done.results)
        if self.folder is None or not key or not good or key != self.key(piece):
            return
        results = [asdict(result) for result in done.results]
        entry: dict[str, Any] = {"format": FORMAT, "key": key, "about": piece.about}
        entry |= {"results": results, "seconds": done.seconds}
        with suppress(BadInput):
            write_whole(self.folder / f"{key}.json", json.dumps(entry | {"sha256": fingerprint(entry)}))

    def prune(self) -> None:
        """Keep git away from the folder, and remove what was not written for a month."""
        if self.folder is None or not self.folder.is_dir():
            return
        with suppress(OSError):
            (self.folder / ".gitignore").write_text("*\n", "utf-8")
            for path in [*self.folder.glob("*.json"), *self.folder.glob(".*.part")]:
                if time.time() - path.stat().st_mtime > MOST_AGE:
                    path.unlink()
