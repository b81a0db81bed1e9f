"""Rates are exact, and what makes no sense is refused in one line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofcheck.control.model import number, server_model
from proofcheck.errors import BadInput
from tests.control.common import model


def test_numbers_are_exact() -> None:
    """Decimals and fractions are read as they are written."""
    assert number("0.1", "lam") == Fraction(1, 10)
    assert number("-1/3", "lam") == Fraction(-1, 3)


@pytest.mark.parametrize("text", ["", "x", "1e3", "1/0", "nan", "1//2", "0x1"])
def test_other_numbers_are_refused(text: str) -> None:
    """With the name of the option."""
    with pytest.raises(BadInput, match="lam"):
        number(text, "lam")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"lam": 0}, "lam = 0: a rate must be positive"),
        ({"mu1": -1}, "mu1 = -1"),
        ({"mu2": 0}, "mu2 = 0"),
        ({"slow": 0}, "slow = 0"),
        ({"slow": 21}, "slow = 21"),
        ({"discount": 0}, "discount = 0"),
        ({"discount": 2}, "discount = 2"),
        ({"lam": 3}, "unstable: lam = 3 is not below mu1 \\+ 2 mu2 = 3"),
    ],
)
def test_senseless_models_are_refused(change: dict[str, int], reason: str) -> None:
    """Each with its own reason; the unchanged model is accepted."""
    usual: dict[str, int] = {"lam": 1, "mu1": 1, "mu2": 1, "slow": 2, "discount": 1}
    server_model(*(Fraction(v) if k != "slow" else v for k, v in usual.items()))  # type: ignore[arg-type]
    wrong = usual | change
    with pytest.raises(BadInput, match=reason):
        server_model(*(Fraction(v) if k != "slow" else v for k, v in wrong.items()))  # type: ignore[arg-type]


def test_weights_are_in_proportion() -> None:
    """Integers without a common denominator, summing to the total."""
    w = model("1/2", "1", "1/3", 2).weights
    assert (w.arrival, w.fast, w.slow, w.total) == (3, 6, 2, 13)
