"""All kinds of fault, and which faults of a project to plant."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import filter as matches
from fnmatch import fnmatchcase

from proofcheck.errors import BadInput
from proofcheck.mutate import certificates, deletions, frontier, lists, sources, statements
from proofcheck.mutate.fault import Fault, dice
from proofcheck.mutate.project import Project

UNCHANGED = Fault("unchanged", "everything", dict, equivalent=True)
KINDS = {
    kind.name: kind
    for kind in (
        *certificates.KINDS,
        *statements.KINDS,
        *lists.KINDS,
        *frontier.KINDS,
        *sources.KINDS,
        *deletions.KINDS,
    )
}


def matching(patterns: tuple[str, ...]) -> list[str]:
    """The kinds that match one of these patterns (or all kinds), in the order of the table."""
    for pattern in patterns:
        if not matches(KINDS, pattern):
            raise BadInput(f"{pattern}: no such kind of fault; proofcheck mutate --kinds lists them")
    return [name for name in KINDS if not patterns or any(fnmatchcase(name, one) for one in patterns)]


def chosen(
    project: Project, patterns: tuple[str, ...], sample: int | None, seed: int, lean: bool = True
) -> list[Fault]:
    """The faults of the kinds that match (or of all), without `lean` only those that others notice too; or a
    sample of them.

    A sample takes one fault of every kind in turn, in an order drawn by the seed, until it has enough.
    """
    found = {
        name: [fault for fault in KINDS[name].faults(project, seed) if lean or not fault.only_lean]
        for name in matching(patterns)
    }
    if sample is None:
        return [fault for faults in found.values() for fault in faults]
    for name, faults in found.items():
        dice(seed, "sample", name).shuffle(faults)
    order = sorted(found)
    dice(seed, "order").shuffle(order)
    return list(_in_turn([found[name] for name in order]))[:sample]


def _in_turn(groups: list[list[Fault]]) -> Iterator[Fault]:
    """The first of each group, then the second of each, and so on."""
    for k in range(max(map(len, groups), default=0)):
        yield from (group[k] for group in groups if k < len(group))
