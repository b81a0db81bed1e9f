"""Random functions of every closed cone."""

from __future__ import annotations

import numpy as np
import pytest

from proofcheck.infer.functions import LARGEST, STEPS, WIDEST, random_functions, wide_window, words
from proofcheck.infer.lattice import Instances, Window
from tests.infer.common import by_name, changed, language, model


@pytest.mark.parametrize("name", ["two_server", "three_server"])
def test_they_satisfy_what_is_proved(name: str) -> None:
    """They lie in every closed cone that contains the cost, so in K1-K6: for any seed."""
    top = language(name).coordinates[1].top or 0
    instances = Instances(Window(language(name), (6, top)), list(by_name(name).values()))
    for seed in range(3):
        for values in random_functions(language(name), (6, top), 20, seed):
            assert instances.violated(values) == set()


PROVED = [
    "admission_reward",
    "batch_admission",
    "environment_admission",
    "finite_buffer",
    "lin_kumar",
    "mms_admission",
    "mu_c_rule",
    "series_admission",
    "service_rate",
    "shorter_queue",
    "stock_rationing",
    "tandem_service",
    "three_servers",
    "two_stations",
]


@pytest.mark.parametrize("name", PROVED)
def test_those_of_models_satisfy_what_is_proved(name: str) -> None:
    """They lie in the cone that the committed certificates prove closed; parameters, given functions are as
    they are presumed."""
    here = model(name)
    corner = tuple(6 if c.top is None else c.top for c in here.coordinates)
    window = Window(here, corner)
    instances, count = Instances(window, list(here.cone)), 0
    for seed in range(2):
        for values in random_functions(here, corner, 20, seed):
            assert instances.violated(values) == set()
            assert (window.presumed @ values >= 0).all()
            count += values.shape[1]
    assert count > 100


@pytest.mark.parametrize(
    ("name", "fails"), [("whole_batches", "Cx_x"), ("blocked_arrivals", "Cx_x"), ("mu_c_reversed", "First")]
)
def test_those_of_models_find_what_is_refuted(name: str, fails: str) -> None:
    """And nothing of the rest of the cone that holds."""
    here = model(name)
    corner = tuple(6 if c.top is None else c.top for c in here.coordinates)
    instances, found = Instances(Window(here, corner), list(here.cone)), set[int]()
    for values in random_functions(here, corner, 100, 0):
        found |= instances.violated(values)
    assert {here.cone[k].name for k in found} == {fails}


def test_branches_of_a_step() -> None:
    """The words of operators that end at f, the first one first."""
    assert words(model("three_servers").step) == [
        (r, e) for r in ["routing"] for e in ("arrival", "fast", "slow")
    ]
    assert words(model("mm1_admission").step) == [("admission",), ("departure",)]
    assert words(language("two_server").step) == [
        ("routing", f"event.{e.name}") for e in language("two_server").problem.events
    ]


def test_a_wide_window_has_an_end() -> None:
    """As many steps up as there are states for."""
    three = changed(
        "tandem_service",
        ('name = "y"\nmeaning = "jobs in the second queue"', 'name = "y"\n\n[[coordinate]]\nname = "z"'),
        ("f(x, y)", "f(x, y, z)"),
        ("f(x-1, y+1)", "f(x-1, y+1, z)"),
        ('arrival = { to = "x" }', 'min = ["f(x+1, y, z+1)", "f(x+1, y, z)"]'),
        ("f(x, y+1)", "f(x, y+1, z)"),
        ("f(x+1, y)", "f(x+1, y, z)"),
        ("f(x+1, y+1)", "f(x+1, y+1, z)"),
        ("f(x+2, y)", "f(x+2, y, z)"),
        ("f(x, y+2)", "f(x, y+2, z)"),
    )
    wide = wide_window(three, (5, 5, 5))
    assert wide.size <= WIDEST < (wide.corner[0] + 2) ** 3
    assert wide_window(model("mm1_admission"), (5,)).corner == (5 + 2 * STEPS,)


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


def test_parameters_that_are_too_large_give_no_functions() -> None:
    """Assumptions and costs within bounds whose products are not: no function, and no wrong one."""
    assumed = ('"c >= 0", "h >= 0"', '"c >= 0", "h >= 1000000"')
    here = changed("mm1_admission", assumed, ("h*x", "30000*h*x"))
    found = list(random_functions(here, (5,), 10, 0))
    assert sum(values.shape[1] for values in found) == 0
    fine = changed("mm1_admission", assumed)
    assert sum(values.shape[1] for values in random_functions(fine, (5,), 10, 0)) > 0
