"""Candidates: all balanced inequalities in a box, each once."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import gcd

import pytest

from proofcheck.errors import BadInput
from proofcheck.infer.candidates import Form, form_of, generate, inequality, normal, points, standard
from proofcheck.problem.model import State
from tests.infer.common import by_name, language


def brute(box: State, most: int, size: int) -> set[Form]:
    """All forms in the box with coefficients adding up to 0, few points, no common factor, not shifted."""
    cells = list(product(*(range(side + 1) for side in box)))
    found = set()
    for coefficients in product(range(-most, most + 1), repeat=len(cells)):
        positive = sum(c for c in coefficients if c > 0)
        if sum(coefficients) or not 0 < positive <= most or gcd(*coefficients) > 1:
            continue
        form = tuple((cell, c) for cell, c in zip(cells, coefficients, strict=True) if c)
        if all(min(cell[k] for cell, _ in form) == 0 for k in range(size)):
            found.add(form)
    return found


@pytest.mark.parametrize(("box", "most"), [((1, 1), 1), ((1, 1), 2), ((1, 1), 3), ((2, 1), 2), ((2, 1), 3)])
def test_all_forms_in_the_box_each_once(box: State, most: int) -> None:
    """Against all vectors of coefficients."""
    found = generate(language("two_server"), box, 2 * most)
    assert len(set(found)) == len(found)
    assert set(found) == brute(box, most, 2)


def test_simple_ones_come_first() -> None:
    """The order is that of the number of points."""
    sizes = [points(form) for form in generate(language("three_server"), (2, 2), 6)]
    assert sizes == sorted(sizes)
    assert set(sizes) == {2, 4, 6}


def test_the_box_ends_where_the_modes_do() -> None:
    """With one slow server y has two values, however large the box."""
    assert generate(language("two_server"), (2, 9), 4) == generate(language("two_server"), (2, 1), 4)


def test_the_known_cone_is_among_them() -> None:
    """K1-K6, for the same states."""
    forms = set(generate(language("three_server"), (2, 2), 6))
    for i in by_name("three_server").values():
        assert form_of(i) in forms
        again = inequality(language("three_server"), form_of(i), i.name)
        assert (again.low, again.high, form_of(again)) == (i.low, i.high, form_of(i))


def test_normal_forgets_shift_and_factor() -> None:
    form: Form = (((0, 0), -1), ((1, 0), 1))
    assert normal((((3, 1), -4), ((4, 1), 4))) == form == normal(form)


def test_standard_names() -> None:
    """As in the problem files, and those of event-based dynamic programming."""
    for name, i in by_name("three_server").items():
        if name != "K6":
            assert standard(language("three_server"), form_of(i)) == i.standard
    swapped = tuple(sorted(((y, x), c) for (x, y), c in form_of(by_name("three_server")["K4"])))
    assert standard(language("three_server"), swapped) == "SuperC(2,1)"
    sub = tuple((at, -c) for at, c in form_of(by_name("three_server")["K3"]))
    assert standard(language("three_server"), sub) == "Sub(1,2)"
    assert standard(language("three_server"), form_of(by_name("three_server")["K6"])) == "4 points"


def test_too_many_are_refused_before_any_work() -> None:
    """The number is told."""
    with pytest.raises(BadInput, match=r"--box 9,2 with 6 points: [0-9,]+ pairs"):
        generate(language("three_server"), (9, 2), 6)
    assert generate(language("three_server"), (9, 2), 2)


def test_a_name_is_not_part_of_an_inequality() -> None:
    one = by_name("three_server")["K5"]
    assert form_of(replace(one, name="other")) == form_of(one)
