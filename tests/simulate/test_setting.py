"""Settings are exact, and what makes no sense is refused in one line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from proofcheck.errors import BadInput
from proofcheck.simulate.priorities import policy_name
from proofcheck.simulate.setting import server_rates
from tests.simulate.common import setting


def test_rates() -> None:
    """With and without a count; exact."""
    assert server_rates("2*0.05, 1/3") == (Fraction(1, 20), Fraction(1, 20), Fraction(1, 3))


@pytest.mark.parametrize("text", ["", "0*1", "2*", "x", "1*-1", "0", "2**3", "9999*1", "1001"])
def test_bad_rates(text: str) -> None:
    """No server, no number, not positive, too many, too fast; 1000 is not."""
    assert server_rates("1000") == (Fraction(1000),)
    with pytest.raises(BadInput, match="rates"):
        server_rates(text)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"model": 3}, "model"),
        ({"backlog": 0}, "K = 0"),
        ({"backlog": 65}, "K = 65"),
        ({"beta": Fraction(0)}, "beta = 0"),
        ({"beta": Fraction(1)}, "beta = 1"),
        ({"beta": Fraction(-1)}, "beta = -1"),
        ({"horizon": 0}, "horizon = 0"),
        ({"ties": "none"}, "ties = 'none'"),
        ({"start": "half"}, "start = 'half'"),
    ],
)
def test_bad_settings(change: dict[str, Any], reason: str) -> None:
    """Each with its own reason; unchanged it is accepted."""
    setting()
    with pytest.raises(BadInput, match=reason):
        setting(**change)


def test_policy_names() -> None:
    """Known ones pass, d is between 1 and N."""
    assert policy_name(" JSQ(3) ", 3) == "jsq(3)"
    for wrong in ("jsq(4)", "jsq(0)", "jsq(x)", "best", ""):
        with pytest.raises(BadInput, match="policy"):
            policy_name(wrong, 3)
