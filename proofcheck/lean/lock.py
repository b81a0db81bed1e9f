"""`statements.lock`: what every audited theorem says, what every word in it means, and which theorems the
gate demands by name.

A JSON file, one entry per name, sorted, texts split into lines so that a change reads well in a
diff. It is written by `accept` alone. Reading checks the digest of every entry.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from proofcheck.lean.errors import BadLock
from proofcheck.lean.finding import Finding

FILE = "statements.lock"
FORMAT = "proofcheck statements 2"
_NOTE = "written by: proofcheck lean accept"


@dataclass(frozen=True)
class Lock:
    """Texts by name, for theorems and for the definitions they rest on, the Lean version, and the names
    that `gate.toml` demands, sorted."""

    lean: str
    theorems: Mapping[str, str]
    definitions: Mapping[str, str]
    demanded: tuple[str, ...] = ()


def fingerprint(text: str) -> str:
    """The SHA-256 of a text as Lean printed it."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def read(path: Path) -> Lock:
    """The lock in the file; BadLock with the place and the reason when it is not one."""
    try:
        data = json.loads(path.read_bytes().decode("utf-8"), object_pairs_hook=_no_duplicates)
    except OSError as error:
        raise BadLock(
            f"{path}: cannot be read ({error.strerror}): restore it from version control, "
            "or record the statements anew: proofcheck lean accept"
        ) from None
    except (ValueError, RecursionError) as error:
        raise BadLock(f"{path}: not JSON: {error}") from None
    if not isinstance(data, dict) or set(data) != {
        "format",
        "note",
        "lean",
        "demanded",
        "theorems",
        "definitions",
    }:
        raise BadLock(f"{path}: the fields must be format, note, lean, demanded, theorems, definitions")
    if data["format"] != FORMAT or not isinstance(data["lean"], str):
        raise BadLock(f"{path}: format is {data['format']!r}, known is {FORMAT!r}")
    theorems, definitions = (
        _entries(path, part, data[part]) for part in ("theorems", "definitions")
    )
    demanded = data["demanded"]
    if not isinstance(demanded, list) or not all(isinstance(name, str) for name in demanded):
        raise BadLock(f"{path}: demanded must be a list of names")
    return Lock(data["lean"], theorems, definitions, tuple(demanded))


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a name occurs twice")
    return result


def _entries(path: Path, part: str, data: object) -> dict[str, str]:
    if not isinstance(data, dict):
        raise BadLock(f"{path}: {part} must be an object")
    return {name: _text(f"{path}: {part}: {name}", entry) for name, entry in data.items()}


def _text(place: str, entry: object) -> str:
    if (
        not isinstance(entry, dict)
        or set(entry) != {"sha256", "text"}
        or not isinstance(entry["text"], list)
    ):
        raise BadLock(f"{place}: an entry has the fields sha256 and text, a list of lines")
    text = "\n".join(str(line) for line in entry["text"])
    if fingerprint(text) != entry["sha256"]:
        raise BadLock(
            f"{place}: the text does not have the recorded sha256: the file was edited by hand"
        )
    return text


def write(path: Path, lock: Lock) -> None:
    """Write the lock, all of it or nothing."""
    data = {
        "format": FORMAT,
        "note": _NOTE,
        "lean": lock.lean,
        "demanded": list(lock.demanded),
        "theorems": _rows(lock.theorems),
        "definitions": _rows(lock.definitions),
    }
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def _rows(texts: Mapping[str, str]) -> dict[str, object]:
    return {
        name: {"sha256": fingerprint(texts[name]), "text": texts[name].split("\n")}
        for name in sorted(texts)
    }


def compare(old: Lock, new: Lock) -> list[Finding]:
    """Every difference, as findings with a readable diff; empty when nothing drifted.

    When a theorem is gone, the definitions that only it used are not listed one by one.
    """
    found: list[Finding] = []
    if old.lean != new.lean:
        note = f"was recorded with Lean {old.lean}, this is Lean {new.lean}"
        found.append(Finding("lock", FILE, note))
    theorems = _compare("theorem", old.theorems, new.theorems)
    definitions = _compare("definition", old.definitions, new.definitions)
    if any(finding.kind == "gone" for finding in theorems):
        definitions = [finding for finding in definitions if finding.kind != "gone"]
    return found + _compare_demands(old, new) + theorems + definitions


def _compare_demands(old: Lock, new: Lock) -> list[Finding]:
    """Theorems demanded by name in one of the two only."""
    gone, more = sorted({*old.demanded} - {*new.demanded}), sorted({*new.demanded} - {*old.demanded})
    return [
        *(Finding("gone", name, f"demanded in {FILE} and no longer by the gate") for name in gone),
        *(Finding("unlocked", name, f"demanded by the gate, but not in {FILE}") for name in more),
    ]


def _compare(what: str, old: Mapping[str, str], new: Mapping[str, str]) -> list[Finding]:
    names = sorted(old.keys() | new.keys())
    return [f for name in names for f in _compare_entry(what, name, old.get(name), new.get(name))]


def _compare_entry(what: str, name: str, old: str | None, new: str | None) -> list[Finding]:
    if old == new:
        return []
    if old is None:
        return [Finding("unlocked", name, f"{what} is not in {FILE}:\n{new}")]
    if new is None:
        return [Finding("gone", name, f"{what} is in {FILE} and no longer in the project:\n{old}")]
    return [Finding("drift", name, f"{what} differs from {FILE}:\n{diff(old, new)}")]


def diff(old: str, new: str) -> str:
    """A unified diff of two texts, old lines marked -, new lines marked +."""
    lines = difflib.unified_diff(
        old.split("\n"), new.split("\n"), "locked", "now", lineterm="", n=3
    )
    return "\n".join(lines)
