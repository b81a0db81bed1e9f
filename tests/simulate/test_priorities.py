"""Ranks: real ties are ties, no others are."""

from __future__ import annotations

import numpy as np
import pytest

from proofcheck.simulate.priorities import preference, ranks
from tests.simulate.common import setting

LONG = setting(rates="2*0.05,1*0.1,1*0.5", backlog=4, horizon=300)


@pytest.mark.parametrize("model", [1, 2])
def test_equal_beliefs_tie_for_the_myopic_policy(model: int) -> None:
    """.05 x 2 = .1 x 1: groups 0 and 1 at ages 2 and 1, and at no others."""
    entry = ranks(setting(model, "2*0.05,1*0.1", backlog=4, horizon=300), "myopic").entry
    for age in range(1, 150):
        assert entry[0, 4, 2 * age] == entry[1, 4, age]
        assert entry[0, 4, 2 * age - 1] != entry[1, 4, age]


def test_the_whittle_policy_has_no_ties_between_states() -> None:
    """All states of all rates have different ranks, also where doubles would say K for all."""
    entry = ranks(LONG, "whittle").entry[:, 1:, 1:]
    assert len(np.unique(entry)) == entry.size


def test_an_empty_server_comes_first() -> None:
    """Known to be empty: larger than any other entry."""
    for policy in ("whittle", "myopic"):
        entry = ranks(LONG, policy).entry
        assert entry[:, 0].min() > entry[:, 1:].max()


def test_preference_orders_by_rate_then_by_name() -> None:
    """Servers 0, 1, 2 with rates .3, .6, .3."""
    one = setting(rates="1*0.3,1*0.6,1*0.3", ties="slow-first")
    assert np.argsort(-preference(one)).tolist() == [0, 2, 1]
    other = setting(rates="1*0.3,1*0.6,1*0.3", ties="fast-first")
    assert np.argsort(-preference(other)).tolist() == [1, 0, 2]
    assert not preference(setting()).any()
