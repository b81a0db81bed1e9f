"""Data for Figures 1(a), 1(b), 2, 3(a), 3(b) of the load-balancing paper: beta = .99, N = 10, K = 6.

Figure 1 (Model 1) is exact: recursions for the Whittle and myopic policies, the lumped chain for the oracle.
Figure 3 (Model 2) has the exact oracle; the two others are simulated with the oracle on common random
numbers, so gaps come from paired differences.  Figure 2 has the exact breakpoints of the optimal thresholds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofcheck.figures.table import Table
from proofcheck.index import index_table
from proofcheck.simulate.exact import curve, has_exact
from proofcheck.simulate.run import Run, make_plan
from proofcheck.simulate.setting import Setting, require, server_rates

POLICIES = ("whittle", "myopic", "jsq")
RATES = {1: "4*0.05,4*0.1,2*0.5", 2: "5*0.05,4*0.1,1*0.5"}
BETA = Fraction(99, 100)
RATE_2, BACKLOGS_2, AGES_2 = Fraction(1, 2), (4, 6, 10), 60
Note = Callable[[str], None]


@dataclass(frozen=True)
class Effort:
    """How long to work: slots, replications, processes; `sampled`: no exact chain for the oracle."""

    horizon: int = 600
    replications: int = 20_000
    workers: int = 2
    seed: int = 1
    sampled: bool = False


def setting(model: int, effort: Effort) -> Setting:
    """The paper's setting for a model; every server filled one slot ago, ties at random."""
    return require(Setting(model, 6, server_rates(RATES[model]), BETA, effort.horizon))


def rewards(model: int, effort: Effort, note: Note) -> tuple[Table, Table]:
    """R(t) of the three policies, and the gaps to the oracle."""
    one = setting(model, effort)
    exact = {}
    for policy in POLICIES:
        if has_exact(one, policy) and not (effort.sampled and policy == "jsq"):
            note(f"model {model}: exact R(t) of {policy}")
            exact[policy] = [float(v) for v in curve(one, policy).values]
    slots = list(range(effort.horizon + 1))
    if len(exact) == len(POLICIES):
        return Table({"t": slots, **exact}), Table({"t": slots, **exact_gaps(exact)})
    note(f"model {model}: {effort.replications} replications")
    return sampled(one, effort, exact, slots)


def exact_gaps(exact: dict[str, list[float]]) -> dict[str, list[Any]]:
    """(R_JSQ - R) / R_JSQ; empty while the oracle has earned nothing."""
    best = exact["jsq"]
    return {
        policy: [1 - mine / other if other else None for mine, other in zip(exact[policy], best, strict=True)]
        for policy in POLICIES[:2]
    }


def sampled(
    one: Setting, effort: Effort, exact: dict[str, list[float]], slots: list[int]
) -> tuple[Table, Table]:
    """The same where something is simulated: with intervals, gaps from paired differences."""
    run = Run(make_plan(one, POLICIES, effort.seed), effort.replications)
    outcome = run.finish(effort.workers)
    if run.interrupted:
        raise KeyboardInterrupt
    rows: dict[str, list[Any]] = {"t": slots}
    for place, policy in enumerate(POLICIES):
        if policy in exact:
            rows[policy] = exact[policy]
            continue
        seen = [outcome.estimate(place, t) for t in slots]
        rows |= {policy: [e.mean for e in seen], f"{policy} half-width": [e.half for e in seen]}
    best = rows["jsq"]
    gaps: dict[str, list[Any]] = {"t": slots}
    for place, policy in enumerate(POLICIES[:2]):
        apart = [outcome.difference(2, place, t) for t in slots]
        gaps[policy] = [e.mean / r if r else None for e, r in zip(apart, best, strict=True)]
        gaps[f"{policy} half-width"] = [e.half / r if r else None for e, r in zip(apart, best, strict=True)]
    return Table(rows), Table(gaps)


def thresholds(note: Note) -> Table:
    """For K = 4, 6, 10: the subsidy at which the optimal threshold of q passes from age to age + 1."""
    columns: dict[str, list[Any]] = {"K": [], "q": [], "age": [], "subsidy": []}
    for backlog in BACKLOGS_2:
        note(f"model 2: breakpoints for K = {backlog}")
        taus = range(1, AGES_2 + 1)
        found = index_table(model=2, K=backlog, mu=RATE_2, beta=BETA, taus=taus)
        for (q, age), index in sorted(found.items()):
            for name, value in zip(columns, (backlog, q, age, float(index)), strict=True):
                columns[name].append(value)
    return Table(columns)
