"""Exact R(t) where it exists: Model 1 whittle and myopic (chain of ages), oracle JSQ (lumped chain).

Nothing is truncated; what remains is rounding, and it is bounded.  Everything added or multiplied is
nonnegative, so with n roundings at most in each product that is summed, the result is off by a factor
1 + theta, |theta| <= gamma(n) = n u / (1 - n u), u = 2^-53 (Higham, Accuracy and Stability of Numerical
Algorithms, section 3.1; in whatever order sums are taken).  Underflow adds less than 1e-250.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter
from typing import Protocol

import numpy as np
import numpy.typing as npt

from proofcheck.simulate import deterministic, lumped
from proofcheck.simulate.setting import Setting

Floats = npt.NDArray[np.float64]
Progress = Callable[[int], None]
TINY = Fraction(1, 10**250)


class Chain(Protocol):
    """A Markov chain whose law is followed slot by slot."""

    def slots(self) -> Iterator[float]:
        """The mean reward in slots 0, 1, ..., T."""

    def roundings(self) -> int:
        """At most so many in each product of numbers that a mean reward sums up."""


@dataclass(frozen=True)
class Curve:
    """R(t), t = 0..T, with at most so many roundings in each product summed."""

    values: Floats
    roundings: int

    def error(self, slot: int = -1) -> float:
        """R(slot) is not further from `values[slot]` than this."""
        gamma = Fraction(self.roundings, 2**53 - self.roundings)
        bound = Fraction(float(self.values[slot])) * gamma / (1 - gamma) + TINY
        return nextafter(float(bound), inf)


def has_exact(setting: Setting, policy: str) -> bool:
    """Whether `curve` knows this policy."""
    everyone = f"jsq({len(setting.rates)})"
    return policy in ("jsq", everyone) or (setting.model == 1 and policy in ("whittle", "myopic"))


def curve(setting: Setting, policy: str, progress: Progress = lambda count: None) -> Curve:
    """R(t), t = 0..T; BadInput if there is no exact value or it is too large."""
    jsq = policy.startswith("jsq")
    chain: Chain = lumped.Chain(setting) if jsq else deterministic.Chain(setting, policy)
    found, total, weight, beta = [], 0.0, 1.0, float(setting.beta)
    for mean in chain.slots():
        total += weight * mean
        weight *= beta
        found.append(total)
        progress(1)
    discounting = 3 * (setting.horizon + 1) + 1  # beta rounded, its powers, products and sums
    return Curve(np.array(found), chain.roundings() + discounting)
