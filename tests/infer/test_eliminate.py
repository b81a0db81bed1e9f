"""The largest closed subset and the minimal ones, against all subsets one by one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import chain, combinations

import pytest

from proofcheck.certificate.model_statement import Model
from proofcheck.enumerate.obligations import obligations
from proofcheck.infer.candidates import form_of, inequality
from proofcheck.infer.eliminate import Elimination
from proofcheck.infer.examine import Outcome, examine
from proofcheck.infer.minimal import Subsets
from proofcheck.infer.reduce import Cone
from proofcheck.model.suggest import proved
from proofcheck.problem.model import Inequality
from proofcheck.search.farkas import Search
from tests.infer.common import by_name, changed, language

TWO = language("two_server")


def universe() -> list[Inequality]:
    """The cone of two servers, and five more: some follow, some fail."""
    forms = {
        "up": (((0, 0), -1), ((1, 1), 1)),  # K1 + K2
        "Sub": (((0, 0), -1), ((0, 1), 1), ((1, 0), 1), ((1, 1), -1)),
        "swap": (((0, 1), 1), ((1, 0), -1)),  # true of F only
        "bent": (((0, 0), -1), ((1, 0), 2), ((2, 0), -1)),  # concave in x
        "wide": (((0, 0), 1), ((0, 1), -1), ((2, 0), -1), ((2, 1), 1)),  # K3 twice
    }
    return [*by_name("two_server").values(), *(inequality(TWO, form, name) for name, form in forms.items())]


def subsets(names: list[str]) -> list[frozenset[str]]:
    every = chain.from_iterable(combinations(names, k) for k in range(len(names) + 1))
    return [frozenset(chosen) for chosen in every]


@cache
def closed(names: frozenset[str]) -> bool:
    """By the search that makes certificates: every obligation of routing, events and cost has a proof."""
    alone = replace(
        TWO.problem, cone=tuple(i for i in universe() if i.name in names), claims=(), reductions=()
    )

    def proved(tree: object) -> bool:
        return "refuted" not in str(tree) and "unproved" not in str(tree)

    search = Search(alone)
    return all(proved(search.proof(task)) for task in obligations(alone) if task.operator != "closure")


def here(candidates: list[Inequality], cone: list[Inequality]) -> list[Outcome]:
    return [examine(TWO, i, cone) for i in candidates]


def test_the_largest_closed_subset_is_the_union_of_all() -> None:
    """Elimination against the 2^6 subsets that contain K1 and K2."""
    some = [i for i in universe() if i.name not in ("up", "wide")]
    cone = Cone(TWO, some, range(len(some)))
    rounds = list(Elimination(cone, here).rounds())
    found = {cone.all[k].name for k in cone.alive}
    every = [names | {"K1", "K2"} for names in subsets([i.name for i in some[2:]])]
    assert found == frozenset().union(*(names for names in every if closed(names)))
    assert rounds[-1].gone == 0
    assert {cone.all[k].name for k in cone.generators} == {"K1", "K2", "K3", "K4"}


@pytest.mark.parametrize(
    "required", [(), ("K4",), ("K3",), ("Cx",), ("K1",), ("K2", "Cx"), ("K4", "Cx"), ("up",), ("wide",)]
)
def test_minimal_closed_subsets(required: tuple[str, ...]) -> None:
    """All of them, against all 2^7 subsets of what is left."""
    left = [i for i in universe() if i.name not in ("Sub", "swap", "bent")]  # as elimination finds
    every = [names for names in subsets([i.name for i in left]) if names >= {*required} and closed(names)]
    least = {names for names in every if not any(other < names for other in every)}
    found = Subsets(TWO, left).minimal(frozenset(required))
    assert set(found) == least
    assert len(found) == len(least)


def test_nothing_closed_contains_what_fails() -> None:
    """A required inequality that is in no closed subset: no answer, rather than a wrong one."""
    assert Subsets(TWO, universe()).minimal(frozenset({"Sub"})) == []
    assert not any(closed(names) for names in [frozenset({"Sub", "K1", "K2"}), frozenset({"Sub"})])


def test_the_subsets_of_a_model() -> None:
    """Admission control: the largest closed subset and all minimal ones, against all 2^7 subsets as they are
    judged by the search that makes certificates."""
    here = changed("mm1_admission")
    stated = {
        "I": "f(x) <= f(x+1)",
        "Cx": "2*f(x+1) <= f(x) + f(x+2)",
        "I2": "f(x) <= f(x+2)",
        "Wide": "f(x+1) + f(x+2) <= f(x) + f(x+3)",
        "D": "f(x+1) <= f(x)",
        "Cv": "f(x) + f(x+2) <= 2*f(x+1)",
        "Skew": "3*f(x+1) <= 2*f(x) + f(x+3)",
    }
    cone = ", ".join(f'{{ name = "{name}", says = "{says}" }}' for name, says in stated.items())
    every = changed("mm1_admission", ('"I(x)", "Cx(x)"', cone))

    @cache
    def closed(names: frozenset[str]) -> bool:
        chosen = [i for i in every.statement["inequalities"] if i["name"] in names]
        if not chosen:
            return True
        statement = Model(every.statement | {"inequalities": chosen, "claims": []})
        return all(proved(statement, o) for o in statement.obligations if o.subject)

    closed_ones = [names for names in subsets([*stated]) if closed(names)]
    cone_ = Cone(here, list(every.cone), range(len(stated)))
    list(Elimination(cone_, lambda some, all_: [examine(here, i, all_) for i in some]).rounds())
    assert {cone_.all[k].name for k in cone_.alive} == frozenset().union(*closed_ones)
    left = [cone_.all[k] for k in sorted(cone_.alive)]
    for required in ("I", "Cx", "I2", "Wide", "Skew"):
        above = [names for names in closed_ones if required in names]
        least = {names for names in above if not any(other < names for other in above)}
        assert set(Subsets(here, left).minimal(frozenset({required}))) == least


def test_the_seven_natural_candidates_of_three_servers() -> None:
    """K1-K6 and convexity in x: K1-K6 is the only minimal subset with K4 and K6 (docs/mathematics.md)."""
    three = language("three_server")
    cx = inequality(three, form_of(by_name("two_server")["Cx"]), "Cx")
    subsets_ = Subsets(three, [*by_name("three_server").values(), cx])
    names = frozenset(by_name("three_server"))
    assert subsets_.minimal(frozenset({"K4", "K6"})) == [names]
    assert subsets_.minimal(frozenset({"K4", "K6", "Cx"})) == [names | {"Cx"}]


def test_the_claims_ask_for_the_whole_cone() -> None:
    """Nothing required but thresholds: K4 and K6 come with them."""
    three = by_name("three_server")
    found = Subsets(language("three_server"), list(three.values()), claims=True).minimal(frozenset())
    assert found == [frozenset(three)]


def test_for_three_slow_servers_no_closed_subset_has_thresholds() -> None:
    """K1-K6 for m = 3: what is left has neither K3 nor K5, hence not K4."""
    many = language("many_server", 3)
    cone = Cone(many, list(by_name("many_server", 3).values()), range(6))
    rounds = list(Elimination(cone, lambda some, all_: [examine(many, i, all_) for i in some]).rounds())
    assert {"K3", "K4", "K5"}.isdisjoint(cone.all[k].name for k in cone.alive)
    assert len(rounds) > 1
