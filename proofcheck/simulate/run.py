"""Many blocks, on several processes, that can be stopped and resumed.

What is complete is kept in a checkpoint file beside the result; Ctrl-C keeps all complete blocks.
"""

from __future__ import annotations

import io
import json
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from proofcheck.errors import BadInput
from proofcheck.files import write_whole
from proofcheck.simulate.engine import BLOCK, Moments, Plan, run_block
from proofcheck.simulate.estimate import Outcome, merge
from proofcheck.simulate.priorities import Tables, policy_name
from proofcheck.simulate.setting import Setting

SAVE_EVERY = 10.0  # seconds
Progress = Callable[[int], None]


def make_plan(setting: Setting, policies: tuple[str, ...], seed: int, common: bool = True) -> Plan:
    """Check the names and make tables to begin with."""
    names = tuple(policy_name(name, len(setting.rates)) for name in policies)
    if not names or len(set(names)) < len(names):
        raise BadInput("policies: at least one, and none twice")
    return Plan(setting, names, Tables(setting, names), seed, common)


def sizes(replications: int) -> list[int]:
    """The number of replications in each block."""
    full, rest = divmod(replications, BLOCK)
    return [BLOCK] * full + ([rest] if rest else [])


@dataclass
class Run:
    """A simulation under way: complete blocks, and what is to be done."""

    plan: Plan
    replications: int
    checkpoint: Path | None = None
    blocks: dict[int, Moments] = field(default_factory=dict)
    interrupted: bool = False

    def about(self) -> str:
        """What a checkpoint must agree on."""
        s = self.plan.setting
        entry = {
            "model": s.model, "K": s.backlog, "rates": [str(r) for r in s.rates], "beta": str(s.beta),
            "horizon": s.horizon, "ties": s.ties, "start": s.start, "policies": self.plan.policies,
            "seed": self.plan.seed, "common": self.plan.common, "replications": self.replications,
            "block": BLOCK,
        }  # fmt: skip
        return json.dumps(entry, sort_keys=True)

    @property
    def done(self) -> int:
        """Complete replications."""
        return sum(one.count for one in self.blocks.values())

    def outcome(self) -> Outcome:
        """What is complete so far."""
        return merge(self.plan, self.blocks)

    def save(self) -> None:
        """Write the checkpoint."""
        if self.checkpoint is None or not self.blocks:
            return
        keys = sorted(self.blocks)
        buffer = io.BytesIO()
        np.savez(
            buffer,
            about=np.array(self.about()),
            blocks=np.array(keys),
            counts=np.array([self.blocks[key].count for key in keys]),
            first=np.stack([self.blocks[key].first for key in keys]),
            second=np.stack([self.blocks[key].second for key in keys]),
        )
        write_whole(self.checkpoint, buffer.getvalue())

    def load(self) -> None:
        """Take up a checkpoint; BadInput if it is missing, damaged or of another simulation."""
        if self.checkpoint is None:
            raise BadInput("resume: needs --out, beside which the checkpoint is kept")
        try:
            content = io.BytesIO(self.checkpoint.read_bytes())
            with np.load(content, allow_pickle=False) as found:
                if str(found["about"]) != self.about():
                    raise BadInput(f"{self.checkpoint}: made by another simulation")
                parts = zip(found["blocks"], found["counts"], found["first"], found["second"], strict=True)
                self.blocks = {int(b): Moments(int(n), first, second) for b, n, first, second in parts}
        except FileNotFoundError:
            raise BadInput(f"{self.checkpoint}: nothing to resume") from None
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise BadInput(f"{self.checkpoint}: not a checkpoint: {str(error)[:100]}") from None

    def finish(self, workers: int, progress: Progress = lambda count: None) -> Outcome:
        """Run the blocks that are missing; on Ctrl-C keep what is complete."""
        todo = [(b, n) for b, n in enumerate(sizes(self.replications)) if b not in self.blocks]
        saved = time.monotonic()
        progress(self.done)
        try:
            for block, moments in blocks(self.plan, todo, workers):
                self.blocks[block] = moments
                progress(moments.count)
                if time.monotonic() - saved > SAVE_EVERY:
                    self.save()
                    saved = time.monotonic()
        except KeyboardInterrupt:
            self.interrupted = True
            self.save()
        else:
            if self.checkpoint is not None:
                self.checkpoint.unlink(missing_ok=True)
        return self.outcome()


def blocks(plan: Plan, todo: list[tuple[int, int]], workers: int) -> Iterator[tuple[int, Moments]]:
    """The blocks as they get ready."""
    if workers == 1 or len(todo) < 2:
        for block, count in todo:
            yield block, run_block(plan, block, count)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(todo)), context, _begin, (plan,))
    try:
        with deaf():  # submitting starts the workers
            waiting = {pool.submit(_work, block, count): block for block, count in todo}
        while waiting:
            ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield waiting.pop(future), future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def deaf() -> Iterator[None]:
    """Processes started meanwhile leave Ctrl-C to their parent, also while they are still loading.

    The signal is blocked, not ignored: the parent gets it afterwards.  (Setting and restoring a handler would
    not do: cysignals, which pplpy loads, has one of its own that cannot be restored from Python.)
    """
    resource_tracker.ensure_running()  # or starting it with the first worker would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_plans: list[Any] = []


def _begin(plan: Plan) -> None:
    """A worker keeps the plan."""
    _plans[:] = [plan]


def _work(block: int, count: int) -> Moments:
    return run_block(_plans[0], block, count)
