"""What has been examined, so that a run that was stopped goes on where it was.

One JSON line per examination, named by a hash of everything it depends on: a line can be used by any run to
which it applies, and by no other.  Nothing here is trusted: what is inferred is proved afterwards.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from proofcheck.errors import BadInput
from proofcheck.infer.examine import Outcome
from proofcheck.infer.language import MARGIN, Language
from proofcheck.problem.model import Inequality

FORMAT = {"format": "proofcheck-infer/2"}


def key(language: Language, i: Inequality, cone: list[Inequality]) -> str:
    """The name of an examination."""
    return hashlib.sha256(repr((language.identity, MARGIN, i, cone)).encode()).hexdigest()


class Journal:
    """The outcomes in a file, or only in memory without one."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.outcomes: dict[str, Outcome] = {}
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                self._read(path.read_bytes())
            else:
                self._append(FORMAT)
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None

    def _read(self, content: bytes) -> None:
        """Lines that are whole; a last one that is cut off is taken away."""
        assert self.path is not None
        lines = content.split(b"\n")
        try:
            first, *others = [json.loads(line) for line in lines[:-1]]
            if first != FORMAT:
                raise ValueError
            for line in others:
                self.outcomes[line["key"]] = _outcome(line["outcome"])
        except (ValueError, KeyError, TypeError):
            raise BadInput(f"{self.path}: not a journal of proofcheck infer; name another file") from None
        if lines[-1]:
            with self.path.open("r+b") as file:
                file.truncate(len(content) - len(lines[-1]))

    def add(self, name: str, outcome: Outcome) -> None:
        """Remember an outcome; on disk before it is used."""
        self.outcomes[name] = outcome
        if self.path is not None:
            try:
                self._append({"key": name, "outcome": asdict(outcome)})
            except OSError as error:
                raise BadInput(f"{self.path}: {error.strerror}") from None

    def _append(self, line: dict[str, Any]) -> None:
        assert self.path is not None
        with self.path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _outcome(raw: dict[str, Any]) -> Outcome:
    values = tuple(int(v) for v in raw["values"])
    return Outcome(str(raw["open"]), tuple(map(str, raw["used"])), tuple(map(int, raw["corner"])), values)
