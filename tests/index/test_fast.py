"""The double-precision table agrees with the exact one, where doubles can."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofcheck.errors import BadInput
from proofcheck.index import as_array, index_table
from proofcheck.index.fast import beliefs, index_array
from proofcheck.index.instance import instance
from proofcheck.index.plots import draw


@pytest.mark.parametrize(
    ("arguments", "ages"),
    [
        ({"K": 6, "mu": "0.5", "beta": "0.99"}, 60),
        ({"K": 1, "mu": "2", "beta": "0.5"}, 20),
        ({"K": 4, "mu": "0.05", "beta": "0.9"}, 30),
        ({"K": 3, "law": "1/2,1/4,1/4", "beta": "4/5"}, 30),
    ],
)
def test_the_table_is_right_to_nine_digits(arguments: dict[str, Any], ages: int) -> None:
    """All q, all ages; rows are q, columns tau."""
    exact = as_array(index_table(model=2, taus=range(1, ages + 1), **arguments))
    found = index_array(instance(**arguments), ages)
    assert found.shape == exact.shape == (arguments["K"], ages)
    assert np.abs(found - exact).max() < 1e-9


def test_thresholds_may_run_far_ahead() -> None:
    """K = 8, mu = .02: while (1, 3) becomes passive, q = 8 waits hundreds of slots; the room is made."""
    arguments: dict[str, Any] = {"K": 8, "mu": "0.02", "beta": "0.99"}
    exact = as_array(index_table(model=2, taus=[1, 2, 3], **arguments))
    assert np.abs(index_array(instance(**arguments), 3) - exact).max() < 1e-9


def test_beliefs_are_the_poisson_law_and_its_convolutions() -> None:
    """P(0 departures in 2 slots) = e^-2 mu, P(1) = 2 mu e^-2 mu; for a coin 1/4 and 1/2."""
    found = beliefs(instance(2, "1/2", mu="0.3"), 2)
    assert np.allclose(found[2], [np.exp(-0.6), 0.6 * np.exp(-0.6)], rtol=1e-14)
    assert np.allclose(beliefs(instance(2, "1/2", law="1/2,1/2"), 2)[2], [0.25, 0.5], rtol=1e-15)


def test_a_picture_is_drawn_or_refused(tmp_path: Path) -> None:
    """The same bytes every time; an unknown suffix or folder is one line."""
    arm, path = instance(2, "0.9", mu="0.5"), tmp_path / "figure.png"
    draw(arm, 10, path)
    first = path.read_bytes()
    draw(arm, 10, path)
    assert first[:4] == b"\x89PNG"
    assert path.read_bytes() == first
    for wrong in (tmp_path / "figure.doc", tmp_path / "none" / "figure.png"):
        with pytest.raises(BadInput, match="figure"):
            draw(arm, 10, wrong)
