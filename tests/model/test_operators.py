"""The operator library: what each kind does to a function, against its formula."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from proofcheck.errors import BadInput
from tests.model.common import State, after, written

TWO = """
format = "proofcheck-model/1"
name = "two"
rates = ["r"]
parameters = ["c", "d"]
cone = ["I(x)"]
step = "T(f) + r*move(f)"
[[coordinate]]
name = "x"
[[coordinate]]
name = "y"
to = 2
[[operator]]
name = "move"
value = "stay(f(x+1, y+1)) + stay(f(x-1, y-1))"
[[operator]]
name = "T"
KIND
"""
PARAMETERS = {"1": 1, "c": Fraction(7, 2), "d": -2}


def f(s: State) -> int:
    """A function without any structure."""
    x, y = s
    return (5 * x * x + 3 * x * y + 11 * y + x**3 * 7) % 23


def stay(x: int, y: int, to: State) -> int:
    """f there, or here where that is no state."""
    return f(to) if to[0] >= 0 and 0 <= to[1] <= 2 else f((x, y))


EXPECTED: list[tuple[str, Any]] = [
    ('arrival = { to = "x" }', lambda x, y: f((x + 1, y))),
    ('arrival = { to = "y" }', lambda x, y: f((x, min(y + 1, 2)))),
    ('arrival = { to = "y", batch = 2 }', lambda x, y: f((x, 2)) if y == 0 else f((x, y))),
    ('departure = { from = "x" }', lambda x, y: f((max(x - 1, 0), y))),
    (
        'departure = { from = "x", servers = 3 }',
        lambda x, y: min(x, 3) * f((max(x - 1, 0), y)) + (3 - min(x, 3)) * f((x, y)),
    ),
    (
        'departure = { from = "y", servers = 5 }',
        lambda x, y: y * f((x, max(y - 1, 0))) + (5 - y) * f((x, y)),
    ),
    ('transfer = { from = "x", to = "y" }', lambda x, y: stay(x, y, (x - 1, y + 1))),
    (
        'mode_change = { mode = "y", rates = [[0, 2, 0], [1, 3, 1], [0, 4, 0]] }',
        lambda x, y: [
            2 * f((x, 1)) + 3 * f((x, 0)),
            f((x, 0)) + f((x, 2)) + 3 * f((x, 1)),
            4 * f((x, 1)) + f((x, 2)),
        ][y],
    ),
    (
        'controlled_arrival = { to = "x", rejection = "c" }',
        lambda x, y: min(PARAMETERS["c"] + f((x, y)), f((x + 1, y))),
    ),
    (
        'controlled_arrival = { to = "y", rejection = "c", batch = 2 }',
        lambda x, y: min(PARAMETERS["c"] * (2 - j) + f((x, y + j)) for j in range(3) if y + j <= 2),
    ),
    (
        'controlled_service = { from = "x", rates = [0, 1, 3], costs = ["0", "c", "d"] }',
        lambda x, y: min(
            k + r * f((max(x - 1, 0), y)) + (3 - r) * f((x, y))
            for r, k in ((0, 0), (1, PARAMETERS["c"]), (3, -2))
        ),
    ),
    ('routing = { to = ["x", "y"] }', lambda x, y: min([f((x + 1, y))] + [f((x, y + 1))] * (y < 2))),
    (
        'routing = { to = ["x", "y"], costs = ["c", "d"] }',
        lambda x, y: min([PARAMETERS["c"] + f((x + 1, y))] + [f((x, y + 1)) - 2] * (y < 2)),
    ),
    (
        'server_assignment = { queues = ["x", "y"], rates = [2, 3] }',
        lambda x, y: min(
            2 * f((max(x - 1, 0), y)) + f((x, y)),
            3 * f((x, max(y - 1, 0))),
        ),
    ),
    (
        "moving_jobs = { move = { x = -1, y = 1 }, most = 2 }",
        lambda x, y: min(f((x - a, y + a)) for a in range(3) if a <= min(x, 2 - y)),
    ),
    ('value = "y*f(x, y-1) + (2 - y)*f(x, y)"', lambda x, y: y * f((x, max(y - 1, 0))) + (2 - y) * f((x, y))),
    ('value = "clip(f(x-2, y+1))"', lambda x, y: f((max(x - 2, 0), min(y + 1, 2)))),
    (
        'min = ["f(x, y) + c", "f(x+1, y)", "f(x-1, y)"]',
        lambda x, y: min([f((x, y)) + PARAMETERS["c"], f((x + 1, y))] + [f((x - 1, y))] * (x > 0)),
    ),
    (
        'max = ["f(x, y) + c", "stay(f(x-1, y))"]',
        lambda x, y: max(f((x, y)) + PARAMETERS["c"], f((max(x - 1, 0), y))),
    ),
    (
        'min = [{ value = "f(x+1, y)" }, { value = "f(x+2, y) + x*d", when = ["x >= 1", "y <= 1"] }]',
        lambda x, y: min([f((x + 1, y))] + [f((x + 2, y)) - 2 * x] * (x >= 1 and y <= 1)),
    ),
]


@pytest.mark.parametrize(("kind", "formula"), EXPECTED, ids=[kind for kind, _ in EXPECTED])
def test_an_operator_is_its_formula(kind: str, formula: Any) -> None:
    """At every state of a window, boundaries included."""
    model = written(TWO.replace("KIND", kind))
    operator = after(model, "T", f, {}, PARAMETERS)
    for x, y in product(range(7), range(3)):
        assert operator((x, y)) == formula(x, y), (x, y)


def test_rational_weights_are_multiplied_out() -> None:
    """An operator matters up to a positive factor: 1/2 and 1/3 become 3 and 2 sixths."""
    model = written(TWO.replace("KIND", 'value = "1/2*f(x, y) + 1/3*f(x+1, y) + 1/6*c"'))
    assert after(model, "T", f, {}, PARAMETERS)((2, 1)) == 3 * f((2, 1)) + 2 * f((3, 1)) + PARAMETERS["c"]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ('arrival = { to = "z" }', "coordinate 'z' is not declared"),
        ('transfer = { from = "x", to = "x" }', "a coordinate stands twice"),
        ('mode_change = { mode = "x", rates = [[0]] }', "x is unbounded"),
        (
            'mode_change = { mode = "y", rates = [[0, 1], [1, 0]] }',
            "as many rows, and rates in a row, as the mode has values are wanted, here 2 and 3",
        ),
        (
            'mode_change = { mode = "y", rates = [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }',
            "mode y has no transitions",
        ),
        (
            'controlled_service = { from = "x", rates = [1], costs = ["0", "c"] }',
            "as many rates as costs are wanted, here 1 and 2",
        ),
        ('routing = { to = ["x", "y"], costs = ["0"] }', "as many queues as costs are wanted, here 2 and 1"),
        ('arrival = { to = "x" }\ndeparture = { from = "x" }', "wants exactly one of"),
        ('value = "y*y*f(x, y)"', "cannot be said"),
        ('value = "c*f(x, y)"', "cannot be said"),
        ('value = "f(x, y) - 2*f(x+1, y)"', "negative weight"),
        ('value = "x*f(x, y)"', "a weight grows with an unbounded coordinate"),
        ('value = "f(x-1, y)"', "no action is feasible at (0,0)"),
        ('min = [{ value = "f(x, y)", when = ["x >= 1"] }]', "no action is feasible at (0,0)"),
        ('min = [{ value = "f(x, y)", when = ["x == 1"] }]', "only <= and >="),
        ('min = [{ value = "f(x, y)", when = ["x + y >= 1"] }]', "is not of the form coordinate >= k"),
        ('min = [{ value = "f(x, y)", when = ["x <= -1"] }]', "never holds"),
        (
            'min = [{ name = "a", value = "f(x, y)" }, { name = "a", value = "f(x+1, y)" }]',
            "the name a stands twice",
        ),
    ],
)
def test_what_is_wrong_with_an_operator_is_said(kind: str, reason: str) -> None:
    """One line with the reason."""
    with pytest.raises(BadInput) as refusal:
        written(TWO.replace("KIND", kind))
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)
