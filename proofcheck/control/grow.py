"""A truncation that grows until nothing asked for depends on it, as the trusted checker confirms.

Discounted bounds are valid for every N (tail.py).  For average cost the lower bound needs N beyond the
thresholds; whether it is one is left to the checker, and N doubles until it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofcheck.control.certify import certificate
from proofcheck.control.enclose import Enclosure, enclose, gap, settled
from proofcheck.control.model import ServerModel
from proofcheck.errors import BadInput

FIRST_SIZE, LARGEST_SIZE = 16, 20_000


@dataclass(frozen=True)
class Proved:
    """An enclosure, its certificate as the checker accepts it, and whether it settles what was asked."""

    found: Enclosure
    document: dict[str, Any]
    complete: bool


def prove(found: Enclosure, window: int, accuracy: Fraction) -> Proved | None:
    """The certificate of an enclosure; complete if the cost is known as well as asked, and all thresholds
    and `window` further states are settled.  None if the checker refuses it."""
    try:
        document = certificate(found)
    except BadInput:
        return None
    where = document["claims"]["thresholds"]
    complete = gap(found) <= accuracy and None not in where
    if complete and not found.model.average:
        complete = settled(found) >= max(where) + window
    return Proved(found, document, complete)


def grow(model: ServerModel, window: int, accuracy: Fraction, bits: int) -> Proved:
    """Certificates with more and more states, until one is complete.

    More states do not settle an exact tie: it ends too when the cost is known and nothing new is settled.
    """
    size, before, best = max(FIRST_SIZE, 4 * model.slow, 2 * window), -2, None
    while size <= LARGEST_SIZE:
        one = prove(enclose(model, size, bits), window, accuracy)
        if one is not None and (best is None or gap(one.found) <= gap(best.found)):
            best = one
        if one is not None and one.complete:
            return one
        now = settled(one.found) if one is not None and not model.average else -1
        if best is not None and now == before and gap(best.found) <= accuracy:
            break
        size, before = 2 * size, now
    if best is None:
        raise BadInput(f"nothing could be proved with x <= {LARGEST_SIZE}: the thresholds lie beyond")
    return best
