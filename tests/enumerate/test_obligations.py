"""The obligations: two readings agree, ids are unique and stable, regions cover every state once."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from proofcheck.certificate import check
from proofcheck.certificate.write import require_agreement
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.errors import BadInput
from proofcheck.problem.model import from_statement
from proofcheck.problem.reader import read_statement

PROBLEMS = [("two_server", {}), ("three_server", {}), *(("many_server", {"m": m}) for m in (1, 2, 3, 4))]


def tasks_of(name: str, sizes: dict[str, int]) -> list[Task]:
    return list(obligations(from_statement(read_statement(name, sizes))))


@pytest.mark.parametrize(("name", "sizes"), PROBLEMS)
def test_two_readings_agree(name: str, sizes: dict[str, int]) -> None:
    """The package and the trusted checker find the same obligations, in the same order."""
    require_agreement(tasks_of(name, sizes), check.Problem(read_statement(name, sizes)))


def _without(tasks: list[Task]) -> list[Task]:
    return tasks[:-1]


def _with_another(tasks: list[Task]) -> list[Task]:
    return [*tasks, tasks[0]]


def _in_another_order(tasks: list[Task]) -> list[Task]:
    return [tasks[1], tasks[0], *tasks[2:]]


def _other_goal(tasks: list[Task]) -> list[Task]:
    return [replace(tasks[0], goal={**tasks[0].goal, ("g", (9, 0)): 1}), *tasks[1:]]


def _other_group(tasks: list[Task]) -> list[Task]:
    return [replace(tasks[0], group="routing"), *tasks[1:]]


def _knowing_more(tasks: list[Task]) -> list[Task]:
    return [replace(tasks[0], known={**tasks[0].known, "g": tasks[0].known["f"]}), *tasks[1:]]


def _knowing_less(tasks: list[Task]) -> list[Task]:
    return [replace(tasks[0], known={"f": tasks[0].known["f"][:-1]}), *tasks[1:]]


def _not_routed(tasks: list[Task]) -> list[Task]:
    return [replace(tasks[0], routed=False), *tasks[1:]]


@pytest.mark.parametrize("change", [
    _without, _with_another, _in_another_order, _other_goal, _other_group, _knowing_more, _knowing_less,
    _not_routed,
])  # fmt: skip
def test_a_difference_between_the_readings_is_noticed(change) -> None:  # type: ignore[no-untyped-def]
    """Any difference stops the generation of certificates."""
    changed = change(tasks_of("three_server", {}))
    with pytest.raises(BadInput, match="the two readings"):
        require_agreement(changed, check.Problem(read_statement("three_server")))


@pytest.mark.parametrize(("name", "sizes"), PROBLEMS)
def test_ids_are_unique_and_stable(name: str, sizes: dict[str, int]) -> None:
    """No id twice; each starts with the problem and continues with its group; twice the same list."""
    tasks = tasks_of(name, sizes)
    ids = [task.id for task in tasks]
    assert max(Counter(ids).values()) == 1
    stated = read_statement(name, sizes)["name"]
    assert all(task.id.startswith(f"{stated}.{task.group}.") for task in tasks)
    assert ids == [task.id for task in tasks_of(name, sizes)]


def test_ids_are_those_that_are_quoted() -> None:
    """Ids written elsewhere (documents, gate, Lean) do not drift."""
    ids = [task.id for task in tasks_of("three_server", {})]
    assert ids[0] == "three_server.routing.K1.y0.x0"
    for name in ("routing.K4.y0.x2+", "event.fast_departure.K4.y1.x0", "event.slow_departure.K6.y0.x0+",
                 "cost.K3.y0.x0+", "closure.K5.y0.x0+", "claim.send_two_not_none.y0.x0+",
                 "reduction.F.y1.x0.mu1-mu2", "reduction.F.y0.x0.routing"):  # fmt: skip
        assert f"three_server.{name}" in ids


@pytest.mark.parametrize(("name", "sizes"), PROBLEMS)
def test_every_state_is_in_exactly_one_region(name: str, sizes: dict[str, int]) -> None:
    """Per operator and inequality, each state of its range has one obligation, and no other state has any."""
    found: dict[tuple[str, str, str], Counter[tuple[int, ...]]] = defaultdict(Counter)
    ranges = {}
    for task in tasks_of(name, sizes):
        kind = task.id.split(".")[1]
        x, y = task.region.base
        key = (kind, task.operator, task.subject.name)
        found[key].update((x + n, y) for n in range(15 if task.symbolic[0] else 1))
        assert not task.symbolic[1]
        ranges[key] = task.subject
    for key, covered in found.items():
        low, high = ranges[key].low, ranges[key].high
        assert high[1] is not None
        last = 10 if high[0] is None else high[0]
        window = {(x, y) for x in range(low[0], last + 1) for y in range(low[1], high[1] + 1)}
        assert {s: n for s, n in covered.items() if s[0] <= 10} == dict.fromkeys(window, 1), key


@pytest.mark.parametrize("m", [1, 2, 3])
def test_routing_regions_start_where_all_jobs_can_be_sent(m: int) -> None:
    """x = 0, ..., m - 1 one by one, then x = n + m."""
    routing = [task for task in tasks_of("many_server", {"m": m}) if task.operator == "routing"]
    routing = [task for task in routing if task.subject.name == "K1" and task.region.base[1] == 0]
    assert [(t.region.base[0], t.symbolic[0]) for t in routing] == [
        *((x, False) for x in range(m)), (m, True),
    ]  # fmt: skip
