"""Formulas: what they stand for, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofcheck.errors import BadInput
from proofcheck.model.expressions import Formulas, Value, step

FORMULAS = Formulas("here", ["x", "y"], ["c"], ["f"])


def test_a_formula_is_multiplied_out() -> None:
    """(2 - y) f(x+1, y-1) + c/2, term by term."""
    found = FORMULAS.polynomial("(2 - y)*f(x+1, y-1) + c/2")
    value = Value("f", (1, -1))
    assert found == {(value,): 2, tuple(sorted((value, "y"), key=repr)): -1, ("c",): Fraction(1, 2)}


def test_terms_that_cancel_vanish() -> None:
    """What is subtracted again is not there."""
    assert FORMULAS.polynomial("f(x, y) - f(x, y) + 3 - 3") == {}


def test_both_directions_of_a_comparison_are_read() -> None:
    """A <= B and B >= A are the same."""
    assert FORMULAS.comparison("c + f(x, y) <= f(x+1, y)") == FORMULAS.comparison("f(x+1, y) >= c + f(x, y)")


def test_boundaries_are_wrapped_around_a_value() -> None:
    """stay(f(...)) and clip(f(...))."""
    assert FORMULAS.polynomial("stay(f(x-1, y))") == {(Value("f", (-1, 0), "stay"),): 1}
    assert FORMULAS.polynomial("clip(f(x-1, y))") == {(Value("f", (-1, 0), "clip"),): 1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("f(x)", "a function takes all coordinates, as in f(x, y)"),
        ("f(y, x)", "'y' stands where x, x+1"),
        ("f(2*x, y)", "'2 * x' stands where x"),
        ("f(x, 1)", "'1' stands where y, y+1, ... must; to speak of y = 1 alone, write y there, and for = "),
        ("f(0, y)", "of x = 0 alone, write x there, and for = { x = [0, 0] } in an inequality, when = "),
        ("f(x, c)", "'c' stands where y, y+1, ... must"),
        ("z", "'z' cannot be said here; known are x, y, c, f"),
        ("1.5*c", "'1.5' cannot be said"),
        ("c**2", "cannot be said"),
        ("True*c", "'True' cannot be said"),
        ("c/0", "cannot be said"),
        ("c +", "is not a formula"),
        ("stay(2*f(x, y))", "stay(...) wants one value"),
        ("f(x, y, x=1)", "cannot be said"),
        ("open('x')", "cannot be said"),
        ("1000000001*c", "cannot be said"),
        ("(" * 500 + "c" + ")" * 500, "is not a formula"),
        ("-" * 990 + "c", "nested too deeply"),
        ("*".join(["(c + x + y + 1)"] * 50), "a product of over 3 symbols"),
    ],
)
def test_what_cannot_be_said_is_refused(text: str, reason: str) -> None:
    """One line, with the place and the part that is wrong."""
    with pytest.raises(BadInput, match="here") as refusal:
        FORMULAS.polynomial(text)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["c < f(x, y)", "c", "0 <= c <= 1", "c == 1"])
def test_only_one_weak_inequality_is_a_comparison(text: str) -> None:
    """Strict, chained and missing comparisons are refused."""
    with pytest.raises(BadInput):
        FORMULAS.comparison(text)


def test_a_step_is_read_as_an_expression() -> None:
    """Sums with rates, compositions, products of rates."""
    found = step("h + b*(lam*A(D(f)) + f)", "here", ["A", "D"], ["h"], ["b", "lam"])
    inner = {"use": "operator", "name": "A", "of": {"use": "operator", "name": "D", "of": {"use": "f"}}}
    terms = [{"rate": "lam", "of": inner}, {"rate": "1", "of": {"use": "f"}}]
    assert found == {
        "use": "sum",
        "terms": [
            {"rate": "1", "of": {"use": "cost", "name": "h"}},
            {"rate": "b", "of": {"use": "sum", "terms": terms}},
        ],
    }
    product = step("b*lam*A(f)", "here", ["A"], [], ["b", "lam"])
    assert product == step("b*(lam*A(f))", "here", ["A"], [], ["b", "lam"])


@pytest.mark.parametrize("text", ["A(f) - f", "A", "q*f", "f*f", "A(f, f)", "2*f", "h*f"])
def test_a_step_says_nothing_else(text: str) -> None:
    """Differences, unknown rates and products are refused."""
    with pytest.raises(BadInput, match="step"):
        step(text, "here", ["A"], ["h"], ["b"])


def test_only_a_number_in_place_of_an_offset_gets_the_hint() -> None:
    """For the rest it would be beside the point."""
    for text in ("f(x, c)", "f(x, 1/2)", "f(x, x)"):
        with pytest.raises(BadInput) as refusal:
            FORMULAS.polynomial(text)
        assert "alone" not in str(refusal.value)
