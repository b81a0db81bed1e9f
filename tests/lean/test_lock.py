"""The lock file: round trip, differences, and everything it refuses to read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from proofcheck.lean import lock
from proofcheck.lean.errors import BadLock
from proofcheck.lean.lock import Lock

OLD = Lock("4.35.0", {"a": "a : x ≤ y", "b": "one\ntwo\nthree"}, {"C": "fields:\n  k1\n  k2"}, ("b",))


def test_what_is_written_is_read_back(tmp_path):
    lock.write(tmp_path / "s.lock", OLD)
    assert lock.read(tmp_path / "s.lock") == OLD


def test_the_file_is_sorted_readable_and_does_not_depend_on_order(tmp_path):
    lock.write(tmp_path / "one", OLD)
    turned = replace(OLD, theorems=dict(reversed(OLD.theorems.items())))
    lock.write(tmp_path / "two", turned)
    text = (tmp_path / "one").read_text(encoding="utf-8")
    assert text == (tmp_path / "two").read_text(encoding="utf-8")
    assert '    "a : x ≤ y"\n' in text
    assert not (tmp_path / "one.new").exists()


def test_equal_locks_have_no_differences():
    assert lock.compare(OLD, OLD) == []


def test_a_changed_text_is_drift_with_old_and_new_lines():
    new = replace(OLD, definitions={"C": "fields:\n  k1"})
    (finding,) = lock.compare(OLD, new)
    assert (finding.kind, finding.name) == ("drift", "C")
    assert finding.text.split("\n") == [
        "definition differs from statements.lock:",
        "--- locked",
        "+++ now",
        "@@ -1,3 +1,2 @@",
        " fields:",
        "   k1",
        "-  k2",
    ]


def test_new_and_vanished_entries_are_findings():
    new = replace(OLD, theorems={"a": OLD.theorems["a"], "c": "new"})
    assert [(f.kind, f.name) for f in lock.compare(OLD, new)] == [("gone", "b"), ("unlocked", "c")]


def test_a_definition_that_vanished_alone_is_a_finding():
    assert [f.kind for f in lock.compare(OLD, replace(OLD, definitions={}))] == ["gone"]


def test_a_demand_withdrawn_or_new_is_a_finding():
    """The names that the gate demands are recorded too, and compared both ways."""
    new = replace(OLD, demanded=("a",))
    assert [(f.kind, f.name) for f in lock.compare(OLD, new)] == [("gone", "b"), ("unlocked", "a")]
    assert [f.kind for f in lock.compare(OLD, replace(OLD, demanded=()))] == ["gone"]


def test_another_lean_version_is_a_finding():
    (finding,) = lock.compare(OLD, replace(OLD, lean="4.36.0"))
    assert finding.text == "was recorded with Lean 4.35.0, this is Lean 4.36.0"


def damaged(**changes: object) -> str:
    entry = {"sha256": lock.fingerprint("t"), "text": ["t"]}
    data = {"format": lock.FORMAT, "note": "", "lean": "4.35.0", "theorems": {"a": entry}}
    return json.dumps({**data, "demanded": ["a"], "definitions": {}, **changes})


def test_the_undamaged_twin_is_read(tmp_path):
    (tmp_path / "s").write_text(damaged(), encoding="utf-8")
    found = lock.read(tmp_path / "s")
    assert (found.theorems, found.demanded) == ({"a": "t"}, ("a",))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "the fields must be"),
        (damaged(extra=1), "the fields must be"),
        (
            damaged(format="proofcheck statements 1"),
            "format is 'proofcheck statements 1', known is",
        ),
        (damaged(lean=4), "format is"),
        (damaged(demanded="a"), "demanded must be a list of names"),
        (damaged(demanded=[1]), "demanded must be a list of names"),
        (damaged(theorems=[]), "theorems must be an object"),
        (damaged(theorems={"a": "t"}), "theorems: a: an entry has the fields"),
        (damaged(theorems={"a": {"sha256": "0", "text": ["t"]}}), "was edited by hand"),
        (damaged().replace('"lean"', '"note"'), "a name occurs twice"),
    ],
)
def test_a_damaged_file_is_refused_with_the_reason(tmp_path, text, reason):
    (tmp_path / "s").write_text(text, encoding="utf-8")
    with pytest.raises(BadLock, match=reason):
        lock.read(tmp_path / "s")


def test_a_missing_file_says_what_to_run(tmp_path):
    with pytest.raises(BadLock, match=r"cannot be read .* anew: proofcheck lean accept"):
        lock.read(tmp_path / "s")


def test_a_file_that_is_not_utf8_is_refused(tmp_path):
    (tmp_path / "s").write_bytes(b"\xff")
    with pytest.raises(BadLock, match="not JSON"):
        lock.read(tmp_path / "s")
