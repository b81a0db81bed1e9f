"""What counts as lost: every way in which something proved can be less than it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofcheck.delta.compare import compare
from proofcheck.delta.snapshot import Fact, Key, Snapshot
from proofcheck.verdict import EXIT_CODES

A: Key = ("python", "p.a")
B: Key = ("lean", "p.a")
PROVED = Fact("proved", "", "0 <= f", "0" * 64, ())
BAD = [verdict for verdict, code in EXIT_CODES.items() if code]


def snapshot(facts: dict[Key, Fact], *left_out: str) -> Snapshot:
    """A snapshot of these facts."""
    return Snapshot("name", facts, left_out)


def kinds(old: dict[Key, Fact], new: dict[Key, Fact]) -> list[tuple[str, str]]:
    """Kind and checker of each difference."""
    return [(one.kind, one.checker) for one in compare(snapshot(old), snapshot(new)).differences]


def lost(old: dict[Key, Fact], new: dict[Key, Fact], allow_changed: bool = False) -> bool:
    """Whether the comparison fails."""
    return compare(snapshot(old), snapshot(new)).fails(allow_changed)


def test_the_same_is_no_difference() -> None:
    """The accepting twin of all that follows; a reason may be worded anew."""
    facts = {A: PROVED, B: replace(PROVED, verdict="expected refutation")}
    assert kinds(facts, facts) == []
    assert not lost(facts, facts)
    assert kinds({A: PROVED}, {A: replace(PROVED, reason="x")}) == []


@pytest.mark.parametrize("verdict", BAD)
@pytest.mark.parametrize("before", ["proved", "expected refutation"])
def test_a_verdict_that_turns_bad_is_lost(before: str, verdict: str) -> None:
    """Whatever the new one is; back again, it is gained."""
    old, new = {A: replace(PROVED, verdict=before)}, {A: replace(PROVED, verdict=verdict)}
    assert kinds(old, new) == [("lost", "python")]
    assert lost(old, new)
    assert kinds(new, old) == [("gained", "python")]
    assert not lost(new, old)


def test_an_obligation_that_is_gone_is_lost() -> None:
    """Also for one checker only."""
    assert lost({A: PROVED, B: PROVED}, {A: PROVED})
    assert kinds({A: PROVED, B: PROVED}, {A: PROVED}) == [("lost", "lean")]
    found = compare(snapshot({A: PROVED, B: PROVED}), snapshot({A: PROVED}))
    assert found.differences[0].why == "lean did not check anything"
    gone = compare(snapshot({A: PROVED, ("python", "p.b"): PROVED}), snapshot({A: PROVED}))
    assert gone.differences[0].why == "there is no such obligation"


def test_what_was_not_proved_is_removed_not_lost() -> None:
    """Nothing is less than before."""
    old = {A: PROVED, B: replace(PROVED, verdict="unproved")}
    assert kinds(old, {A: PROVED}) == [("removed", "lean")]
    assert not lost(old, {A: PROVED})


def test_new_obligations_are_added() -> None:
    """No loss, whatever their verdict."""
    new = {A: PROVED, B: replace(PROVED, verdict="error")}
    assert kinds({A: PROVED}, new) == [("added", "lean")]
    assert not lost({A: PROVED}, new)


def test_a_statement_that_says_something_else_is_lost_unless_allowed() -> None:
    """The old one is proved no more; the option says that this is meant."""
    new = {A: replace(PROVED, words="0 <= 0", sha256="1" * 64)}
    assert kinds({A: PROVED}, new) == [("changed", "python")]
    assert lost({A: PROVED}, new)
    assert not lost({A: PROVED}, new, allow_changed=True)
    (one,) = compare(snapshot({A: PROVED}), snapshot(new)).differences
    assert one.why == "says something else: was 0 <= f; is 0 <= 0"


def test_a_statement_whose_digest_is_gone_is_changed() -> None:
    """Not knowing is no reason to pass."""
    unknown = {A: replace(PROVED, sha256="", words="")}
    assert kinds({A: PROVED}, unknown) == kinds(unknown, {A: PROVED}) == [("changed", "python")]
    assert kinds(unknown, unknown) == [("changed", "python")]
    assert lost(unknown, unknown)


def test_the_same_words_with_other_hypotheses_are_changed() -> None:
    """The digest is of the whole; the reason does not pretend that the words differ."""
    new = {A: replace(PROVED, sha256="1" * 64)}
    assert kinds({A: PROVED}, new) == [("changed", "python")]
    (one,) = compare(snapshot({A: PROVED}), snapshot(new)).differences
    assert one.why == "says something else: the goal, 0 <= f, is the same, what it rests on is not"


def test_more_axioms_are_a_loss_and_fewer_are_none() -> None:
    """Even where statement and verdict are the same, and whatever is allowed."""
    more = {B: replace(PROVED, axioms=("propext", "sorryAx"))}
    assert kinds({B: PROVED}, more) == [("lost", "lean")]
    assert lost({B: PROVED}, more, allow_changed=True)
    assert not lost(more, {B: PROVED})


def test_a_proof_that_became_a_refutation_is_lost_and_the_reverse_is_none() -> None:
    """Although both pass a gate."""
    refuted = {A: replace(PROVED, verdict="expected refutation")}
    assert lost({A: PROVED}, refuted)
    assert kinds(refuted, {A: PROVED}) == [("gained", "python")]


def test_bad_verdicts_that_move_are_told() -> None:
    """And are no loss."""
    old, new = {A: replace(PROVED, verdict="unproved")}, {A: replace(PROVED, verdict="error")}
    assert kinds(old, new) == [("moved", "python")]
    assert not lost(old, new)


def test_what_is_left_out_now_is_told() -> None:
    """Both ways."""
    delta = compare(snapshot({A: PROVED}, "a", "b"), snapshot({A: PROVED}, "b", "c"))
    assert delta.left_out == (["a"], ["c"])


def test_the_gravest_comes_first() -> None:
    """Lost, changed, moved, removed, gained, added; then by checker and id."""
    bad = replace(PROVED, verdict="unproved")
    first = {"l": PROVED, "c": PROVED, "m": bad, "r": bad, "g": bad}
    old = {("python", key): fact for key, fact in first.items()}
    other = {"l": bad, "c": replace(PROVED, sha256="1" * 64), "m": replace(bad, verdict="error"), "g": PROVED}
    new = {("python", key): fact for key, fact in (other | {"a": PROVED}).items()}
    found = [one.kind for one in compare(snapshot(old), snapshot(new)).differences]
    assert found == ["lost", "changed", "moved", "removed", "gained", "added"]
