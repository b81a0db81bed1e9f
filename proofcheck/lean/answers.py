"""Answers of Lean that need no second asking: those about compiled modules that are the same to the byte.

An answer about a declaration depends on the module that declares it and on all that this module imports; an
answer about any other name, on every module, and so does one about an inductive type: any module can make a
class of it, or a default for a field.  So each answer is filed under the digest of these, and is not found
when one of them is another.  Only an audit that found nothing wrong with the project files its answers.
As with compiled modules, this guards against accidents and not against somebody who rewrites the file: a
build from clean does not read it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proofcheck.errors import BadInput
from proofcheck.files import write_whole
from proofcheck.lean import names
from proofcheck.lean.messages import Message
from proofcheck.lean.modules import Module
from proofcheck.lean.names import Name

_FORMAT = 2
_TYPE = re.compile(r"(?:@\[[^\]]*\]\s+)?(?:\w+\s+)*?(?:structure|class|inductive)\s")


@dataclass(frozen=True)
class Question:
    """A command of Lean about a name, such as `#print axioms`."""

    command: str
    name: Name

    def __str__(self) -> str:
        return f"{self.command} {names.quoted(self.name)}"


def digests(known: Mapping[str, Module], library: Path, identity: str) -> dict[str, str]:
    """Per module (imports first) the digest of the toolchain, of its compiled form, and of the digests of its
    imports; under the empty name that of all."""
    found: dict[str, str] = {}
    for name, module in known.items():
        compiled = library.joinpath(*name.split(".")).with_suffix(".olean")
        own = hashlib.sha256(compiled.read_bytes() if compiled.is_file() else b"").hexdigest()
        found[name] = _digest([_FORMAT, identity, name, own, *(found[other] for other in module.imports)])
    found[""] = _digest(list(found.values()))
    return found


class Record:
    """A file of answers; `owners` says which module declares a name."""

    def __init__(self, path: Path, about: Mapping[str, str]) -> None:
        self.path, self.about = path, about
        self.owners: dict[Name, str] = {}
        self.kept = _read(path)
        self.fresh: dict[str, list[list[str]]] = {}
        self.used: set[str] = set()

    def find(self, question: Question) -> tuple[Message, ...] | None:
        """The answer on record, if there is one."""
        for key in self._keys(question):
            if key in self.kept:
                self.used.add(key)
                found = self.kept[key]
                return tuple(Message(severity, self.path.name, 1, 0, text) for severity, text in found)
        return None

    def add(self, question: Question, answer: Sequence[Message]) -> None:
        """Take an answer, to be written later."""
        own, whole = self._keys(question)
        key = whole if any(_TYPE.match(message.text) for message in answer) else own
        self.fresh[key] = [[message.severity, message.text] for message in answer]

    def write(self) -> None:
        """File the answers that were used or are new, and no others; nothing is written if none is new."""
        if not self.fresh:
            return
        kept = {key: self.kept[key] for key in sorted(self.used)} | dict(sorted(self.fresh.items()))
        # where it cannot be written, the next audit asks again
        with contextlib.suppress(BadInput):
            write_whole(self.path, json.dumps({"format": _FORMAT, "answers": kept}))

    def _keys(self, question: Question) -> tuple[str, str]:
        """Under which an answer may be: that of the module which declares the name, and that of all."""
        owner = self.owners.get(question.name, "")
        return f"{self.about[owner]} {question}", f"{self.about['']} {question}"


def _read(path: Path) -> dict[str, list[list[str]]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        answers = data["answers"] if data["format"] == _FORMAT else {}
        return {
            str(key): [[str(severity), str(text)] for severity, text in messages]
            for key, messages in answers.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _digest(parts: list[object]) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
