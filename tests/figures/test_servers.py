"""The threshold map's numbers come from certificates."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofcheck.figures import draw, servers


def test_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thresholds fall with the load; the drawing is made."""
    monkeypatch.setattr(servers, "SPEEDS", (Fraction(1, 3),))
    monkeypatch.setattr(servers, "LOADS", [Fraction(1, 4), Fraction(3, 4)])
    policy, loads = servers.actions(print), servers.by_load(print)
    assert loads.columns["threshold y=0"] == [3, 2]
    sent = {(x, y): a for x, y, a in zip(*policy.columns.values(), strict=True)}
    assert [sent[x, 0] for x in range(5, 9)] == [0, 1, 2, 2]
    assert set(draw.threshold_map(policy, loads)) == {"svg", "png"}
