"""The three-server model, x <= 200, discount .999, beside other solvers, in one run.

    scripts/bench control [--rounds 7] [--size 200]

All solve the same truncated model, in which x = size + 1 has given values, to the same accuracy of V; the
last column shows it.  QuantEcon (quantecon) and mdpsolver are used if they are installed.  Times are medians
of processor time over the rounds and leave out building the model for the other solvers; ours includes it.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import scipy.sparse

from proofcheck.certificate import check_control
from proofcheck.control.certify import certificate
from proofcheck.control.enclose import enclose
from proofcheck.control.model import ServerModel, server_model
from proofcheck.control.solve import solve
from proofcheck.control.tail import discounted_lower

MODEL = server_model(Fraction(1, 2), Fraction(1), Fraction(1, 3), 2, Fraction(999, 1000))
ACCURACY = 1e-6


def median(rounds: int, run: Callable[[], Any]) -> float:
    """The median processor time of a call, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return statistics.median(times)


class Plain:
    """The truncated model as state-action pairs; beyond x = size lies one absorbing state per tail value."""

    def __init__(self, model: ServerModel, size: int) -> None:
        self.model, self.size, self.m = model, size, model.slow
        self.tail = discounted_lower(model).floats(size + 1, self.m)
        self.states = (size + 2) * (self.m + 1)

    def number(self, x: int, y: int) -> int:
        return x * (self.m + 1) + y

    def pairs(self) -> tuple[Any, Any, Any, Any]:
        """Rewards, transition matrix, states and actions; the decision comes first, then cost and event."""
        p0, p1, p2 = self.model.probabilities
        beta, rows, columns, weights = float(self.model.discount), [], [], []
        rewards, states, actions = [], [], []
        for x in range(self.size + 2):
            for y in range(self.m + 1):
                for a in range(min(self.m - y, x) + 1):
                    u, v, pair = x - a, y + a, len(rewards)
                    states.append(self.number(x, y))
                    actions.append(a)
                    if u > self.size:  # a tail value, for ever
                        rewards.append(-self.tail[v] * (1 - beta))
                        moves = [(1.0, self.number(u, v))]
                    else:
                        rewards.append(-(u + v))
                        moves = [(p0, self.number(u + 1, v)), (p1, self.number(max(u - 1, 0), v))]
                        moves += [(p2 * v, self.number(u, max(v - 1, 0)))]
                        moves += [(p2 * (self.m - v), self.number(u, v))]
                    for weight, there in moves:
                        rows.append(pair)
                        columns.append(there)
                        weights.append(weight)
        shape = (len(rewards), self.states)
        matrix = scipy.sparse.csr_matrix((weights, (rows, columns)), shape=shape)
        return np.array(rewards), matrix, np.array(states), np.array(actions)


def value_iteration(plain: Plain) -> np.ndarray[Any, Any]:
    """Plain NumPy: f <- T f on the box until the error is provably below ACCURACY."""
    p0, p1, p2 = plain.model.probabilities
    beta, m, size = float(plain.model.discount), plain.m, plain.size
    x, y = np.indices((size + 1, m + 1))
    f = np.zeros((size + 1, m + 1))
    while True:
        full = np.vstack([f, plain.tail])
        g = full.copy()
        for a in range(1, m + 1):
            g[a:, : m + 1 - a] = np.minimum(g[a:, : m + 1 - a], full[:-a, a:])
        down, fewer = np.vstack([g[:1], g[:-2]]), np.hstack([g[:-1, :1], g[:-1, :-1]])
        new = x + y + beta * (p0 * g[1:] + p1 * down + p2 * (y * fewer + (m - y) * g[:-1]))
        if np.abs(new - f).max() * beta / (1 - beta) <= ACCURACY:
            return new
        f = new


def others(plain: Plain) -> dict[str, Callable[[], Any]]:
    """The other solvers that are installed; each call gives the cost before a decision."""
    rewards, matrix, states, actions = plain.pairs()
    beta, found = float(plain.model.discount), {}
    if importlib.util.find_spec("quantecon"):
        from quantecon.markov import DiscreteDP

        ddp = DiscreteDP(rewards, matrix, beta, states, actions)
        found["QuantEcon policy iteration"] = lambda: -ddp.solve(method="policy_iteration").v
        found["QuantEcon value iteration"] = lambda: -ddp.solve(
            method="value_iteration", epsilon=ACCURACY, max_iter=10**6
        ).v
    if importlib.util.find_spec("mdpsolver"):
        import mdpsolver

        def solve_mpi() -> Any:
            table: list[Any] = [[] for _ in range(plain.states)]
            gains: list[Any] = [[] for _ in range(plain.states)]
            places: list[Any] = [[] for _ in range(plain.states)]
            for pair, state in enumerate(states):
                row = matrix[pair]
                table[state].append(row.data.tolist())
                places[state].append(row.indices.tolist())
                gains[state].append(float(rewards[pair]))
            mdp = mdpsolver.model()
            mdp.mdp(discount=beta, rewards=gains, tranMatProbs=table, tranMatColumns=places)
            return mdp

        mdp = solve_mpi()

        def run() -> Any:
            zero = [0.0] * plain.states  # or it would start from its own solution
            mdp.solve(algorithm="mpi", tolerance=ACCURACY, initValueVector=zero, parallel=False)
            return -np.array(mdp.getValueVector())

        found["mdpsolver modified policy iteration"] = run
    return found


def main() -> None:
    """Print the table."""
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--size", type=int, default=200)
    options = parser.parse_args()
    plain = Plain(MODEL, options.size)

    def ours() -> np.ndarray[Any, Any]:
        return solve(MODEL, options.size, plain.tail).values

    values = ours()
    before = values.copy()
    for a in range(1, plain.m + 1):
        before[a:, : plain.m + 1 - a] = np.minimum(before[a:, : plain.m + 1 - a], values[:-a, a:])
    rows = [("policy iteration on bands (ours)", median(options.rounds, ours), 0.0)]
    plain_error = float(np.abs(value_iteration(plain) - values[:-1]).max())
    rows.append(("value iteration in NumPy", median(1, lambda: value_iteration(plain)), plain_error))
    for name, run in others(plain).items():
        error = float(np.abs(run().reshape(before.shape) - before).max())
        rows.append((name, median(options.rounds, run), error))
    print("| solver | ms | ratio to ours | largest difference of V |\n| --- | ---: | ---: | ---: |")
    for name, seconds, error in rows:
        print(f"| {name} | {1e3 * seconds:.2f} | {seconds / rows[0][1]:.1f} | {error:.1e} |")
    size = 512
    proved = median(3, lambda: certificate(enclose(MODEL, size, 64)))
    document = certificate(enclose(MODEL, size, 64))
    checked = median(3, lambda: check_control.check(document))
    print(f"\nexact bounds and certificate, x <= {size}: {1e3 * proved:.0f} ms")
    print(f"checked in {1e3 * checked:.0f} ms")


if __name__ == "__main__":
    main()
