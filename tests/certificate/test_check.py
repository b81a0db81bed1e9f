"""The trusted checker, function by function and as a program of its own."""

from __future__ import annotations

import ast
import copy
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check
from proofcheck.problem.reader import read_statement
from tests.common import CASES, FOLDERS, document, groups, problem, statement

SOURCE = Path(check.__file__)


def rejected(call: Callable[[], Any]) -> str:
    """The reason word with which a call is refused."""
    with pytest.raises(check.Rejected) as refusal:
        call()
    assert str(refusal.value).startswith(f"{refusal.value.reason}: ")
    assert "\n" not in str(refusal.value)
    return refusal.value.reason


# ---------------------------------------------------------------- the file itself


def test_it_imports_the_standard_library_only() -> None:
    """No import of the package and none of a third party, so that it runs alone."""
    imported = set()
    for node in ast.walk(ast.parse(SOURCE.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).partition(".")[0])
    assert imported <= sys.stdlib_module_names
    assert "json" in imported


def test_it_is_small_and_never_guards_with_assert() -> None:
    """Fewer than 500 lines; no `assert`, which `python -O` removes; no exec, eval or import at run time."""
    text = SOURCE.read_text("utf-8")
    assert len(text.splitlines()) < 500
    nodes = list(ast.walk(ast.parse(text)))
    assert not [node for node in nodes if isinstance(node, ast.Assert)]
    called = {
        node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"exec", "eval", "compile", "__import__"}
    assert "Rejected" in called


# ---------------------------------------------------------------- numbers, shapes, differences


@pytest.mark.parametrize(("value", "number"), [
    (0, 0), (-3, -3), (10**40 - 1, 10**40 - 1), ("1/2", Fraction(1, 2)), ("-7/3", Fraction(-7, 3)),
])  # fmt: skip
def test_exact_numbers(value: Any, number: Any) -> None:
    """Integers, and rationals in lowest terms, are read as they stand."""
    assert check.exact(value) == number
    assert type(check.exact(value)) is type(number)


@pytest.mark.parametrize(("value", "reason"), [
    (10**40, "too-large"), (-(10**40), "too-large"), (True, "not-exact"), (None, "not-exact"),
    (0.5, "not-exact"), ("2/4", "not-exact"), ("2/1", "not-exact"), ("1/0", "not-exact"),
    ("1/2\n", "not-exact"), ("", "not-exact"), ("\u0661/2", "not-exact"), ([], "not-exact"),
])  # fmt: skip
def test_numbers_that_are_not_exact(value: Any, reason: str) -> None:
    """Everything else is refused, with its reason."""
    assert rejected(lambda: check.exact(value)) == reason


def test_rationals_only_where_they_are_meant() -> None:
    """Where an integer must stand, a rational is refused."""
    assert rejected(lambda: check.exact("1/2", False)) == "not-exact"
    assert check.exact(2, False) == 2


@pytest.mark.parametrize(("found", "expected"), [
    ({"a": 1}, {"a": 1, "b": 2}), ({"a": 1, "b": 2}, {"a": 1}), ([1], [2]), ([1], [1, 1]), ([1, 1], [1]),
    (1, True), (0, False), (1, "1"), (None, 0), ({"a": []}, {"a": {}}), (["a", "b"], ["b", "a"]),
])  # fmt: skip
def test_differences_are_found(found: Any, expected: Any) -> None:
    """Any difference in value, type, length or order of items is refused, in both directions."""
    assert rejected(lambda: check.require_same(found, expected, "here")) == "differs"
    assert rejected(lambda: check.require_same(expected, found, "here")) == "differs"


def test_the_order_of_keys_is_no_difference() -> None:
    """Objects are compared by key, and the first difference is shown."""
    check.require_same({"a": 1, "b": [2]}, {"b": [2], "a": 1}, "here")
    with pytest.raises(check.Rejected, match=r"^differs: here: expected 2, found 3$"):
        check.require_same([1, 3], [1, 2], "here")
    with pytest.raises(check.Rejected, match=r"^differs: here: expected 2, found 3$"):
        check.require_same([3, 1], [2, 1], "here")  # no comma of the list belongs to it
    with pytest.raises(check.Rejected, match=r"^differs: here: expected \], found 2$"):
        check.require_same([1, 2], [1], "here")


def test_shapes() -> None:
    """What a value has of a shape is kept; a wrong type is refused, true is no integer."""
    shape = {"a": int, "b": [(int, None)]}
    assert check.shaped({"a": 1, "b": [None, 2], "c": 3}, shape, "it") == {"a": 1, "b": [None, 2]}
    wrong = ({"a": True, "b": []}, {"b": []}, {"a": 1, "b": {}}, {"a": 1, "b": [True]}, [], None, 3)
    for value in wrong:
        assert rejected(lambda value=value: check.shaped(value, shape, "it")) == "wrong-type"


# ---------------------------------------------------------------- states, regions, words


@pytest.mark.parametrize(("state", "after"), [
    ((0, 0), [(0, 0)]), ((1, 0), [(1, 0), (0, 1)]), ((2, 0), [(2, 0), (1, 1), (0, 2)]),
    ((9, 0), [(9, 0), (8, 1), (7, 2)]), ((3, 1), [(3, 1), (2, 2)]), ((5, 2), [(5, 2)]), ((0, 1), [(0, 1)]),
])  # fmt: skip
def test_what_can_be_sent(state: check.State, after: list[check.State]) -> None:
    """From (x, y) up to min(x, 2 - y) jobs can be sent."""
    assert problem("three_server").sends(state, (False, False)) == after


def test_what_can_be_sent_must_not_depend_on_n() -> None:
    """At x = n + 2 all is as for x = 2; at x = n + 1 whether two jobs can be sent depends on n."""
    three = problem("three_server")
    assert len(three.sends((2, 0), (True, False))) == 3
    assert rejected(lambda: three.sends((1, 0), (True, False))) == "region-too-wide"
    assert len(three.sends((1, 1), (True, False))) == 2
    assert rejected(lambda: three.sends((0, 1), (True, False))) == "region-too-wide"
    assert len(three.sends((0, 2), (True, False))) == 1


@pytest.mark.parametrize("folder", FOLDERS)
def test_regions_cover_every_state_once(folder: str) -> None:
    """For every inequality and depth each state of a window lies in exactly one region."""
    stated = problem(folder)
    for inequality in [*stated.cone, *stated.claims, *stated.reductions]:
        for depth in ((0, 0), (1, 0), (stated.most, 0)):
            found: Counter[check.State] = Counter()
            for _, _, (x, y), (free, other) in stated.regions(inequality, depth):
                assert not other
                found.update((x + n, y) for n in range(12 if free else 1))
            last = inequality.high[0] if inequality.high[0] is not None else 9
            expected = {(x, y) for x in range(last + 1) for y in range(inequality.high[1] + 1)}
            assert {state: n for state, n in found.items() if state[0] <= 9} == dict.fromkeys(expected, 1)


def test_an_inequality_speaks_of_its_range_only() -> None:
    """In range is in range; a symbolic coordinate must have no upper end."""
    three = problem("three_server")
    k6, reduction = three.inequalities["K6"], three.inequalities["F"]
    assert three.covers(k6, (0, 0), (True, False))
    assert not three.covers(k6, (0, 1), (True, False))
    assert not three.covers(k6, (-1, 0), (True, False))
    assert three.covers(reduction, (0, 1), (False, False))
    assert not three.covers(reduction, (0, 1), (True, False))
    assert not three.covers(reduction, (1, 1), (False, False))
    assert not three.covers(reduction, (0, 2), (False, False))


def test_words() -> None:
    """Forms are written as an inequality between two sums of positive terms."""
    three = problem("three_server")
    form = {("f", (0, 0)): -1, ("f", (1, 1)): -2, ("g", (2, 0)): 3, ("f", (9, 0)): 0}
    assert three.words(form, (False, False)) == "f(0,0) + 2 f(1,1) <= 3 g(2,0)"
    assert three.words(form, (True, False)) == "f(n,0) + 2 f(n+1,1) <= 3 g(n+2,0)"
    assert three.words({}, (False, False)) == "0 <= 0"
    assert three.words({("1", ()): -1, ("n", (0,)): 2}, (True, False)) == "1 <= 2 n"


def test_words_with_two_unbounded_coordinates() -> None:
    """Each unbounded coordinate has an offset of its own, so that words are not ambiguous."""
    raw = statement("three_server")
    raw["coordinates"].append({"name": "z", "meaning": "", "top": None})
    for key in ("cost",):
        raw[key].append(0)
    raw["routing"][0]["move"].append(0)
    for event in raw["events"]:
        for term in event["terms"]:
            term["slopes"].append(0)
            term["move"].append(0)
    for one in [*raw["inequalities"], *raw["claims"], *raw["reductions"]]:
        one["low"].append(0)
        one["high"].append(None)
        for sides in [one, *one.get("given", [])]:
            for term in [*sides["lesser"], *sides["greater"]]:
                term["at"].append(0)
    wide = check.Problem(raw)
    assert wide.words({("f", (1, 0, 2)): 1}, (True, False, True)) == "0 <= f(n_x+1,0,n_z+2)"
    assert Counter(o.group.partition(".")[0] for o in wide.obligations)["routing"] == 33


# ---------------------------------------------------------------- obligations


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5])
def test_the_number_of_obligations(m: int) -> None:
    """6m - 1 inequalities; routing has m + 1 regions, the fast departure two, everything else one."""
    stated = check.Problem(read_statement("many_server", {"m": m}))
    kinds = Counter(o.id.split(".")[1] for o in stated.obligations)
    each = (m + 1) + 3 * m + 2 * (m - 1)
    claims = m + 3 * (m - 1)  # send_one; the three claims about two jobs
    assert each == 6 * m - 1
    assert kinds == {"routing": each * (m + 1), "event": 4 * each, "cost": each, "closure": each,
                     "claim": claims, "reduction": 5 * m}  # fmt: skip


def test_the_three_server_problem_has_eleven_templates_in_three_regions() -> None:
    """Routing for m = 2 is 11 x 3, at x = 0, x = 1 and x = n + 2."""
    routing = [o.id for o in problem("three_server").obligations if ".routing.K" in o.id]
    assert len(routing) == 33
    assert Counter(name.rpartition(".")[2] for name in routing) == {"x0": 11, "x1": 11, "x2+": 11}
    assert len(problem("two_server").obligations) == 14 + 28 + 7 + 7 + 1 + 5


@pytest.mark.parametrize("folder", FOLDERS)
def test_committed_files_and_obligations_belong_together(folder: str) -> None:
    """Every obligation stands in exactly one committed file, every committed entry is an obligation."""
    listed = [e["id"] for group in groups(folder) for e in document(folder, group)["obligations"]]
    assert Counter(listed) == Counter(o.id for o in problem(folder).obligations)
    assert set(groups(folder)) == {o.group for o in problem(folder).obligations}


@pytest.mark.parametrize("folder", ["two_server", "three_server"])
def test_every_committed_obligation_is_proved(folder: str) -> None:
    """The two problems of the gate that must be proved are proved, file by file."""
    for group in groups(folder):
        verdicts = check.check_file(problem(folder), CASES / folder / f"{group}.json")
        assert set(verdicts.values()) == {("proved", "")}


# ---------------------------------------------------------------- problems that cannot be stated


def _twice(key: str) -> Callable[[Any], None]:
    return lambda raw: raw[key].append(copy.deepcopy(raw[key][0]))


def _rate_that_reads_like_a_difference(raw: Any) -> None:
    # with slow departures at this rate F is false, so this must not be hidden by mu1 = mu2 + (mu1-mu2)
    raw["rates"].append("mu1-mu2")
    raw["events"].append({**copy.deepcopy(raw["events"][2]), "name": "other", "rate": "mu1-mu2"})


def _bounded(raw: Any) -> None:
    raw["coordinates"][0]["top"] = 5
    raw.update(events=[], claims=[], reductions=[])
    for inequality in raw["inequalities"]:
        inequality["high"][0] = 3


BAD_PROBLEMS: list[tuple[str, Callable[[Any], Any], str]] = [
    ("not an object", lambda raw: [], "wrong-type"),
    ("no name", lambda raw: raw.pop("name"), "wrong-type"),
    ("field unknown", lambda raw: raw.update(note=""), "differs"),
    ("inner field unknown", lambda raw: raw["inequalities"][0].update(note=""), "differs"),
    ("format unknown", lambda raw: raw.update(format="proofcheck-problem/2"), "stale"),
    ("top is text", lambda raw: raw["coordinates"][1].update(top="2"), "wrong-type"),
    ("times is true", lambda raw: raw["inequalities"][0]["lesser"][0].update(times=True), "wrong-type"),
    ("times is zero", lambda raw: raw["inequalities"][0]["lesser"][0].update(times=0), "bad-problem"),
    ("goal outside the modes", lambda raw: raw["inequalities"][0].update(high=[None, 3]), "outside-domain"),
    ("goal at negative x", lambda raw: raw["inequalities"][0].update(low=[-1, 0]), "bad-problem"),
    ("offset negative", lambda raw: raw["inequalities"][0]["lesser"][0].update(at=[-1, 0]), "bad-problem"),
    ("times negative", lambda raw: raw["claims"][0]["given"][0]["lesser"][0].update(times=-1), "bad-problem"),
    ("range too long", lambda raw: raw["inequalities"][0].update(high=[10**9, 1]), "bad-problem"),
    ("too many modes", lambda raw: raw["coordinates"][1].update(top=10**9), "bad-problem"),
    ("reduction without routing", lambda raw: raw.update(routing=[]), "bad-problem"),
    ("name with a line break", lambda raw: raw.update(name="x\nproved    all"), "bad-problem"),
    ("name not ASCII", lambda raw: raw.update(name="\ud800"), "bad-problem"),
    ("arity of low", lambda raw: raw["inequalities"][0].update(low=[0]), "bad-problem"),
    ("arity of at", lambda raw: raw["inequalities"][0]["lesser"][0].update(at=[0, 0, 0]), "bad-problem"),
    ("arity of the move", lambda raw: raw["routing"][0].update(move=[-1]), "bad-problem"),
    ("arity of the cost", lambda raw: raw.update(cost=[1]), "bad-problem"),
    ("inequality twice", _twice("inequalities"), "bad-problem"),
    ("claim twice", _twice("claims"), "bad-problem"),
    ("event twice", _twice("events"), "bad-problem"),
    ("rate twice", _twice("rates"), "bad-problem"),
    ("claim named like an inequality", lambda raw: raw["claims"][0].update(name="K1"), "bad-problem"),
    ("coordinates of one name", lambda raw: raw["coordinates"][1].update(name="x"), "bad-problem"),
    ("boundary unknown", lambda raw: raw["events"][1].update(boundary="bounce"), "wrong-type"),
    ("boundary empty", lambda raw: raw["events"][1].update(boundary=""), "wrong-type"),
    ("reserved name", lambda raw: raw["inequalities"][0].update(name="upper"), "bad-problem"),
    ("no cone", lambda raw: raw.update(inequalities=[]), "bad-problem"),
    ("no unbounded coordinate", _bounded, "bad-problem"),
    ("nothing bounds routing", lambda raw: raw["routing"][0].update(move=[1, 0]), "bad-problem"),
    ("two ways of routing", _twice("routing"), "bad-problem"),
    ("rate unknown", lambda raw: raw["events"][0].update(rate="nu"), "bad-problem"),
    ("rate that reads like a difference", _rate_that_reads_like_a_difference, "bad-problem"),
    ("event leaves the states", lambda raw: raw["events"][1].update(boundary=None), "bad-problem"),
    ("weight negative", lambda raw: raw["events"][2]["terms"][1].update(constant=1), "bad-problem"),
    ("weight unbounded", lambda raw: raw["events"][0]["terms"][0].update(slopes=[1, 0]), "bad-problem"),
    ("assumption about an unknown rate",
     lambda raw: raw["reductions"][0]["assume"][0].update(lesser="nu"), "bad-problem"),
    ("rate in two assumptions",
     lambda raw: raw["reductions"][0]["assume"].append({"greater": "mu2", "lesser": "lam"}), "bad-problem"),
    ("rate at least itself",
     lambda raw: raw["reductions"][0]["assume"][0].update(lesser="mu1"), "bad-problem"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "reason"), [row[1:] for row in BAD_PROBLEMS], ids=[r[0] for r in BAD_PROBLEMS]
)
def test_a_bad_problem_is_refused(change: Callable[[Any], Any], reason: str) -> None:
    """A statement that is not understood in full is refused, and the committed one is not."""
    raw = statement("three_server")
    check.Problem(raw)
    result = change(raw)
    wrong = result if isinstance(result, list) and not result else raw
    assert rejected(lambda: check.Problem(wrong)) == reason


def test_the_hash_binds_every_part_of_the_statement() -> None:
    """Any change of a statement gives another hash, the layout of its file does not."""
    raw = statement("three_server")
    digest = check.Problem(raw).digest
    assert check.Problem(dict(reversed(raw.items()))).digest == digest
    for change in (
        lambda r: r.update(title=""), lambda r: r["cost"].reverse() or r.update(cost=[1, 2]),
        lambda r: r["claims"].pop(), lambda r: r["sizes"].update(m=2),
        lambda r: r["inequalities"][0].update(meaning=""),
    ):  # fmt: skip
        changed = copy.deepcopy(raw)
        change(changed)
        assert check.Problem(changed).digest != digest


# ---------------------------------------------------------------- as a program


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run check.py alone, isolated from the package."""
    command = [sys.executable, "-I", str(SOURCE), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the committed folder of the two-server problem, which may be changed."""
    return Path(shutil.copytree(CASES / "two_server", tmp_path / "two_server"))


def files(folder: Path) -> list[Path]:
    return [folder / "problem.json", *sorted(p for p in folder.glob("*.json") if p.name != "problem.json")]


def outcome(done: subprocess.CompletedProcess[str], last: str) -> int:
    """The exit code, of a run without a traceback that ends with this line."""
    assert "Traceback" not in done.stderr
    assert done.stdout.splitlines()[-1] == last
    return done.returncode


def test_alone_it_proves_the_committed_folder(folder: Path) -> None:
    """Exit code 0 and one line per obligation."""
    done = run(*files(folder))
    assert outcome(done, "62 obligations: proved") == 0
    lines = done.stdout.splitlines()[:-1]
    assert [line.split() for line in lines] == [["proved", o.id] for o in problem("two_server").obligations]


def test_alone_it_misses_a_certificate(folder: Path) -> None:
    """Exit code 3: the obligations without a certificate are unproved, also if there is none at all."""
    given = [path for path in files(folder) if path.name != "routing.K1.y0.json"]
    done = run(*given)
    assert outcome(done, "62 obligations: unproved") == 3
    assert sum(line.startswith("unproved ") for line in done.stdout.splitlines()) == 2
    assert outcome(run(folder / "problem.json"), "62 obligations: unproved") == 3


def test_alone_it_finds_a_stale_certificate(folder: Path) -> None:
    """Exit code 4: a certificate for another problem."""
    shutil.copy(CASES / "three_server/cost.json", folder)
    assert outcome(run(*files(folder)), "62 obligations: stale") == 4


def test_alone_it_refuses_a_wrong_certificate(folder: Path) -> None:
    """Exit code 8, with the reason on the lines of the file's obligations."""
    path = folder / "claim.json"
    path.write_text(path.read_text("utf-8").replace('"times": 1', '"times": 2', 1), "utf-8")
    done = run(*files(folder))
    assert outcome(done, "62 obligations: error") == 8
    assert [line for line in done.stdout.splitlines() if line.startswith("error ") and "residual:" in line]


def test_alone_it_refuses_a_file_that_is_not_there(folder: Path) -> None:
    """Exit code 8: a named file that cannot be read is not silently left out."""
    (folder / "claim.json").unlink()
    done = run(*files(folder), folder / "claim.json")
    assert outcome(done, "62 obligations: error") == 8
    assert "unreadable" in done.stdout


def test_alone_it_refuses_a_second_certificate(folder: Path, tmp_path: Path) -> None:
    """Exit code 8: two files for one group, though both are right."""
    other = Path(shutil.copy(folder / "claim.json", tmp_path))
    assert outcome(run(*files(folder), other), "62 obligations: error") == 8


def test_alone_it_refuses_a_file_of_no_group(folder: Path) -> None:
    """Exit code 8: a file that belongs to no obligation is a result of its own."""
    shutil.copy(folder / "claim.json", folder / "claims.json")
    assert outcome(run(*files(folder)), "63 obligations: error") == 8


def test_alone_it_reports_a_refutation() -> None:
    """Exit code 1: three slow servers."""
    assert outcome(run(*files(CASES / "many_server_m3")), "194 obligations: refuted") == 1


def test_alone_it_says_that_nothing_was_to_be_proved(folder: Path) -> None:
    """Exit code 5: inequalities that speak of no state leave nothing to prove, and that is no success."""
    raw = statement("two_server") | {"claims": [], "reductions": []}
    for inequality in raw["inequalities"]:
        inequality["high"][1] = -1
    (folder / "problem.json").write_text(json.dumps(raw), "utf-8")
    assert outcome(run(folder / "problem.json"), "0 obligations: vacuous") == 5


@pytest.mark.parametrize("text", [
    "", "{}", "[]", "null", "{", '{"format": NaN}', '{"a": 1, "a": 1}', "[" * 100_000,
    '{"a":' * 900 + "1" + "}" * 900,
])  # fmt: skip
def test_alone_it_refuses_a_bad_problem(folder: Path, text: str) -> None:
    """Exit code 10 and a message, without a traceback."""
    (folder / "problem.json").write_text(text, "utf-8")
    done = run(*files(folder))
    assert (done.returncode, done.stdout) == (10, "")
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("depth", [300, 600, 900, 960, 980, 990])
def test_alone_it_refuses_deep_sizes(folder: Path, depth: int) -> None:
    """A statement whose sizes are nested, however deep, ends without a traceback."""
    text = (folder / "problem.json").read_text("utf-8")
    nested = "[" * depth + "]" * depth
    (folder / "problem.json").write_text(text.replace('"sizes": {}', f'"sizes": {{"m": {nested}}}'), "utf-8")
    done = run(*files(folder))
    assert "Traceback" not in done.stderr
    assert done.returncode in (4, 10)


def test_alone_it_needs_a_problem() -> None:
    """Exit code 10 without arguments, or where there is no file."""
    assert run().returncode == 10
    assert run("no-such-problem.json").returncode == 10


@pytest.mark.parametrize("format_", ["x\nproved    everything", "\ud800", "\x1b[2J"])
def test_alone_it_prints_nothing_that_a_certificate_forges(folder: Path, format_: str) -> None:
    """Text from a certificate cannot add lines to the output, end it or reach the terminal."""
    changed = document("two_server", "claim") | {"format": format_}
    (folder / "claim.json").write_text(json.dumps(changed), "utf-8")
    done = run(*files(folder))
    assert outcome(done, "62 obligations: stale") == 4
    assert len(done.stdout.splitlines()) == 63
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("depth", [200, 700, 900, 950, 970, 980, 985, 990, 995])
@pytest.mark.parametrize("place", ['"format": ', '"id": ', '"times": ', '"case": ', '"verdict": '])
def test_nesting_short_of_the_limit_is_refused(tmp_path: Path, place: str, depth: int) -> None:
    """Whatever nesting the parser lets through ends in a verdict, not in a traceback."""
    text = (CASES / "three_server/routing.K3.y1.json").read_text("utf-8")
    start = text.index(place) + len(place)
    end = min(i for i in (text.find(",", start), text.find("}", start), text.find("\n", start)) if i > 0)
    path = tmp_path / "routing.K3.y1.json"
    path.write_text(text[:start] + "[" * depth + "]" * depth + text[end:], "utf-8")
    verdicts = check.check_file(problem("three_server"), path)
    assert {verdict for verdict, _ in verdicts.values()} <= {"error", "stale"}
    assert len(verdicts) == 3
