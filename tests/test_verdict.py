"""Verdicts, and the one table of exit codes."""

from __future__ import annotations

from itertools import permutations

import pytest

from proofcheck import verdict
from proofcheck.certificate import check
from proofcheck.verdict import EXIT_CODES, MEANING, Result, counts, gravest


def results(*verdicts: str) -> list[Result]:
    return [Result(f"id{k}", word) for k, word in enumerate(verdicts)]


def test_only_success_exits_with_zero() -> None:
    """Proved, and refuted as expected, are the only success; every other class has a code of its own."""
    success = {word for word, code in EXIT_CODES.items() if code == 0}
    assert success == {"proved", "expected refutation"}
    others = [code for code in EXIT_CODES.values() if code]
    others += [verdict.BAD_USAGE, verdict.BAD_INPUT, verdict.INTERRUPTED]
    assert len(set(others)) == len(others)
    assert all(0 < code < 256 for code in others)


def test_every_verdict_has_a_meaning() -> None:
    """The table of meanings has the same words in the same order."""
    assert list(MEANING) == list(EXIT_CODES)
    assert all(MEANING.values())


def test_the_checker_uses_the_same_codes_and_order() -> None:
    """check.py, which imports nothing, has the same codes, rising in the same order."""
    assert {word: EXIT_CODES[word] for word in check.EXIT} == check.EXIT
    assert [word for word in EXIT_CODES if word in check.EXIT] == list(check.EXIT)


def test_an_empty_list_is_no_success() -> None:
    """Nothing to prove is `vacuous`, with an exit code of its own."""
    assert gravest([]) == "vacuous"
    assert EXIT_CODES["vacuous"] not in (0, EXIT_CODES["error"])


@pytest.mark.parametrize("word", EXIT_CODES)
def test_one_bad_verdict_decides(word: str) -> None:
    """Wherever it stands among proved ones, a graver verdict decides."""
    for listed in set(permutations(["proved", "proved", word])):
        assert gravest(results(*listed)) == word


def test_the_gravest_decides() -> None:
    """Of two verdicts the later in the table decides, in either order."""
    words = list(EXIT_CODES)
    for k, milder in enumerate(words):
        for graver in words[k:]:
            assert gravest(results(milder, graver)) == gravest(results(graver, milder)) == graver


def test_counts() -> None:
    """How often each verdict occurs, gravest first, without those that do not occur."""
    found = counts(results("proved", "error", "proved", "unproved"))
    assert list(found.items()) == [("error", 1), ("unproved", 1), ("proved", 2)]
    assert counts([]) == {}
