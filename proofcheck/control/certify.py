"""Write control certificates: the tables, tails and gains found, and the claims the checker writes anew.

A certificate that the trusted checker would refuse is never written.
"""

from __future__ import annotations

from typing import Any

from proofcheck.certificate import check_control
from proofcheck.control.enclose import Bound, Enclosure, last_decided
from proofcheck.control.model import ServerModel
from proofcheck.errors import BadInput


def certificate(found: Enclosure, window: int | None = None) -> dict[str, Any]:
    """The certificate of an enclosure; `window`: the last x whose actions are claimed, or the best there is.

    Raises BadInput if nothing can be claimed that far.
    """
    last = found.size if found.model.average else last_decided(found)
    if window is not None and window > last:
        raise BadInput(f"window = {window}: decided up to x = {last} only")
    if last < 0:
        raise BadInput("no action is decided: two are equally good, or more bits are needed (--bits)")
    document: dict[str, Any] = {
        "format": check_control.FORMAT,
        "kind": "average" if found.model.average else "discounted",
        "model": model_entry(found.model),
        "unit": found.unit,
        "keep_one": found.keep_one,
        "upper": side(found, found.upper),
        "lower": side(found, found.lower),
        "window": last if window is None else window,
    }
    return closed(document)


def closed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the claims the checker finds."""
    try:
        return document | {"claims": check_control.claims(document)}
    except check_control.Rejected as refusal:
        raise BadInput(f"the bounds found do not prove what they should: {refusal}") from None


def model_entry(model: ServerModel) -> dict[str, Any]:
    """The rates as the checker reads them."""
    written = check_control.written
    entry: dict[str, Any] = {name: written(getattr(model, name)) for name in ("lam", "mu1", "mu2")}
    entry["slow"] = model.slow
    return entry if model.average else entry | {"discount": written(model.discount)}


def side(found: Enclosure, bound: Bound) -> dict[str, Any]:
    """One bound."""
    tail = {name: check_control.written(getattr(bound.tail, name)) for name in check_control.TAIL}
    entry = {"tail": tail, "box": [[int(v) for v in row] for row in bound.box]}
    return entry | ({"gain": bound.gain} if found.model.average else {})
