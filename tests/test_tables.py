"""Statements are made once per table, and nobody notices but the clock."""

from __future__ import annotations

from typing import Any

import pytest

from proofcheck.errors import BadInput
from proofcheck.tables import Made


def counted(most: int = 256) -> tuple[Made[dict[str, Any]], list[Any]]:
    """Something made of tables, and the list of what was made."""
    made: list[Any] = []

    def make(raw: Any, size: int, place: str) -> dict[str, Any]:
        if raw == {"bad": 1}:
            raise BadInput(f"{place}: bad")
        made.append(raw)
        return {"parts": [raw, size]}

    return Made(make, most), made


def test_made_once_and_handed_out_as_copies() -> None:
    some, made = counted()
    first = some.of({"a": 1}, 3, place="here")
    first["parts"].append("changed by its owner")
    assert some.of({"a": 1}, 3, place="there") == {"parts": [{"a": 1}, 3]}
    assert len(made) == 1


@pytest.mark.parametrize(("raw", "size"), [({"a": 2}, 3), ({"a": True}, 3), ({"a": "1"}, 3), ({"a": 1}, 4)])
def test_another_table_or_size_is_made_anew(raw: Any, size: int) -> None:
    some, made = counted()
    some.of({"a": 1}, 3, place="here")
    assert some.of(raw, size, place="here") == {"parts": [raw, size]}
    assert len(made) == 2


def test_a_refusal_names_its_own_place_each_time() -> None:
    some, _ = counted()
    for place in ("here", "there"):
        with pytest.raises(BadInput, match=f"^{place}: bad$"):
            some.of({"bad": 1}, 0, place=place)


def test_no_more_is_kept_than_allowed() -> None:
    some, _ = counted(most=2)
    for n in range(5):
        some.of({"a": n}, 0, place="here")
        assert len(some.known) <= 2
