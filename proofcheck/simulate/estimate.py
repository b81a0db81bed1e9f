"""Means, 95% intervals and paired differences from the sums of blocks."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
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

    def gap(self, policy: int, oracle: int, slot: int) -> float:
        """(R_oracle - R) / R_oracle; 0 while the oracle has earned nothing."""
        earned = float(self.first[slot, oracle])
        return 1 - float(self.first[slot, policy]) / earned if earned else 0.0


def merge(plan: Plan, blocks: Mapping[int, Moments]) -> Outcome:
    """The sum over blocks in their order, so that the rounding does not depend on who came first."""
    ordered = [blocks[block] for block in sorted(blocks)]
    slots, count = plan.setting.horizon + 1, len(plan.policies)
    first, second = np.zeros((slots, count)), np.zeros((slots, count, count))
    for one in ordered:
        first += one.first
        second += one.second
    return Outcome(plan, sum(one.count for one in ordered), first, second)


def summary(outcome: Outcome) -> dict[str, Any]:
    """R(T) of each policy and all paired differences, for programs."""
    names, last = outcome.plan.policies, outcome.plan.setting.horizon
    places = range(len(names))
    return {
        "replications": outcome.count,
        "policies": [{"policy": names[i], **outcome.estimate(i, last).as_json()} for i in places],
        "differences": [
            {"policy": names[i], "minus": names[j], **outcome.difference(i, j, last).as_json()}
            for i in places
            for j in places
            if i < j
        ],
    }


def curves_csv(outcome: Outcome) -> str:
    """R(t) for t = 0..T: mean and ends of the interval for each policy."""
    names = outcome.plan.policies
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["t", *(f"{name} {what}" for name in names for what in ("mean", "low", "high"))])
    for slot in range(outcome.plan.setting.horizon + 1):
        row: list[Any] = [slot]
        for place in range(len(names)):
            found = outcome.estimate(place, slot).as_json()
            row += ["" if value is None else repr(value) for value in found.values()]
        writer.writerow(row)
    return text.getvalue()
