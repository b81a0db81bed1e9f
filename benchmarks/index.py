"""Model 2's index table beside markovianbandit-pkg, in one run; then certificates and Model 1's digits.

    scripts/bench index [--rounds 3] [--ages 60,120,240,400]

K = 6, beta = .99, mu = .5: all states (q, tau) with tau up to the given age.  markovianbandit-pkg (pip
install markovianbandit-pkg numba) takes the chain cut off at that age; its first call, which compiles, is not
counted.  Exact indices (balls) tell how far each table is off; as the cut-off itself changes the index at the
last ages, the error is taken over the first quarter of the ages.  Times are medians.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofcheck.index import model1
from proofcheck.index.certify import certify
from proofcheck.index.fast import beliefs, index_array
from proofcheck.index.instance import Instance, instance
from proofcheck.index.path import indices

try:
    from markovianbandit import RestlessBandit
except ImportError:
    RestlessBandit = None


def timed(rounds: int, run: Callable[[], Any]) -> tuple[float, Any]:
    """The median time of a call in seconds, and its last result."""
    times, result = [], None
    for _ in range(rounds):
        start = time.perf_counter()
        result = run()
        times.append(time.perf_counter() - start)
    return statistics.median(times), result


def bandit(arm: Instance, ages: int) -> Any:
    """The arm as dense matrices, ages cut off."""
    size, chances = arm.K, beliefs(arm, ages)
    n = size * ages
    idle, probe, paid = np.zeros((n, n)), np.zeros((n, n)), np.zeros(n)
    for q in range(1, size + 1):
        for t in range(1, ages + 1):
            here = (q - 1) * ages + t - 1
            idle[here, (q - 1) * ages + min(t, ages - 1)] = 1
            for j in range(1, q + 1):
                probe[here, (j - 1) * ages] += chances[t, q - j]
            empty = 1 - chances[t, :q].sum()
            probe[here, (size - 1) * ages] += empty
            paid[here] = size * empty
    return RestlessBandit.from_P0_P1_R0_R1(idle, probe, np.zeros(n), paid)


def peer(arm: Instance, ages: int, rounds: int) -> tuple[float, NDArray[np.float64], str]:
    """Time, table and what it prints."""
    models, said = iter([bandit(arm, ages) for _ in range(rounds)]), io.StringIO()  # one remembers its table
    with contextlib.redirect_stdout(said):
        seconds, table = timed(rounds, lambda: next(models).whittle_indices(discount=float(arm.beta)))
    return seconds, np.asarray(table).reshape(arm.K, ages), (said.getvalue().splitlines() or [""])[0]


def main() -> None:
    """Print the tables."""
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ages", default="60,120,240,400")
    options = parser.parse_args()
    arm = instance(6, "0.99", mu="0.5")
    ages = [int(age) for age in options.ages.split(",")]
    few = max(ages) // 4
    exact = indices(arm, [(q, t) for q in range(1, 7) for t in range(1, few + 1)], 15)
    truth = np.array([[float(exact[q, t]) for t in range(1, few + 1)] for q in range(1, 7)])
    if RestlessBandit is None:
        print("markovianbandit-pkg is not installed: our times only")
    else:
        peer(arm, 5, 1)
    print("| ages | ours, s | error | markovianbandit, s | error | NaN | it says | ratio |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: |")
    for count in ages:
        quarter = slice(0, count // 4)
        ours, table = timed(5 * options.rounds, lambda count=count: index_array(arm, count))
        off = np.abs(table[:, quarter] - truth[:, quarter]).max()
        cells = [str(count), f"{ours:.4f}", f"{off:.0e}"]
        if RestlessBandit is not None:
            theirs, other, said = peer(arm, count, options.rounds if count < 200 else 1)
            off = np.nanmax(np.abs(other[:, quarter] - truth[:, quarter]))
            unknown = int(np.isnan(other).sum())
            cells += [f"{theirs:.3f}", f"{off:.0e}", str(unknown), said, f"{theirs / ours:.0f}"]
        print("| " + " | ".join(cells) + " |", flush=True)
    print("\n| certificate, all subsidies in [0, K - K/10^9] | verdict | breakpoints | seconds |")
    print("| --- | --- | ---: | ---: |")
    for arm in (instance(6, "0.99", mu="0.5"), instance(10, "0.99", mu="0.5"), instance(3, "0.9999", mu="5")):
        seconds, found = timed(1, lambda arm=arm: certify(arm))
        points = len(found.certificate["breakpoints"])
        print(f"| {arm} | {found.verdict} | {points} | {seconds:.2f} |", flush=True)
    seconds, _ = timed(options.rounds, lambda: model1.table(arm, range(1, 2001), 30))
    print(f"\nModel 1, 30 digits, {arm}: {2000 / seconds:,.0f} indices per second")


if __name__ == "__main__":
    main()
