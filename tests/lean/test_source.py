"""What counts as code in a Lean source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.lean import source
from proofcheck.lean.errors import BadSource


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a -- b\nc", ["a", "c"]),
        ("a /- b /- c -/ d -/ e", ["a", "e"]),
        ("/-- b -/ a /-! c -/", ["a"]),
        ('a "b -- c" d', ["a", "d"]),
        ('a "b \\" c" d', ["a", "d"]),
        ('a r"b\\" c', ["a", "c"]),
        ('a r#"b " c"# d', ["a", "d"]),
        ("a '\"' b", ["a", "b"]),
        ("a '\\'' b", ["a", "b"]),
        ("a' b'' \"c\" d", ["a'", "b''", "d"]),
        ("a.«b -- c».d", ["a.", ".d"]),
        ('a "-- /-" b', ["a", "b"]),
        ('/- " -/ a', ["a"]),
    ],
)
def test_comments_strings_and_quoted_names_are_blanked(text, words):
    assert source.code(text, place="T.lean").split() == words


@pytest.mark.parametrize("text", ["a\n/- b", 'a\n"b', 'a\nr#"b"', "a\n/- /- -/"])
def test_what_is_not_closed_is_refused_with_its_line(text):
    with pytest.raises(BadSource, match=r"T\.lean:2: comment or string is not closed"):
        source.code(text, place="T.lean")


@given(st.text(alphabet="ab-/\"'«»\\\n r#", max_size=40))
def test_length_and_line_breaks_are_kept(text):
    try:
        code = source.code(text, place="T.lean")
    except BadSource:
        return
    assert len(code) == len(text)
    assert [i for i, c in enumerate(code) if c == "\n"] == [
        i for i, c in enumerate(text) if c == "\n"
    ]
    assert all(a in (b, " ") for a, b in zip(code, text, strict=True))
