"""What holds for every number m of slow servers, checked for m = 3 to 8; the gate has the smaller m."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofcheck.certificate import check
from proofcheck.certificate.gate import PROBLEM_FILE
from proofcheck.certificate.write import generate, write_folder
from proofcheck.problem.reader import read_statement

CASES = Path(__file__).parents[2] / "cases"


def verdicts(source: str, m: int, folder: Path) -> dict[str, str]:
    """Searched, written, and checked from the files."""
    statement = read_statement(str(CASES / source), {"m": m})
    list(write_folder(folder, generate(statement)))
    problem = check.Problem(check.read(folder / PROBLEM_FILE))
    paths = [path for path in folder.glob("*.json") if path.name != PROBLEM_FILE]
    found = {k: v for path in paths for k, (v, _) in check.check_file(problem, path).items()}
    assert found.keys() == {o.id for o in problem.obligations}
    return found


@pytest.mark.parametrize("m", [3, 6, 7, 8])
def test_four_inequalities_are_kept_by_routing(m: int, tmp_path: Path) -> None:
    """K1, K2, K4, K6 from these four alone."""
    found = verdicts("many_server_routing.toml", m, tmp_path)
    assert set(found.values()) == {"proved"}
    for name, modes in {"K1": m + 1, "K2": m, "K4": m, "K6": m - 1}.items():
        routed = [key for key in found if f".routing.{name}." in key]
        assert len(routed) == modes * (m + 1)  # x = 0, ..., m - 1 and all above


@pytest.mark.parametrize("m", [3, 6, 7, 8])
def test_six_inequalities_are_kept_by_the_events(m: int, tmp_path: Path) -> None:
    """K1-K6, by arrivals and departures."""
    found = verdicts("many_server_events.toml", m, tmp_path)
    assert set(found.values()) == {"proved"}
    for event, regions in {"arrival": 1, "fast_departure": 2, "slow_departure": 1}.items():
        kept = [key for key in found if f".event.{event}." in key]
        assert len(kept) == regions * (m + 1 + 3 * m + 2 * (m - 1))


@pytest.mark.parametrize("m", [3, 4])
def test_the_four_do_not_lose_an_inequality_without_notice(m: int) -> None:
    """The statement has exactly these four, written as in many_server, for the same states."""
    four, six = (
        {i["name"]: i for i in read_statement(str(source), {"m": m})["inequalities"]}
        for source in (CASES / "many_server_routing.toml", "many_server")
    )
    assert four == {name: six[name] for name in ("K1", "K2", "K4", "K6")}
    events = read_statement(str(CASES / "many_server_events.toml"), {"m": m})
    whole = read_statement("many_server", {"m": m})
    assert [events[key] for key in ("inequalities", "events", "cost")] == [
        whole[key] for key in ("inequalities", "events", "cost")
    ]


def test_given_e_is_many_server_with_one_inequality_more() -> None:
    """So what it proves is a statement about the model with three slow servers."""
    given = read_statement(str(CASES / "many_server_given_e.toml"))
    whole = read_statement("many_server", {"m": 3})
    *six, e = given["inequalities"]
    assert six == whole["inequalities"]
    assert [e["name"], e["low"], e["high"]] == ["E", [0, 0], [None, 0]]
    for key in ("coordinates", "rates", "cost", "routing", "events", "claims"):
        assert given[key] == whole[key]
