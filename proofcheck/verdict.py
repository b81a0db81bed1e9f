"""Verdicts and exit codes: one table for every command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

# From the mildest to the gravest; the gravest that occurs decides the exit code.
EXIT_CODES = {
    "proved": 0,
    "expected refutation": 0,
    "unproved": 3,
    "refuted": 1,
    "vacuous": 5,
    "timeout": 6,
    "unavailable": 7,
    "stale": 4,
    "disagreement": 9,
    "error": 8,
}
BAD_USAGE, BAD_INPUT, LOST, INTERRUPTED = 2, 10, 11, 130
MEANING = {
    "proved": "the checker accepted a certificate",
    "expected refutation": "refuted with a checked witness, and listed as expected",
    "unproved": "no certificate, or one with an open case",
    "refuted": "a checked function shows that no proof on its window exists, and that was not expected",
    "vacuous": "nothing to prove: an empty list, or assumptions that contradict each other",
    "timeout": "not finished in the time allowed",
    "unavailable": "a checker that was asked for is not installed, or does not cover the problem",
    "stale": "made for another statement or format, or not what generating gives",
    "disagreement": "two checkers differ on the same certificate",
    "error": "the checker refused the certificate; the reason says why",
}


@dataclass(frozen=True)
class Result:
    """The verdict on one obligation, by one checker, why if it is not proved, and whether it was taken from
    the cache of an earlier run, on request."""

    id: str
    verdict: str
    reason: str = ""
    cached: bool = False


@dataclass(frozen=True)
class Said:
    """What a verdict is about: in words, the SHA-256 of it in full, and the axioms that its proof uses."""

    words: str
    sha256: str
    axioms: tuple[str, ...] = ()


def succeeded(verdict: str) -> bool:
    """Whether a verdict lets a gate pass."""
    return EXIT_CODES[verdict] == 0


def gravest(results: Iterable[Result]) -> str:
    """The verdict that decides; an empty list is `vacuous`."""
    return max((r.verdict for r in results), key=list(EXIT_CODES).index, default="vacuous")


def counts(results: Iterable[Result]) -> dict[str, int]:
    """How often each verdict occurs, gravest first."""
    found = Counter(result.verdict for result in results)
    return {verdict: found[verdict] for verdict in reversed(EXIT_CODES) if found[verdict]}
