"""Frontier certificates as documents: the checker writes their claims."""

from __future__ import annotations

from typing import Any

from proofcheck.certificate import check_frontier
from proofcheck.errors import BadInput


def closed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the claims that the checker writes; one that it refuses is never written."""
    try:
        return document | {"claims": check_frontier.claims(document)}
    except check_frontier.Rejected as refusal:
        raise BadInput(f"nothing is refuted: {refusal}") from None
