"""Certificates as documents to look at: find an obligation, walk its leaves.

Nothing here decides anything: what is shown has been checked, or is shown with the refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofcheck.certificate import check
from proofcheck.errors import BadInput


@dataclass(frozen=True)
class Leaf:
    """A closed case: the path of (split state, number sent), and the leaf's entry."""

    path: tuple[tuple[tuple[int, ...], int], ...]
    entry: dict[str, Any]

    @property
    def kind(self) -> str:
        """`proved`, `refuted` or `unproved`."""
        return next((kind for kind in ("refuted", "unproved") if kind in self.entry), "proved")


def load(path: Path, checker: Any = check) -> dict[str, Any]:
    """A certificate file of a checker's format, read as strictly as the checker does."""
    try:
        document = checker.read(path)
        if document["format"] == checker.CERTIFICATE_FORMAT and isinstance(document["obligations"], list):
            return dict(document)
    except checker.Rejected as refusal:
        raise BadInput(f"{path}: {refusal}") from None
    except (TypeError, LookupError):
        pass
    raise BadInput(f"{path}: not a certificate of format {checker.CERTIFICATE_FORMAT}")


def leaves(proof: dict[str, Any], path: tuple[tuple[tuple[int, ...], int], ...] = ()) -> Iterator[Leaf]:
    """The leaves of a case tree, in order."""
    if "split" not in proof:
        yield Leaf(path, proof)
        return
    for a, inner in enumerate(proof["cases"]):
        yield from leaves(inner, (*path, (tuple(proof["split"]), a)))


def find(document: dict[str, Any], wanted: str) -> list[dict[str, Any]]:
    """The entries whose id is `wanted` or ends with it; all for an empty string."""
    entries = [e for e in document["obligations"] if not wanted or f".{e['id']}".endswith(f".{wanted}")]
    if not entries:
        known = ", ".join(e["id"] for e in document["obligations"])
        raise BadInput(f"no case {wanted!r} here; there are {known}")
    return entries
