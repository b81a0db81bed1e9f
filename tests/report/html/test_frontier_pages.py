"""The chain as the report shows it, redone from the definitions; the model; nothing of what was refused."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from proofcheck.frontier.gate import read_gate
from proofcheck.report.html import Run
from proofcheck.report.html.frontier_pages import Shown, shown
from proofcheck.report.summary import Report
from proofcheck.verdict import Result
from tests.common import CASES
from tests.frontier.common import best, chain, sends


def run(**verdicts: str) -> Run:
    """A run in which every refutation was found, but for those that have another verdict."""
    found = {f"frontier.{one.name}": "expected refutation" for one in read_gate(CASES)}
    found |= {f"frontier.{name}": verdict for name, verdict in verdicts.items()}
    return Run(Report(), {key: Result(key, verdict) for key, verdict in found.items()})


@pytest.fixture(scope="module")
def pages() -> dict[str, Shown]:
    """All pages of the committed refutations, by name."""
    return {page.name: page for page in shown(CASES, run())}


@pytest.mark.parametrize("m", [3, 4, 5, 6])
def test_every_function_of_a_chain_has_the_values_that_its_definition_gives(
    pages: dict[str, Shown], m: int
) -> None:
    """f, f routed, the gains and the best numbers, at every state shown, for every step."""
    page = pages[f"no_cone_m{m}"]
    derivation = json.loads((CASES / "frontier" / f"no_cone_m{m}.json").read_text("utf-8"))["chain"]
    assert [f.name for f in page.functions] == [step["name"] for step in derivation]
    for number, shown_function in enumerate(page.functions, start=1):
        f, rows = chain(derivation[:number], m), range(page.rows)
        assert shown_function.values == [[str(f(x, y)) for x in rows] for y in range(m + 1)]
        routed = [[str(min(sends(f, m, x, y))) for x in rows] for y in range(m + 1)]
        assert shown_function.routed == routed
        gains = [f(x, 0) - f(x - 1, 1) for x in rows[1:]]
        assert shown_function.gains == [(str(gain), gain > 0) for gain in gains]
        chosen = [" or ".join(map(str, best(f, m, x, 0))) for x in rows]
        assert [text for text, _ in shown_function.best] == chosen


def test_the_chain_for_three_servers_reads_as_in_the_paper_version(pages: dict[str, Shown]) -> None:
    """As docs/frontier.md has it: raise is 3x + 2y, lower is y; 3, 7 and 24 times lower are added."""
    raised, lowered, f0, f1, f2 = pages["no_cone_m3"].functions
    assert (raised.simple.words, lowered.simple.words) == ("3x + 2y", "y")  # type: ignore[union-attr]
    assert f0.simple is f1.simple is f2.simple is None
    assert lowered.made.words == "lower = (F bar)^8 (x + y)"
    assert f2.made.words == "f2 = S bar f1 + 24 lower"
    assert f2.made.tex == r"f_{2} = \bar S\,f_{1} + 24\,\mathrm{lower}"
    assert pages["no_cone_m3"].multiples == [3, 7, 24]
    assert [x for x, (_, framed) in enumerate(f2.best) if framed] == [4, 5]


def test_the_multiples_are_those_of_the_general_chain(pages: dict[str, Shown]) -> None:
    """From m = 4 on m, m^2 - 2m + 3, m^3 - m^2 + m + 2."""
    for m in (4, 5, 6):
        assert pages[f"no_cone_m{m}"].multiples == [m, m**2 - 2 * m + 3, m**3 - m**2 + m + 2]


def test_the_model_without_a_threshold_sends_fewer_jobs_at_a_larger_x(pages: dict[str, Shown]) -> None:
    """The least of the exact values is where the page says; what is rounded is near it."""
    here, there = pages["costs_by_position_m3"].sent
    assert (here.state, here.best, there.state, there.best) == ("(8,0)", [1], "(9,0)", [0])
    for sent in (here, there):
        exact = [Fraction(value) for value in sent.exact]
        assert [a for a, value in enumerate(exact) if value == min(exact)] == sent.best
        assert [a for a, (_, framed) in enumerate(sent.values) if framed] == sent.best
        for (text, _), value in zip(sent.values, exact, strict=True):
            assert abs(Fraction(text) - value) < Fraction(1, 10**7)


def test_an_inequality_that_fails_shows_both_sides(pages: dict[str, Shown]) -> None:
    """E at (2,0), the lesser side being the larger."""
    page = pages["e_fails_m3"]
    assert page.fails is not None
    assert page.exact is not None
    assert page.fails[0] == "f(3,1) + f(2,2) <= f(3,0) + f(2,3)"
    assert Fraction(page.exact[0]) > Fraction(page.exact[1])


@pytest.mark.parametrize("verdict", ["error", "stale", "unproved"])
def test_nothing_is_shown_of_what_the_checker_did_not_accept(verdict: str) -> None:
    """Its neighbours are shown."""
    found = {page.name: page for page in shown(CASES, run(no_cone_m4=verdict))}
    accepted = found["no_cone_m3"]
    assert found["no_cone_m4"].accepted is (verdict == "unproved")
    assert accepted.functions
    if verdict != "unproved":
        assert not found["no_cone_m4"].functions


def test_a_chain_changed_after_the_check_is_refused(tmp_path: Path) -> None:
    """Between the verdict and the page."""
    from proofcheck.errors import BadInput

    (tmp_path / "frontier.toml").write_text((CASES / "frontier.toml").read_text("utf-8"), "utf-8")
    shutil.copytree(CASES / "frontier", tmp_path / "frontier")
    assert len(shown(tmp_path, run())) == 6
    path = tmp_path / "frontier" / "no_cone_m3.json"
    path.write_text(path.read_text("utf-8").replace('"times": 24', '"times": 23'), "utf-8")
    with pytest.raises(BadInput, match=r"no_cone_m3\.json: changed since it was checked: "):
        shown(tmp_path, run())
