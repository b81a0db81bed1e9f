"""What the checkers answer about a copy: who was asked, who refused, and for which reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from proofcheck.verdict import EXIT_CODES, Result

PYTHON, LEAN, GATE, DRIFT = "python", "lean", "gate", "drift"
INDEPENDENT = (PYTHON, LEAN, GATE)  # whoever catches a fault without comparing with what generating gives
BAD_INPUT = "bad input"
NOT_BUILT = "not built"  # said of everything in a module that Lean did not build; the reason is elsewhere

_FILE = re.compile(r"^\S+\.(?:json|toml): ")
_WORD = re.compile(r"^([a-z][a-z-]*): ")
_COVERAGE = re.compile(
    r"no certificate|not listed|does not belong here|no instance asks|not in \w+[.]toml"
    "|no such obligation|unknown-group|expected to be refuted, but proved|refuted on all states"
)
_LEAN = {
    "no theorem": "no theorem",
    "theorem without an obligation": "theorem without an obligation",
    "demanded by gate.toml": "demanded, not there",
    "which the project does not have": "missing module",
    "lake begins with it": "missing module",
    "Lean refuses it": "refused",
    ": error: ": "refused",
    ": warning: ": "refused",
    "was not built": NOT_BUILT,
}


@dataclass(frozen=True)
class Catch:
    """Who caught a fault, with which verdict, for which reason: its word, on what, and in full."""

    who: str
    verdict: str
    word: str
    id: str
    reason: str


@dataclass
class Answer:
    """Who was asked, what was not possible, and who refused."""

    asked: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    caught: list[Catch] = field(default_factory=list)

    @property
    def independently(self) -> bool:
        """Whether somebody refused who compares nothing with what generating gives."""
        return any(catch.who in INDEPENDENT for catch in self.caught)

    def word(self, who: str) -> str:
        """The word of the first clear reason of somebody; empty if there is none."""
        words = [catch.word for catch in self.caught if catch.who == who]
        return next((word for word in words if word != NOT_BUILT), words[0] if words else "")

    def heard(self, who: str) -> bool:
        """Whether somebody was asked."""
        return any(asked.split()[0] == who for asked in self.asked)

    def take(self, who: str, what: str, results: Iterable[Result], root: Path) -> None:
        """Record that somebody was asked about something, and what was refused; an empty list is refused."""
        self.asked.append(f"{who} {what}")
        found = list(results)
        if not found and who != GATE:
            self.caught.append(Catch(who, "vacuous", "vacuous", what, "nothing to prove"))
        self.caught += [_catch(who, one, root) for one in found if EXIT_CODES[one.verdict] != 0]

    def refuse(self, who: str, refusal: Exception, root: Path) -> None:
        """Record that somebody cannot read what is there."""
        self.caught.append(Catch(who, "error", BAD_INPUT, "", _plain(str(refusal), root)))


def _plain(reason: str, root: Path) -> str:
    """A reason without the place of the copy."""
    return reason.replace(f"{root}/", "")[:300]


def _catch(who: str, result: Result, root: Path) -> Catch:
    reason = _plain(result.reason, root)
    covered = _COVERAGE.search(reason) if who != LEAN else None
    if covered:
        return Catch(GATE, result.verdict, covered[0], result.id, reason)
    said = next((word for text, word in _LEAN.items() if text in reason), "") if who == LEAN else ""
    own = _WORD.match(_FILE.sub("", reason)) if result.verdict not in ("unavailable", "timeout") else None
    word = said or (own[1] if own else result.verdict)
    return Catch(who, result.verdict, word, result.id[:300], reason)
