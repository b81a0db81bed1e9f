"""Exact R(t) where it exists: Model 1 whittle and myopic (recursion), oracle JSQ (lumped chain)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from proofcheck.simulate import deterministic, lumped
from proofcheck.simulate.setting import Setting

Floats = npt.NDArray[np.float64]
Progress = Callable[[int], None]


def has_exact(setting: Setting, policy: str) -> bool:
    """Whether `curve` knows this policy."""
    everyone = f"jsq({len(setting.rates)})"
    return policy in ("jsq", everyone) or (setting.model == 1 and policy in ("whittle", "myopic"))


def curve(setting: Setting, policy: str, progress: Progress = lambda count: None) -> Floats:
    """R(t), t = 0..T, to rounding errors; BadInput if there is no exact value or it is too large."""
    found = []
    if policy.startswith("jsq"):
        found = list(lumped.slots(setting, progress))
    else:
        for mean in deterministic.slots(setting, policy):
            found.append(mean)
            progress(1)
    weights = float(setting.beta) ** np.arange(setting.horizon + 1)
    return np.asarray(np.cumsum(weights * np.array(found)))
