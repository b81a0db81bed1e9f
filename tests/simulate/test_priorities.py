"""Ranks: real ties are ties, no others are."""

from __future__ import annotations

import numpy as np
import pytest

from proofcheck.index.fast import index_array
from proofcheck.index.instance import instance
from proofcheck.simulate.priorities import preference, ranks
from tests.simulate.common import setting

LONG = setting(rates="2*0.05,1*0.1,1*0.5", backlog=4, horizon=300)


@pytest.mark.parametrize("model", [1, 2])
def test_equal_beliefs_tie_for_the_myopic_policy(model: int) -> None:
    """.05 x 2 = .1 x 1: groups 0 and 1 at ages 2 and 1, and at no others."""
    entry = ranks(setting(model, "2*0.05,1*0.1", backlog=4, horizon=300), "myopic", 300)
    for age in range(1, 150):
        assert entry[0, 4, 2 * age] == entry[1, 4, age]
        assert entry[0, 4, 2 * age - 1] != entry[1, 4, age]


def test_the_whittle_policy_has_no_ties_between_states() -> None:
    """All states of all rates have different ranks, also where doubles would say K for all."""
    entry = ranks(LONG, "whittle", 300)[:, 1:, 1:-1]
    assert len(np.unique(entry)) == entry.size


def test_an_empty_server_comes_first() -> None:
    """Known to be empty: larger than any other entry."""
    for policy in ("whittle", "myopic"):
        entry = ranks(LONG, policy, 300)
        assert entry[:, 0].min() > entry[:, 1:, :-1].max()


@pytest.mark.parametrize("model", [1, 2])
def test_a_state_beyond_the_table_comes_before_everything(model: int) -> None:
    """So that it cannot be overlooked."""
    entry = ranks(setting(model), "myopic", 5)
    assert entry.shape == (2, 4, 7)
    assert (entry[:, 3, 6] == entry.max()).all()
    assert entry[:, :, :6].max() < entry.max()


@pytest.mark.parametrize("model", [1, 2])
def test_just_filled_servers_of_all_rates_tie(model: int) -> None:
    """At age 0 nothing can be gained, whatever the rate."""
    for policy in ("whittle", "myopic"):
        entry = ranks(setting(model), policy, 5)
        assert entry[0, 3, 0] == entry[1, 3, 0] == 0
        assert (entry[:, 3, 1:] > 0).all()


def test_a_larger_index_has_a_larger_rank() -> None:
    """Against indices in double precision, where doubles can tell them apart."""
    one = setting(2, "1*0.2,1*0.5", backlog=3, horizon=12)
    entry = ranks(one, "whittle", 12)[:, 1:, 1:-1].ravel()
    rates = [instance(3, one.beta, mu=rate) for rate, _ in one.groups]
    index = np.stack([index_array(rate, 12) for rate in rates]).ravel()
    assert np.diff(np.sort(index)).min() > 1e-9
    assert np.argsort(entry).tolist() == np.argsort(index).tolist()


def test_preference_orders_by_rate_then_by_name() -> None:
    """Servers 0, 1, 2 with rates .3, .6, .3."""
    one = setting(rates="1*0.3,1*0.6,1*0.3", ties="slow-first")
    assert np.argsort(-preference(one)).tolist() == [0, 2, 1]
    other = setting(rates="1*0.3,1*0.6,1*0.3", ties="fast-first")
    assert np.argsort(-preference(other)).tolist() == [1, 0, 2]
    assert not preference(setting()).any()
