"""Each way to cheat the checker of control certificates is refused with its reason, beside an honest twin."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check_control
from proofcheck.control.certify import certificate
from proofcheck.control.enclose import enclose
from proofcheck.control.stability import stability, terms
from tests.control.common import model

Document = dict[str, Any]


@cache
def honest(kind: str) -> str:
    """A certificate the checker accepts, as text."""
    if kind == "stability":
        return json.dumps(stability(2))
    one = model("1/2", "1", "1/3", 2, "9/10" if kind == "discounted" else "1")
    return json.dumps(certificate(enclose(one, 24, 64)))


@pytest.mark.parametrize("kind", ["discounted", "average", "stability"])
def test_honest_certificates_are_accepted(kind: str) -> None:
    """The twin of every cheat below."""
    document = json.loads(honest(kind))
    assert check_control.check(document) == document["claims"]


def add(side: str, x: int, y: int, units: int) -> Callable[[Document], None]:
    """Move one value of a table."""

    def change(document: Document) -> None:
        document[side]["box"][x][y] += units

    return change


def put(*path: Any, value: Any) -> Callable[[Document], None]:
    """Replace what stands at a path."""

    def change(document: Document) -> None:
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


def drop_row(document: Document) -> None:
    document["upper"]["box"][3].pop()


def lower_as_upper(document: Document) -> None:
    document["upper"] = document["lower"]


def upper_as_lower(document: Document) -> None:
    document["lower"] = document["upper"]


def scaled_lower(document: Document) -> None:
    """Twice the lower bound: not a bound."""
    document["lower"]["box"] = [[2 * v for v in row] for row in document["lower"]["box"]]


def raise_last_rows(document: Document) -> None:
    """A lower bound that is too high only at the last x, where the tail begins."""
    document["lower"]["box"][-1] = [v + 10**25 for v in document["lower"]["box"][-1]]


def shorten(document: Document) -> None:
    """Fewer rows: the upper tail now begins where it does not hold with the table."""
    document["upper"]["tail"]["constant"] = -1000


UNIT = 2**64
DISCOUNTED: list[tuple[str, Callable[[Document], None], str]] = [
    ("upper too low", add("upper", 0, 0, -UNIT), "not-upper"),
    ("upper too low by little", add("upper", 4, 1, -100), "not-upper"),
    ("lower too high", add("lower", 0, 0, UNIT), "not-lower"),
    ("lower too high by little", add("lower", 4, 1, 100), "not-lower"),
    ("lower doubled", scaled_lower, "not-lower"),
    ("lower too high at the edge", raise_last_rows, "not-lower"),
    ("upper tail too flat", put("upper", "tail", "slope", value=9), "tail-not-upper"),
    ("upper tail too low", shorten, "not-upper"),
    ("lower tail too steep", put("lower", "tail", "slope", value=11), "not-lower"),
    ("lower tail quadratic", put("lower", "tail", "square", value="1/1000"), "not-lower"),
    ("negative idle terms", put("upper", "tail", "idle_constant", value=-1), "tail-growth"),
    ("negative idle slope", put("upper", "tail", "idle_slope", value="-1/1000"), "tail-not-upper"),
    ("upper is the lower one", lower_as_upper, "not-upper"),
    ("lower is the upper one", upper_as_lower, "not-lower"),
    ("higher discount", put("model", "discount", value="10/11"), "not-upper"),
    ("lower discount", put("model", "discount", value="8/9"), "not-lower"),
    ("discount 1", put("model", "discount", value=1), "bad-model"),
    ("more arrivals", put("model", "lam", value="5/9"), "not-upper"),
    ("unstable", put("model", "lam", value=7), "bad-model"),
    ("negative rate", put("model", "mu2", value=-1), "bad-model"),
    ("one more slow server", put("model", "slow", value=3), "wrong-shape"),
    ("no slow server", put("model", "slow", value=0), "bad-model"),
    ("a short row", drop_row, "wrong-shape"),
    ("an empty table", put("upper", "box", value=[]), "wrong-shape"),
    ("a float", put("upper", "box", 0, 0, value=1.5), "wrong-type"),
    ("a truth value", put("upper", "box", 0, 0, value=True), "wrong-type"),
    ("not in lowest terms", put("model", "lam", value="2/4"), "not-exact"),
    ("unit 0", put("unit", value=0), "wrong-type"),
    ("keep_one in words", put("keep_one", value="yes"), "wrong-type"),
    ("a window beyond the table", put("window", value=25), "bad-window"),
    ("a negative window", put("window", value=-1), "bad-window"),
    ("a smaller window", put("window", value=5), "differs"),
    ("another threshold", put("claims", "thresholds", value=[2, 2]), "differs"),
    ("another action", put("claims", "actions", 2, 0, value=1), "differs"),
    ("a lower cost", put("claims", "cost_from_empty", "high", value=5), "differs"),
    ("more claims", put("claims", "proved", value="everything"), "differs"),
    ("another format", put("format", value="proofcheck-control/2"), "stale"),
    ("another kind", put("kind", value="exact"), "wrong-type"),
    ("an unknown field", put("note", value="trust me"), "wrong-type"),
    ("claimed as average cost", put("kind", value="average"), "wrong-type"),
]


@pytest.mark.parametrize(("name", "change", "reason"), DISCOUNTED, ids=[c[0] for c in DISCOUNTED])
def test_cheats_with_discounted_certificates(
    name: str, change: Callable[[Document], None], reason: str
) -> None:
    """Refused, with this reason and no other."""
    document = json.loads(honest("discounted"))
    change(document)
    with pytest.raises(check_control.Rejected) as refusal:
        check_control.check(document)
    assert refusal.value.reason == reason


AVERAGE: list[tuple[str, Callable[[Document], None], str]] = [
    ("gain too low", put("upper", "gain", value=UNIT // 2), "not-upper"),
    ("gain too high", put("lower", "gain", value=UNIT), "not-lower"),
    ("lower tail quadratic", put("lower", "tail", "square", value="1/1000"), "tail-growth"),
    ("upper falls without bound", put("upper", "tail", "square", value=-1), "not-upper"),
    ("no gain", lambda d: d["upper"].pop("gain"), "wrong-type"),
    ("more arrivals", put("model", "lam", value="5/9"), "not-upper"),
    ("a discount", put("model", "discount", value="1/2"), "wrong-type"),
    ("the other claim", put("claims", "actions_are", value="the only optimal ones"), "differs"),
]


@pytest.mark.parametrize(("name", "change", "reason"), AVERAGE, ids=[c[0] for c in AVERAGE])
def test_cheats_with_average_certificates(name: str, change: Callable[[Document], None], reason: str) -> None:
    """Refused, with this reason and no other."""
    document = json.loads(honest("average"))
    change(document)
    with pytest.raises(check_control.Rejected) as refusal:
        check_control.check(document)
    assert refusal.value.reason == reason


TERM = ("lyapunov", "increments", 1, 3)  # 3/2 lam/(mu2 s), which D(1) cannot do without


def drop(*place: Any) -> Callable[[Document], None]:
    """Leave one entry out."""

    def change(document: Document) -> None:
        for key in place[:-1]:
            document = document[key]
        del document[place[-1]]

    return change


STABILITY: list[tuple[str, Callable[[Document], None], str]] = [
    ("constant too small", put("constant", "mu2", value=4), "not-lyapunov"),
    ("no constant for arrivals", put("constant", "lam", value=0), "not-lyapunov"),
    ("for more servers", put("slow", value=3), "not-lyapunov"),
    ("for fewer servers", put("slow", value=1), "wrong-shape"),
    ("no server", put("slow", value=0), "bad-model"),
    ("a fraction", put("constant", "lam", value="1/2"), "wrong-type"),
    ("another claim", put("claims", "average_cost", value="0"), "differs"),
    ("another condition", put("claims", "conditions", "S3", value="V <= L"), "differs"),
    ("a term of D left out", drop(*TERM), "not-lyapunov"),
    ("a coefficient too small", put(*TERM, value=["7/5", 1, 0, -1, -1]), "not-lyapunov"),
    ("a coefficient negative", put(*TERM, value=["-3/2", 1, 0, -1, -1]), "not-positive"),
    ("a coefficient zero", put(*TERM, value=[0, 1, 0, -1, -1]), "not-positive"),
    ("not in lowest terms", put(*TERM, value=["6/4", 1, 0, -1, -1]), "not-exact"),
    ("an exponent too many", put(*TERM, value=["3/2", 1, 0, -1, -1, 0]), "wrong-shape"),
    ("an exponent not whole", put(*TERM, value=["3/2", "1/2", 0, -1, -1]), "wrong-type"),
    ("a term twice", put(*TERM, value=[1, 0, -1, 0, 0]), "malformed"),
    ("too many terms", put("lyapunov", "slope", value=[[1, 0, 0, k, -1] for k in range(10**5)]), "too-large"),
    ("the cost not covered", put("lyapunov", "increments", 1, 1, value=["1/2", 0, 0, -1, 0]), "not-lyapunov"),
    ("the constant without 1/s", drop("lyapunov", "constant", 0), "not-lyapunov"),
    ("terms not a list", put("lyapunov", "slope", value="1/s"), "wrong-shape"),
    ("an increment left out", drop("lyapunov", "increments", 0), "wrong-shape"),
    ("the slope too small", put("lyapunov", "slope", value=[["1/2", 0, 0, 0, -1]]), "not-lyapunov"),
    ("no slope", put("lyapunov", "slope", value=[]), "not-lyapunov"),
    ("the constant too small", drop("lyapunov", "constant", 1), "not-lyapunov"),
    ("a larger constant alone", put("lyapunov", "constant", 1, value=[2, 1, 0, 0, -2]), "not-lyapunov"),
    ("a larger slope alone", put("lyapunov", "slope", value=[[2, 0, 0, 0, -1]]), "not-lyapunov"),
    ("no drift at all", drop("lyapunov"), "wrong-type"),
    ("the way down is an arrival", put("down", "(1,1)", value="arrival"), "not-down"),
    ("by a slow server that idles", put("down", "(1,0)", value="slow"), "not-down"),
    ("by the fast server that idles", put("down", "(0,2)", value="fast"), "not-down"),
    ("no way down from a state", drop("down", "(0,1)"), "wrong-type"),
    ("a way down from the empty system", put("down", "(0,0)", value="fast"), "wrong-type"),
    ("no way down at all", drop("down"), "wrong-type"),
    ("a reply that sends too many", put("replies", "x", 0, 0, value=[0, 1]), "not-increasing"),
    ("a reply that sends too few", put("replies", "x", 2, 0, value=[0, 1, 0]), "not-increasing"),
    ("a reply that leaves y larger", put("replies", "x", 1, 0, value=[1, 1, 1]), "not-increasing"),
    ("a reply that leaves x larger", put("replies", "y", 2, 0, value=[0, 0]), "not-increasing"),
    ("a reply below zero", put("replies", "x", 0, 0, value=[-1, 0]), "not-increasing"),
    ("a reply left out", put("replies", "x", 2, 0, value=[0, 1]), "wrong-shape"),
    ("a reply to no action", put("replies", "x", 2, 0, value=[0, 1, 2, 2]), "wrong-shape"),
    ("replies for a state too many", put("replies", "y", 2, value=[[0, 1], [0], []]), "wrong-shape"),
    ("no replies for y", drop("replies", "y"), "wrong-type"),
]

HONEST: list[tuple[str, Callable[[Document], None]]] = [
    ("a larger coefficient", put("lyapunov", "increments", 0, 10, value=["3/5", 3, 0, -2, -2])),
    ("slow where both work", put("down", "(1,1)", value="slow")),
    ("another reply", put("replies", "x", 2, 0, value=[0, 0, 1])),
    ("another reply in y", put("replies", "y", 2, 0, value=[1, 2])),
]


@pytest.mark.parametrize(("name", "change"), HONEST, ids=[c[0] for c in HONEST])
def test_other_honest_stability_certificates(name: str, change: Callable[[Document], None]) -> None:
    """Nothing is asked but the conditions: other numbers that fulfil them are accepted, with their claims."""
    document = json.loads(honest("stability"))
    before = check_control.check(document)
    change(document)
    document["claims"] = check_control.claims(document)
    assert check_control.check(document) != before


@pytest.mark.parametrize(("name", "change", "reason"), STABILITY, ids=[c[0] for c in STABILITY])
def test_cheats_with_stability_certificates(
    name: str, change: Callable[[Document], None], reason: str
) -> None:
    """Refused, with this reason and no other."""
    document = json.loads(honest("stability"))
    change(document)
    with pytest.raises(check_control.Rejected) as refusal:
        check_control.check(document)
    assert refusal.value.reason == reason


W = {  # what D(1) counts one departure as: the inverse of a rate, with exponents of lam, mu1, mu2, s
    "1/(2 mu2)": {(0, 0, -1, 0): Fraction(1, 2)},
    "1/mu1": {(0, -1, 0, 0): Fraction(1)},
}


def counting(weight: check_control.Series) -> Document:
    """D(1) = (2 + lam D(2)) weight and D(0) = (1 + lam D(1)) (1/mu1 + 1/mu2)."""
    document, total = json.loads(honest("stability")), check_control.total
    lam, unit = {check_control.LAM: Fraction(1)}, check_control.UNIT
    second = total((3, {(0, 0, 0, -1): Fraction(1)}, unit), (1, {(1, 0, 0, -2): Fraction(1)}, unit))  # D(2)
    first = total((2, weight, unit), (1, weight, total((1, lam, second))))
    both = {(0, -1, 0, 0): Fraction(1), (0, 0, -1, 0): Fraction(1)}
    series = [total((1, both, unit), (1, both, total((1, lam, first)))), first]
    document["lyapunov"]["increments"] = [terms(p) for p in series]
    return document | {"claims": None}


@pytest.mark.parametrize(("name", "state"), [("1/(2 mu2)", "(1,1)"), ("1/mu1", "(0,2)")])
def test_a_drift_that_fails_at_one_state_is_refused(name: str, state: str) -> None:
    """With departures counted at the rate of (0,2) alone it fails at (1,1), at the fast rate alone at (0,2);
    with both counted it is accepted."""
    with pytest.raises(check_control.Rejected, match=re.escape(f"not-lyapunov: L at {state}")):
        check_control.claims(counting(W[name]))
    assert check_control.claims(counting(W["1/(2 mu2)"] | W["1/mu1"]))


def test_an_event_that_breaks_the_order_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all slow servers became free together once all work, V need not increase in y; without, accepted."""
    document = json.loads(honest("stability"))
    assert check_control.check(document)

    def together(x: int, y: int, m: int) -> list[tuple[int, int]]:
        return [(x + 1, y), (max(x - 1, 0), y), (x, 0 if y == m else y)]

    monkeypatch.setattr(check_control, "events", together)
    with pytest.raises(check_control.Rejected) as refusal:
        check_control.check(document)
    assert refusal.value.reason == "not-increasing"


def test_bounds_with_the_last_job_moved_are_not_claimed_for_the_original_model() -> None:
    """keep_one set by hand on an upper bound that moves the last job is refused; unset, it is accepted."""
    one = model("7/5", "1", "2", 2, "9/10")
    document = certificate(enclose(one, 24, 64))
    assert document["claims"]["original_model"] == "not claimed"
    with pytest.raises(check_control.Rejected) as refusal:
        check_control.check(document | {"keep_one": True})
    assert refusal.value.reason == "not-upper"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "malformed"),
        ("[]", "wrong-type"),
        ("{}", "stale"),
        ('{"format": 1, "format": 1}', "malformed"),
        ("[" * 100_000, "malformed"),
        ("NaN", "not-exact"),
        ("1.0", "not-exact"),
        ("1" * 500, "too-large"),
        ('{"format": "proofcheck-control/1", "kind": "discounted"}', "wrong-type"),
    ],
)
def test_bad_files(tmp_path: Path, text: str, reason: str) -> None:
    """One line with the reason, never a traceback."""
    path = tmp_path / "c.json"
    path.write_text(text)
    verdict, why = check_control.check_file(path)
    assert verdict in ("error", "stale")
    assert why.startswith(reason)


def test_runs_alone(tmp_path: Path) -> None:
    """With -I -S, from elsewhere; exit code 0 for an honest file, 8 with a cheat, 10 without a file."""
    script = tmp_path / "check_control.py"
    script.write_text(Path(check_control.__file__).read_text())
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(honest("discounted"))
    document = json.loads(honest("discounted"))
    document["upper"]["box"][0][0] -= UNIT
    bad.write_text(json.dumps(document))

    def run(*files: Path) -> int:
        command = [sys.executable, "-I", "-S", "-O", str(script), *map(str, files)]
        return subprocess.run(command, capture_output=True, check=False).returncode

    assert run(good) == 0
    assert run(good, bad) == 8
    assert run(tmp_path / "missing.json") == 8
    assert run() == 10


def test_the_checker_is_small_and_has_no_assert() -> None:
    """Read in one sitting; nothing vanishes under -O."""
    text = Path(check_control.__file__).read_text()
    assert len(text.splitlines()) < 500
    assert "assert " not in text
    assert "proofcheck." not in text.replace("proofcheck.\n", "")


def test_a_value_between_the_bounds_is_not_claimed_away() -> None:
    """The claimed cost contains the value found by brute force."""
    from tests.control import brute

    f = brute.reduced(0.5, 1.0, 1 / 3, 2, 0.9, cut=40, rounds=400)
    claimed = copy.deepcopy(json.loads(honest("discounted")))["claims"]["cost_from_empty"]
    assert float(Fraction(claimed["low"])) - 1e-9 <= f[0, 0] <= float(Fraction(claimed["high"])) + 1e-9
