"""Pictures of states: where things are, and the same in words."""

from __future__ import annotations

import pytest

from proofcheck.certificate import check
from proofcheck.report.html.drawing import Drawing, Sending, drawn
from tests.common import problem, statement

SIDES = {(1, 0): -1, (1, 1): -1, (2, 0): 1, (0, 1): 1}  # K4 at (0,0)


@pytest.fixture
def k4() -> Drawing:
    """K4 at (0,0), with two jobs sent from (2,0) and none from (0,1)."""
    sendings = [Sending((2, 0), (0, 2), 2, True), Sending((0, 1), (0, 1), 0, True)]
    found = drawn(problem("three_server"), (False, False), SIDES, sendings, "K4")
    assert found is not None
    return found


def test_x_goes_right_and_y_up(k4: Drawing) -> None:
    """Markers in the order of the sides: (1,0), (1,1), (2,0), (0,1), then the end (0,2)."""
    a, b, c, d, end = k4.marks
    assert a.x == b.x < c.x
    assert d.x == end.x < a.x
    assert end.y < d.y == b.y < a.y == c.y


def test_shapes_tell_the_sides_apart(k4: Drawing) -> None:
    """Lesser, greater, and what is only reached."""
    assert [mark.shape for mark in k4.marks] == ["lesser", "lesser", "greater", "greater", "between"]


def test_jobs_sent_are_arrows_and_none_a_ring(k4: Drawing) -> None:
    """The arrow from (2,0) goes left and up, between the rims of the markers."""
    (arrow,), (ring,) = k4.arrows, k4.rings
    assert arrow.x2 < arrow.x1
    assert arrow.y2 < arrow.y1
    assert (ring.x, ring.y) == (k4.marks[3].x, k4.marks[3].y)


def test_everything_lies_inside_the_picture(k4: Drawing) -> None:
    """Also labels."""
    places = [(m.x, m.y) for m in k4.marks] + [(x, y) for x, y, _ in k4.labels]
    assert all(0 <= x <= k4.width and 0 <= y <= k4.height for x, y in places)


def test_the_words_say_the_same(k4: Drawing) -> None:
    """For whoever does not see it."""
    assert "circles: (1,0) and (1,1)." in k4.words
    assert "squares: (2,0) and (0,1)." in k4.words
    assert "Best to send: 2 from (2,0), 0 from (0,1)." in k4.words


def test_coefficients_are_written_into_the_markers() -> None:
    """2 f(1,1) <= f(2,0) + f(0,2)."""
    sides = {(1, 1): -2, (2, 0): 1, (0, 2): 1}
    found = drawn(problem("three_server"), (True, False), sides, [], "K6")
    assert found is not None
    assert [mark.text for mark in found.marks] == ["2", "", ""]
    assert "2 x (n+1,1)" in found.words


def test_a_line_and_a_space() -> None:
    """One coordinate is drawn as a line; three are not drawn, nor is a goal without states."""
    raw = statement("two_server")
    line = check.Problem(
        raw
        | {
            "coordinates": raw["coordinates"][:1],
            "cost": [1],
            "routing": [],
            "events": [],
            "claims": [],
            "reductions": [],
            "inequalities": [
                {
                    "name": "I",
                    "standard": "",
                    "meaning": "",
                    "low": [0],
                    "high": [None],
                    "lesser": [{"times": 1, "at": [0]}],
                    "greater": [{"times": 1, "at": [1]}],
                }
            ],
        }
    )
    found = drawn(line, (True,), {(0,): -1, (1,): 1}, [], "I")
    assert found is not None
    assert len({mark.y for mark in found.marks}) == 1
    assert drawn(problem("three_server"), (False, False), {}, [], "cost") is None
