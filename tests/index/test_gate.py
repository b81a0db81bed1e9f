"""What the gate demands of the restless-bandit models, and that it can fail."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.errors import BadInput
from proofcheck.index.gate import (
    generated,
    instance_files,
    read_index_gate,
    verify_instances,
    verify_symbolic,
)
from proofcheck.lean.run import Seen

CASES = Path(__file__).parents[2] / "cases"
HARD = "model2.K6.mu0.01.beta0.9999999"
SMALL = """
[symbolic.expected_refutations]
[[instance]]
K = [1, 2]
mu = "1"
beta = "1/2"
delta = "1/10"
"""


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A folder with two small instances and their certificates."""
    (tmp_path / "index.toml").write_text(SMALL)
    (tmp_path / "model2").mkdir()
    for name, text in instance_files(read_index_gate(tmp_path).instances).items():
        (tmp_path / "model2" / name).write_text(text)
    return tmp_path


def verdicts(cases: Path) -> dict[str, tuple[str, str]]:
    """By id, with the reason."""
    found = verify_instances(cases, read_index_gate(cases).instances)
    return {result.id: (result.verdict, result.reason) for result in found}


def test_the_committed_list_has_what_the_paper_asks_for() -> None:
    """Fig. 2, Theorems 4 and 5 on grids, and both hard instances."""
    names = {demand.instance.name for demand in read_index_gate(CASES).instances}
    assert {f"K{k}.mu0.5.beta0.99" for k in (4, 6, 10)} <= names
    assert sum(name.startswith(("K1.", "K2.")) for name in names) == 18
    assert sum(name.endswith(("beta0.1", "beta0.5")) for name in names) == 8
    assert {"K3.mu5.beta0.9999", HARD.removeprefix("model2.")} <= names


def test_every_committed_certificate_is_accepted() -> None:
    """33 instances: 32 proved, one expected refutation; 49 symbolic ones proved, one expected refutation."""
    gate = read_index_gate(CASES)
    found = Counter(result.verdict for result in verify_instances(CASES, gate.instances))
    assert found == {"proved": 32, "expected refutation": 1}
    symbolic = Counter(result.verdict for result in verify_symbolic(CASES, gate.expected))
    assert symbolic == {"proved": 49, "expected refutation": 1}


def test_the_refutation_kept_is_the_printed_one() -> None:
    """gamma = 39/25, q = 5, probing at 3 and idling at 4."""
    found = json.loads((CASES / "model2/K5.law2_27-20_27-0-0-0-5_27.beta0.8.json").read_text())
    assert found["points"][0]["gamma"] == "39/25"
    assert found["points"][0]["states"] == [[5, 3, "probe"], [5, 4, "idle"]]


def test_generating_again_changes_nothing() -> None:
    """Byte for byte the committed files (the largest instance is left to check-all)."""
    gate = read_index_gate(CASES)
    some = [demand for demand in gate.instances if demand.id != HARD]
    assert len(some) == len(gate.instances) - 1
    for name, text in instance_files(some).items():
        assert (CASES / "model2" / name).read_text() == text, name


def test_lists_are_multiplied_out(cases: Path) -> None:
    """K = [1, 2] are two instances, each accepted."""
    assert verdicts(cases) == {f"model2.K{k}.mu1.beta0.5": ("proved", "") for k in (1, 2)}
    assert set(generated(read_index_gate(cases))) == {"model1", "model2"}


def test_a_missing_certificate_is_unproved(cases: Path) -> None:
    """An instance without a file fails; so does a file without an instance."""
    (cases / "model2/K1.mu1.beta0.5.json").rename(cases / "model2/other.json")
    found = verdicts(cases)
    assert found["model2.K1.mu1.beta0.5"] == ("unproved", "no certificate")
    assert found["model2/other.json"] == ("error", "no instance asks for this file")


def test_a_certificate_of_another_instance_is_stale(cases: Path) -> None:
    """A valid certificate, but for K = 2, or for a larger delta than demanded."""
    shutil.copy(cases / "model2/K2.mu1.beta0.5.json", cases / "model2/K1.mu1.beta0.5.json")
    verdict, reason = verdicts(cases)["model2.K1.mu1.beta0.5"]
    assert (verdict, reason.endswith("made for K 2, not 1")) == ("stale", True)
    (cases / "index.toml").write_text(SMALL.replace("1/10", "1/20"))
    verdict, reason = verdicts(cases)["model2.K2.mu1.beta0.5"]
    assert (verdict, reason.endswith("made for delta 1/10, not 1/20")) == ("stale", True)


def test_an_expected_refutation_must_occur(cases: Path) -> None:
    """Proved where a refutation is expected is an error; refuted where none is expected stays refuted."""
    (cases / "index.toml").write_text(SMALL + 'expected_refutation = "because"\n')
    assert {v for v, _ in verdicts(cases).values()} == {"error"}
    gate = read_index_gate(CASES)
    (law,) = [d for d in gate.instances if d.expected]
    assert law.witness == Fraction(39, 25)
    unexpected = type(law)(law.instance, law.delta)
    assert verify_instances(CASES, [unexpected])[0].verdict == "refuted"
    assert "refuted" in {r.verdict for r in verify_symbolic(CASES, {})}
    assert "error" in {r.verdict for r in verify_symbolic(CASES, {"model1.index.step": "because"})}


def test_without_files_all_is_unproved(tmp_path: Path) -> None:
    """An empty folder proves nothing."""
    assert {r.verdict for r in verify_symbolic(tmp_path, {})} == {"unproved"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'symbolic' is a required property"),
        ("instance = []\n[symbolic.expected_refutations]", "instance: "),
        (SMALL + "note = 1", "Additional properties"),
        (SMALL.replace('"1/2"', "0.5"), "is not valid"),
        (SMALL.replace("[1, 2]", "0"), "K: 0 is not a whole number"),
        (SMALL.replace("[1, 2]", "[1, 1]"), "listed twice"),
        ("[", "index.toml"),
    ],
)
def test_a_bad_list_is_refused_in_one_line(text: str, reason: str, tmp_path: Path) -> None:
    """With file and place."""
    (tmp_path / "index.toml").write_text(text)
    with pytest.raises(BadInput) as caught:
        read_index_gate(tmp_path)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_check_all_asks_for_these_certificates(cases: Path) -> None:
    """`index = "index.toml"` in gate.toml: a good folder passes, one changed digit fails the whole gate."""
    for name in ("two_server", "model1"):
        shutil.copytree(CASES / name, cases / name)
    (cases / "gate.toml").write_text('index = "index.toml"\n[[problem]]\nsource = "two_server"\n')
    why = '"model1.lemma1.printed" = "a misprint"'
    (cases / "index.toml").write_text(SMALL.replace("refutations]", f"refutations]\n{why}"))

    def run() -> tuple[int, str]:
        result = CliRunner().invoke(main, ["check-all", "--without-lean", "--cases", str(cases)])
        return result.exit_code, result.output

    assert run()[0] == 0, run()[1]
    path = cases / "model2/K2.mu1.beta0.5.json"
    path.write_text(path.read_text().replace('"beta": "1/2"', '"beta": "1/3"'))
    code, output = run()
    assert code == 8
    assert "model2.K2.mu1.beta0.5" in output
    (cases / "gate.toml").write_text('[[problem]]\nsource = "two_server"\n')
    assert run()[0] == 8  # listed nowhere: nobody would check them
    (cases / "index.toml").unlink()
    assert run()[0] == 8  # the folders are still there
    for name in ("model1", "model2"):
        shutil.rmtree(cases / name)
    assert run()[0] == 0


def test_what_lean_does_not_cover_is_said_first(cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`without_lean` of the list reaches the report and Lean; without it nothing is left out."""
    asked = []
    monkeypatch.setattr("proofcheck.lean.run.look", lambda *_: Seen([]))
    monkeypatch.setattr("proofcheck.lean.run.judge", lambda *args: asked.append(args[4]) or [])
    (cases / "gate.toml").write_text('index = "index.toml"\n[[problem]]\nsource = "two_server"\n')
    command = ["check-all", "--without-compare", "--cases", str(cases), "--listing", str(cases / "listing")]
    output = CliRunner().invoke(main, command).output
    assert "Lean did not check" not in output
    reason = '[symbolic.without_lean]\n"model1.index.monotone" = "needs limits"\n'
    (cases / "index.toml").write_text(reason + SMALL)
    output = CliRunner().invoke(main, command).output
    assert "LEFT OUT: Lean did not check model1.index.monotone: needs limits" in output
    assert [[dict(one.without_lean) for one in stated] for stated in asked] == [
        [{}],
        [{"model1.index.monotone": "needs limits"}],
    ]


def test_a_reason_for_leaving_lean_out_is_not_empty(cases: Path) -> None:
    """Nor anything but words."""
    (cases / "index.toml").write_text('[symbolic.without_lean]\n"model1.index.monotone" = ""\n' + SMALL)
    with pytest.raises(BadInput, match=r"symbolic\.without_lean"):
        read_index_gate(cases)
