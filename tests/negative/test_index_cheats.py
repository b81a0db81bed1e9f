"""Every way to cheat with an indexability certificate is refused for its reason; its twin is accepted.

A cheat changes a parsed certificate; the twin is the unchanged one, which must be accepted in the same test.
The controls at the end show that a checker that accepts, or refuses, everything would be noticed.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check_index
from proofcheck.index.certify import certify
from proofcheck.index.instance import instance

Document = dict[str, Any]
CheckFile = Callable[[Path], tuple[str, str]]
FALLS = "2/27,20/27,0,0,0,5/27"  # departures for which no threshold policy is optimal


@cache
def _text(kind: str) -> str:
    arguments: dict[str, Any] = {
        "poisson": {"K": 2, "mu": 1, "beta": "9/10"},
        "law": {"K": 2, "law": "1/2,1/4,1/4", "beta": "9/10"},
        "refuted": {"K": 5, "law": FALLS, "beta": "4/5"},
    }[kind]
    found = certify(instance(**arguments), Fraction(1, 100)).certificate
    if kind == "refuted" and found is not None:
        states = [[5, 3, "probe"], [5, 4, "idle"]]
        point = {"gamma": "39/25", "first_probes": [1, 2, 3, 4, 3], "states": states}
        found = check_index.check(found | {"points": [point]})[1]
    return json.dumps(found)


def original(kind: str) -> Document:
    """A certificate that the checker accepts, to be changed at will."""
    found: Document = json.loads(_text(kind))
    return found


def put(*path: Any) -> Callable[[Document], None]:
    """Write the last of the arguments (or, if callable, what it makes of the old value) at a path."""
    *keys, last, value = path

    def change(document: Document) -> None:
        place: Any = document
        for key in keys:
            place = place[key]
        place[last] = value(place[last]) if callable(value) else copy.deepcopy(value)

    return change


def drop(*path: Any) -> Callable[[Document], None]:
    """Remove a field or an item."""

    def change(document: Document) -> None:
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


def last_digit(text: str) -> str:
    """The decimal with its last digit made another."""
    return text[:-1] + str((int(text[-1]) + 5) % 10)


def exchange(items: list[Any]) -> list[Any]:
    """The second and the third item exchanged."""
    return [items[0], items[2], items[1], *items[3:]]


CHEATS: list[tuple[str, str, Callable[[Document], None], str]] = [
    ("another format", "poisson", put("format", "proofcheck-indexability/2"), "stale"),
    ("more places", "poisson", put("K", 3), "wrong-sign"),
    ("another beta", "poisson", put("beta", "4/5"), "wrong-sign"),
    ("another mu", "poisson", put("mu", "11/10"), "bad-enclosure"),
    ("beta is 1", "poisson", put("beta", "1"), "out-of-range"),
    ("beta is a decimal", "poisson", put("beta", "0.9"), "not-exact"),
    ("beta not in lowest terms", "poisson", put("beta", "18/20"), "not-exact"),
    ("mu is 0", "poisson", put("mu", "0"), "out-of-range"),
    ("K is true", "poisson", put("K", True), "out-of-range"),
    ("K is a string", "poisson", put("K", "2"), "out-of-range"),
    ("too few bits", "poisson", put("bits", 63), "out-of-range"),
    ("e^-mu is off", "poisson", put("exp_minus_mu", last_digit), "bad-enclosure"),
    ("e^-mu is coarse", "poisson", put("exp_minus_mu", lambda text: text[:6]), "undecided"),
    ("e^-mu is an integer", "poisson", put("exp_minus_mu", 0), "not-exact"),
    ("a claim on more subsidies", "poisson", put("delta", "1/1000"), "wrong-sign"),
    ("delta is 0", "poisson", put("delta", "0"), "out-of-range"),
    ("delta is K", "poisson", put("delta", "2"), "out-of-range"),
    ("a breakpoint left out", "poisson", drop("breakpoints", 3), "wrong-sign"),
    ("the last breakpoint left out", "poisson", drop("breakpoints", -1), "wrong-sign"),
    ("no breakpoints", "poisson", put("breakpoints", []), "wrong-sign"),
    ("two in the wrong order", "poisson", put("breakpoints", exchange), "wrong-sign"),
    ("a breakpoint twice", "poisson", put("breakpoints", lambda b: [b[0], *b]), "not-in-order"),
    ("a breakpoint moved up", "poisson", put("breakpoints", 0, 2, "0.50"), "wrong-sign"),
    ("a breakpoint moved down", "poisson", put("breakpoints", 0, 2, "0.10"), "wrong-sign"),
    ("a wide breakpoint", "poisson", put("breakpoints", 1, 2, "0.6"), "wrong-sign"),
    ("overlapping breakpoints", "poisson", put("breakpoints", 2, 2, "0.67"), "not-in-order"),
    ("a breakpoint at 0", "poisson", put("breakpoints", 0, 2, "0.0"), "not-in-order"),
    ("a breakpoint beyond the claim", "poisson", put("breakpoints", -1, 2, "1.995"), "not-in-order"),
    ("a breakpoint of another q", "poisson", put("breakpoints", 0, 0, 1), "wrong-sign"),
    ("a breakpoint of no q", "poisson", put("breakpoints", 0, 0, 3), "out-of-range"),
    ("a breakpoint of q = 0", "poisson", put("breakpoints", 0, 0, 0), "out-of-range"),
    ("another age", "poisson", put("breakpoints", 0, 1, 2), "wrong-state"),
    ("a breakpoint with a fourth entry", "poisson", put("breakpoints", 0, lambda b: [*b, 0]), "malformed"),
    ("a breakpoint with a sign", "poisson", put("breakpoints", 0, 2, "-0.3"), "not-exact"),
    ("a breakpoint with an exponent", "poisson", put("breakpoints", 0, 2, "3.5e-1"), "not-exact"),
    ("other thresholds at the end", "poisson", put("thresholds_at_the_end", 0, 99), "differs"),
    ("other words", "poisson", put("claim", "indexable for every K"), "differs"),
    ("refuted, it says", "poisson", put("verdict", "refuted"), "differs"),
    ("an unknown field", "poisson", put("note", "trust me"), "differs"),
    ("an unknown empty field", "poisson", put("note", None), "differs"),
    ("a law beside mu", "poisson", put("law", ["1/2", "1/2"]), "differs"),
    ("no delta", "poisson", drop("delta"), "malformed"),
    ("no breakpoints field", "poisson", drop("breakpoints"), "malformed"),
    ("a law that sums to less", "law", put("law", 0, "1/4"), "bad-law"),
    ("a law with a negative chance", "law", put("law", ["3/2", "-1/2"]), "bad-law"),
    ("a law without departures", "law", put("law", ["1", "0"]), "bad-law"),
    ("another law", "law", put("law", ["1/4", "1/2", "1/4"]), "wrong-sign"),
    ("a law's breakpoint left out", "law", drop("breakpoints", 2), "wrong-state"),
    ("a law's breakpoint moved", "law", put("breakpoints", 2, 2, "0.502"), "wrong-sign"),
    ("another plan", "refuted", put("points", 0, "first_probes", [1, 2, 3, 4, 5]), "not-optimal"),
    ("too short a plan", "refuted", put("points", 0, "first_probes", [1, 2, 3, 4]), "out-of-range"),
    ("an action falsified", "refuted", put("points", 0, "states", 1, 2, "probe"), "differs"),
    ("no contradiction", "refuted", drop("points", 0, "states", 1), "no-contradiction"),
    ("no points", "refuted", put("points", []), "no-contradiction"),
    ("a state of no q", "refuted", put("points", 0, "states", 0, 0, 6), "out-of-range"),
    ("an age of 0", "refuted", put("points", 0, "states", 0, 1, 0), "out-of-range"),
    ("a subsidy outside the claim", "refuted", put("points", 0, "gamma", "5"), "out-of-range"),
    ("a negative subsidy", "refuted", put("points", 0, "gamma", "-1"), "out-of-range"),
    ("another subsidy", "refuted", put("points", 0, "gamma", "1/25"), "not-optimal"),
    ("other words for the witness", "refuted", put("shows", "nothing"), "differs"),
    ("proved, it says", "refuted", put("verdict", "proved"), "differs"),
]

SPOILED: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("cut off", lambda text: text[:-2], "malformed"),
    ("empty", lambda text: b"", "malformed"),
    ("not UTF-8", lambda text: b"\xff" + text, "malformed"),
    ("a list", lambda text: b"[1]", "malformed"),
    ("a float", lambda text: text.replace(b'"K": 2', b'"K": 2.0'), "not-exact"),
    ("NaN", lambda text: text.replace(b'"K": 2', b'"K": NaN'), "not-exact"),
    ("a key twice", lambda text: text.replace(b'"K": 2', b'"K": 2, "K": 2'), "malformed"),
    ("a huge integer", lambda text: text.replace(b'"K": 2', b'"K": 1' + b"0" * 9999), "malformed"),
    ("deep nesting", lambda text: b"[" * 99999 + b"]" * 99999, "malformed"),
]


def refuse(checker: CheckFile, content: bytes, reason: str, folder: Path) -> None:
    """Require that a checker refuses a file for a reason."""
    path = folder / "certificate.json"
    path.write_bytes(content)
    verdict, why = checker(path)
    assert (verdict, why.partition(":")[0]) == ("stale" if reason == "stale" else "error", reason), why


def accept(checker: CheckFile, kind: str, folder: Path) -> None:
    """Require that a checker accepts the certificate that the cheats change."""
    path = folder / "twin.json"
    path.write_text(_text(kind))
    assert checker(path) == ("refuted" if kind == "refuted" else "proved", "")


@pytest.mark.parametrize(("name", "kind", "change", "reason"), CHEATS, ids=[cheat[0] for cheat in CHEATS])
def test_a_cheat_is_refused_for_its_reason(
    name: str, kind: str, change: Callable[[Document], None], reason: str, tmp_path: Path
) -> None:
    """What is changed is refused, what is not is accepted."""
    changed = original(kind)
    change(changed)
    assert json.dumps(changed) != _text(kind)
    refuse(check_index.check_file, json.dumps(changed).encode(), reason, tmp_path)
    accept(check_index.check_file, kind, tmp_path)


@pytest.mark.parametrize(("name", "edit", "reason"), SPOILED, ids=[spoiled[0] for spoiled in SPOILED])
def test_a_spoiled_file_is_refused_for_its_reason(
    name: str, edit: Callable[[bytes], bytes], reason: str, tmp_path: Path
) -> None:
    """A file that is not an exact JSON document is refused."""
    changed = edit(_text("poisson").encode())
    assert changed != _text("poisson").encode()
    refuse(check_index.check_file, changed, reason, tmp_path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """With its own reason."""
    assert check_index.check_file(tmp_path / "none.json")[1].startswith("unreadable: ")


def test_an_empty_object_is_no_empty_list(tmp_path: Path) -> None:
    """Near gamma = 0 there is no breakpoint: an empty list says so, an empty object or text does not."""
    found = certify(instance(2, "9/10", mu=1), Fraction(199, 100)).certificate
    assert found is not None
    assert found["breakpoints"] == []
    assert check_index.check(found)[0] == "proved"
    for other in ({}, ""):
        changed = found | {"breakpoints": other}
        refuse(check_index.check_file, json.dumps(changed).encode(), "differs", tmp_path)


def test_a_file_cannot_ask_for_work_without_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Products of rows and values, ages, and the digits of mu are bounded."""
    accept(check_index.check_file, "poisson", tmp_path)
    arm = check_index.Arm(original("poisson") | {"bits": 2**14})
    with pytest.raises(check_index.Rejected, match="out-of-range: age"):
        arm.departures(10**5)
    fine = original("poisson") | {"mu": "1000000001/1000000002"}
    refuse(check_index.check_file, json.dumps(fine).encode(), "out-of-range", tmp_path)
    monkeypatch.setattr(check_index, "MOST_WORK", 10**4)
    refuse(check_index.check_file, _text("poisson").encode(), "too-much-work", tmp_path)


def test_more_bits_prove_no_less(tmp_path: Path) -> None:
    """How sharply signs are computed is the certificate's choice, and says nothing."""
    more = original("poisson") | {"bits": 300}
    assert check_index.check(more)[0] == "proved"


def test_thresholds_that_fall_with_q_are_refused() -> None:
    """Asked directly, for no certificate gets there: signs fail first."""
    arm = check_index.Arm(original("poisson"))
    with pytest.raises(check_index.Rejected, match="not-monotone"):
        check_index.interval(arm, (2, 1), [Fraction(0), Fraction(1, 10)], 0, 0)


def test_every_age_is_looked_at_for_a_general_law() -> None:
    """The two ages at the threshold look right (idle at 2, probe at 3), a later one (idle at 4) does not."""
    arm, gamma, plan = check_index.Arm(original("refuted")), Fraction(39, 25), (1, 2, 3, 4, 3)
    values = arm.values(plan, arm.solve(plan), gamma)
    assert arm.gain(5, 2, values, arm.fixed(gamma))[1] < 0 < arm.gain(5, 3, values, arm.fixed(gamma))[0]
    with pytest.raises(check_index.Rejected, match=r"wrong-sign: gain\(5,4\) is not > 0"):
        check_index.every_age(arm, 5, 3, values, gamma)
    check_index.every_age(arm, 1, 1, values, gamma)


def test_the_enclosure_of_exp_is_checked_by_its_series() -> None:
    """e^-1 from 0.367879 to 0.36788 holds; a unit lower or higher, or for another mu, it does not."""
    unit = Fraction(1, 10**6)
    low = 367879 * unit
    check_index.require_exp(Fraction(1), low, low + unit)
    check_index.require_exp(Fraction(20), Fraction(0), 3 * unit)
    for mu, at in [(Fraction(1), low - unit), (Fraction(1), low + unit), (Fraction("1.00001"), low)]:
        with pytest.raises(check_index.Rejected, match="bad-enclosure"):
            check_index.require_exp(mu, at, at + unit)


def test_intervals_round_outwards() -> None:
    """The exact result of every elementary operation lies inside, also for negative ends."""
    arm = check_index.Arm(original("poisson"))
    one, x = arm.one, Fraction(7, 9)
    low, high = arm.fixed(Fraction(1, 3))
    assert Fraction(low, one) < Fraction(1, 3) < Fraction(high, one)
    low, high = arm.times(arm.fixed(Fraction(1, 3)), arm.fixed(x))
    assert Fraction(low, one) < Fraction(7, 27) < Fraction(high, one)
    for a in (-10**9 - 7, -1, 0, 1, 10**9 + 7):
        low, high = arm.scaled((a, a), x.as_integer_ratio())
        assert low <= a * x <= high < low + 2


def test_values_are_enclosed() -> None:
    """v for the plan (2, 3) at gamma = 1, against the same two equations solved in exact fractions."""
    arm = check_index.Arm(original("law"))
    (v, error), beta, gamma = arm.values((2, 3), arm.solve((2, 3)), Fraction(1)), Fraction(9, 10), 1
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    p1 = half**2  # q = 1, age 2: still there if nothing departs twice
    two = {2: half**3, 1: 3 * half**2 * quarter}  # q = 2, age 3
    a = 1 - beta * beta * p1, -beta * beta * (1 - p1)  # v_1 (1 - b^2 P(1)) - b^2 P(0) v_2 = ...
    c = gamma + beta * (1 - p1) * 2
    empty = 1 - sum(two.values())
    b = -(beta**3) * two[1], 1 - beta**3 * (two[2] + empty)
    d = gamma * (1 + beta) + beta**2 * empty * 2
    det = a[0] * b[1] - a[1] * b[0]
    exact = (c * b[1] - a[1] * d) / det, (a[0] * d - c * b[0]) / det
    for found, value in zip(v, exact, strict=True):
        assert abs(found - value * arm.one) <= error < 2**12


def lenient(path: Path) -> tuple[str, str]:
    """A checker that accepts everything."""
    return "proved", ""


def strict(path: Path) -> tuple[str, str]:
    """A checker that refuses everything."""
    return "error", "wrong-sign: no"


def test_control_a_checker_that_accepts_everything_is_noticed(tmp_path: Path) -> None:
    """Each cheat would fail its test."""
    for _, kind, change, reason in CHEATS:
        changed = original(kind)
        change(changed)
        with pytest.raises(AssertionError):
            refuse(lenient, json.dumps(changed).encode(), reason, tmp_path)


def test_control_a_checker_that_refuses_everything_is_noticed(tmp_path: Path) -> None:
    """Each twin would fail its test."""
    for kind in ("poisson", "law", "refuted"):
        with pytest.raises(AssertionError):
            accept(strict, kind, tmp_path)
