"""Every way to cheat is refused for its reason, and its accepting twin is accepted.

The helpers take the checker as an argument, so that the controls at the end can show that a checker
that accepts everything, or refuses everything, would be noticed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check
from tests.cheats import CHEATS, TEXT_CHEATS, Cheat, TextCheat, mutated, semantic_cheats, witness
from tests.common import CASES, Document, document, follow, groups, leaves, problem

Verdicts = dict[str, tuple[str, str]]
CheckFile = Callable[[check.Problem, Path], Verdicts]


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def require_refused(checker: CheckFile, stated: check.Problem, path: Path, reason: str) -> None:
    """Every obligation of the file has a verdict that is not success, with exactly this reason."""
    verdicts = checker(stated, path)
    group = [o.id for o in stated.obligations if o.group == path.stem]
    assert list(verdicts) == (group or [path.name])
    words = {(verdict, why.partition(":")[0]) for verdict, why in verdicts.values()}
    assert words == {("stale" if reason == "stale" else "error", reason)}


def require_accepted(checker: CheckFile, stated: check.Problem, path: Path) -> None:
    """Every obligation of the file has the verdict that its certificate carries, without a reason."""
    carried = {e["id"]: e["verdict"] for e in json.loads(path.read_text("utf-8"))["obligations"]}
    assert set(carried.values()) <= {"proved", "refuted"}
    assert carried
    assert checker(stated, path) == {key: (verdict, "") for key, verdict in carried.items()}


def refuse(checker: CheckFile, cheat: Cheat, folder: Path) -> None:
    """Require that a checker refuses a cheat on a document."""
    changed, obligation = mutated(cheat)
    assert json.dumps(changed) != json.dumps(document(cheat.problem, cheat.group))  # True == 1 elsewhere
    assert obligation in {o.id for o in problem(cheat.problem).obligations}
    path = written(folder, f"{cheat.group}.json", json.dumps(changed).encode())
    require_refused(checker, problem(cheat.problem), path, cheat.reason)


def refuse_text(checker: CheckFile, cheat: TextCheat, folder: Path) -> None:
    """Require that a checker refuses a cheat on a file."""
    name = f"{cheat.group}.json"
    original = (CASES / cheat.problem / name).read_bytes()
    changed = cheat.edit(original)
    assert changed != original or cheat.rename
    path = written(folder, cheat.rename or name, changed)
    require_refused(checker, problem(cheat.problem), path, cheat.reason)


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.name)
def test_a_cheat_is_refused_for_its_reason(cheat: Cheat, tmp_path: Path) -> None:
    """A falsified certificate is refused whole, with the reason that fits."""
    refuse(check.check_file, cheat, tmp_path)


@pytest.mark.parametrize("cheat", TEXT_CHEATS, ids=lambda cheat: cheat.name)
def test_a_spoiled_file_is_refused_for_its_reason(cheat: TextCheat, tmp_path: Path) -> None:
    """A file that is not an exact JSON document, or stands under another name, is refused."""
    refuse_text(check.check_file, cheat, tmp_path)


TWINS = sorted({(cheat.problem, cheat.group) for cheat in [*CHEATS, *TEXT_CHEATS]})


@pytest.mark.parametrize(("folder", "group"), TWINS)
def test_the_unchanged_certificate_is_accepted(folder: str, group: str, tmp_path: Path) -> None:
    """The accepting twin: what each cheat starts from is accepted, also when written anew."""
    require_accepted(check.check_file, problem(folder), CASES / folder / f"{group}.json")
    path = written(tmp_path, f"{group}.json", json.dumps(document(folder, group)).encode())
    require_accepted(check.check_file, problem(folder), path)


def test_the_table_of_cheats_is_complete() -> None:
    """Names are unique, every certificate that is harmed says so, every reason of check.py occurs."""
    names = [cheat.name for cheat in [*CHEATS, *TEXT_CHEATS]]
    assert len([*CHEATS, *TEXT_CHEATS]) == len({(c.name, type(c)) for c in [*CHEATS, *TEXT_CHEATS]})
    assert len(names) > 300
    assert len(list(semantic_cheats())) >= 45
    source = (Path(check.__file__)).read_text("utf-8")
    raised = set(re.findall(r'Rejected\("([a-z-]+)"', source)) | {"not-exact", "malformed", "unknown-group"}
    # wrong-type is for problem files (see test_check.py), unreadable for files that are not there
    assert {cheat.reason for cheat in [*CHEATS, *TEXT_CHEATS]} == raised - {"wrong-type", "unreadable"}


@pytest.mark.parametrize("name", ["missing.json", "routing.K3.y1.json"])
def test_a_file_that_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    """A missing file, and a folder in place of a file, are unreadable."""
    if name != "missing.json":
        (tmp_path / name).mkdir()
    require_refused(check.check_file, problem("three_server"), tmp_path / name, "unreadable")


# ---------------------------------------------------------------- equivalent rewritings


def _each_leaf(changed: Document) -> Iterator[dict[str, Any]]:
    for entry in changed["obligations"]:
        for _, found in leaves(entry["proof"]):
            if found.get("sum"):
                yield found
        yield from (excluded for excluded in entry.get("excluded", []) if excluded["sum"])


def _exact(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


def _scaled(changed: Document, goal_times: int) -> None:
    """Each leaf multiplied so that the goal has this multiplier."""
    for found in _each_leaf(changed):
        factor = Fraction(goal_times, found["goal_times"])
        found["goal_times"] = goal_times
        for use in found["sum"]:
            use["times"] = _exact(use["times"] * factor)


def _halved(changed: Document) -> None:
    """Each hypothesis used twice, with two rational multipliers of the same sum."""
    for found in _each_leaf(changed):
        uses = found["sum"]
        first = [{**use, "times": _exact(Fraction(use["times"], 3))} for use in uses]
        second = [{**use, "times": _exact(Fraction(2 * use["times"], 3))} for use in uses]
        found["sum"] = [*first, *second]


def _reversed(changed: Document) -> None:
    for found in _each_leaf(changed):
        found["sum"].reverse()


REWRITINGS: dict[str, Callable[[Document], None]] = {
    "goal-once": lambda changed: _scaled(changed, 1),
    "goal-twice": lambda changed: _scaled(changed, 2),
    "goal-six-times": lambda changed: _scaled(changed, 6),
    "rationals-of-the-same-sum": _halved,
    "sum-in-another-order": _reversed,
}


@pytest.mark.parametrize("rewriting", REWRITINGS)
def test_an_equivalent_rewriting_is_accepted(rewriting: str, tmp_path: Path) -> None:
    """Multipliers scaled together, split up or in another order prove the same."""
    rewritten = 0
    for folder in ("two_server", "three_server"):
        for group in groups(folder):
            changed = document(folder, group)
            REWRITINGS[rewriting](changed)
            rewritten += changed != document(folder, group)
            path = written(tmp_path, f"{group}.json", json.dumps(changed).encode())
            require_accepted(check.check_file, problem(folder), path)
    assert rewritten > 1


def test_keys_may_stand_in_any_order(tmp_path: Path) -> None:
    """The order of fields means nothing."""
    text = json.dumps(document("three_server", "reduction"), sort_keys=True)
    path = written(tmp_path, "reduction.json", text.encode())
    require_accepted(check.check_file, problem("three_server"), path)


# ---------------------------------------------------------------- any one number

# every number of every file for m = 1 and 2; of the two largest files every eleventh
LARGE = {("three_server", "routing.K3.y0"): 11, ("three_server", "routing.K4.y0"): 11}
FILES = [(folder, group) for folder in ("two_server", "three_server") for group in groups(folder)]


def numbers(text: str) -> Iterator[tuple[str, str]]:
    """The text with each integer in it, wherever it stands, larger by one; and where."""
    for match in re.finditer("[0-9]+", text):
        changed = text[: match.start()] + str(int(match[0]) + 1) + text[match.end() :]
        yield changed, f"{text[max(0, match.start() - 50) : match.start()]}>>{match[0]}"


@pytest.mark.parametrize(("folder", "group"), FILES)
def test_no_single_number_can_change(folder: str, group: str, tmp_path: Path) -> None:
    """Whichever number of a file is larger by one, also in words and hash, nothing of it is accepted."""
    path, accepted, tried = tmp_path / f"{group}.json", [], 0
    text, step = (CASES / folder / f"{group}.json").read_text("utf-8"), LARGE.get((folder, group), 1)
    for changed, place in islice(numbers(text), 0, None, step):
        path.write_text(changed, "utf-8")
        tried += 1
        verdicts = {verdict for verdict, _ in check.check_file(problem(folder), path).values()}
        if not verdicts <= {"error", "stale"}:
            accepted.append(place)
    assert tried > 40
    assert accepted == []


def _is_witness(refuted: dict[str, Any], at_x: int) -> bool:
    """Whether f is in the cone for m = 3 and routing breaks K5 at (x, 0), from the definition."""
    last = refuted["window"][0]
    f = {(x, y): refuted["f"][f"({x},{y})"] for x in range(last + 1) for y in range(4)}
    cone = []
    for x, y in f:
        for lesser, greater in (
            ([(x, y)], [(x + 1, y)]),
            ([(x, y)], [(x, y + 1)]),
            ([(x + 1, y), (x, y + 1)], [(x, y), (x + 1, y + 1)]),
            ([(x + 1, y), (x + 1, y + 1)], [(x + 2, y), (x, y + 1)]),
            ([(x, y + 1), (x, y + 1)], [(x, y), (x, y + 2)]),
            ([(x + 1, y + 1), (x + 1, y + 1)], [(x + 2, y), (x, y + 2)]),
        ):
            if all(s in f for s in lesser + greater):
                cone.append(sum(f[s] for s in lesser) <= sum(f[s] for s in greater))
    g = {(x, y): min(f[x - a, y + a] for a in range(min(x, 3 - y) + 1)) for x, y in f}
    x = at_x
    return all(cone) and 2 * g[x, 1] > g[x, 0] + g[x, 2]


def test_a_changed_witness_is_refused_unless_it_refutes(tmp_path: Path) -> None:
    """A value of a refuting function larger by one is accepted only where it is a witness all the same."""
    stated, group = problem("many_server_m3"), "routing.K5.y0"
    path, outcomes = tmp_path / f"{group}.json", []
    for name in witness(document("many_server_m3", group))["refuted"]["f"]:
        changed = document("many_server_m3", group)
        refuted = witness(changed)["refuted"]
        refuted["f"][name] += 1
        path.write_text(json.dumps(changed), "utf-8")
        verdicts = {verdict for verdict, _ in check.check_file(stated, path).values()}
        if verdicts <= {"proved", "refuted"}:
            assert _is_witness(refuted, at_x=1), name
        outcomes.append(verdicts == {"error"})
    assert outcomes.count(True) >= len(outcomes) - 2


# ---------------------------------------------------------------- controls: the tests above can fail


def _accept_all(stated: check.Problem, path: Path) -> Verdicts:
    ids = [o.id for o in stated.obligations if o.group == path.stem]
    return dict.fromkeys(ids or [path.name], ("proved", ""))


def _refuse_all(stated: check.Problem, path: Path) -> Verdicts:
    ids = [o.id for o in stated.obligations if o.group == path.stem]
    return dict.fromkeys(ids or [path.name], ("error", "refused: always"))


def _say_nothing(stated: check.Problem, path: Path) -> Verdicts:
    return {}


@pytest.mark.parametrize("checker", [_accept_all, _refuse_all, _say_nothing])
def test_a_checker_that_does_not_look_is_noticed_by_every_cheat(checker: CheckFile, tmp_path: Path) -> None:
    """Accepting all, refusing all for one reason, or giving no verdict fails on each cheat."""
    for cheat in CHEATS:
        with pytest.raises(AssertionError):
            refuse(checker, cheat, tmp_path)
    for spoiled in TEXT_CHEATS:
        with pytest.raises(AssertionError):
            refuse_text(checker, spoiled, tmp_path)


@pytest.mark.parametrize("checker", [_refuse_all, _say_nothing])
def test_a_checker_that_refuses_all_is_noticed_by_every_twin(checker: CheckFile) -> None:
    """Refusing all, or giving no verdict, fails on each accepting twin."""
    for folder, group in TWINS:
        with pytest.raises(AssertionError):
            require_accepted(checker, problem(folder), CASES / folder / f"{group}.json")


def test_a_checker_that_says_all_is_proved_is_noticed_by_a_refutation() -> None:
    """Calling a refuted obligation proved fails on its accepting twin."""
    with pytest.raises(AssertionError):
        require_accepted(_accept_all, problem("many_server_m3"), CASES / "many_server_m3/routing.K3.y0.json")


RULES = [
    (
        "exhaustive split",
        "if len(cases) != (most := len(self.after[state])):",
        "if (most := 0):",
        "first-case-dropped",
    ),
    (
        "positive multipliers",
        '<= 0:\n            raise Rejected("not-positive"',
        '<= -9**99:\n            raise Rejected("not-positive"',
        "everything-negated",
    ),
    (
        "attained only in its case",
        'if kind == "attained" and case.get',
        'if kind == "none" and case.get',
        "attained-by-another-number",
    ),
    ("the sum cancels", 'if any(c > 0 if f in ("1", "n") else c for', "if any(False for", "empty-sum"),
    (
        "inequalities in their range",
        "if not p.covers(i, state, self.symbolic):",
        "if False:",
        "reduction-outside-its-range",
    ),
    (
        "known inequalities only",
        'if kind in o.known.get(entry.get("of", ""), []):',
        "if kind in p.inequalities:",
        "reduction-assumed-of-g",
    ),
    (
        "written word by word",
        'require_same(found, head | {"obligations"',
        '(found, head | {"obligations"',
        "goal-edited",
    ),
]


@pytest.mark.parametrize(("rule", "line", "without", "name"), RULES, ids=[row[0] for row in RULES])
def test_each_rule_of_the_checker_is_needed(
    rule: str, line: str, without: str, name: str, tmp_path: Path
) -> None:
    """A copy of check.py with one rule taken out is noticed by the cheat that this rule stops."""
    source = Path(check.__file__).read_text("utf-8")
    assert source.count(line) == 1
    weak: dict[str, Any] = {"__name__": "weak_check"}
    exec(compile(source.replace(line, without), "weak_check.py", "exec"), weak)
    cheat = next(cheat for cheat in CHEATS if cheat.name == name)
    stated = weak["Problem"](weak["read"](CASES / cheat.problem / "problem.json"))
    path = written(tmp_path, f"{cheat.group}.json", json.dumps(mutated(cheat)[0]).encode())
    with pytest.raises(AssertionError):
        require_refused(weak["check_file"], stated, path, cheat.reason)
    require_accepted(weak["check_file"], stated, CASES / cheat.problem / f"{cheat.group}.json")


def test_paths_lead_where_the_table_says() -> None:
    """Every semantic cheat changes the proof of the obligation it names, and nothing outside the proofs."""
    for cheat, changed, obligation in semantic_cheats():
        before = document(cheat.problem, cheat.group)
        entry = follow(before, ("obligations", cheat.index))
        assert entry["id"] == obligation
        assert entry["proof"] != changed["obligations"][cheat.index]["proof"]
        for document_ in (before, changed):
            for one in document_["obligations"]:
                del one["proof"]
        assert before == changed
