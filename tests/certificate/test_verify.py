"""A folder of certificates against what is demanded: one verdict per obligation, nothing left out."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from proofcheck.certificate.gate import Demand, choose, read_gate
from proofcheck.certificate.verify import certificates, verify
from proofcheck.certificate.write import layout
from proofcheck.errors import BadInput
from proofcheck.verdict import EXIT_CODES, Result, gravest
from tests.common import CASES, FOLDERS, document, problem, statement


@pytest.fixture
def demand(tmp_path: Path) -> Demand:
    """The demand for the two-server problem, with a copy of its folder that may be changed."""
    folder = Path(shutil.copytree(CASES / "two_server", tmp_path / "two_server"))
    return Demand(statement("two_server"), folder, {})


def refuted_demand(tmp_path: Path) -> Demand:
    """The demand for three slow servers, with a copy of its folder."""
    original = next(one for one in read_gate(CASES) if one.name == "many_server_m3")
    folder = Path(shutil.copytree(CASES / "many_server_m3", tmp_path / "many_server_m3"))
    return Demand(original.statement, folder, original.expected)


def failing(results: list[Result]) -> dict[str, str]:
    """What is not success: id and verdict."""
    ids = [result.id for result in results]
    assert len(set(ids)) == len(ids)
    assert all(result.reason for result in results if result.verdict in ("error", "stale"))
    return {result.id: result.verdict for result in results if EXIT_CODES[result.verdict]}


def of_group(group: str) -> list[str]:
    return [o.id for o in problem("two_server").obligations if o.group == group]


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_committed_folders_are_as_demanded(folder: str) -> None:
    """Every obligation, in order, proved or refuted as expected."""
    one = next(demand for demand in read_gate(CASES) if demand.name == folder)
    results = verify(one)
    assert [result.id for result in results] == [o.id for o in problem(folder).obligations]
    assert failing(results) == {}
    expected = Counter(result.verdict for result in results)["expected refutation"]
    assert expected == (6 if folder == "many_server_m3" else 0)


def test_every_single_missing_file_is_noticed(demand: Demand) -> None:
    """Without a file the obligations of its group, and only these, are unproved."""
    for path in certificates(demand.folder):
        content = path.read_bytes()
        path.unlink()
        assert failing(verify(demand)) == dict.fromkeys(of_group(path.stem), "unproved")
        path.write_bytes(content)
    assert failing(verify(demand)) == {}


def test_no_files_prove_nothing(demand: Demand) -> None:
    """An empty list of certificates leaves everything unproved; so does a folder without its statement."""
    for path in certificates(demand.folder):
        path.unlink()
    results = verify(demand)
    assert {result.verdict for result in results} == {"unproved"}
    assert len(results) == 62
    shutil.rmtree(demand.folder)
    assert {result.verdict for result in verify(demand)} == {"stale"}


def test_an_extra_file_fails(demand: Demand) -> None:
    """A file that belongs to no group is a failure of its own, whatever it holds."""
    for content in ((demand.folder / "cost.json").read_text(), "{}", ""):
        (demand.folder / "more.json").write_text(content)
        assert failing(verify(demand)) == {"more.json": "error"}


def test_swapped_files_fail(demand: Demand) -> None:
    """Two files under each other's name fail on both groups, and on no other."""
    one, other = demand.folder / "routing.K1.y0.json", demand.folder / "routing.K3.y0.json"
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)
    expected = [*of_group("routing.K1.y0"), *of_group("routing.K3.y0")]
    assert failing(verify(demand)) == dict.fromkeys(expected, "error")


def test_a_file_of_another_problem_is_stale(demand: Demand) -> None:
    """The same group of another problem is stale here."""
    shutil.copy(CASES / "three_server/cost.json", demand.folder)
    assert failing(verify(demand)) == dict.fromkeys(of_group("cost"), "stale")


@pytest.mark.parametrize("change", [
    lambda raw: raw["cost"].__setitem__(0, 2),
    lambda raw: raw.update(title="another"),
    lambda raw: raw["inequalities"].pop(),
    lambda raw: raw["claims"].clear(),
])  # fmt: skip
def test_another_statement_in_the_folder_is_stale(demand: Demand, change) -> None:  # type: ignore[no-untyped-def]
    """The folder's own problem file must be the statement demanded; a weaker one proves nothing."""
    raw = statement("two_server")
    change(raw)
    (demand.folder / "problem.json").write_text(layout(raw), "utf-8")
    results = verify(demand)
    assert failing(results) == dict.fromkeys((o.id for o in problem("two_server").obligations), "stale")
    assert "problem.json: differs: " in results[0].reason


@pytest.mark.parametrize("content", ["", "{", "[]", '{"a": NaN}', "[" * 100_000])
def test_a_spoiled_statement_is_stale(demand: Demand, content: str) -> None:
    """A problem file that is not JSON, or not there, makes the whole folder stale."""
    (demand.folder / "problem.json").write_text(content)
    assert set(failing(verify(demand)).values()) == {"stale"}
    (demand.folder / "problem.json").unlink()
    assert set(failing(verify(demand)).values()) == {"stale"}


def test_the_layout_of_the_statement_means_nothing(demand: Demand) -> None:
    """The accepting twin: the same statement, with other line breaks and keys in another order."""
    (demand.folder / "problem.json").write_text(json.dumps(statement("two_server"), sort_keys=True))
    assert failing(verify(demand)) == {}


def test_a_refutation_that_is_not_expected_fails(tmp_path: Path) -> None:
    """Each refutation must be listed; without the list all six fail."""
    one = refuted_demand(tmp_path)
    assert failing(verify(Demand(one.statement, one.folder, {}))) == dict.fromkeys(one.expected, "refuted")
    for key in one.expected:
        fewer = {k: why for k, why in one.expected.items() if k != key}
        assert failing(verify(Demand(one.statement, one.folder, fewer))) == {key: "refuted"}


def test_an_expected_refutation_must_occur(tmp_path: Path) -> None:
    """What is expected but proved, not there or without a certificate fails."""
    one = refuted_demand(tmp_path)
    proved, unknown = "many_server_m3.cost.K1.y0.x0+", "many_server_m3.routing.K9.y0.x1"
    more = Demand(one.statement, one.folder, one.expected | {proved: "why", unknown: "why"})
    assert failing(verify(more)) == {proved: "error", unknown: "error"}
    (one.folder / "routing.K3.y0.json").unlink()
    lost = {f"many_server_m3.routing.K3.y0.{region}": "unproved" for region in ("x0", "x1", "x2", "x3+")}
    assert failing(verify(one)) == lost


def test_an_open_case_where_a_refutation_is_expected_fails(tmp_path: Path) -> None:
    """An unproved leaf in place of a refutation is not the refutation that is expected."""
    one, key = refuted_demand(tmp_path), "many_server_m3.routing.K5.y0.x1"
    changed = document("many_server_m3", "routing.K5.y0")
    entry = next(entry for entry in changed["obligations"] if entry["id"] == key)
    text = json.dumps(changed)
    found = json.dumps(_refuted(entry["proof"]))
    text = text.replace(f'"refuted": {found}', '"unproved": "later"', 1)
    changed = json.loads(text)
    next(entry for entry in changed["obligations"] if entry["id"] == key)["verdict"] = "unproved"
    (one.folder / "routing.K5.y0.json").write_text(json.dumps(changed))
    assert failing(verify(one)) == {key: "unproved"}


def _refuted(tree):  # type: ignore[no-untyped-def]
    if "split" not in tree:
        return tree.get("refuted")
    return next((found for found in map(_refuted, tree["cases"]) if found), None)


def test_the_progress_sees_every_file(demand: Demand) -> None:
    """What shows the progress is given the files in order; skipping one leaves its group unproved."""
    seen: list[Path] = []

    def watch(paths: list[Path]) -> list[Path]:
        seen.extend(paths)
        return paths[1:]

    results = verify(demand, watch)
    assert seen == certificates(demand.folder)
    assert failing(results) == dict.fromkeys(of_group(seen[0].stem), "unproved")


# ---------------------------------------------------------------- what the gate demands


def test_the_gate_lists_the_problems_in_order() -> None:
    """Two and three servers in full, m = 3 with its refutations, then what is proved beyond; each once."""
    names = [demand.name for demand in read_gate(CASES)]
    assert names[:3] == list(FOLDERS)
    assert len(set(names)) == len(names)
    assert [demand.name for demand in choose(CASES, ())] == names
    assert [demand.name for demand in choose(CASES, ("cases/three_server",))] == ["three_server"]
    with pytest.raises(BadInput, match="four_server: no problem of"):
        choose(CASES, ("four_server",))


@pytest.mark.parametrize("text", [
    "", "problem = []", "[[problem]]", '[[problem]]\nsource = "nothing"', "[[problem]]\nsource = 1",
    '[[problem]]\nsource = "two_server"\nnote = 1', '[[problem]]\nsource = "two_server"\nsizes = {m = 1.5}',
    '[[problem]]\nsource = "two_server"\nsizes = {m = 1}',
    '[[problem]]\nsource = "two_server"\n[[problem]]\nsource = "two_server"',
    '[[problem]]\nsource = "two_server"\n[problem.expected_refutations]\n"a" = ""',
    '[[problem]\nsource = "two_server"', "a = " + "[" * 100_000,
])  # fmt: skip
def test_a_bad_gate_is_refused(tmp_path: Path, text: str) -> None:
    """An empty list, an unknown problem or field, a problem twice, no TOML: one line."""
    (tmp_path / "gate.toml").write_text(text)
    with pytest.raises(BadInput) as refusal:
        read_gate(tmp_path)
    assert "\n" not in str(refusal.value)
    (tmp_path / "gate.toml").write_text('[[problem]]\nsource = "two_server"')
    assert len(read_gate(tmp_path)) == 1
    (tmp_path / "gate.toml").unlink()
    with pytest.raises(BadInput, match="No such file"):
        read_gate(tmp_path)


def test_nothing_to_prove_is_no_success(tmp_path: Path) -> None:
    """A statement whose inequalities speak of no state is `vacuous`."""
    raw = statement("two_server") | {"claims": [], "reductions": []}
    for inequality in raw["inequalities"]:
        inequality["high"][1] = -1
    (tmp_path / "problem.json").write_text(json.dumps(raw))
    results = verify(Demand(raw, tmp_path, {}))
    assert results == []
    assert EXIT_CODES[gravest(results)] == 5
