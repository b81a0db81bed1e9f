"""Random parameters and given functions: within what is assumed and known, and not only at one point."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from proofcheck.errors import BadInput
from proofcheck.infer.given import Given, generators
from proofcheck.infer.lattice import Window
from tests.infer.common import changed, language, model


def drawn(name: str, *changes: tuple[str, str]) -> tuple[Window, np.ndarray]:
    here = changed(name, *changes)
    window = Window(here, tuple(6 if c.top is None else c.top for c in here.coordinates))
    given = Given(window, Random(1))
    return window, np.hstack([given.draw() for _ in range(50)])


@pytest.mark.parametrize("name", ["mm1_admission", "mu_c_rule", "series_admission", "service_rate"])
def test_assumptions_and_what_is_known_hold(name: str) -> None:
    """Exactly, for 50 draws; f is 0, and the draws differ."""
    window, columns = drawn(name)
    assert (window.presumed @ columns >= 0).all()
    assert not columns[: window.size].any()
    assert len({tuple(column) for column in columns[window.size :].T}) > 20


def test_assumptions_with_constants() -> None:
    """1 <= c <= 3 and h = 2: homogeneous, so c and h come with the value of 1."""
    window, columns = drawn("mm1_admission", ('"c >= 0", "h >= 0"', '"c >= 1", "3 >= c", "h >= 2", "2 >= h"'))
    one, c, h = (columns[window.first(name)] for name in ("1", "c", "h"))
    assert (one > 0).all()
    assert (one <= c).all()
    assert (c <= 3 * one).all()
    assert (h == 2 * one).all()
    assert ((one < c) & (c < 3 * one)).any()


def test_parameters_may_be_negative() -> None:
    """Without assumptions they are free."""
    window, columns = drawn("mm1_admission", ('"c >= 0", "h >= 0"', '"h >= 0"'))
    c = columns[window.first("c")]
    assert (c < 0).any()
    assert (c > 0).any()


def test_given_functions_are_not_all_alike() -> None:
    """Increasing and convex ones: straight, bent and curved."""
    window, columns = drawn("service_rate")
    first = window.first("h")
    second = np.diff(columns[first : first + window.size], 2, axis=0)
    assert (second >= 0).all()
    assert len({tuple(column) for column in second.T}) > 20


def test_vertices_and_directions() -> None:
    """c1 >= c2 >= 0, r1, r2 >= 0: a cone, with one vertex and four directions."""
    points, directions = generators(model("series_admission"))
    assert [p.tolist() for p in points] == [[1, 0, 0, 0, 0]]
    found = sorted(d.tolist() for d in directions)
    assert found == [[0, 0, 0, 1, 0], [0, 0, 0, 1, 1], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0]]


def test_no_parameters() -> None:
    """A problem has the constant alone."""
    points, directions = generators(language("three_server"))
    assert ([p.tolist() for p in points], directions) == ([[1]], [])


def test_assumptions_that_contradict_each_other() -> None:
    """One line, before anything is searched; touching is no contradiction."""
    assert generators(changed("mm1_admission", ('"h >= 0"', '"h >= 1", "1 >= h"')))
    with pytest.raises(BadInput, match="contradict each other"):
        generators(changed("mm1_admission", ('"h >= 0"', '"h >= 2", "1 >= h"')))


def test_too_many_vertices_are_refused() -> None:
    """Eleven parameters between 0 and 1 each have 2^11 vertices; from 0 on, they have one."""
    names = [f"p{k}" for k in range(11)]
    declared = ('parameters = ["c", "h"]', f"parameters = {['c', 'h', *names]}".replace("'", '"'))
    lows, both = [f'"{p} >= 0"' for p in names], [f'"{p} >= 0", "1 >= {p}"' for p in names]
    fine = changed("mm1_admission", declared, ('"h >= 0"', ", ".join(['"h >= 0"', *lows])))
    points, directions = generators(fine)
    assert (len(points), len(directions)) == (1, 13)
    with pytest.raises(BadInput, match="24 comparisons of 13 parameters"):
        generators(changed("mm1_admission", declared, ('"h >= 0"', ", ".join(['"h >= 0"', *both]))))
