"""The committed certificates, read from their printed words alone, mean what they say and add up."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.common import FOLDERS, document, groups, leaves
from tests.properties.model import DIFFERENCES, EVENTS, Array, array, arrival, fast_departure, slow_departure
from tests.properties.words import parsed, value_of

SLOW = {"two_server": 1, "three_server": 2, "many_server_m3": 3}
CLAIMED = {  # conclusions: smaller side, larger side, as offsets
    "send_one": ((1, 1), (2, 0)), "second_after_first": ((1, 1), (2, 0)),
    "send_two_not_one": ((1, 2), (2, 1)), "send_two_not_none": ((1, 2), (3, 0)),
}  # fmt: skip
# (offsets of the smaller side, offsets of the larger side), once more by hand
SIDES: dict[str, tuple[list[tuple[int, int]], list[tuple[int, int]]]] = {
    "K1": ([(0, 0)], [(1, 0)]),
    "K2": ([(0, 0)], [(0, 1)]),
    "K3": ([(1, 0), (0, 1)], [(0, 0), (1, 1)]),
    "K4": ([(1, 0), (1, 1)], [(2, 0), (0, 1)]),
    "K5": ([(0, 1), (0, 1)], [(0, 0), (0, 2)]),
    "K6": ([(1, 1), (1, 1)], [(2, 0), (0, 2)]),
    "Cx": ([(1, 0), (1, 0)], [(0, 0), (2, 0)]),
    "F": ([(1, 0)], [(0, 1)]),
}


def entries(folder: str) -> list[dict[str, Any]]:
    return [entry for group in groups(folder) for entry in document(folder, group)["obligations"]]


def direct(folder: str, key: list[str], f: Array, g: Array, h: Array, x: int, y: int) -> Any:
    """Larger minus smaller side of what an id says, for arbitrary functions, at (x, y)."""
    kind, m = key[0], SLOW[folder]
    if kind == "claim":
        (a, b), (c, d) = CLAIMED[key[1]]
        return f[x + c, y + d] - f[x + a, y + b]
    name = key[2] if kind == "event" else key[1]
    cost = array(lambda a, b: a + b, 20, m)
    if kind == "reduction":
        both = fast_departure(g)[:-1] + slow_departure(g)[:-1]
        of = {"routing": g, "cost": cost, "lam": arrival(g), "mu2": both,
              "mu1-mu2": fast_departure(g)}[key[-1]]  # fmt: skip
    else:
        of = {"routing": g, "cost": cost, "closure": f + h}.get(kind)
        of = EVENTS[key[1]](f) if of is None else of
    if name == "F":
        assert x == 0
        return DIFFERENCES["F"](of)[y]
    return DIFFERENCES[name](of)[x, y]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_goal_says_what_its_id_says(folder: str) -> None:
    """For arbitrary functions and every n the printed goal is the inequality for the operator there."""
    random, m = np.random.default_rng(11), SLOW[folder]
    for entry in entries(folder):
        key = entry["id"].split(".")[1:]
        y = int(next(part for part in key if re.fullmatch(r"y\d", part))[1:])
        region = next(part for part in key if re.fullmatch(r"x\d+\+?", part))
        first, symbolic = int(region[1:].rstrip("+")), region.endswith("+")
        for n in range(4 if symbolic else 1):
            f, g, h = (random.integers(-9999, 9999, (21, m + 1)).astype(object) for _ in range(3))
            functions = {"f": f, "g": g, "s f": f, "t h": h}
            lesser, greater = value_of(entry["goal"], functions, n)
            assert greater - lesser == direct(folder, key, f, g, h, first + n, y), (entry["id"], n)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_leaf_and_exclusion_adds_up_as_printed(folder: str) -> None:
    """goal_times * goal = sum of times * what is said, up to a constant that is not negative."""
    counted = 0
    for entry in entries(folder):
        parts = [(entry["goal"], leaf) for _, leaf in leaves(entry["proof"]) if "refuted" not in leaf]
        parts += [(excluded["goal"], excluded) for excluded in entry.get("excluded", [])]
        for goal, part in parts:
            total: Counter[Any] = Counter({a: c * part["goal_times"] for a, c in parsed(goal).items()})
            for use in part["sum"]:
                total.update({atom: -use["times"] * c for atom, c in parsed(use["says"]).items()})
            rest = {atom: value for atom, value in total.items() if value}
            assert all(atom[0] in ("1", "n") and value > 0 for atom, value in rest.items()), (
                entry["id"],
                part,
            )
            counted += 1
    assert counted > 50


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_hypothesis_is_what_its_name_says(folder: str) -> None:
    """Inequalities at a state in their range, upper bounds, and attained only in the case named."""
    m, seen = SLOW[folder], Counter[str]()
    last = {"K1": m, "K2": m - 1, "K3": m - 1, "K4": m - 1, "K5": m - 2, "K6": m - 2, "Cx": m, "F": m - 1}
    for entry in entries(folder):
        symbolic = bool(re.search(r"\.x\d+\+", entry["id"]))
        for _, leaf in leaves(entry["proof"]):
            for use in leaf.get("sum", []):
                seen[use["use"]] += 1
                if use["use"] == "given":
                    continue
                x, y = use["at"]
                assert x >= 0
                if "sends" in use:
                    a, sign = use["sends"], 1 if use["use"] == "upper" else -1
                    assert 0 <= a <= min(x, m - y)
                    expected = {("f", x - a, y + a, symbolic): sign, ("g", x, y, symbolic): -sign}
                    place = (f"n+{x}" if x else "n") if symbolic else str(x)
                    case = re.findall(r"a\(([^)]*)\) = (\d+)", leaf["case"])
                    assert sign == 1 or (f"{place},{y}", str(a)) in case
                else:
                    assert 0 <= y <= last[use["use"]]
                    assert use["use"] != "F" or (x == 0 and not symbolic)
                    expected = Counter()
                    for sign, side in zip((-1, 1), SIDES[use["use"]], strict=True):
                        for dx, dy in side:
                            expected[use["of"], x + dx, y + dy, symbolic] += sign
                assert parsed(use["says"]) == expected, (entry["id"], use)
    assert seen["upper"] > 20
    assert seen["attained"] > 20


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_split_has_a_case_for_every_number_of_jobs(folder: str) -> None:
    """At a state (x, y) there are min(x, m - y) + 1 cases, in order."""

    def splits(tree: Any) -> int:
        if "split" not in tree:
            return 0
        x, y = tree["split"]
        assert len(tree["cases"]) == min(x, SLOW[folder] - y) + 1
        return 1 + sum(map(splits, tree["cases"]))

    assert sum(splits(entry["proof"]) for entry in entries(folder)) > 10


def test_words_are_read_as_a_person_would() -> None:
    """The reader of this file, by hand; and a changed number is seen."""
    assert parsed("2 f(n+1,1) <= f(n,2) + f(n+2,0)") == {
        ("f", 1, 1, True): -2, ("f", 0, 2, True): 1, ("f", 2, 0, True): 1,
    }  # fmt: skip
    assert parsed("0 <= 0") == {}
    assert parsed("s f(0,0) + 1 <= 2 n + t h(3,1)") == {
        ("s f", 0, 0, False): -1, ("1", 0, 0, False): -1, ("n", 0, 0, True): 2, ("t h", 3, 1, False): 1,
    }  # fmt: skip
    f = array(lambda x, y: 10 * x + y, 9, 2)
    assert value_of("2 f(n+1,1) <= f(3,2) + 4", {"f": f}, 2) == (2 * 31, 32 + 4)
