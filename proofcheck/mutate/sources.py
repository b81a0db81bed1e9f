"""Faults in the Lean project: its sources, its lock, its toolchain file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import pairwise
from typing import Any

from proofcheck.lean import lock
from proofcheck.mutate.fault import Fault, Kind, dice, said
from proofcheck.mutate.project import Edits, Project

LOCK = f"lean/{lock.FILE}"
_THEOREM = re.compile(r"(?:@\[[^\]\n]*\] )?(?:protected |noncomputable )*theorem («[^»\n]*»|[^\s:({\[]+)")
_COLUMN_0 = re.compile(r"[^\s)|}⟩]")


@dataclass(frozen=True)
class Theorem:
    """A theorem in a source: where its text stands, from its doc comment to the next declaration."""

    path: str
    name: str
    start: int
    end: int
    line: int  # of the word `theorem`, from 1

    @property
    def site(self) -> str:
        """Its place and name, in words."""
        return f"{self.path}:{self.line}: {self.name}"


def theorems(project: Project, path: str) -> list[Theorem]:
    """The theorems of a Lean source, in order."""
    lines = project.text(path).splitlines(keepends=True)
    starts = [k for k, line in enumerate(lines) if _COLUMN_0.match(line)]
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    found = []
    for k in starts:
        match = _THEOREM.match(lines[k])
        if match:
            begin = _doc_start(lines, k)
            end = next((j for j in starts if j > k), len(lines))
            found.append(Theorem(path, match[1], offsets[begin], offsets[end], k + 1))
    return found


def _doc_start(lines: list[str], k: int) -> int:
    """The line where the doc comment of the declaration at line k begins, or k."""
    if k == 0 or not lines[k - 1].rstrip().endswith("-/"):
        return k
    return next((j for j in range(k - 1, -1, -1) if lines[j].startswith("/-")), k)


def every_theorem(project: Project) -> Iterator[Theorem]:
    """All theorems of the project, file by file."""
    for path in project.files("lean", ".lean"):
        yield from theorems(project, path)


def _splice(project: Project, theorem: Theorem, text: str) -> Edits:
    source = project.text(theorem.path)
    return {theorem.path: (source[: theorem.start] + text + source[theorem.end :]).encode()}


def without(project: Project, theorem: Theorem) -> Edits:
    """The project without a theorem."""
    return _splice(project, theorem, "")


def weakened(project: Project, theorem: Theorem) -> Edits:
    """The theorem is kept under another name, and under its own says nothing."""
    source = project.text(theorem.path)
    text = source[theorem.start : theorem.end]
    own = theorem.name.strip("«»")
    renamed = text.replace(f"theorem {theorem.name}", f"theorem «{own}_kept»", 1)
    return _splice(project, theorem, f"{renamed}\ntheorem {theorem.name} : True := True.intro\n\n")


def holed(project: Project, theorem: Theorem) -> Edits:
    """The proof is left out."""
    source = project.text(theorem.path)
    text = source[theorem.start : theorem.end]
    head, found, _ = text.partition(" :=")
    return _splice(project, theorem, f"{head} := sorry\n\n" if found else f"{text}\nsorry\n")


def assumed(project: Project, theorem: Theorem) -> Edits:
    """The theorem is an axiom."""
    source = project.text(theorem.path)
    text = source[theorem.start : theorem.end]
    head = text.partition(" :=")[0].replace("theorem ", "axiom ", 1)
    return _splice(project, theorem, f"{head}\n\n")


REWRITINGS = {"statement-weakened": weakened, "proof-holed": holed, "theorem-assumed": assumed}


def _rewritten(kind: str, project: Project, seed: int) -> Iterator[Fault]:
    """One theorem of every source that has some."""
    for path in project.files("lean", ".lean"):
        found = theorems(project, path)
        if found:
            theorem = dice(seed, kind, path).choice(found)
            yield Fault(kind, theorem.site, partial(REWRITINGS[kind], project, theorem), only_lean=True)


def _appended(project: Project, path: str, text: str) -> Edits:
    return {path: project.read(path) + text.encode()}


ADDITIONS = {
    "axiom": "\naxiom everything (p : Prop) : p\n",
    "unsafe": "\nunsafe def anything (n : Nat) : Nat := n\n",
    "option": "\nset_option debug.skipKernelTC true\n",
}


def _added(project: Project, seed: int) -> Iterator[Fault]:
    paths = list(project.files("lean/ProofCheck", ".lean"))
    for what, text in ADDITIONS.items() if paths else ():
        path = dice(seed, "added", what).choice(paths)
        yield Fault(
            "declaration-added", f"{path}: {what}", partial(_appended, project, path, text), only_lean=True
        )


def _definition_weakened(project: Project, seed: int) -> Iterator[Fault]:
    """A condition of a cone is `True`."""
    for path in project.files("lean/ProofCheck", ".lean"):
        text = project.text(path)
        for name, says in re.findall(r"^  (k\d) : (∀[^\n]*\n(?:    [^\n]*\n)+)", text, re.MULTILINE):
            edits = partial(_text, path, text.replace(f"  {name} : {says}", f"  {name} : True\n", 1))
            yield Fault("definition-weakened", f"{path}: {name}", edits, only_lean=True)


def _text(path: str, text: str) -> Edits:
    return {path: text.encode()}


def _source_gone(project: Project, seed: int) -> Iterator[Fault]:
    for path in project.files("lean", ".lean"):
        yield Fault("source-deleted", path, partial(_gone, path), only_lean=True)


def _gone(path: str) -> Edits:
    return {path: None}


def _source_emptied(project: Project, seed: int) -> Iterator[Fault]:
    for path in project.files("lean/ProofCheck", ".lean"):
        yield Fault("source-emptied", path, partial(_text, path, "prelude\n"), only_lean=True)


def _generated_swapped(project: Project, seed: int) -> Iterator[Fault]:
    """Where no source of its own imports either module, the same theorems are there after it, by name."""
    imported = "\n".join(project.text(path) for path in project.files("lean/ProofCheck", ".lean"))
    for one, other in pairwise(project.files("lean/ProofCheck/Generated", ".lean")):
        modules = [
            path.removeprefix("lean/").removesuffix(".lean").replace("/", ".") for path in (one, other)
        ]
        same = not any(re.search(rf"^import {re.escape(m)}$", imported, re.MULTILINE) for m in modules)
        edits = partial(_exchange, project, one, other)
        yield Fault("generated-swapped", f"{one} and {other}", edits, same, only_lean=True)


def _exchange(project: Project, one: str, other: str) -> Edits:
    return {one: project.read(other), other: project.read(one)}


def _toolchain(project: Project, seed: int) -> Iterator[Fault]:
    texts = {"another version": "leanprover/lean4:v4.0.0\n", "nothing": ""}
    for what, text in texts.items() if project.lean.is_dir() else ():
        yield Fault("toolchain-changed", what, partial(_text, "lean/lean-toolchain", text), only_lean=True)
    option = "\n[leanOptions]\ndebug.skipKernelTC = true\n"
    if (project.lean / "lakefile.toml").is_file():
        edits = partial(_appended, project, "lean/lakefile.toml", option)
        yield Fault("toolchain-changed", "an option in lakefile.toml", edits, only_lean=True)


# -------- the lock

Lock = dict[str, Any]


def _relocked(data: Lock) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def locked(project: Project) -> Lock:
    """The lock as plain data; empty where there is none."""
    if not (project.root / LOCK).is_file():
        return {"theorems": {}, "definitions": {}}
    data: Lock = json.loads(project.text(LOCK))
    return data


def unlock(project: Project, part: str, name: str) -> Edits:
    """The lock without an entry."""
    data = locked(project)
    del data[part][name]
    return {LOCK: _relocked(data)}


def _reworded(project: Project, part: str, name: str, signed: bool) -> Edits:
    """Another text in the lock, with its own digest if `signed`."""
    data = locked(project)
    entry = data[part][name]
    entry["text"] = [*entry["text"][:-1], entry["text"][-1] + " → True"]
    if signed:
        entry["sha256"] = sha256("\n".join(entry["text"]).encode()).hexdigest()
    return {LOCK: _relocked(data)}


def _lock_edited(signed: bool, project: Project, seed: int) -> Iterator[Fault]:
    data = locked(project)
    kind = "lock-edited.signed" if signed else "lock-edited"
    for part in ("theorems", "definitions"):
        for name in dice(seed, kind, part).sample(sorted(data[part]), min(10, len(data[part]))):
            yield Fault(
                kind, f"{part}: {name}", partial(_reworded, project, part, name, signed), only_lean=True
            )


def _lock_other(project: Project, seed: int) -> Iterator[Fault]:
    if not (project.root / LOCK).is_file():
        return
    data = locked(project)
    entry = {"sha256": sha256(b"theorem more : True").hexdigest(), "text": ["theorem more : True"]}
    changes: dict[str, Lock] = {
        "an entry more": data | {"theorems": data["theorems"] | {"more": entry}},
        "no theorems": data | {"theorems": {}},
        "no definitions": data | {"definitions": {}},
        "another format": data | {"format": "proofcheck statements 0"},
        "no demands": data | {"demanded": []},
        "another Lean": data | {"lean": "4.0.0"},
    }
    for what, changed in changes.items():
        yield Fault("lock-changed", what, partial(_text, LOCK, _relocked(changed).decode()), only_lean=True)
    yield Fault("lock-changed", "deleted", partial(_gone, LOCK), only_lean=True)


KINDS = [
    *(Kind(kind, said(rewrite), partial(_rewritten, kind)) for kind, rewrite in REWRITINGS.items()),
    Kind("declaration-added", "An axiom, an unsafe definition or a forbidden option is added", _added),
    Kind("definition-weakened", "A condition of the cone says nothing", _definition_weakened),
    Kind("source-deleted", "A Lean source is missing", _source_gone),
    Kind("source-emptied", "A Lean source is empty", _source_emptied),
    Kind("generated-swapped", "Two generated Lean modules exchange their contents", _generated_swapped),
    Kind("toolchain-changed", "Another Lean, or none, is named; lake is given an option", _toolchain),
    Kind("lock-edited", "A text in the lock changes", partial(_lock_edited, False)),
    Kind("lock-edited.signed", "A text in the lock and its digest change", partial(_lock_edited, True)),
    Kind("lock-changed", "The lock has more, or less, or is of another format or Lean", _lock_other),
]
