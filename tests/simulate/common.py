"""Settings the simulation tests share."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofcheck.simulate.setting import Setting, require, server_rates


def setting(model: int = 2, rates: str = "2*0.3,1*0.6", **changes: Any) -> Setting:
    """A small setting; K = 3, beta = .9, T = 30 unless changed."""
    usual: dict[str, Any] = {"backlog": 3, "beta": Fraction(9, 10), "horizon": 30}
    return require(Setting(model=model, rates=server_rates(rates), **(usual | changes)))
