"""Random functions of every closed cone."""

from __future__ import annotations

import numpy as np
import pytest

from proofcheck.infer.functions import LARGEST, random_functions
from proofcheck.infer.lattice import Instances, Window
from tests.infer.common import by_name, language


@pytest.mark.parametrize("name", ["two_server", "three_server"])
def test_they_satisfy_what_is_proved(name: str) -> None:
    """They lie in every closed cone that contains the cost, so in K1-K6: for any seed."""
    top = language(name).coordinates[1].top or 0
    instances = Instances(Window(language(name), (6, top)), list(by_name(name).values()))
    for seed in range(3):
        for values in random_functions(language(name), (6, top), 20, seed):
            assert instances.violated(values) == set()


def test_they_tell_apart() -> None:
    """With three slow servers K3 and K5 fail, which K1-K6 do not survive: docs/frontier.md."""
    cone = by_name("many_server", 3)
    instances = Instances(Window(language("many_server", 3), (7, 3)), list(cone.values()))
    found: set[int] = set()
    for values in random_functions(language("many_server", 3), (7, 3), 200, 0):
        found |= instances.violated(values)
    assert {[*cone][k] for k in found} >= {"K3", "K5"}
    assert not {[*cone][k] for k in found} & {"K1", "K2"}


def test_a_seed_gives_the_same_functions() -> None:
    one, same, other = (
        np.hstack(list(random_functions(language("three_server"), (5, 2), 5, seed))) for seed in (7, 7, 8)
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_the_cost_is_always_among_them() -> None:
    """And for a fast departure again and again, y alone."""
    (first,) = random_functions(language("three_server"), (5, 2), 0, 0)
    states = Window(language("three_server"), (5, 2)).states
    columns = {tuple(int(v) for v in column[:-1]) for column in first.T}
    assert {tuple(x + y for x, y in states), tuple(y for _, y in states)} <= columns


def test_values_stay_exact() -> None:
    """No value is near what 64 bits hold."""
    for values in random_functions(language("three_server"), (6, 2), 50, 1):
        assert np.abs(values).max() <= LARGEST
