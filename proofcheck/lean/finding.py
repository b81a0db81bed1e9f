"""One reason why an audit fails."""

from __future__ import annotations

from dataclasses import asdict, dataclass

KINDS = {
    "build": "the project does not build",
    "empty": "there is nothing to audit",
    "duplicate": "a name that must be unique occurs twice",
    "missing": "an expected theorem does not exist",
    "not-a-theorem": "an expected theorem is something else",
    "axiom": "a theorem uses an axiom, or a module declares one",
    "forbidden": "a source uses a word or an option that can weaken what Lean checks",
    "private": "a private declaration, which cannot be looked up and so cannot be locked",
    "unresolved": "a name in a statement cannot be looked up",
    "answer": "Lean did not answer an audit question cleanly",
    "lock": "the lock file is missing or unreadable",
    "drift": "a statement or a definition differs from the lock",
    "unlocked": "a statement or a definition is not in the lock",
    "gone": "an entry of the lock is no longer in the project",
}

LOCK_KINDS = frozenset({"lock", "drift", "unlocked", "gone"})


@dataclass(frozen=True)
class Finding:
    """`kind` is a key of KINDS, `name` the declaration, module or file, `text` the details."""

    kind: str
    name: str
    text: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown kind of finding: {self.kind}")

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}: {self.text}"

    def to_json(self) -> dict[str, str]:
        """The finding as plain data."""
        return asdict(self)
