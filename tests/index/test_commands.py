"""The commands index, thresholds, certify and hunt: answers, exit codes, one-line errors."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofcheck.certificate import check_index
from proofcheck.cli import main
from proofcheck.index import index_table, whittle_index
from proofcheck.index.hunt import TABLE

ARM = ("--K", "3", "--mu", "0.5", "--beta", "0.9")
FALLS = ("--K", "5", "--law", "2/27,20/27,0,0,0,5/27", "--beta", "4/5")


def run(*arguments: str) -> Result:
    """Run the command line."""
    return CliRunner().invoke(main, list(arguments))


def one_line(result: Result) -> str:
    """The error, which must be one line and no traceback."""
    assert "Traceback" not in result.output
    lines = [line for line in result.stderr.splitlines() if line]
    assert len(lines) == 1, result.stderr
    return lines[0]


def test_an_index_has_the_digits_asked_for() -> None:
    """30 digits of model 2, and K less the index."""
    result = run("index", "model2", *ARM, "--q", "3", "--tau", "2", "--digits", "30")
    text = result.stdout.split()[0]
    assert (result.exit_code, len(text.removeprefix("0.").lstrip("0"))) == (0, 30)
    more = whittle_index(model=2, K=3, mu="0.5", beta="0.9", q=3, tau=2, digits=60).value
    assert abs(Fraction(text) - more.lower) < Fraction(1, 10**29)


def test_several_ages_are_csv_and_json() -> None:
    """The same table as the Python call."""
    table = index_table(model=1, K=3, mu="0.5", beta="0.9", taus=range(1, 6))
    rows = list(csv.DictReader(io.StringIO(run("index", "model1", *ARM, "--tau", "1..5").stdout)))
    assert [(int(r["tau"]), r["index"]) for r in rows] == [(s[0], i.text) for s, i in table.items()]
    found = json.loads(run("index", "model1", *ARM, "--tau", "1..5", "--json").stdout)
    assert [r["index"] for r in found["indices"]] == [r["index"] for r in rows]
    every = list(csv.DictReader(io.StringIO(run("index", "model2", *ARM, "--tau", "1,4").stdout)))
    assert [(r["q"], r["tau"]) for r in every] == [(q, t) for q in "123" for t in "14"]


def test_a_table_of_model_1_has_the_backlog_and_the_subsidies() -> None:
    """One job that departs with chance 1/2: E(tau) = 2^-tau; W by the printed formula, in fractions."""
    coin = ("--K", "1", "--law", "1/2,1/2", "--beta", "0.9")
    rows = list(csv.DictReader(io.StringIO(run("index", "model1", *coin, "--tau", "1..9").stdout)))
    beta, e = Fraction(9, 10), [Fraction(1, 2**tau) for tau in range(11)]
    for tau, row in enumerate(rows, 1):
        w = ((1 - beta**tau) * (1 - e[tau - 1]) - (beta - beta**tau) * (1 - e[tau])) / (1 - beta)
        assert abs(Fraction(row["E"]) - e[tau]) < Fraction(1, 10**12)
        assert abs(Fraction(row["W"]) - w) < Fraction(1, 10**11)
    assert rows[0]["W"] == "0"
    assert [row["W"] for row in rows[1:]] == [row["index"] for row in rows[:-1]]


def test_the_path_has_the_policy_on_both_sides_of_each_breakpoint() -> None:
    """Between two breakpoints the thresholds are those that `thresholds` finds there by itself."""
    result = run("thresholds", "path", *ARM, "--delta", "1.5", "--json")
    found = json.loads(result.stdout)
    points = found["breakpoints"]
    assert (result.exit_code, len(points) > 5, points[0]["below"]) == (0, True, [1, 1, 1])
    for here, after in pairwise(points):
        middle = (Fraction(here["gamma"]) + Fraction(after["gamma"])) / 2
        assert here["gamma"] != after["gamma"]
        assert here["above"] == after["below"]
        assert here["below"][here["q"] - 1] == here["age"] == here["above"][here["q"] - 1] - 1
        alone = run("thresholds", "model2", *ARM, "--gamma", str(middle), "--json")
        assert json.loads(alone.stdout)["thresholds"] == here["above"]
    lines = run("thresholds", "path", *ARM, "--delta", "1.5").stdout.splitlines()
    assert lines[0] == "gamma,K_minus_gamma,q,age,below,above"
    assert len(lines) == len(points) + 1
    assert "no breakpoint" in run("thresholds", "path", *ARM, "--delta", "2.999").stdout
    assert "delta: 3 is not between" in one_line(run("thresholds", "path", *ARM, "--delta", "3"))


def test_thresholds() -> None:
    """One line per q; never at gamma = K; one number for model 1."""
    result = run("thresholds", "model2", *ARM, "--gamma", "3/2", "--json")
    assert json.loads(result.stdout)["thresholds"] == sorted(json.loads(result.stdout)["thresholds"])
    assert run("thresholds", "model2", *ARM, "--gamma", "3/2").stdout.count("probe from age") == 3
    assert run("thresholds", "model2", *ARM, "--gamma", "3").stdout == "never probe\n"
    assert run("thresholds", "model1", *ARM, "--gamma", "0").stdout == "1\n"


@pytest.mark.parametrize(
    ("gamma", "why"), [("39/25", "gain(5,4) < 0"), ("25/32", "thresholds (1, 2, 3, 2, 2) do not increase")]
)
def test_what_fails_is_said_where_ordered_thresholds_are_not_optimal(gamma: str, why: str) -> None:
    """At 39/25 no threshold policy is optimal; at 25/32 one is, and its thresholds fall with q."""
    result = run("thresholds", "model2", *FALLS, "--gamma", gamma)
    assert result.exit_code == 1
    assert one_line(result).startswith("refuted: no optimal thresholds that rise")
    assert why in one_line(result)


def test_a_tie_is_said_to_be_unproved() -> None:
    """K = 1, beta = 1/2, one departure with chance 1/2: the index of (1,1) is 3/8; exit code 3."""
    arm = ("--K", "1", "--law", "1/2,1/2", "--beta", "1/2")
    result = run("thresholds", "model2", *arm, "--gamma", "3/8")
    assert (result.exit_code, one_line(result).startswith("unproved: ")) == (3, True)
    assert "undecided at 16384 bits" in result.stderr


def test_certify_writes_what_the_checker_accepts(tmp_path: Path) -> None:
    """Proved with exit code 0, refuted with 1; --json prints the certificate."""
    path = tmp_path / "certificate.json"
    result = run("certify", "model2", *ARM, "--delta", "0.1", "--out", str(path))
    assert (result.exit_code, check_index.check_file(path)) == (0, ("proved", ""))
    assert result.stdout.startswith("proved: Poisson(1/2) departures, K = 3, beta = 9/10: for every")
    result = run("certify", "model2", *FALLS, "--json")
    assert (result.exit_code, json.loads(result.stdout)["verdict"]) == (1, "refuted")
    result = run("certify", "model2", "--K", "3", "--law", "1/2,0,0,1/2", "--beta", "1/2", "--json")
    assert (result.exit_code, json.loads(result.stdout)["verdict"]) == (3, "unproved")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("index", "model2", "--K", "3", "--mu", "1", "--beta", "1", "--tau", "1"), "beta: 1 is not between"),
        (("index", "model2", "--K", "3", "--mu", "0", "--beta", ".5", "--tau", "1"), "mu: 0 is not above 0"),
        (("index", "model1", "--K", "0", "--mu", "1", "--beta", ".5", "--tau", "1"), "K: 0 is not a whole"),
        (("index", "model1", "--K", "999", "--mu", "1", "--beta", ".5", "--tau", "1"), "from 1 to 64"),
        (("index", "model1", *ARM, "--tau", "0"), "tau: 0 is not a whole number"),
        (("index", "model1", *ARM, "--tau", "5..2"), "tau: 5..2 is empty"),
        (("index", "model1", *ARM, "--tau", "x"), "tau: 'x' is not a decimal"),
        (("index", "model1", *ARM, "--tau", "1", "--digits", "9999"), "digits: 9999 is not a whole number"),
        (("index", "model2", *ARM, "--q", "4", "--tau", "1"), "q: 4 is not a whole number from 0 to 3"),
        (("thresholds", "model2", *ARM, "--gamma", "4"), "gamma: 4 is not between 0 and K = 3"),
        (("thresholds", "model1", *ARM, "--gamma", "-1"), "gamma: -1 is not between"),
        (("certify", "model2", *ARM, "--delta", "0"), "delta: 0 is not between"),
        (("certify", "model2", *ARM, "--law", "1/2,1/2"), "one of the two"),
        (("certify", "model2", "--K", "2", "--law", "1/2,1/3", "--beta", ".5"), "sum to 5/6, not 1"),
        (("certify", "model2", *ARM, "--delta", "1", "--out", "/none/x.json"), "/none/x.json: No such file"),
        (("certify", "cases", "--cases", "/none"), "index.toml: No such file"),
        (("hunt", "--out", "x"), "nothing to search"),
        (("hunt", "--out", "x", "--mu", "1"), "a grid needs --mu and --beta"),
    ],
)
def test_bad_input_is_one_line_with_its_own_exit_code(arguments: tuple[str, ...], reason: str) -> None:
    """Exit code 10."""
    result = run(*arguments)
    assert result.exit_code == 10
    assert reason in one_line(result)


def test_a_hunt_keeps_every_case_and_resumes(tmp_path: Path) -> None:
    """Proved, refuted and unproved are rows; what is listed is not done again; a spoiled table is refused."""
    grid = ("hunt", "--K", "1..2", "--mu", "1,2", "--beta", "0.5", "--margin", "0.1", "--jobs", "1")
    result = run(*grid, "--out", str(tmp_path))
    assert (result.exit_code, result.stdout.splitlines()[-1][:12]) == (0, "4 instances:"), result.output
    rows = list(csv.DictReader(io.StringIO((tmp_path / TABLE).read_text())))
    assert {row["verdict"] for row in rows} == {"proved"}
    for row in rows:
        assert check_index.check_file(tmp_path / f"{row['instance']}.json") == ("proved", "")
    before = (tmp_path / TABLE).read_text()
    assert run(*grid, "--out", str(tmp_path)).exit_code == 0
    assert (tmp_path / TABLE).read_text() == before
    laws = ("hunt", "--K", "3", "--random-laws", "6", "--seed", "3", "--margin", "0.1", "--jobs", "1")
    found = json.loads(run(*laws, "--out", str(tmp_path), "--json").stdout)
    assert len({row["id"] for row in found}) == 6
    assert all(row["reason"] for row in found if row["verdict"] == "unproved")
    assert (tmp_path / TABLE).read_text().startswith(before)
    slow = ("hunt", "--K", "3", "--mu", "0.01", "--beta", "0.999", "--timeout", "1e-9", "--jobs", "1")
    result = run(*slow, "--out", str(tmp_path))
    assert result.exit_code == 3
    assert "unproved: K3.mu0.01.beta0.999: not done after 1e-09 s" in result.stdout
    (tmp_path / TABLE).write_text("a,b\n")
    assert "not a table of a hunt" in one_line(run(*grid, "--out", str(tmp_path)))
