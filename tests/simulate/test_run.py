"""Runs do not depend on the number of workers, can be stopped, and go on where they were."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofcheck.errors import BadInput
from proofcheck.simulate import run as module
from proofcheck.simulate.engine import BLOCK, totals
from proofcheck.simulate.estimate import curves_csv, summary
from proofcheck.simulate.run import Run, make_plan, sizes
from tests.simulate.common import setting

MANY = 3 * BLOCK + 200
PLAN = make_plan(setting(horizon=10), ("whittle", "jsq"), seed=1)


def test_blocks() -> None:
    """Full ones, then the rest."""
    assert sizes(2 * BLOCK + 200) == [BLOCK, BLOCK, 200]
    assert sizes(BLOCK) == [BLOCK]


def test_workers_do_not_matter() -> None:
    """Not in the last bit."""
    alone, both = (Run(PLAN, 2 * BLOCK + 200).finish(workers) for workers in (1, 2))
    assert alone.count == both.count == 2 * BLOCK + 200
    assert np.array_equal(alone.first, both.first)
    assert np.array_equal(alone.second, both.second)


def test_seeds_matter() -> None:
    """And one seed gives one result."""
    again = Run(PLAN, 600).finish(1)
    other = Run(make_plan(PLAN.setting, PLAN.policies, seed=2), 600).finish(1)
    assert np.array_equal(again.first, Run(PLAN, 600).finish(1).first)
    assert not np.array_equal(again.first, other.first)


def stop_after(count: int) -> Any:
    """The blocks, with Ctrl-C after some."""

    def blocks(plan: Any, todo: Any, workers: int) -> Iterator[Any]:
        for place, (block, size) in enumerate(todo):
            if place == count:
                raise KeyboardInterrupt
            yield block, module.run_block(plan, block, size)

    return blocks


def test_interrupted_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is complete is kept; going on gives what an undisturbed run gives, and removes the checkpoint."""
    path = tmp_path / "x.partial"
    stopped = Run(PLAN, MANY, path)
    monkeypatch.setattr(module, "blocks", stop_after(2))
    assert stopped.finish(1).count == 2 * BLOCK
    assert stopped.interrupted
    monkeypatch.undo()
    resumed = Run(PLAN, MANY, path)
    resumed.load()
    assert resumed.done == 2 * BLOCK
    assert np.array_equal(resumed.finish(1).second, Run(PLAN, MANY).finish(1).second)
    assert not path.exists()


def test_checkpoints_of_something_else_are_refused(tmp_path: Path) -> None:
    """Missing, damaged, another seed, no file given."""
    path = tmp_path / "x.partial"
    with pytest.raises(BadInput, match="nothing to resume"):
        Run(PLAN, 600, path).load()
    path.write_bytes(b"PK\x03\x04 no")
    with pytest.raises(BadInput, match="not a checkpoint"):
        Run(PLAN, 600, path).load()
    with pytest.raises(BadInput, match="needs --out"):
        Run(PLAN, 600).load()
    kept = Run(make_plan(PLAN.setting, PLAN.policies, seed=9), 600, path)
    kept.blocks[0] = module.run_block(kept.plan, 0, 500)
    kept.save()
    with pytest.raises(BadInput, match="another simulation"):
        Run(PLAN, 600, path).load()


def test_intervals_from_sums() -> None:
    """Mean, half-width and paired difference are those of the replications themselves."""
    outcome = Run(PLAN, 500).finish(1)
    *_, curves = totals(PLAN, 0, 500)
    for seen, sample in (
        (outcome.estimate(0, 10), curves[0]),
        (outcome.difference(0, 1, 10), curves[0] - curves[1]),
    ):
        assert seen.mean == pytest.approx(sample.mean(), rel=1e-12)
        assert seen.half == pytest.approx(1.959964 * sample.std(ddof=1) / np.sqrt(500), rel=1e-6)


def test_tables() -> None:
    """One line for each slot; no interval from one replication."""
    outcome = Run(PLAN, 1).finish(1)
    assert summary(outcome)["policies"][0]["low"] is None
    assert len(curves_csv(outcome).splitlines()) == 12
    assert (
        curves_csv(outcome)
        .splitlines()[0]
        .endswith(",whittle - jsq mean,whittle - jsq low,whittle - jsq high")
    )


def test_policies_are_named_once() -> None:
    """Twice is refused."""
    with pytest.raises(BadInput, match="none twice"):
        make_plan(PLAN.setting, ("jsq", "JSQ"), seed=1)
