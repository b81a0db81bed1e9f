"""Which leaf closes what: coverage of states and of minimisers, counted by brute force.

Three questions, each answered on concrete states: is every instance of every inequality in exactly
one region; is every combination of minimisers in exactly one leaf; which obligations have no leaf.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from proofcheck.certificate import check
from proofcheck.certificate.document import Leaf, leaves, load
from proofcheck.certificate.gate import Demand
from proofcheck.certificate.write import require_agreement
from proofcheck.enumerate.forms import reachable
from proofcheck.enumerate.hypotheses import split_states
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.errors import BadInput
from proofcheck.problem.model import Problem, State, from_statement

REACH = 3  # states are tried up to so far beyond the last region


@dataclass
class Covered:
    """How an obligation is closed: its leaves, and what is covered twice or not at all."""

    id: str
    leaves: list[str] = field(default_factory=list)
    minimisers: int = 0
    excluded: int = 0
    overlaps: list[str] = field(default_factory=list)
    uncovered: list[str] = field(default_factory=list)


def coverage(demand: Demand) -> list[Covered]:
    """One entry per obligation, then one per inequality whose states are not covered exactly once."""
    problem = from_statement(demand.statement)
    tasks, entries = list(obligations(problem)), _entries(demand.folder)
    require_agreement(tasks, check.Problem(demand.statement))
    return [*(_obligation(problem, task, entries) for task in tasks), *_states(problem, tasks)]


def _entries(folder: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        if path.name != "problem.json":
            found |= {entry["id"]: entry for entry in load(path)["obligations"]}
    return found


def _obligation(problem: Problem, task: Task, entries: dict[str, dict[str, Any]]) -> Covered:
    covered = Covered(task.id)
    entry = entries.get(task.id)
    if entry is None:
        covered.uncovered.append("the whole region: there is no certificate")
        return covered
    try:
        closed = list(leaves(entry["proof"]))
        covered.leaves = [leaf.entry["case"] for leaf in closed]
        covered.minimisers = sum(len(leaf.entry.get("minimisers", [])) for leaf in closed)
        covered.excluded = sum(len(e["minimisers"]) for e in entry.get("excluded", []))
    except (LookupError, TypeError) as error:
        raise BadInput(f"{task.id}: not a certificate: {error!r}") from None
    states = split_states(task)
    for sent in product(*(range(len(reachable(problem, s))) for s in states)):
        chosen = dict(zip(states, sent, strict=True))
        homes = [leaf for leaf in closed if _holds(leaf, chosen)]
        where = ", ".join(f"a{_shown(s)} = {a}" for s, a in chosen.items()) or "all"
        if len(homes) != 1:
            (covered.overlaps if homes else covered.uncovered).append(where)
        elif homes[0].kind == "unproved":
            covered.uncovered.append(where)
    return covered


def _holds(leaf: Leaf, chosen: dict[State, int]) -> bool:
    return all(chosen.get(state) == a for state, a in leaf.path)


def _shown(state: State) -> str:
    return f"({','.join(map(str, state))})"


def _states(problem: Problem, tasks: list[Task]) -> list[Covered]:
    """What an operator must satisfy, at a state near or far from the boundary that is not in exactly
    one region."""
    found = []
    families: dict[tuple[str, str], list[Task]] = {}
    for task in tasks:
        kind = task.group.split(".")[0]
        families.setdefault((f"{kind}.{task.operator}", task.subject.name), []).append(task)
    for (operator, name), members in families.items():
        counted = _count(problem, members)
        covered = Covered(f"{problem.name}.states.{operator}.{name}")
        covered.uncovered = [_shown(state) for state, times in counted.items() if times == 0]
        covered.overlaps = [_shown(state) for state, times in counted.items() if times > 1]
        if covered.uncovered or covered.overlaps:
            found.append(covered)
    return found


def _count(problem: Problem, members: list[Task]) -> Counter[State]:
    """In how many regions of the tasks each state of their inequality lies, on a window."""
    i = members[0].subject
    far = max((v for task in members for v in task.region.base), default=0) + REACH
    ends = [
        range(low, (high if high is not None else far if c.top is None else c.top) + 1)
        for low, high, c in zip(i.low, i.high, problem.coordinates, strict=True)
    ]
    counted: Counter[State] = Counter(dict.fromkeys(product(*ends), 0))
    for state, task in product(list(counted), members):
        parts = zip(state, task.region.base, task.region.symbolic, strict=True)
        counted[state] += all(v >= base if symbolic else v == base for v, base, symbolic in parts)
    return counted
