"""No number in a control certificate can be changed alone, not even one that leaves the bounds true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofcheck.certificate import check_control

CASES = Path(__file__).parents[2] / "cases" / "control"
FILES = ["stability_m2", "two_server_average", "two_server_discounted"]


@pytest.mark.parametrize("name", FILES)
def test_a_changed_number_is_refused(name: str, tmp_path: Path) -> None:
    """Every integer of the small file, every 29th of the others, raised by one; the file is accepted."""
    text = (CASES / f"{name}.json").read_text("utf-8")
    path = tmp_path / f"{name}.json"
    path.write_text(text, "utf-8")
    assert check_control.check_file(path) == ("proved", "")
    places = list(re.finditer(r"[0-9]+", text))
    assert len(places) > 30
    for place in places[:: 1 if name == "stability_m2" else 29]:
        path.write_text(text[: place.start()] + str(int(place[0]) + 1) + text[place.end() :], "utf-8")
        assert check_control.check_file(path)[0] != "proved", f"{place[0]} at {place.start()}"
