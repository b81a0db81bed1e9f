"""Exact inputs: what is read, and what is refused in one line that names it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from proofcheck.errors import BadInput
from proofcheck.index.instance import MOST_K, Instance, exact, instance, plain


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("0.1", Fraction(1, 10)),
        ("2/27", Fraction(2, 27)),
        (" 1e-9 ", Fraction(1, 10**9)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        (Decimal("0.99"), Fraction(99, 100)),
        (Fraction(1, 3), Fraction(1, 3)),
        (7, Fraction(7)),
        (np.int64(7), Fraction(7)),
    ],
)
def test_exact_numbers_are_what_they_say(given: Any, meant: Fraction) -> None:
    """A decimal string is that decimal, not a float near it."""
    assert exact(given, "x") == meant


def test_a_float_is_refused_with_the_way_out() -> None:
    """0.1 as a float is not 1/10; the message shows what to write, and that is accepted."""
    with pytest.raises(BadInput, match=r'beta: 0\.1 is a float.*write it as a string: "0\.1"'):
        exact(0.1, "beta")
    with pytest.raises(BadInput, match="is a float"):
        exact(np.float64(0.25), "beta")
    assert exact("0.1", "beta") == Fraction(1, 10)


@pytest.mark.parametrize("text", ["", "x", "1/0", "nan", "inf", "1e999", "٣", "9" * 99, "1//2", "0x1", "1_0"])
def test_what_is_not_a_number_is_refused(text: str) -> None:
    """Neither a decimal nor a fraction, or longer than allowed."""
    with pytest.raises(BadInput, match="mu: "):
        exact(text, "mu")


def test_booleans_and_none_are_not_numbers() -> None:
    """True is not 1 here."""
    for value in (True, None, [1]):
        with pytest.raises(BadInput, match="is not an exact number"):
            exact(value, "K")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"K": 0}, "K: 0 is not a whole number from 1"),
        ({"K": MOST_K + 1}, "K: 65 is not a whole number"),
        ({"K": "2.5"}, "K: 2.5 is not a whole"),
        ({"beta": 1}, "beta: 1 is not between 0 and 1"),
        ({"beta": 0}, "beta: 0 is not between"),
        ({"mu": 0}, "mu: 0 is not above 0"),
        ({"mu": "-1"}, "mu: -1 is not above 0"),
        ({"mu": "1001"}, "at most 1000"),
        ({"mu": None}, "give mu .* or a law"),
        ({"law": "1/2,1/2"}, "one of the two"),
    ],
)
def test_bad_instances_are_refused_and_the_good_one_is_not(arguments: dict[str, Any], reason: str) -> None:
    """Each wrong argument alone makes the instance fail, with its name."""
    good: dict[str, Any] = {"K": 3, "beta": "1/2", "mu": "0.5"}
    assert instance(**good) == Instance(3, Fraction(1, 2), Fraction(1, 2), None)
    with pytest.raises(BadInput, match=reason):
        instance(**(good | arguments))


@pytest.mark.parametrize(
    ("law", "reason"),
    [
        ("1/2,1/3", "sum to 5/6, not 1"),
        ("3/2,-1/2", "p_1 = -1/2 is negative"),
        ("1,0", "nothing ever departs"),
        ("1", "1 probabilities"),
        ("1/2,a", "law, p_1"),
    ],
)
def test_bad_laws_are_refused(law: str, reason: str) -> None:
    """A law is a list of probabilities that sum to 1, exactly."""
    assert instance(3, "1/2", law="1/2, 1/4, 1/4").law == (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    with pytest.raises(BadInput, match=reason):
        instance(3, "1/2", law=law)


def test_names_are_short_and_tell_instances_apart() -> None:
    """The file name of a certificate."""
    assert instance(6, "0.99", mu="1/2").name == "K6.mu0.5.beta0.99"
    assert instance(2, "1/3", law="1/2,1/2").name == "K2.law1_2-1_2.beta1_3"
    assert [plain(Fraction(x)) for x in ("1/3", "5", "-1/8", "9999999/10000000")] == [
        "1/3", "5", "-0.125", "0.9999999"]  # fmt: skip


def test_the_first_age_at_which_a_queue_can_be_empty() -> None:
    """With at most 2 departures per slot: ages 1, 1, 2, 2, 3 for q = 1..5; Poisson: always 1."""
    assert instance(5, "1/2", law="1/2,0,1/2").start == (1, 1, 2, 2, 3)
    assert instance(3, "1/2", mu=1).start == (1, 1, 1)
