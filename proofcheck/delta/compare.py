"""What the second of two snapshots proves more or less than the first.

Something proved is *lost* if a checker accepted a statement before, and now does not accept this statement:
the obligation is gone, has another verdict, says something else, or is proved from more axioms; or the
checker was not asked.  A refutation that was checked and expected counts as something proved; that it became
a proof is no loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from proofcheck.delta.snapshot import Fact, Key, Snapshot
from proofcheck.verdict import succeeded

FORMAT = "proofcheck-diff/1"
KINDS = ("lost", "changed", "moved", "removed", "gained", "added")


@dataclass(frozen=True)
class Difference:
    """One obligation by one checker that is not as it was: the kind, both verdicts (empty where it is not
    there), and what happened in a sentence."""

    kind: str
    checker: str
    id: str
    old: str
    new: str
    why: str


@dataclass(frozen=True)
class Delta:
    """All differences, what only one of the runs left out, and what both leave out."""

    old: Snapshot
    new: Snapshot
    differences: tuple[Difference, ...]

    def of(self, kind: str) -> list[Difference]:
        """The differences of a kind."""
        return [one for one in self.differences if one.kind == kind]

    @property
    def left_out(self) -> tuple[list[str], list[str]]:
        """What the first run left out and the second did not, and the reverse."""
        old, new = self.old.left_out, self.new.left_out
        return [text for text in old if text not in new], [text for text in new if text not in old]

    def fails(self, allow_changed: bool) -> bool:
        """Whether something proved is lost; statements that changed are lost too unless that is allowed."""
        return bool(self.of("lost") or (self.of("changed") and not allow_changed))

    def as_json(self, exit_code: int) -> dict[str, Any]:
        """The comparison for programs."""
        before, now = self.left_out
        return {
            "format": FORMAT,
            "old": self.old.name,
            "new": self.new.name,
            "exit_code": exit_code,
            "left_out_before": before,
            "left_out_now": now,
            "differences": [asdict(one) for one in self.differences],
        }


def compare(old: Snapshot, new: Snapshot) -> Delta:
    """The differences by kind, checker and id."""
    keys = [*old.facts, *(key for key in new.facts if key not in old.facts)]
    found = [one for key in keys if (one := difference(key, old, new))]
    return Delta(old, new, tuple(sorted(found, key=lambda d: (KINDS.index(d.kind), d.checker, d.id))))


def difference(key: Key, old: Snapshot, new: Snapshot) -> Difference | None:
    """How one obligation differs for one checker, or nothing."""
    before, now = old.facts.get(key), new.facts.get(key)
    if before is None or now is None:
        return there_once(key, before, now, new)
    verdicts = before.verdict, now.verdict
    if succeeded(before.verdict):
        if not succeeded(now.verdict) or verdicts == ("proved", "expected refutation"):
            return Difference("lost", *key, *verdicts, now.reason or f"was {before.verdict}")
        for kind, why in worse(before, now):
            return Difference(kind, *key, *verdicts, why)
    if before.verdict == now.verdict:
        return None
    return Difference("gained" if succeeded(now.verdict) else "moved", *key, *verdicts, now.reason)


def there_once(key: Key, before: Fact | None, now: Fact | None, new: Snapshot) -> Difference | None:
    """An obligation that only one of the two has."""
    if now is not None:
        return Difference("added", *key, "", now.verdict, now.words)
    if before is None:
        return None
    why = "there is no such obligation" if key[0] in new.checkers else f"{key[0]} did not check anything"
    return Difference("lost" if succeeded(before.verdict) else "removed", *key, before.verdict, "", why)


def worse(before: Fact, now: Fact) -> Iterator[tuple[str, str]]:
    """Why what is accepted now is not, or not as well, what was accepted before."""
    more = sorted(set(now.axioms) - set(before.axioms))
    if more:
        yield "lost", f"proved from more axioms: {', '.join(more)}"
    if not (before.sha256 and now.sha256):
        yield "changed", "what it says is not recorded, so it may be something else"
    elif before.sha256 != now.sha256:
        if before.words != now.words:
            words = f": was {before.words}; is {now.words}"
        elif before.words:
            words = f": the goal, {before.words}, is the same, what it rests on is not"
        else:
            words = ""
        yield "changed", f"says something else{words}"
