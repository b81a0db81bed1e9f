"""Which inequality would have saved a refuted obligation: a suggestion for the cone, never a proof.

Candidates are the standard templates.  One saves the obligation if it is provable once the candidate
is in the cone; it is suggested only if the model's costs satisfy it, since nothing is gained by a cone
that the costs are not in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from proofcheck.certificate.model_statement import Model, Obligation
from proofcheck.model.search import prove
from proofcheck.model.templates import everything, instances

Statement = dict[str, Any]


@dataclass(frozen=True)
class Suggestion:
    """An inequality by its standard name, and whether every operator keeps it, once it is in the cone."""

    standard: str
    kept: bool


def suggestions(statement: Statement, identity: str) -> Iterator[Suggestion]:
    """The templates that would make the obligation with this id provable."""
    for candidate in candidates(statement):
        model = Model(statement | {"inequalities": [*statement["inequalities"], candidate]})
        about = {o.id: o for o in model.obligations if o.id == identity or o.subject is candidate}
        costs = [o for o in about.values() if o.group == "cost" and o.id != identity]
        if all(proved(model, o) for o in [about[identity], *costs]):
            rest = [o for o in about.values() if o.group not in ("cost", "claim")]
            yield Suggestion(candidate["standard"], all(proved(model, o) for o in rest))


def candidates(statement: Statement) -> Iterator[dict[str, Any]]:
    """The standard inequalities that apply to the states and are not in the cone."""
    names = [c["name"] for c in statement["coordinates"]]
    known = [sorted(sides(i)) for i in statement["inequalities"]]
    for template, which in everything(len(names)):
        ((lesser, greater),) = instances(template, len(names), which)
        far = [max(at[c] for _, at in [*lesser, *greater]) for c in range(len(names))]
        tops = [c["top"] for c in statement["coordinates"]]
        high = [None if top is None else top - far[c] for c, top in enumerate(tops)]
        standard = f"{template}({','.join(names[c] for c in which)})"
        candidate = {
            "name": "candidate",
            "standard": standard,
            "meaning": standard,
            "low": [0] * len(names),
            "high": high,
            "lesser": [{"times": k, "at": [*at]} for k, at in lesser],
            "greater": [{"times": k, "at": [*at]} for k, at in greater],
        }
        if all(end is None or end >= 0 for end in high) and sorted(sides(candidate)) not in known:
            yield candidate


def sides(i: dict[str, Any]) -> list[tuple[str, int, list[int]]]:
    """The terms of an inequality, to compare."""
    return [(side, t["times"], t["at"]) for side in ("lesser", "greater") for t in i[side]]


def proved(model: Model, obligation: Obligation) -> bool:
    """Whether the search finds a tree without open leaf."""
    return not open_leaf(prove(model, obligation, refuting=False))


def open_leaf(proof: dict[str, Any]) -> bool:
    """Whether a proof has an open leaf."""
    return "unproved" in proof or any(map(open_leaf, proof.get("cases", [])))
