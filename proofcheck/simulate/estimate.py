"""Means, 95% intervals and paired differences from the sums of blocks."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from proofcheck.simulate.engine import Floats, Moments, Plan

NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class Estimate:
    """A mean and the half-width of its 95% interval (infinite with one replication)."""

    mean: float
    half: float

    def as_json(self) -> dict[str, float | None]:
        """Mean and ends of the interval; None where there is no interval."""
        known = np.isfinite(self.half)
        ends = (self.mean - self.half, self.mean + self.half) if known else (None, None)
        return {"mean": self.mean, "low": ends[0], "high": ends[1]}


@dataclass(frozen=True)
class Outcome:
    """All replications that are complete."""

    plan: Plan
    count: int
    first: Floats
    second: Floats

    def estimate(self, policy: int, slot: int) -> Estimate:
        """R(slot) of one policy."""
        mean = float(self.first[slot, policy]) / self.count
        return self._interval(mean, float(self.second[slot, policy, policy]))

    def difference(self, policy: int, other: int, slot: int) -> Estimate:
        """R(slot) of one policy minus that of another, replication by replication."""
        mean = float(self.first[slot, policy] - self.first[slot, other]) / self.count
        pairs = self.second[slot]
        square = float(pairs[policy, policy] - 2 * pairs[policy, other] + pairs[other, other])
        return self._interval(mean, square)

    def _interval(self, mean: float, square: float) -> Estimate:
        if self.count < 2:
            return Estimate(mean, float("inf"))
        variance = max(0.0, square - self.count * mean * mean) / (self.count - 1)
        return Estimate(mean, NORMAL_95 * sqrt(variance / self.count))


def merge(plan: Plan, blocks: Mapping[int, Moments]) -> Outcome:
    """The sum over blocks in their order, so that the rounding does not depend on who came first."""
    ordered = [blocks[block] for block in sorted(blocks)]
    slots, count = plan.setting.horizon + 1, len(plan.policies)
    first, second = np.zeros((slots, count)), np.zeros((slots, count, count))
    for one in ordered:
        first += one.first
        second += one.second
    return Outcome(plan, sum(one.count for one in ordered), first, second)


def pairs(outcome: Outcome) -> list[tuple[int, int]]:
    """All pairs of policies, each once."""
    return list(combinations(range(len(outcome.plan.policies)), 2))


def summary(outcome: Outcome) -> dict[str, Any]:
    """R(T) of each policy and all paired differences, for programs."""
    names, last = outcome.plan.policies, outcome.plan.setting.horizon
    return {
        "replications": outcome.count,
        "policies": [{"policy": name, **outcome.estimate(i, last).as_json()} for i, name in enumerate(names)],
        "differences": [
            {"policy": names[i], "minus": names[j], **outcome.difference(i, j, last).as_json()}
            for i, j in pairs(outcome)
        ],
    }


def curves_csv(outcome: Outcome) -> str:
    """For t = 0..T, mean and ends of the interval of R(t) of each policy and of each paired difference."""
    names, both = outcome.plan.policies, pairs(outcome)
    columns = [*names, *(f"{names[i]} - {names[j]}" for i, j in both)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["t", *(f"{name} {what}" for name in columns for what in ("mean", "low", "high"))])
    for slot in range(outcome.plan.setting.horizon + 1):
        found = [outcome.estimate(i, slot) for i in range(len(names))]
        found += [outcome.difference(i, j, slot) for i, j in both]
        numbers = [value for one in found for value in one.as_json().values()]
        writer.writerow([slot, *("" if value is None else repr(value) for value in numbers)])
    return text.getvalue()
