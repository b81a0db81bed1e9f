"""Digits that are guaranteed, and comparisons that are decided or not answered."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.index.enclosure import Undecided, ball, decided, enclose, ends, positive, significant


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 3), 5, "0.33333"),
        (Fraction(2, 3), 2, "0.67"),
        (Fraction(1), 1, "1"),
        (Fraction(999999, 10**6), 3, "1.00"),
        (Fraction(123456), 3, "1.23e5"),
        (Fraction(123456), 6, "123456"),
        (Fraction(1, 10**9), 3, "1.00e-9"),
        (Fraction(-5, 4), 3, "-1.25"),
        (Fraction(0), 4, "0"),
    ],
)
def test_significant_digits(value: Fraction, digits: int, text: str) -> None:
    """Rounded to nearest, with an exponent where the plain form would mislead or be long."""
    assert significant(value, digits) == text


@given(st.fractions(min_value=Fraction(1, 10**30), max_value=10**30), st.integers(1, 30))
def test_rounding_is_off_by_at_most_half_a_unit(value: Fraction, digits: int) -> None:
    """What is printed, read back, differs by at most half a unit of the last digit."""
    assert abs(Fraction(significant(value, digits)) - value) * 10 ** (digits - 1) * 2 <= value


def test_an_enclosure_holds_the_value_and_has_the_digits() -> None:
    """e to 50 digits, against its series in exact fractions."""
    series, term = Fraction(0), Fraction(1)
    for k in range(1, 80):
        series, term = series + term, term / k
    found = decided(lambda: enclose(arb(1).exp(), 50))
    assert found.lower < series < found.upper
    assert abs(Fraction(found.text) - series) < Fraction(1, 10**49)


def test_precision_grows_until_a_sign_is_decided() -> None:
    """exp(10^-60) > 1 needs some 200 bits; exp(0) > 1 is false, and pi > pi never decided."""
    tiny = Fraction(1, 10**60)
    assert decided(lambda: positive(ball(tiny).exp() - 1))
    assert decided(lambda: positive(arb(0).exp() - 1)) is False
    with pytest.raises(Undecided, match="undecided at 512 bits"):
        decided(lambda: positive(arb.pi() - arb.pi()), most=512)


def test_the_ends_of_a_ball_are_exact() -> None:
    """1/3 lies between them, and they are as close as the precision says."""
    with ctx.workprec(100):
        low, high = ends(ball(Fraction(1, 3)))
    assert low < Fraction(1, 3) < high
    assert high - low < Fraction(1, 2**97)
