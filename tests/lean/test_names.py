"""Lean names and their quoting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.lean import names

K4 = "three_server.routing.K4.y0.x2+"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Nat.add", ("Nat", "add")),
        (f"ProofCheck.Generated.«{K4}»", ("ProofCheck", "Generated", K4)),
        ("«Nat».«add»", ("Nat", "add")),
        ("Nat.add._f", ("Nat", "add", "_f")),
        ("α₁.x'", ("α₁", "x'")),
    ],
)
def test_a_name_is_its_components(text, parts):
    assert names.components(text) == parts
    assert names.components(names.show(parts)) == parts
    assert names.components(names.quoted(parts)) == parts


@pytest.mark.parametrize(
    "text", ["", ".", "a.", ".a", "a..b", "a b", "x2+", "«a", "a.«b", "1a", "a\n"]
)
def test_what_is_no_name_is_refused(text):
    with pytest.raises(ValueError, match="not a Lean name"):
        names.components(text)


@pytest.mark.parametrize("part", ["", "a«b", "a»", "a\nb"])
def test_what_lean_cannot_quote_is_refused(part):
    with pytest.raises(ValueError, match="cannot be written in Lean"):
        names.quoted(("A", part))


@given(st.lists(st.text("aZ_0+.-' #é", min_size=1, max_size=6), min_size=1, max_size=4))
def test_showing_and_reading_agree(parts):
    assert names.components(names.show(tuple(parts))) == tuple(parts)


def test_names_in_a_printed_text_are_found_without_projections_and_universes():
    text = "@Foo.bar.{u + 1} (x.1.2 A.«b.c+») fun (n : Nat) => h.1 n"
    found = names.names_in(text)
    assert {("Foo", "bar"), ("A", "b.c+"), ("Nat",), ("x",), ("h",), ("n",)} <= found
    assert ("x", "1") not in found
