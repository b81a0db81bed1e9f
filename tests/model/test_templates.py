"""The templates are the standard inequalities: functions with known properties tell."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from proofcheck.model.templates import SHAPES, everything, instances

F = Callable[[int, int], int]


def holds(template: str, which: tuple[int, ...], f: F) -> bool:
    """Whether f satisfies a template of two coordinates for 0 <= x, y <= 4."""
    return all(
        sum(k * f(x + a, y + b) for k, (a, b) in lesser) <= sum(k * f(x + a, y + b) for k, (a, b) in greater)
        for lesser, greater in instances(template, 2, which)
        for x, y in product(range(5), repeat=2)
    )


CASES: list[tuple[str, tuple[int, ...], F, F]] = [  # a function that satisfies it, one that does not
    ("I", (0,), lambda x, y: x - y, lambda x, y: y - x),
    ("D", (1,), lambda x, y: x - y, lambda x, y: y - x),
    ("UI", (0, 1), lambda x, y: 2 * x + y, lambda x, y: x + 2 * y),
    ("Cx", (0,), lambda x, y: x * x - y * y, lambda x, y: y * y - x * x),
    ("Cv", (0,), lambda x, y: y * y - x * x, lambda x, y: x * x - y * y),
    ("Super", (0, 1), lambda x, y: x * y, lambda x, y: -x * y),
    ("Sub", (0, 1), lambda x, y: -x * y, lambda x, y: x * y),
    ("SuperC", (0, 1), lambda x, y: x * x + x * y, lambda x, y: y * y + 3 * x * y),
    ("SubC", (0, 1), lambda x, y: x * x - x * y, lambda x, y: -x * x - 3 * x * y),
    ("MM", (0, 1), lambda x, y: x * x + x * y + y * y, lambda x, y: x * x - x * y + y * y),
]


@pytest.mark.parametrize(("template", "which", "good", "bad"), CASES)
def test_a_template_tells_functions_apart(template: str, which: tuple[int, ...], good: F, bad: F) -> None:
    """One function satisfies it, and its counterpart does not."""
    assert holds(template, which, good)
    assert not holds(template, which, bad)


def test_all_templates_are_tested() -> None:
    """No template is without a case."""
    assert {case[0] for case in CASES} == SHAPES.keys()


def test_multimodular_in_two_dimensions_is_super_and_twice_superconvex() -> None:
    """Koole 2006: MM(1,2) = Super(1,2) and SuperC(1,2) and SuperC(2,1)."""

    def sides(
        pairs: list[tuple[list[tuple[int, tuple[int, ...]]], list[tuple[int, tuple[int, ...]]]]],
    ) -> set[str]:
        return {repr((sorted(a), sorted(b))) for a, b in pairs}

    known = instances("Super", 2, (0, 1)) + instances("SuperC", 2, (0, 1)) + instances("SuperC", 2, (1, 0))
    assert sides(instances("MM", 2, (0, 1))) == sides(known)


def test_multimodular_functions_of_three_coordinates_are_what_separable_ones_are() -> None:
    """x^2 + y^2 + z^2 and (x + y + z)^2 are multimodular, -(x + y)^2 is not."""

    def worst(f: Callable[[tuple[int, ...]], int]) -> int:
        return min(
            sum(k * f(tuple(map(sum, zip(s, a, strict=True)))) for k, a in greater)
            - sum(k * f(tuple(map(sum, zip(s, a, strict=True)))) for k, a in lesser)
            for lesser, greater in instances("MM", 3, (0, 1, 2))
            for s in product(range(3), repeat=3)
        )

    assert worst(lambda s: sum(s) ** 2) >= 0
    assert worst(lambda s: sum(v * v for v in s)) >= 0
    assert worst(lambda s: -((s[0] + s[1]) ** 2)) < 0


@pytest.mark.parametrize(("template", "which"), [("I", (0, 1)), ("Super", (0, 0)), ("MM", (0,))])
def test_wrong_coordinates_are_refused(template: str, which: tuple[int, ...]) -> None:
    """Too many, the same twice, too few."""
    with pytest.raises(ValueError, match="wants"):
        instances(template, 2, which)


def test_everything_lists_each_inequality_once() -> None:
    """Symmetric templates stand once per pair, the others per ordered pair."""
    found = list(everything(2))
    assert len(found) == len(set(found)) == 4 * 2 + 2 + 3 * 2
