"""The calls most people need: one index, or a table of them.

Numbers are exact: ints, Fractions, Decimals or strings ("0.1" is 1/10); floats are refused.  The result has
`.text` (the digits asked for, off by less than one unit of the last), `.value.lower` and `.value.upper`
(Fractions that hold the index for certain), `.below_K` (K less the index, with digits of its own) and
`float()`.

Model 2: the index of (q, tau) is the subsidy at which the state becomes passive.  It is given only after
every smaller subsidy is certified: on [0, index] threshold policies are optimal and passive sets nested.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofcheck.errors import BadInput
from proofcheck.index import model1, path
from proofcheck.index.enclosure import Index
from proofcheck.index.instance import MOST_DIGITS, MOST_TAU, instance, whole


def whittle_index(
    *,
    model: int,
    K: int,  # noqa: N803
    beta: Any,
    tau: int,
    mu: Any = None,
    law: Any = None,
    q: int | None = None,
    digits: int = 12,
) -> Index:
    """The Whittle index of state tau (model 1) or (q, tau) (model 2); BadInput for what is not exact."""
    found = index_table(model=model, K=K, beta=beta, taus=[tau], mu=mu, law=law, q=q, digits=digits)
    return next(iter(found.values()))


def index_table(
    *,
    model: int,
    K: int,  # noqa: N803
    beta: Any,
    taus: Iterable[int],
    mu: Any = None,
    law: Any = None,
    q: int | Iterable[int] | None = None,
    digits: int = 12,
) -> dict[tuple[int, ...], Index]:
    """Indices by state: (tau,) for model 1, (q, tau) for model 2 (all q from 1 if none is given)."""
    arm = instance(K, beta, mu=mu, law=law)
    digits = whole(digits, "digits", 1, MOST_DIGITS)
    ages = [whole(tau, "tau", 1, MOST_TAU) for tau in taus]
    if model == 1:
        if q is not None:
            raise BadInput("q: a state of model 1 is an age alone; leave q out")
        found = model1.table(arm, ages, digits)
        return {(age,): index for age, index in zip(ages, found, strict=True)}
    if model != 2:
        raise BadInput(f"model: {model!r} is not 1 or 2")
    seen = range(1, arm.K + 1) if q is None else [q] if isinstance(q, int | str) else q
    queues = [whole(one, "q", 0, arm.K) for one in seen]
    return path.indices(arm, [(one, age) for one in queues for age in ages], digits)


def as_array(table: Mapping[tuple[int, ...], Index]) -> NDArray[np.float64]:
    """A table as doubles: rows are q in order (one row for model 1), columns tau in order."""
    states = sorted(table)
    rows = sorted({state[:-1] for state in states})
    return np.array([[float(table[s]) for s in states if s[:-1] == row] for row in rows])
