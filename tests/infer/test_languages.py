"""Problems and models through one interface: the same queue said in both languages is the same."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from proofcheck.errors import BadInput
from proofcheck.infer.candidates import form_of
from proofcheck.infer.languages import read
from proofcheck.infer.models import ModelLanguage
from proofcheck.infer.problems import ProblemLanguage
from proofcheck.model.reader import read_model
from proofcheck.problem.reader import read_statement
from tests.infer.common import changed, language, model
from tests.model.common import MODELS

SAME = {
    "routing": "routing",
    "event.arrival": "arrival",
    "event.fast_departure": "fast",
    "event.slow_departure": "slow",
}
WORDS = ("standard", "meaning")  # of an inequality


@pytest.mark.parametrize(
    ("problem", "twin"), [("three_server", "three_servers"), ("two_server", "lin_kumar")]
)
def test_the_same_queue_in_both_languages(problem: str, twin: str) -> None:
    """Operators at every state, for all n too, and from which depth on; two readings that share no code."""
    first, second = language(problem), model(twin)
    other = {one.name: one for one in second.operators}
    top = first.coordinates[1].top or 0
    for operator in first.operators:
        same = other.pop(SAME.get(operator.name, "slow"))
        assert operator.depth == same.depth
        for state in product(range(5), range(top + 1)):
            for free in (False, state[0] >= operator.depth[0]):
                symbolic = (free, False)
                choices = [
                    [*map(sorted, (form.items() for form in one))]
                    for one in (
                        first.choices(operator, state, symbolic),
                        second.choices(same, state, symbolic),
                    )
                ]
                assert choices[0] == choices[1], (operator.name, state)
    assert not other


def test_costs_in_both_languages() -> None:
    """x + y, and h x + h y: also n times h where x is n + x."""
    first, second = language("three_server"), model("three_servers")
    (cost,), (holding,) = first.costs, second.costs
    assert first.choices(cost, (2, 1), (True, False)) == [{("1", ()): 3, ("1", (0,)): 1}]
    (form,) = second.choices(holding, (2, 1), (True, False))
    assert {atom: weight for atom, weight in form.items() if weight} == {("h", ()): 3, ("h", (0,)): 1}


def test_obligations_in_both_languages() -> None:
    """As many regions of the same inequality, under the same operator."""
    first, second = language("three_server"), model("three_servers")
    for one in first.cone:
        twin = next(i for i in second.cone if form_of(i) == form_of(one))
        counts = [sum(f".{name}." in q.id for q in first.obligations(one)) for name in ("routing", "cost")]
        others = [sum(f".{name}." in q.id for q in second.obligations(twin)) for name in ("routing", "cost")]
        assert counts == others
        assert min(counts) > 0
    said = [sum(".send_one." in q.id for q in one.claims()) for one in (first, second)]
    assert said == [2, 2]


@pytest.mark.parametrize("name", sorted(path.stem for path in MODELS.glob("*.toml")))
def test_models_are_written_as_they_were_read(name: str, tmp_path: Path) -> None:
    """With the cone they had: all but the words about its inequalities comes back."""
    here, path = model(name), tmp_path / "again.toml"
    path.write_text(here.text(list(here.cone), name))
    again, original = read_model(path), read_model(MODELS / f"{name}.toml")
    for statement in (again, original):
        for i in statement["inequalities"]:
            for word in WORDS:
                del i[word]
    for i in (i for one in (again, original) for i in one["inequalities"]):
        for side in ("lesser", "greater"):
            i[side].sort(key=str)
    assert again == original


@pytest.mark.parametrize("title", ['a "b" \\\\ c', "tab\\tand line\\n", "\\u007f", "é → ∞", "# [x]"])
def test_any_text_is_written_so_that_it_is_read(title: str, tmp_path: Path) -> None:
    here = changed("mm1_admission")
    here.table["title"] = title
    path = tmp_path / "again.toml"
    path.write_text(here.text(list(here.cone), "again"), encoding="utf-8")
    assert read_model(path)["title"] == title


def test_which_language(tmp_path: Path) -> None:
    """By name or by the format in the file."""
    assert isinstance(read("two_server"), ProblemLanguage)
    assert isinstance(read(str(MODELS / "lin_kumar.toml")), ModelLanguage)
    path = tmp_path / "problem.toml"
    path.write_text(language("two_server").text(list(language("two_server").cone), "mine"))
    assert read(str(path)).name == "mine"
    assert read_statement(str(path))["name"] == "mine"
    for wrong, why in (
        ("nothing", "no such problem"),
        (str(tmp_path / "no.toml"), "No such file"),
        (str(tmp_path), "directory"),
    ):
        with pytest.raises(BadInput, match=why):
            read(wrong)
