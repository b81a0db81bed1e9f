"""Numbers with a guaranteed error, and precision that grows until a question is decided.

A ball (flint.arb) is a midpoint with a radius that is certain to hold the true value.  Every function that
computes with balls works at flint's current precision; `decided` calls it at growing precision until it
answers.  What stays undecided at the limit is `Undecided`: reported as unproved, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from flint import arb, ctx, fmpq

T = TypeVar("T")
FIRST_BITS, MOST_BITS = 128, 1 << 14


class Undecided(Exception):
    """A comparison that the precision at hand does not decide; says which."""


def ball(value: Fraction | int) -> arb:
    """The tightest ball at the current precision."""
    return arb(fmpq(value.numerator, value.denominator))


def ends(value: arb) -> tuple[Fraction, Fraction]:
    """The exact rational ends of a ball."""
    if not value.is_finite():
        raise Undecided("a value is not finite at this precision")
    return _dyadic(value.lower()), _dyadic(value.upper())


def _dyadic(value: arb) -> Fraction:
    mantissa, exponent = value.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def positive(value: arb) -> bool:
    """Whether value > 0; Undecided if the ball holds 0 and more than it."""
    if value > 0:
        return True
    if value <= 0:
        return False
    raise Undecided("a sign")


def decided(compute: Callable[[], T], first: int = FIRST_BITS, most: int = MOST_BITS) -> T:
    """What `compute` answers at the first precision, doubled each time, at which it is not Undecided."""
    bits = first
    while True:
        try:
            with ctx.workprec(bits):
                return compute()
        except Undecided as reason:
            if 2 * bits > most:
                raise Undecided(f"{reason}, undecided at {bits} bits") from None
            bits *= 2


@dataclass(frozen=True)
class Enclosure:
    """An exact value lies in [lower, upper]; `text` has the digits asked for.

    `text` differs from the value by less than one unit of its last digit.
    """

    lower: Fraction
    upper: Fraction
    digits: int

    @property
    def text(self) -> str:
        """The value rounded to the digits asked for."""
        return significant((self.lower + self.upper) / 2, self.digits)

    def __float__(self) -> float:
        return float((self.lower + self.upper) / 2)


@dataclass(frozen=True)
class Index:
    """A Whittle index and its distance to K, each to the digits asked for."""

    value: Enclosure
    below_K: Enclosure  # noqa: N815

    @property
    def text(self) -> str:
        """The index rounded to the digits asked for."""
        return self.value.text

    def __float__(self) -> float:
        return float(self.value)


def enclose(value: arb, digits: int) -> Enclosure:
    """The ball as an enclosure good for that many significant digits; Undecided if it is too wide."""
    lower, upper = ends(value)
    if 100 * 10**digits * (upper - lower) > min(abs(lower), abs(upper)):
        raise Undecided(f"a value to {digits} digits")
    return Enclosure(lower, upper, digits)


def significant(value: Fraction, digits: int) -> str:
    """The decimal with that many significant digits, rounded to nearest; very small ones as 1.23e-45."""
    if value == 0:
        return "0"
    size = abs(value)
    power = len(str(size.numerator)) - len(str(size.denominator))
    power -= size < Fraction(10) ** power  # 10**power <= size < 10**(power + 1)
    units = round(size * Fraction(10) ** (digits - 1 - power))
    if units == 10**digits:
        units, power = units // 10, power + 1
    text, sign = str(units), "-" if value < 0 else ""
    if -7 < power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{text}"
    if 0 <= power < digits - 1:
        return f"{sign}{text[: power + 1]}.{text[power + 1 :]}"
    if power == digits - 1:
        return sign + text
    return f"{sign}{text[0]}{'.' if digits > 1 else ''}{text[1:]}e{power}"
