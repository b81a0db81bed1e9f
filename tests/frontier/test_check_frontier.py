"""Each way to cheat the frontier checker is refused with its reason, beside an honest twin."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.certificate import check_frontier
from proofcheck.frontier import chain, constant
from tests.frontier.common import best
from tests.frontier.common import chain as by_definition
from tests.frontier.test_constant import EQUAL, POSITION, E

Document = dict[str, Any]
Change = Callable[[Document], object]


@cache
def honest(kind: str) -> str:
    """A certificate the checker accepts, as text."""
    if kind == "chain":
        return json.dumps(chain.certificate(3))
    return json.dumps(constant.certificate(3, *((POSITION, None) if kind == "model" else (EQUAL, E))))


def verdict(document: Any, tmp_path: Path) -> tuple[str, str]:
    path = tmp_path / "certificate.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return check_frontier.check_file(path)


def put(*path: Any, value: Any) -> Change:
    """Replace what stands at a path."""

    def change(document: Document) -> None:
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


@pytest.mark.parametrize("kind", ["chain", "model", "inequality"])
def test_honest_certificates_are_accepted(kind: str, tmp_path: Path) -> None:
    """The twin of every cheat below."""
    assert verdict(honest(kind), tmp_path) == ("refuted", "")


IDLE: Document = {"name": "idle", "sum": [{"times": 1, "of": "cost", "after": []}]}  # and never used


def many(document: Document) -> None:
    """A long chain, each function a huge multiple of the one before: no memory would be enough."""
    document.update(rows=500, slow=30)
    names = ["cost", *(f"a{k}" for k in range(499))]
    document["chain"] = [
        {"name": name, "sum": [{"times": 10**399, "of": of, "after": []}]}
        for of, name in pairwise(names)
    ]


CHEATS: list[tuple[str, str, Change]] = [
    # A chain that does not stay in the closure of x + y.
    ("chain", "out-of-range", put("chain", 2, "sum", 1, "times", value=-3)),
    ("chain", "out-of-range", put("chain", 2, "sum", 1, "times", value=0)),
    ("chain", "out-of-range", put("chain", 2, "sum", 1, "times", value="3/2")),
    ("chain", "out-of-range", put("chain", 2, "sum", 1, "times", value=True)),
    ("chain", "bad-derivation", put("chain", 2, "sum", 1, "of", value="f9")),
    ("chain", "bad-derivation", put("chain", 2, "sum", 1, "of", value="f1")),  # made after it
    ("chain", "bad-derivation", put("chain", 2, "name", value="cost")),
    ("chain", "bad-derivation", put("chain", 2, "name", value="raise")),
    ("chain", "bad-derivation", put("chain", 2, "name", value="F 0")),
    ("chain", "bad-derivation", put("chain", 2, "name", value=0)),
    ("chain", "bad-derivation", put("chain", 2, "sum", 0, "after", value=["departure"])),
    ("chain", "bad-derivation", lambda d: d["chain"].insert(0, IDLE)),
    ("chain", "wrong-type", put("chain", 2, "sum", 0, "after", value="slow_departure")),
    ("chain", "wrong-type", put("chain", 2, "sum", value=[])),
    ("chain", "wrong-type", put("chain", value=[])),
    ("chain", "wrong-type", put("chain", 2, "sum", 0, "values", value=[])),
    ("chain", "too-large", put("chain", 1, "sum", 0, "after", value=["fast_departure"] * 500)),
    ("chain", "too-large", put("chain", 2, "sum", value=[IDLE["sum"][0]] * 500)),
    ("chain", "too-large", put("chain", 2, "sum", 0, "times", value=10**400)),
    ("chain", "too-large", many),
    ("model", "too-large", lambda d: d.update(rows=500, slow=30, model=d["model"] | {"steps": 400})),
    ("model", "too-large", put("model", "lam", value="1/" + "3" * 200)),
    # A derivation whose last function has thresholds where it is claimed to have none.
    ("chain", "threshold", put("chain", 2, "sum", 1, "times", value=4)),
    ("chain", "threshold", put("slow", value=2)),
    ("chain", "threshold", lambda d: d["chain"].pop()),
    ("chain", "threshold", put("not_threshold", "x", value=3)),
    ("chain", "threshold", put("not_threshold", "y", value=1)),
    ("chain", "out-of-range", put("not_threshold", "x", value=5)),  # not at a larger x
    ("chain", "out-of-range", put("not_threshold", "then", value=8)),  # beyond the rows
    ("chain", "out-of-range", put("not_threshold", "y", value=3)),  # nothing can be sent there
    ("chain", "out-of-range", put("slow", value=0)),
    ("chain", "out-of-range", put("rows", value=10**6)),
    ("model", "threshold", put("model", "steps", value=6)),
    ("model", "threshold", put("model", "cost", value=[1, 1])),
    ("model", "bad-model", put("model", "lam", value="-4/15")),
    ("model", "bad-model", put("model", "mu2", value=0)),
    ("model", "bad-model", put("model", "discount", value="11/10")),
    ("model", "bad-model", put("model", "terminal", value=["989/20", -1])),
    ("model", "not-exact", put("model", "lam", value="8/30")),
    ("model", "not-exact", put("model", "lam", value="0.25")),
    ("model", "wrong-type", put("model", "cost", value=[1])),
    ("model", "out-of-range", put("rows", value=15)),  # x = 9 is not known any more after seven arrivals
    ("inequality", "holds", lambda d: d["violates"].update(lesser=E["greater"], greater=E["lesser"])),
    ("inequality", "holds", put("violates", "at", value=[3, 0])),
    ("inequality", "out-of-range", put("violates", "at", value=[2, 1])),  # f(2,4) is no state
    ("inequality", "out-of-range", put("violates", "lesser", 0, "times", value=-1)),
    ("inequality", "out-of-range", put("violates", "lesser", 0, "at", value=[-1, 1])),
    ("inequality", "wrong-type", put("violates", "greater", value=[])),
    # Another form than the checker knows, or claims that are not its own.
    ("chain", "wrong-type", put("model", value=POSITION)),
    ("chain", "wrong-type", lambda d: d.pop("not_threshold")),
    ("chain", "wrong-type", lambda d: d.update(violates=E | {"at": [0, 0]})),
    ("chain", "wrong-type", put("comment", value="true")),
    ("chain", "differs", put("claims", "every set of functions", value="is refuted")),
    ("chain", "differs", put("claims", "functions", "f2", value="x + y")),
    ("chain", "differs", put("claims", "more", value="")),
    ("model", "differs", put("claims", "not_a_threshold", 0, "best", value=[3])),
    ("inequality", "differs", put("claims", "fails", value="K4")),
    ("chain", "malformed", lambda d: d.pop("claims")),
    ("chain", "stale", put("format", value="proofcheck-frontier/0")),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "reason", "change"), CHEATS)
def test_a_cheat_is_refused_with_its_reason(
    kind: str, reason: str, change: Change, tmp_path: Path
) -> None:
    """One change of an accepted certificate."""
    document = json.loads(honest(kind))
    change(document)
    found, why = verdict(document, tmp_path)
    assert found == ("stale" if reason == "stale" else "error")
    assert why.startswith(f"{reason}: ")


def test_a_tie_is_no_refutation(tmp_path: Path) -> None:
    """With one more of `lower`, one job and none are equally good at (4,0): a threshold is optimal."""
    document = json.loads(honest("chain"))
    document["chain"][-1]["sum"][1]["times"] += 1
    found, why = verdict(document, tmp_path)
    assert (found, why) == ("error", "threshold: best numbers to send: [0, 1] at (4,0), [0] at (5,0)")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "malformed"),
        ("[]", "wrong-type"),
        ("null", "wrong-type"),
        ('{"format": 1.5}', "not-exact"),
        ('{"format": NaN}', "not-exact"),
        ('{"slow": 3, "slow": 3}', "malformed"),
        ('{"slow": ' + "9" * 500 + "}", "too-large"),
        ("[" * 10**5, "malformed"),
    ],
)
def test_no_certificate_at_all(text: str, reason: str, tmp_path: Path) -> None:
    """Whatever a file holds, there is a verdict with a reason."""
    found, why = verdict(text, tmp_path)
    assert found == "error"
    assert why.startswith(f"{reason}: ")


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    assert check_frontier.check_file(tmp_path / "none.json")[1].startswith("unreadable: ")


def test_every_number_of_a_derivation_counts(tmp_path: Path) -> None:
    """No multiplier of the chain can be changed alone: the values claimed would be others."""
    for step, entry in enumerate(json.loads(honest("chain"))["chain"]):
        for number in range(len(entry["sum"])):
            document = json.loads(honest("chain"))
            document["chain"][step]["sum"][number]["times"] += 1
            assert verdict(document, tmp_path)[0] == "error"


def test_words_are_in_the_order_of_application() -> None:
    """`after` begins with the event that is applied first; in words it stands next to the function."""

    def step(name: str, of: str, *after: str) -> Document:
        return {"name": name, "sum": [{"times": 1, "of": of, "after": [*after]}]}

    fast, slow = "fast_departure", "slow_departure"
    table, about = check_frontier.chain([step("f", "cost", fast, slow)], 3, 9)
    assert about["functions"]["f"] == "[slow_departure] [fast_departure] cost"
    assert table == check_frontier.chain([step("a", "cost", fast), step("f", "a", slow)], 3, 9)[0]
    assert table != check_frontier.chain([step("f", "cost", slow, fast)], 3, 9)[0]


events = st.sampled_from([*check_frontier.EVENTS])
terms = st.tuples(st.integers(1, 9), st.integers(0, 9), st.lists(events, max_size=3))
derivations = st.lists(st.lists(terms, min_size=1, max_size=2), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(m=st.integers(1, 4), drawn=derivations)
def test_tables_are_the_functions_by_definition(m: int, drawn: list[list[Any]]) -> None:
    """Any derivation, on every row that is left: against the definitions on the whole lattice."""
    derivation: list[Document] = []
    for number, step in enumerate(drawn):
        of = [f"f{k % number}" if number else "cost" for _, k, _ in step]
        of[0] = f"f{number - 1}" if number else "cost"  # so that every function is used
        total = [{"times": t, "of": o, "after": a} for (t, _, a), o in zip(step, of, strict=True)]
        derivation.append({"name": f"f{number}", "sum": total})
    table, about = check_frontier.chain(derivation, m, 12)
    f = by_definition(derivation, m)
    assert table == [[f(x, y) for y in range(m + 1)] for x in range(len(table))]
    used = {event for step in derivation for term in step["sum"] for event in term["after"]}
    said = about["every set of functions"]
    assert {event for event in check_frontier.EVENTS if f"[{event}]" in said} == used
    if m <= 2:  # thresholds are proved
        assert all(max(best(f, m, x, 0)) <= max(best(f, m, x + 1, 0)) for x in range(10))


def test_it_runs_alone(tmp_path: Path) -> None:
    """A copy in an empty folder, isolated, without assertions: exit code 1 for refuted, 8 for an error."""
    script = tmp_path / "alone.py"
    script.write_text(Path(check_frontier.__file__).read_text())
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(honest("chain"))
    bad.write_text(honest("chain").replace('"times": 24', '"times": 25'))

    def run(*files: Path) -> int:
        return subprocess.run([sys.executable, "-I", "-S", "-O", script, *files], timeout=60).returncode

    strange = tmp_path / "strange.json"  # cannot be printed; a traceback would have the exit code of refuted
    strange.write_text(json.dumps(json.loads(honest("chain")) | {"chain": "\ud800"}))
    assert [run(good), run(bad), run(good, bad), run(), run(strange)] == [1, 8, 8, 10, 8]


def test_it_imports_the_standard_library_only() -> None:
    """And has no assertion, which -O would take away."""
    text = Path(check_frontier.__file__).read_text()
    imports = {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert {name.split(".")[0] for name in imports} <= set(sys.stdlib_module_names)
    assert "assert " not in text
    assert len(text.splitlines()) < 300
