"""TeX says what the plain words say: read back by another route."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from proofcheck.problem.model import from_statement
from proofcheck.report.html import tex
from tests.common import FOLDERS, problem, statement


def plain(text: str) -> str:
    """TeX of an inequality as the checker writes it in words."""
    text = re.sub(r"\\tfrac\{(\d+)\}\{(\d+)\}", r"\1/\2", text)
    text = re.sub(r"([sfgt])\\,([fh])\(", r"\1 \2(", text)
    text = re.sub(r",\\,", ",", text).replace(r"\le", "<=")
    return re.sub(r"_\{(\w+)\}", r"_\1", text.replace(r"\,", " "))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_goal_says_the_same_in_tex_and_in_words(folder: str) -> None:
    """All goals and given forms of the committed problems."""
    trusted = problem(folder)
    for obligation in trusted.obligations:
        for form in (obligation.goal, *obligation.given):
            formula = tex.form(trusted, form, obligation.symbolic)
            assert formula.words == trusted.words(form, obligation.symbolic)
            assert plain(formula.tex) == formula.words


def test_an_inequality_of_the_cone() -> None:
    """K4 as it is printed in README."""
    found = from_statement(statement("three_server"))
    k4 = next(i for i in found.cone if i.name == "K4")
    assert tex.sides(found, k4.sides).words == "f(x+1,y) + f(x+1,y+1) <= f(x+2,y) + f(x,y+1)"
    assert tex.sides(found, k4.sides).tex == r"f(x+1,y) + f(x+1,y+1) \le f(x+2,y) + f(x,y+1)"
    assert tex.scope(found, k4).words == "x >= 0, 0 <= y <= 1"
    k5 = next(i for i in found.cone if i.name == "K5")
    assert tex.sides(found, k5.sides).words == "2 f(x,y+1) <= f(x,y) + f(x,y+2)"
    assert tex.scope(found, k5).words == "x >= 0, y = 0"


def test_routing_and_events() -> None:
    """As docs/mathematics.md defines them, m = 2."""
    found = from_statement(statement("three_server"))
    routing = tex.routing(found)
    assert routing is not None
    assert routing.words == "g(x,y) = min over a >= 0 of f(x-a,y+a)"
    words = {event.name: tex.event(found, event).words for event in found.events}
    assert words["arrival"] == "(arrival f)(x,y) = f(x+1,y)"
    assert words["fast_departure"] == "(fast_departure f)(x,y) = f(x-1,y)"
    slow = words["slow_departure"].split(" = ")[1]
    assert set(slow.split(" + ")) == {"y f(x,y-1)", "(2-y) f(x,y)"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("x", "x"),
        ("mu1", r"\mu_{1}"),
        ("lam", r"\lambda"),
        ("n_x", "n_{x}"),
        ("p12", "p_{12}"),
        ("queue", r"\mathrm{queue}"),
        ("a_long_name", r"\mathrm{a\_long\_name}"),
    ],
)
def test_names(name: str, expected: str) -> None:
    """Letters and Greek letters with subscripts; words upright, their underscores escaped."""
    assert tex.symbol(name) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("c + f(n+1) <= f(n+2)", r"c + f(n+1) \le f(n+2)"),
        ("2 f(n_x+1,0) <= h n_x + mu1", r"2\,f(n_{x}+1,\,0) \le h\,n_{x} + \mu_{1}"),
        ("0 <= 1/2 c", r"0 \le 1/2\,c"),
    ],
)
def test_words_of_the_model_checker(words: str, expected: str) -> None:
    """Products, names with subscripts, the sign between the sides; the words are kept beside it."""
    assert tex.words(words) == tex.Formula(expected, words)


def test_fractions_and_multiples() -> None:
    """A multiplier p/q; a multiple of the goal; once the goal is the goal."""
    assert tex.number("-3/4") == r"-\tfrac{3}{4}"
    assert tex.number(7) == "7"
    goal = tex.Formula("a \\le b", "a <= b")
    assert tex.times(goal, 1) is goal
    assert tex.times(goal, 2).words == "2 x (a <= b)"


def test_polynomials() -> None:
    """Signs between the terms, coefficient 1 left out, the empty sum, one that is too long."""
    terms = {("b", "K"): Fraction(-1), ("K",): Fraction(2)}
    formula = tex.polynomial(terms, ">=")
    assert formula is not None
    assert formula.tex == r"2\,K - b\,K \ge 0"
    nothing = tex.polynomial({}, "=")
    assert nothing is not None
    assert nothing.tex == "0 = 0"
    assert tex.polynomial({(f"p{k}",): Fraction(1) for k in range(tex.LONG + 1)}, ">=") is None
