"""Problem files: what they stand for, and what is refused with one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check
from proofcheck.errors import BadInput
from proofcheck.problem.model import from_statement
from proofcheck.problem.reader import builtin_names, read_statement, schema
from tests.common import statement

# The cone as it stands in the mathematics: lesser side, greater side, largest y (from m).
CONE: dict[str, tuple[list[tuple[int, int, int]], list[tuple[int, int, int]], int]] = {
    "K1": ([(1, 0, 0)], [(1, 1, 0)], 0),
    "K2": ([(1, 0, 0)], [(1, 0, 1)], -1),
    "K3": ([(1, 1, 0), (1, 0, 1)], [(1, 0, 0), (1, 1, 1)], -1),
    "K4": ([(1, 1, 0), (1, 1, 1)], [(1, 2, 0), (1, 0, 1)], -1),
    "K5": ([(2, 0, 1)], [(1, 0, 0), (1, 0, 2)], -2),
    "K6": ([(2, 1, 1)], [(1, 2, 0), (1, 0, 2)], -2),
}

GOOD = """
format = "proofcheck-problem/1"
name = "line"
[sizes]
m = 2
[[coordinate]]
name = "x"
[[coordinate]]
name = "y"
to = "m"
[[inequality]]
name = "K1"
lesser = [{ at = [0, 0] }]
greater = [{ at = [1, 0] }]
"""


def bad(path: Path, text: str | bytes) -> str:
    """The one line with which a problem file is refused; it starts with the file's name."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadInput) as refusal:
        read_statement(str(path))
    line = str(refusal.value)
    assert "\n" not in line
    assert line.startswith(f"{path}: ")
    return line.removeprefix(f"{path}: ")


def _terms(items: list[dict[str, Any]]) -> list[tuple[int, ...]]:
    return sorted((item["times"], *item["at"]) for item in items)


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_the_cone_is_that_of_the_mathematics(m: int) -> None:
    """The built-in families are (K1)-(K6), each with its sides and its range of y."""
    cone = read_statement("many_server", {"m": m})["inequalities"]
    assert [one["name"] for one in cone] == list(CONE)
    for one in cone:
        lesser, greater, last = CONE[one["name"]]
        assert (_terms(one["lesser"]), _terms(one["greater"])) == (sorted(lesser), sorted(greater))
        assert (one["low"], one["high"]) == ([0, 0], [None, m + last])


def test_three_servers_are_two_slow_ones() -> None:
    """The three-server statement is that for m slow servers with m = 2, but for names and words."""
    three, many = read_statement("three_server"), read_statement("many_server", {"m": 2})
    for key in ("cost", "events", "rates", "discount", "coordinates"):
        assert three[key] == many[key], key
    for key in ("inequalities", "claims", "reductions"):
        ours, theirs = (
            [{k: v for k, v in i.items() if k != "meaning"} for i in s[key]] for s in (three, many)
        )
        assert [(i["name"], i["low"], i["high"], i["lesser"], i["greater"]) for i in ours] == [
            (i["name"], i["low"], i["high"], i["lesser"], i["greater"]) for i in theirs
        ]


def test_two_servers_have_convexity_in_x() -> None:
    """The two-server cone is K1-K4 with m = 1, and 2 f(x+1,y) <= f(x,y) + f(x+2,y) for y = 0, 1."""
    cone = {one["name"]: one for one in read_statement("two_server")["inequalities"]}
    assert list(cone) == ["K1", "K2", "K3", "K4", "Cx"]
    for name in ("K1", "K2", "K3", "K4"):
        assert cone[name]["high"] == [None, 1 + CONE[name][2]]
        assert _terms(cone[name]["lesser"]) == sorted(CONE[name][0])
    assert _terms(cone["Cx"]["lesser"]) == [(2, 1, 0)]
    assert _terms(cone["Cx"]["greater"]) == [(1, 0, 0), (1, 2, 0)]
    assert cone["Cx"]["high"] == [None, 1]


@pytest.mark.parametrize(("name", "sizes", "folder"), [
    ("two_server", None, "two_server"), ("three_server", {}, "three_server"),
    ("many_server", {"m": 3}, "many_server_m3"),
])  # fmt: skip
def test_the_committed_statements_are_what_the_problem_files_say(
    name: str, sizes: dict[str, int] | None, folder: str
) -> None:
    """A problem.json is the statement in full; its name carries the sizes."""
    full = read_statement(name, sizes)
    assert full == statement(folder)
    assert full["name"] == folder


def test_what_may_be_left_out(tmp_path: Path) -> None:
    """Ranges, times and sizes are written out; a file beside is read like a built-in problem."""
    path = tmp_path / "line.toml"
    path.write_text(GOOD, "utf-8")
    full = read_statement(str(path))
    assert full["coordinates"][1]["top"] == 2
    assert full["inequalities"][0]["high"] == [None, 2]
    assert full["inequalities"][0]["lesser"] == [{"times": 1, "at": [0, 0]}]
    assert full["name"] == "line_m2"
    assert read_statement(str(path), {"m": 5})["coordinates"][1]["top"] == 5
    check.Problem(full)


def test_the_model_says_what_the_statement_says() -> None:
    """The package's own reading has the same modes, events and routing."""
    three = from_statement(statement("three_server"))
    assert [c.top for c in three.coordinates] == [None, 2]
    assert three.move == (-1, 1)
    assert [(e.name, e.stay, len(e.jumps)) for e in three.events] == [
        ("arrival", False, 1), ("fast_departure", True, 1), ("slow_departure", False, 2),
    ]  # fmt: skip
    assert three.contains((7, 2))
    assert not three.contains((7, 3))
    assert not three.contains((-1, 0))
    assert three.reductions[0].assume == (("mu1", "mu2"),)


def test_the_names_of_problems() -> None:
    """Three problems are built in; another name is refused, and a missing file as well."""
    assert builtin_names() == ["many_server", "three_server", "two_server"]
    with pytest.raises(BadInput, match="no such problem; built in are many_server, three_server, two_server"):
        read_statement("four_server")
    with pytest.raises(BadInput, match=r"^nowhere\.toml: No such file"):
        read_statement("nowhere.toml")
    with pytest.raises(BadInput, match="it has no size 'k'"):
        read_statement("many_server", {"k": 2})


def test_the_schema_is_closed() -> None:
    """Unknown fields are refused at every level of a problem file."""
    objects = [schema()]
    while objects:
        one = objects.pop()
        if one.get("type") == "object" and "properties" in one:
            assert one["additionalProperties"] is False, one
        objects += [v for v in one.values() if isinstance(v, dict)]
        objects += [
            v for values in one.values() if isinstance(values, list) for v in values if isinstance(v, dict)
        ]


@pytest.mark.parametrize(("old", "new", "reason"), [
    ('name = "line"', "", "'name' is a required property"),
    ('name = "line"', 'name = "a line"', "does not match"),
    ("proofcheck-problem/1", "proofcheck-problem/9", "here 'proofcheck-problem/1' is read"),
    ('name = "line"', 'name = "line"\nnote = 1', "note"),
    ("at = [0, 0]", "at = [0, 0], note = 1", "note"),
    ("at = [0, 0]", "at = [0]", "one entry per coordinate"),
    ("at = [0, 0]", "at = [0, 1.0]", "not exact"),
    ("at = [0, 0]", "at = [0, nan]", "not exact"),
    ("at = [0, 0]", "at = [0, inf]", "not exact"),
    ("at = [0, 0]", "at = [0, true]", ""),
    ("at = [0, 0]", f"at = [0, {10**50}]", ""),
    ("at = [0, 0]", 'at = [0, "k"]', "neither an integer nor made from a size"),
    ("at = [0, 0]", 'at = [0, "m*2"]', ""),
    ("at = [0, 0]", "at = [0, 1]", "outside-domain"),
    ("at = [0, 0]", "at = [-1, 0]", "bad-problem"),
    ("lesser =", "for = { y = [0, 3] }\nlesser =", "outside-domain"),
    ("lesser =", "for = { y = [1, 0] }\nlesser =", "the range of y is empty"),
    ("lesser =", "for = { z = [0, 1] }\nlesser =", "'z' is not declared"),
    ("m = 2", "m = -2", ""),
    ("lesser = [{ at = [0, 0] }]", "", "'lesser' is a required property"),
    ("[[inequality]]", "[[inequality]]\nname = ", ""),
    ("[[coordinate]]", "[[coordinate", ""),
])  # fmt: skip
def test_a_bad_problem_file_is_refused_with_one_line(tmp_path: Path, old: str, new: str, reason: str) -> None:
    """One line that names the file and says why; the file without the change is read."""
    path = tmp_path / "line.toml"
    path.write_text(GOOD, "utf-8")
    read_statement(str(path))
    assert old in GOOD
    assert reason in bad(path, GOOD.replace(old, new, 1))


@pytest.mark.parametrize(("text", "reason"), [
    ("", "required property"), (b"\xff\xfe", "not UTF-8"), ("{}", ""), ("a = " + "[" * 100_000, "deeply"),
    ("a = 1\na = 2", ""), ("a = " + "9" * 5000, ""),
])  # fmt: skip
def test_a_file_that_is_no_problem_is_refused_with_one_line(
    tmp_path: Path, text: str | bytes, reason: str
) -> None:
    """Empty, not UTF-8, not TOML, nested without end, a key twice, a number too long to read."""
    assert reason in bad(tmp_path / "no.toml", text)
