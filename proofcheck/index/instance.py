"""One arm of the restless bandit, given exactly: K, beta and how many jobs depart per slot.

A queue holds 0..K jobs.  In a slot D jobs depart (never more than there are), D independent of the past:
Poisson with mean mu, or a general law p_0, p_1, ... of exact fractions.  Nothing arrives, so the chain only
moves down.  beta is the discount factor.  Every number is exact: an int, a Fraction, a Decimal, or a string
such as "0.1" (the decimal 1/10), "1e-9" or "2/27".  A float is refused, for 0.1 as a float is not 1/10.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

from proofcheck.errors import BadInput

# Documented limits.
MOST_K, MOST_MU, MOST_TAU, MOST_DIGITS, MOST_SIZE, MOST_LAW = 64, 1000, 10**6, 1000, 60, 1000
NUMBER = re.compile(rf"[+-]?([0-9]{{1,{MOST_SIZE}}}(\.[0-9]{{0,{MOST_SIZE}}})?|\.[0-9]{{1,{MOST_SIZE}}})"
                    r"([eE][+-]?[0-9]{1,2})?", re.ASCII)  # fmt: skip
RATIO = re.compile(rf"([+-]?[0-9]{{1,{MOST_SIZE}}})/([0-9]{{1,{MOST_SIZE}}})", re.ASCII)


def exact(value: Any, name: str) -> Fraction:
    """The number as a Fraction; what is not exact or too long is refused by name."""
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, str | Decimal):
        text = str(value).strip()
        if ratio := RATIO.fullmatch(text):
            if int(ratio[2]):
                return Fraction(int(ratio[1]), int(ratio[2]))
            raise BadInput(f"{name}: {text[:80]} divides by zero")
        if NUMBER.fullmatch(text):
            return Fraction(text)
        form = f"a decimal or a fraction of at most {MOST_SIZE} digits, such as 0.5, 1e-9 or 2/27"
        raise BadInput(f"{name}: {text[:80]!r} is not {form}")
    if isinstance(value, float):
        raise BadInput(f'{name}: {value!r} is a float, which is not exact; write it as a string: "{value!r}"')
    raise BadInput(f"{name}: {value!r:.80} is not an exact number")


def whole(value: Any, name: str, low: int, high: int) -> int:
    """An integer within limits."""
    number = exact(value, name)
    if number.denominator != 1 or not low <= number <= high:
        raise BadInput(f"{name}: {value} is not a whole number from {low} to {high}")
    return int(number)


@dataclass(frozen=True)
class Instance:
    """K, beta, and either mu (Poisson) or the general law of departures per slot."""

    K: int
    beta: Fraction
    mu: Fraction | None
    law: tuple[Fraction, ...] | None

    @property
    def start(self) -> tuple[int, ...]:
        """For q = 1..K the first age at which the queue can be empty: thresholds at gamma = 0, where the
        states before tie exactly."""
        if self.law is None:
            return (1,) * self.K
        most = max(k for k, p in enumerate(self.law) if p)
        return tuple(-(-q // most) for q in range(1, self.K + 1))

    @property
    def name(self) -> str:
        """What tells the instance from others, as its certificate's file name has it."""
        departures = "law" + "-".join(map(str, self.law or ())) if self.mu is None else f"mu{plain(self.mu)}"
        return f"K{self.K}.{departures}.beta{plain(self.beta)}".replace("/", "_")

    def __str__(self) -> str:
        law = f"law {','.join(map(str, self.law or ()))}"
        departures = law if self.mu is None else f"mu = {plain(self.mu)}"
        return f"K = {self.K}, {departures}, beta = {plain(self.beta)}"


def plain(value: Fraction) -> str:
    """A decimal where one is exact and short, or else the fraction."""
    for digits in range(31):
        if (value * 10**digits).denominator == 1:
            return _decimal(value, digits)
    return str(value)


def _decimal(value: Fraction, digits: int) -> str:
    units, rest = divmod(abs(int(value * 10**digits)), 10**digits)
    return f"{'-' if value < 0 else ''}{units}" + (f".{rest:0{digits}d}" if digits else "")


def instance(K: Any, beta: Any, mu: Any = None, law: Any = None) -> Instance:  # noqa: N803
    """Read and check an instance; `law` is a list of exact numbers or the text "2/27,20/27,0,0,0,5/27"."""
    size = whole(K, "K", 1, MOST_K)
    discount = exact(beta, "beta")
    if not 0 < discount < 1:
        raise BadInput(f"beta: {beta} is not between 0 and 1 (both excluded)")
    if (mu is None) == (law is None):
        raise BadInput("give mu (Poisson departures) or a law, one of the two")
    if mu is not None:
        mean = exact(mu, "mu")
        if not 0 < mean <= MOST_MU:
            raise BadInput(f"mu: {mu} is not above 0 and at most {MOST_MU}")
        return Instance(size, discount, mean, None)
    return Instance(size, discount, None, _law(law))


def _law(law: Any) -> tuple[Fraction, ...]:
    """A general law; what sums to 1 with nonnegative terms and some departure."""
    parts = law.split(",") if isinstance(law, str) else list(law)
    if not 2 <= len(parts) <= MOST_LAW:
        raise BadInput(f"law: {len(parts)} probabilities; give p_0, p_1, ... (2 to {MOST_LAW} of them)")
    found = tuple(exact(part, f"law, p_{k}") for k, part in enumerate(parts))
    if min(found) < 0:
        raise BadInput(f"law: p_{found.index(min(found))} = {min(found)} is negative")
    if sum(found) != 1:
        raise BadInput(f"law: the probabilities sum to {sum(found)}, not 1")
    if found[0] == 1:
        raise BadInput("law: p_0 = 1 means that nothing ever departs")
    return found
