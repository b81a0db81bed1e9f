"""What follows from what."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.optimize import linprog

from proofcheck.infer.candidates import form_of, generate, inequality
from proofcheck.infer.reduce import Cone, halves
from proofcheck.problem.model import Inequality
from tests.infer.common import by_name, language

NAMES = ["K1", "K2", "K3", "K4", "K5", "K6"]


def convex_in_x() -> Inequality:
    """Cx(1) for every y."""
    cx = by_name("two_server")["Cx"]
    return inequality(language("three_server"), form_of(cx), "Cx")


def natural() -> list[Inequality]:
    return [*by_name("three_server").values(), convex_in_x()]


def generators(cone: Cone) -> list[str]:
    return [cone.all[k].name for k in cone.generators]


def test_convexity_in_x_follows() -> None:
    """From K3 and K4: at y < m at the same y, at y = m from y = m - 1."""
    cone = Cone(language("three_server"), natural(), range(7))
    assert generators(cone) == NAMES
    assert cone.support == {6: {2, 3}}
    assert len(cone.alive) == 7


def test_it_comes_back_when_its_reason_goes() -> None:
    """Without K3 it follows from nothing."""
    cone = Cone(language("three_server"), natural(), range(7))
    cone.drop({2})
    assert generators(cone) == ["K1", "K2", "K4", "K5", "K6", "Cx"]
    cone.drop({6})
    assert generators(cone) == ["K1", "K2", "K4", "K5", "K6"]
    assert len(cone.alive) == 5


def test_what_goes_does_not_come_back() -> None:
    cone = Cone(language("three_server"), natural(), range(7))
    cone.drop({2, 6})
    assert "Cx" not in generators(cone)


def test_a_range_is_not_widened() -> None:
    """K2 at y = 0 only: K2 for all y does not follow from it, nor is it taken to."""
    k2 = by_name("three_server")["K2"]
    narrow = replace(k2, name="K2low", high=(None, 0))
    assert generators(Cone(language("three_server"), [narrow, k2], range(2))) == ["K2low", "K2"]
    finite = replace(k2, name="K2x", high=(3, 1))
    assert generators(Cone(language("three_server"), [finite, k2], range(2))) == ["K2x", "K2"]


def test_halves_add_up() -> None:
    """Two points and the rest, whose sum is the form."""
    for form in generate(language("three_server"), (1, 1), 6):
        for pair in halves(form):
            total: dict[tuple[int, ...], int] = {}
            for part in pair:
                for at, times in part:
                    total[at] = total.get(at, 0) + times
            assert tuple(sorted(total.items())) == form


def test_against_another_solver() -> None:
    """Every candidate of four points in a small box: dual feasibility by scipy, instance by instance."""
    p = language("two_server")
    found = [inequality(p, form, f"c{k}") for k, form in enumerate(generate(p, (2, 1), 4))]
    some = [k for k, i in enumerate(found) if i.name in {"c0", "c1", "c5", "c20", "c40", "c60"}]
    cone = Cone(p, found, some)
    cells = [(x, y) for x in range(3) for y in range(2)]

    def rows(k: int) -> list[list[int]]:
        form = dict(form_of(found[k]))
        reach = [max(at[c] for at in form) for c in range(2)]
        starts = [(x, y) for x in range(3 - reach[0]) for y in range(2 - reach[1])]
        return [[form.get((cx - x, cy - y), 0) for cx, cy in cells] for x, y in starts]

    def follows(k: int, others: list[int]) -> bool:
        columns = np.array([row for j in others for row in rows(j)]).T
        goals = [row for row in rows(k) if row[0] or row[1]]  # those that start at x = 0
        return all(linprog(np.zeros(columns.shape[1]), A_eq=columns, b_eq=g).success for g in goals)

    for k in some:
        others = [j for j in cone.generators if j != k]
        assert follows(k, others) == (k not in cone.generators)
