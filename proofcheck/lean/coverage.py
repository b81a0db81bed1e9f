"""Two-way coverage: every obligation has exactly one Lean theorem, every theorem one obligation.

The theorem of obligation `three_server.routing.K4.y0.x2+` is named `«three_server.routing.K4.y0.x2+»`;
`namespace` is for projects that keep such theorems in a namespace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from proofcheck.lean import names
from proofcheck.lean.names import Name

NAMESPACE: Name = ("ProofCheck", "Generated")


@dataclass(frozen=True)
class Coverage:
    """Ids without theorem, theorems without id, and what occurs more than once, all sorted."""

    covered: int
    missing: tuple[str, ...]
    orphans: tuple[str, ...]
    duplicates: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether there is something to cover and it is covered both ways."""
        return self.covered > 0 and not (self.missing or self.orphans or self.duplicates)

    def to_json(self) -> dict[str, object]:
        """The result as plain data."""
        return {"ok": self.ok, **asdict(self)}


def theorem_of(obligation: str, namespace: Name = NAMESPACE) -> str:
    """The name of the theorem that covers an obligation, as Lean writes it."""
    return names.show((*namespace, obligation))


def coverage(ids: Iterable[str], theorems: Iterable[str], namespace: Name = NAMESPACE) -> Coverage:
    """Compare obligation ids with names of generated theorems; both as lists, duplicates count.

    A theorem that is not one component inside the namespace belongs to no obligation.
    """
    wanted = Counter((*namespace, obligation) for obligation in ids)
    found = Counter(names.components(theorem) for theorem in theorems)
    return Coverage(
        covered=len(wanted.keys() & found.keys()),
        missing=tuple(sorted(name[-1] for name in wanted.keys() - found.keys())),
        orphans=tuple(sorted(names.show(name) for name in found.keys() - wanted.keys())),
        duplicates=tuple(
            sorted({names.show(n) for c in (wanted, found) for n, k in c.items() if k > 1})
        ),
    )
