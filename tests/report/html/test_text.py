"""Names of others: visible, and safe as file names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.report.html.text import page_name, visible


@pytest.mark.parametrize("text", ["three_server.routing.K4.y0.x2+", "", "a<b>&\"'", "שלום", "日本"])
def test_what_can_be_seen_stays_as_it_is(text: str) -> None:
    """Escaping is the template's; letters of any script are letters."""
    assert visible(text) == text


@pytest.mark.parametrize("text", ["a\0b", "a\u202eb", "a\u200bb", "a\ud800b", "a\x1b[2Jb"])
def test_what_cannot_be_seen_is_written_out(text: str) -> None:
    """Zero bytes, direction marks, lone surrogates, escapes of terminals: all printable afterwards."""
    shown = visible(text)
    assert shown.isprintable()
    assert shown.startswith("a")
    assert shown.endswith("b")
    assert len(shown) > len(text)
    shown.encode("utf-8")


def test_an_id_is_its_own_page_name() -> None:
    """So that a person can guess the address."""
    assert page_name("three_server.routing.K4.y0.x2+", set()) == "three_server.routing.K4.y0.x2+"


@pytest.mark.parametrize(
    "identity",
    ["../../etc/passwd", "a/b", "..", ".hidden", "", "a" * 5000, "a b", "<script>", "a\0", "\ud800"],
)
def test_other_names_become_safe_ones(identity: str) -> None:
    """No separator, no dot at the beginning, not long, not empty."""
    assert re.fullmatch(r"[a-zA-Z0-9][a-zA-Z0-9_.+=-]{0,119}", page_name(identity, set()))


@given(st.lists(st.text(max_size=8) | st.sampled_from(["k4", "K4", "ab", "aB"]), unique=True, max_size=30))
def test_different_ids_have_different_pages(identities: list[str]) -> None:
    """Also on file systems that do not tell case apart."""
    taken: set[str] = set()
    names = [page_name(identity, taken).casefold() for identity in identities]
    assert len(set(names)) == len(names)
