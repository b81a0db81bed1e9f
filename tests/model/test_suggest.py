"""Suggestions for a cone: what would have saved a refuted obligation."""

from __future__ import annotations

import pytest

from proofcheck.model.suggest import Suggestion, suggestions
from tests.model.common import QUEUE, committed, written


def found(name: str, identity: str) -> set[Suggestion]:
    """What is suggested for a committed model."""
    return set(suggestions(committed(name), f"{name}.{identity}"))


@pytest.mark.parametrize(
    ("name", "identity", "standard"),
    [
        ("convex_alone", "operator.departure.Cx_x.x0", "I(x)"),
        ("monotone_alone", "claim.threshold.x0+", "Cx(x)"),
    ],
)
def test_the_condition_that_was_dropped_is_suggested(name: str, identity: str, standard: str) -> None:
    """And with it every operator keeps the cone."""
    assert Suggestion(standard, True) in found(name, identity)


def test_nothing_is_suggested_that_the_costs_do_not_satisfy() -> None:
    """D(x) would save convexity at 0 trivially, but holding costs increase."""
    assert "D(x)" not in {one.standard for one in found("convex_alone", "operator.departure.Cx_x.x0")}


def test_no_template_saves_a_buffer_that_loses_arrivals() -> None:
    """At its end the increments fall to 0 whatever f is."""
    assert {one for one in found("blocked_arrivals", "operator.arrival.Cx_x.x6") if one.kept} == set()


def test_a_tandem_without_its_third_condition() -> None:
    """Without SuperC(y,x) the departures fail at y = 0; the tool names what completes the cone."""
    text = QUEUE.replace('name = "x"', 'name = "x"\n[[coordinate]]\nname = "y"', 1)
    for old, new in (("f(x)", "f(x, y)"), ("f(x+1)", "f(x+1, y)"), ("f(x+2)", "f(x+2, y)")):
        text = text.replace(old, new)
    text = text.replace('departure = { from = "x" }', 'transfer = { from = "x", to = "y" }')
    model = written(text, cone='["I(x)"]')
    names = {one.standard for one in suggestions(model, "queue.operator.departure.I_x.x0.y0+")}
    assert "UI(y,x)" in names or "I(y)" in names
