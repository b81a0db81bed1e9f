"""Cones of models, inferred from nothing: those of the literature, and of the models that people wrote."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.infer.candidates import Form, form_of
from proofcheck.infer.examine import examine
from proofcheck.infer.languages import read
from proofcheck.model.reader import read_model
from proofcheck.problem.model import inequality_of
from tests.infer.common import data, model, run, text
from tests.model.common import MODELS


def forms(entries: Any) -> set[Form]:
    return {form_of(inequality_of(entry)) for entry in entries}


def sided(lesser: dict[tuple[int, ...], int], greater: dict[tuple[int, ...], int]) -> Form:
    """An inequality by its two sides."""
    return tuple(sorted([(at, -times) for at, times in lesser.items()] + [*greater.items()]))


def nothing(name: str, tmp_path: Path, cone: str = '["D(x)"]') -> str:
    """The file of a committed model with a cone that is of no use."""
    content = text(name)
    first = content.index("cone = [")
    end = content.index("step = ")
    path = tmp_path / f"{name}.toml"
    path.write_text(content[:first] + f"cone = {cone}\n" + content[end:])
    return str(path)


X, Y = (1, 0), (0, 1)
I_X, I_Y = sided({(0, 0): 1}, {X: 1}), sided({(0, 0): 1}, {Y: 1})
SUPER = sided({X: 1, Y: 1}, {(0, 0): 1, (1, 1): 1})
SUPERC_XY = sided({X: 1, (1, 1): 1}, {Y: 1, (2, 0): 1})
SUPERC_YX = sided({Y: 1, (1, 1): 1}, {X: 1, (0, 2): 1})
CX_Y = sided({Y: 2}, {(0, 0): 1, (0, 2): 1})
DIAGONAL = sided({(1, 1): 2}, {(2, 0): 1, (0, 2): 1})
CX = sided({(1,): 2}, {(0,): 1, (2,): 1})
INCREASING = sided({(0,): 1}, {(1,): 1})


@pytest.mark.parametrize(
    ("name", "points", "expected"),
    [
        # Stidham 1985: value functions of admission control are increasing and convex.
        ("mm1_admission", "6", {INCREASING, CX}),
        # Koole 1995, for the model of Lin and Kumar: increasing, supermodular, superconvex.
        ("lin_kumar", "6", {I_X, I_Y, SUPER, SUPERC_XY}),
        # The three-server theorem: K1-K6, the one minimal set.
        ("three_servers", "6", {I_X, I_Y, SUPER, SUPERC_XY, CX_Y, DIAGONAL}),
        # Hajek 1984, Weber and Stidham 1987: multimodular, and increasing in the queue that is left.
        ("tandem_service", "6", {SUPER, SUPERC_XY, SUPERC_YX, I_Y}),
    ],
)
def test_from_nothing(name: str, points: str, expected: set[Form], tmp_path: Path) -> None:
    """The cone of the file is D(x), which holds of none of them; the claims alone bring the known cone."""
    found = data(nothing(name, tmp_path), "--claims", "--points", points)
    (one,) = found["minimal"]
    assert forms(one["inequalities"]) == expected
    assert len(one["inequalities"]) == len(expected)
    assert one["open"] == {}


@pytest.mark.parametrize(
    ("name", "asked", "superfluous"),
    [
        ("admission_reward", ("--claims",), set()),
        ("batch_admission", ("--claims",), set()),
        ("environment_admission", ("--claims",), set()),
        ("finite_buffer", ("--claims",), set()),
        ("mms_admission", ("--claims",), set()),
        ("mu_c_rule", ("--require", "First"), {"I_y"}),  # what is asked for does not need it
        ("series_admission", ("--claims",), {"I_x"}),  # from UI(x,y) and I(y)
        ("service_rate", ("--claims",), {"I_x"}),  # idling costs nothing: nobody serves where f decreases
        ("shorter_queue", ("--require", "Balance"), set()),
        ("stock_rationing", ("--claims",), set()),
        ("two_stations", ("--claims",), set()),
    ],
)
def test_cones_that_people_wrote(name: str, asked: tuple[str, ...], superfluous: set[str]) -> None:
    """The minimal closed subset is the cone of the model, but for what its proof does not need."""
    found = data(str(MODELS / f"{name}.toml"), *asked, "--points", "4")
    (one,) = found["minimal"]
    assert one["open"] == {}
    assert {*one["names"]} == {i.name for i in model(name).cone} - superfluous


def test_convexity_of_lin_kumar_follows_and_can_be_kept() -> None:
    """With Cx(x) required, the cone is that of the model."""
    path = str(MODELS / "lin_kumar.toml")
    found = data(path, "--claims", "--require", "Cx_x", "--points", "4")
    assert [{*one["names"]} for one in found["minimal"]] == [{i.name for i in model("lin_kumar").cone}]


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("blocked_arrivals", "Cx_x"),
        ("whole_batches", "Cx_x"),
        ("mu_c_reversed", "First"),
        ("four_servers", "Super_x_y"),
    ],
)
def test_what_no_closed_cone_contains(name: str, lost: str) -> None:
    """The committed refutations: the inequality is in no closed subset."""
    result = run(str(MODELS / f"{name}.toml"), "--require", lost, "--points", "4", "--box", "2")
    assert result.exit_code == 10
    assert f"--require {lost}: is in no closed subset of the candidates" in result.output


def test_what_is_written_is_a_model_that_is_proved(tmp_path: Path) -> None:
    """Everything but name and cone is as it was; prove says proved."""
    out = tmp_path / "inferred.toml"
    source = nothing("environment_admission", tmp_path)
    result = run(source, "--claims", "--points", "4", "--out", str(out))
    assert result.exit_code == 0, result.output
    assert "34 of 34 obligations proved" in result.output
    written, original = read_model(out), read_model(MODELS / "environment_admission.toml")
    assert forms(written["inequalities"]) == forms(original["inequalities"])
    changes = {"name", "inequalities"}
    assert {key for key in original if written[key] != original[key]} == changes
    assert written["name"] == "environment_admission_inferred"
    proved = CliRunner().invoke(main, ["prove", str(out)])
    assert proved.exit_code == 0, proved.output


def test_ranges_are_written_too(tmp_path: Path) -> None:
    """A candidate of the user's that holds in one mode only: found, written with its range, read back."""
    mine = nothing(
        "environment_admission",
        tmp_path,
        '["I(x)", { template = "Cx(x)", name = "B", for = { z = [1, 1] } }]',
    )
    out = tmp_path / "inferred.toml"
    found = data(
        str(MODELS / "environment_admission.toml"),
        "--with",
        mine,
        "--require",
        "B",
        "--points",
        "4",
        "--out",
        str(out),
    )
    (one,) = found["minimal"]
    assert one["open"] == {}
    (entry,) = (i for i in read_model(out)["inequalities"] if i["name"] == "B")
    assert (entry["low"], entry["high"]) == ([0, 1], [None, 1])


def test_inequalities_that_are_not_balanced(tmp_path: Path) -> None:
    """None is generated, but the user's are considered: costs are never negative, nor always 0 or less."""
    cone = '[{ name = "Pos", says = "0 <= f(x)" }, { name = "Neg", says = "f(x) <= 0" }]'
    mine, out = nothing("mm1_admission", tmp_path, cone), tmp_path / "inferred.toml"
    options = [str(MODELS / "convex_alone.toml"), "--with", mine, "--points", "4", "--out", str(out)]
    found = data(*options, "--require", "Pos")
    assert [one["names"] for one in found["minimal"]] == [["Pos"]]
    assert found["minimal"][0]["open"] == {}
    assert 'says = "0 <= f(x)"' in out.read_text()
    assert CliRunner().invoke(main, ["prove", str(out)]).exit_code == 0
    assert "Neg: is in no closed subset" in run(*options, "--require", "Neg").output


def test_a_claim_that_does_not_follow_is_said() -> None:
    """A cone asked for by name, of a model whose claim needs more: the verdict is the claim's."""
    result = run(str(MODELS / "monotone_alone.toml"), "--require", "I_x", "--points", "4")
    assert result.exit_code == 1
    assert "minimal closed subset 1 of 1: I_x" in result.output
    assert "refuted: monotone_alone_inferred.claim.threshold.x0+" in result.output


def test_workers_do_not_matter(tmp_path: Path) -> None:
    """Nor do seed and samples, but for what they leave to be eliminated; a journal cut off is gone on with.

    With few samples nearly all follows at first from few wide inequalities: proofs must look as far as those.
    """
    options = [str(MODELS / "series_admission.toml"), "--claims", "--points", "4", "--samples", "5"]
    base = data(*options, "--jobs", "1")
    journal = tmp_path / "journal"
    assert data(*options, "--jobs", "2", "--journal", str(journal)) == base
    content = journal.read_bytes()
    assert content.count(b"\n") > 10
    journal.write_bytes(content[: len(content) // 3])
    assert data(*options, "--jobs", "1", "--journal", str(journal)) == base
    assert sorted(journal.read_bytes().splitlines()) == sorted(content.splitlines())
    other = data(*options, "--jobs", "2", "--seed", "7")
    for key in ("candidates", "closed", "generators", "minimal"):
        assert other[key] == base[key]


def test_a_model_goes_to_another_process() -> None:
    """What is examined there is the same."""
    here = model("tandem_service")
    there = pickle.loads(pickle.dumps(here))
    cone = list(here.cone)
    assert [examine(here, i, cone) for i in cone] == [examine(there, i, cone) for i in cone]


SERIES = """
format = "proofcheck-model/1"
name = "series"
rates = ["lam", "mu1", "mu2", "mu3"]
parameters = ["c1", "c2", "c3"]
assume = ["c1 >= c2", "c2 >= c3", "c3 >= 0"]
cone = ["UI(x, y)", "UI(y, z)", "D(x)"]
step = "holding + lam*arrival(f) + mu1*first(f) + mu2*second(f) + mu3*third(f)"
coordinate = [{ name = "x" }, { name = "y" }, { name = "z" }]
operator = [
  { name = "arrival", arrival = { to = "x" } },
  { name = "first", transfer = { from = "x", to = "y" } },
  { name = "second", transfer = { from = "y", to = "z" } },
  { name = "third", departure = { from = "z" } },
]
cost = [{ name = "holding", value = "c1*x + c2*y + c3*z" }]
"""


def test_three_unbounded_coordinates(tmp_path: Path) -> None:
    """Three queues in series, a job being dearest in the first: f falls as jobs go on.

    That needs I(z), for the last departure, and no more: I(y) is I(z) and UI(y,z).
    """
    path, out = tmp_path / "series.toml", tmp_path / "inferred.toml"
    path.write_text(SERIES)
    options = ["--require", "UI_x_y", "--require", "UI_y_z", "--box", "1", "--points", "4", "--out", str(out)]
    (one,) = data(str(path), *options)["minimal"]
    expected = {
        sided({(0, 1, 0): 1}, {(1, 0, 0): 1}),
        sided({(0, 0, 1): 1}, {(0, 1, 0): 1}),
        sided({(0, 0, 0): 1}, {(0, 0, 1): 1}),
    }
    assert forms(one["inequalities"]) == expected
    assert one["open"] == {}
    assert CliRunner().invoke(main, ["prove", str(out)]).exit_code == 0


@cache
def candidates(name: str) -> int:
    found: int = data(str(MODELS / f"{name}.toml"), "--points", "2")["candidates"]
    return found


def test_a_model_without_unbounded_coordinate() -> None:
    """A buffer of eight: the same candidates as without end, and proofs for every state."""
    assert candidates("finite_buffer") == candidates("mm1_admission") == 4
    found = data(str(MODELS / "finite_buffer.toml"), "--claims")
    assert found["minimal"][0]["obligations"] == 53


@pytest.mark.parametrize(
    ("changes", "arguments", "line"),
    [
        ([('"h >= 0"', '"h >= 0", "0 - 1 >= h"')], ["--claims"], "the assumptions contradict each other"),
        ([("h*x", "h*y")], ["--claims"], "cost holding"),
        ([("proofcheck-model/1", "proofcheck-model/2")], ["--claims"], "proofcheck-model/2"),
        ([], ["--claims", "--size", "m=3"], "is a model; only problems have sizes"),
        ([], ["--require", "K9"], "--require K9: there are I_x, Cx_x"),
        ([], ["--box", "1,1"], "--box 1,1: wants one small number, or 1"),
        ([], ["--with", "three_server"], "--with three_server: coordinates"),
        ([("h*x", "2000000*h*x")], ["--claims"], "weights of more than 2^20"),
        ([('"h >= 0"', '"h >= 2000000"')], ["--claims"], "assume: weights of more than 2^20"),
    ],
)
def test_refusals(changes: list[tuple[str, str]], arguments: list[str], line: str, tmp_path: Path) -> None:
    """One line, the exit code of bad input or wrong usage, nothing written."""
    path, out = tmp_path / "model.toml", tmp_path / "out.toml"
    path.write_text(text("mm1_admission", *changes))
    result = run(str(path), *arguments, "--jobs", "1", "--out", str(out))
    assert result.exit_code in (2, 10), result.output
    assert line in result.output
    assert "Traceback" not in result.output
    assert not out.exists()


def test_claims_are_wanted_and_have_to_say_something(tmp_path: Path) -> None:
    """A model without claims, and one whose claim holds of every function."""
    path = tmp_path / "model.toml"
    path.write_text(text("convex_alone"))
    assert "convex_alone states no claim" in run(str(path), "--claims").output
    trivial = '\n[[claim]]\nname = "same"\ngiven = ["c + f(x) <= f(x+1)"]\nsays = "f(x) <= f(x+1)"\n'
    path.write_text(text("convex_alone") + trivial)
    result = run(str(path), "--claims", "--jobs", "1")
    assert result.exit_code == 10
    assert "its claims hold of every function" in result.output


def test_a_name_for_two_inequalities_is_refused(tmp_path: Path) -> None:
    """In the model and in the file given with it; the same inequality twice is none."""
    path = nothing("mm1_admission", tmp_path, '[{ name = "Cx_x", says = "f(x) <= f(x+2)" }]')
    result = run(str(MODELS / "mm1_admission.toml"), "--with", path)
    assert result.exit_code == 10
    assert "Cx_x is the name of another inequality in mm1_admission" in result.output
    again = str(MODELS / "mms_admission.toml")
    assert data(str(MODELS / "mm1_admission.toml"), "--with", again, "--claims")["minimal"]


def test_files_of_either_language_are_read(tmp_path: Path) -> None:
    """By the format that they name; a problem's inequalities may be candidates of a model's."""
    assert read(str(MODELS / "lin_kumar.toml")).labels == ("x", "y")
    assert read("two_server").labels == ("1", "2")
    found = data(str(MODELS / "lin_kumar.toml"), "--with", "two_server", "--points", "2", "--claims")
    assert [{*one["names"]} for one in found["minimal"]] == [{"I_x", "I_y", "Super_x_y", "SuperC_x_y"}]
