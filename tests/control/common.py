"""Models the control tests share."""

from __future__ import annotations

from fractions import Fraction

from proofcheck.control.model import ServerModel, server_model


def model(lam: str, mu1: str, mu2: str, slow: int, discount: str = "1") -> ServerModel:
    """A model from exact numbers; discount 1 is average cost."""
    return server_model(Fraction(lam), Fraction(mu1), Fraction(mu2), slow, Fraction(discount))


def floats(one: ServerModel) -> tuple[float, float, float, int, float]:
    """The arguments of the brute force."""
    return float(one.lam), float(one.mu1), float(one.mu2), one.slow, float(one.discount)
