"""How much work a model is, at most, before any of it is done."""

from __future__ import annotations

from typing import Any

from proofcheck.certificate.model_statement import Model, signed
from proofcheck.errors import BadInput

MOST_LEAVES = 10**7


def require_size(model: Model) -> None:
    """Refuse a model whose case trees, each split at every state, have too many leaves."""
    leaves = estimate(model)
    if leaves > MOST_LEAVES:
        most = f"more than {MOST_LEAVES:.0e}"
        raise BadInput(f"{model.name}: up to {leaves:.1e} cases, {most}; nothing was done")


def estimate(model: Model) -> int:
    """The leaves of all trees if every one is split at every state of the side that may need it."""
    return sum(
        model.count(i, depth) * _branches(about) ** _splits(i, about)
        for i, depth, _, _, about in model.subjects()
    )


def _branches(about: dict[str, Any] | None) -> int:
    return len(about["actions"]) if about and "actions" in about else 1


def _splits(i: dict[str, Any], about: dict[str, Any] | None) -> int:
    greater = about is not None and about.get("choose") == "min"
    return sum((times > 0) == greater for times, term in signed(i) if "at" in term)
