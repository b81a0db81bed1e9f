"""Certificates about value iteration with constant rates: no threshold, or an inequality that fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofcheck.certificate.check_frontier import FORMAT, Rejected, Table, model, violates
from proofcheck.errors import BadInput, NothingFound
from proofcheck.frontier.chain import no_threshold
from proofcheck.frontier.document import closed

WINDOW = 16  # the last x looked at


def certificate(m: int, rates: dict[str, Any], inequality: dict[str, Any] | None) -> dict[str, Any]:
    """The certificate for m slow servers and a model, as the checker reads it: that routing after its steps
    has no threshold, or that an inequality (sides with offsets) fails at some state.

    Raises NothingFound where nothing of the kind is found for x <= WINDOW.
    """
    rows = WINDOW + 1 + rates["steps"]
    head = {"format": FORMAT, "slow": m, "rows": rows, "model": rates}
    try:
        f, _ = model(rates, m, rows)
    except Rejected as refusal:
        raise BadInput(f"model: {refusal}") from None
    shown = next(failures(inequality, f, m), None) if inequality else drop(f, m)
    if shown is None:
        raise NothingFound(f"after {rates['steps']} steps nothing fails for x <= {WINDOW}")
    return closed(head | shown)


def drop(f: Table, m: int) -> dict[str, Any] | None:
    """Where fewer jobs must be sent at a larger x."""
    found = no_threshold(f, m)
    return {"not_threshold": {"y": found.y, "x": found.x, "then": found.then}} if found else None


def failures(inequality: dict[str, Any], f: Table, m: int) -> Iterator[dict[str, Any]]:
    """Where the inequality fails."""
    for x in range(len(f)):
        for y in range(m + 1):
            witness = inequality | {"at": [x, y]}
            try:
                violates(witness, f, m)
            except Rejected as refusal:
                if refusal.reason not in ("holds", "out-of-range"):
                    raise BadInput(f"violates: {refusal}") from None
            else:
                yield {"violates": witness}
