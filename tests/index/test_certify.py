"""Certificates of indexability: what is certified, and what the certificates say."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check_index
from proofcheck.errors import BadInput
from proofcheck.index.certify import certify, cut, default_delta
from proofcheck.index.enclosure import Undecided
from proofcheck.index.instance import instance
from proofcheck.index.path import walk

FALLS = "2/27,20/27,0,0,0,5/27"  # departures for which no threshold policy is optimal


def document(**arguments: Any) -> dict[str, Any]:
    """A certificate made anew, which the checker must accept."""
    delta = arguments.pop("delta", "1/100")
    found = certify(instance(**arguments), Fraction(delta)).certificate
    assert found is not None
    assert check_index.check(json.loads(json.dumps(found)))[0] == found["verdict"]
    return found


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("beta", ["1/2", "0.99"])
@pytest.mark.parametrize("mu", ["0.1", "1", "4"])
def test_poisson_instances_are_certified(size: int, mu: str, beta: str) -> None:
    """Theorems 4 (K <= 2) and 5 (beta <= 1/2) as instances, and others; the breakpoints are the path's."""
    found = document(K=size, mu=mu, beta=beta)
    assert found["verdict"] == "proved"
    steps = list(walk(instance(size, beta, mu=mu), size - Fraction(1, 100)))
    assert [(s.q, s.age) for s in steps] == [(q, age) for q, age, _ in found["breakpoints"]]
    for step, (_, _, text) in zip(steps, found["breakpoints"], strict=True):
        unit = Fraction(1, 10 ** len(text.partition(".")[2]))
        assert Fraction(text) <= step.index.value.lower <= step.index.value.upper <= Fraction(text) + unit


def test_the_hard_instance_with_a_high_rate() -> None:
    """K = 3, mu = 5, beta = .9999, up to the default K - K/10^9."""
    arm = instance(3, "0.9999", mu=5)
    assert certify(arm).verdict == "proved"
    assert default_delta(arm) == Fraction(3, 10**9)


def test_a_general_law_is_certified_age_by_age() -> None:
    """Departures 0, 1, 2 with chances 1/2, 1/4, 1/4: states that cannot be empty are passive from 0 on."""
    found = document(K=3, law="1/2,1/4,1/4", beta="4/5")
    assert found["verdict"] == "proved"
    assert found["breakpoints"][0][:2] == [3, 2]


def test_the_law_without_thresholds_is_refuted() -> None:
    """K = 5, beta = 4/5: a witness is found, whichever comes first."""
    found = document(K=5, law=FALLS, beta="4/5")
    assert found["verdict"] == "refuted"
    assert found["shows"].endswith((": no threshold", ": thresholds fall"))


def test_the_printed_witness_is_accepted() -> None:
    """gamma = 39/25: after seeing 5, probing at 3, idling at 4, from 5 on, strictly."""
    found = document(K=5, law=FALLS, beta="4/5")
    states = [[5, 3, "probe"], [5, 4, "idle"], [5, 5, "probe"], [5, 6, "probe"], [5, 50, "probe"]]
    point = {"gamma": "39/25", "first_probes": [1, 2, 3, 4, 3], "states": states}
    verdict, anew = check_index.check(found | {"points": [point]})
    assert (verdict, anew["points"][0]["states"]) == ("refuted", states)
    assert anew["shows"] == (
        "the only optimal action in (5,3) at gamma = 39/25 is to probe, in (5,4) at gamma = 39/25 to idle: "
        "no threshold"
    )


def test_thresholds_that_fall_with_q_are_refuted() -> None:
    """Departures of 1 or 4 jobs mostly: after seeing 4 the first probe comes before that after seeing 3."""
    found = document(K=5, law="1/44,5/11,1/44,1/22,5/11,0", beta="17/20")
    assert found["verdict"] == "refuted"
    assert found["shows"].endswith("to probe: thresholds fall")
    (q, age, first), (p, later, second) = found["points"][0]["states"]
    assert (first, second) == ("idle", "probe")
    assert q < p
    assert later <= age


def test_an_arm_that_is_not_indexable_would_be_refuted() -> None:
    """No such arm is known; two points of an indexable one contradict nothing, in either order."""
    arm = document(K=2, mu=1, beta="9/10")
    del arm["breakpoints"], arm["thresholds_at_the_end"]
    points = [
        {"gamma": "1/10", "first_probes": [1, 1], "states": [[2, 1, ""]]},
        {"gamma": "1/2", "first_probes": [1, 2], "states": [[2, 1, ""]]},
    ]
    for both in (points, points[::-1]):
        with pytest.raises(check_index.Rejected, match="no-contradiction"):
            check_index.check(arm | {"points": both})


def test_an_exact_tie_ends_unproved() -> None:
    """Two states that become passive together, by symmetry of the law, cannot be put in order."""
    found = certify(instance(3, "1/2", law="1/2,0,0,1/2"), Fraction(1))
    assert (found.verdict, found.certificate) == ("unproved", None)
    assert "undecided at 16384 bits" in found.reason


def test_delta_is_part_of_the_claim() -> None:
    """A smaller delta has more breakpoints, and the claim names K - delta; delta = 0 is refused."""
    wide, narrow = (document(K=2, mu=1, beta="1/2", delta=d) for d in ("1/10", "1/1000"))
    assert len(wide["breakpoints"]) < len(narrow["breakpoints"])
    start = "Poisson(1) departures, K = 2, beta = 1/2: for every subsidy in [0, 19/10] "
    assert wide["claim"].startswith(start)
    for delta in (Fraction(0), Fraction(2)):
        with pytest.raises(BadInput, match=r"delta: .* is not between 0 and K = 2"):
            certify(instance(2, "1/2", mu=1), delta)


def test_decimals_are_cut_off_not_rounded() -> None:
    """0.1999 to one place is 0.1; where an enclosure straddles a decimal, more places may separate it."""
    assert cut(Fraction("0.1999"), Fraction("0.19991"), 1) == "0.1"
    assert cut(Fraction(7), Fraction(7), 3) == "7.000"
    with pytest.raises(Undecided, match="the first 2 decimals"):
        cut(Fraction("0.2") - Fraction(1, 10**40), Fraction("0.2"), 2)


def test_the_checker_runs_alone(tmp_path: Path) -> None:
    """Copied to an empty folder, without the package, it accepts a certificate and refuses a broken one."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(document(K=2, mu=1, beta="1/2")))
    bad.write_text("{")
    script = tmp_path / "check_index.py"
    script.write_text(Path(check_index.__file__).read_text("utf-8"))

    def run(*names: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", str(script), *map(str, names)]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    assert (run(good).returncode, run(good, bad).returncode, run().returncode) == (0, 8, 1)
    assert run(good).stdout.split()[0] == "proved"
    assert "error" in run(bad).stdout


def test_the_checker_is_small_and_has_no_assert() -> None:
    """Under 450 lines, standard library only, nothing that -O would remove."""
    text = Path(check_index.__file__).read_text("utf-8")
    assert len(text.splitlines()) < 450
    assert "assert " not in text
    assert "import proofcheck" not in text
    assert "from proofcheck" not in text
