"""The simulator beside a plain Python loop and beside simpy, per replication, in one run.

    scripts/bench simulate [--replications 5000] [--loops 5]

Figure 3's setting: T = 600, N = 10, K = 6, policies whittle, myopic and jsq.  The plain loop handles one
replication slot by slot with the same tables; simpy (if installed) runs the servers as processes, policy jsq
only.  Times are processor time per replication and policy, on one processor.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from fractions import Fraction
from typing import Any

import numpy as np

from proofcheck.simulate.engine import Plan
from proofcheck.simulate.priorities import INFORMED
from proofcheck.simulate.run import Run, make_plan
from proofcheck.simulate.setting import Setting, server_rates

SETTING = Setting(2, 6, server_rates("5*0.05,4*0.1,1*0.5"), Fraction(99, 100), 600)
POLICIES = ("whittle", "myopic", "jsq")


def poisson(rng: random.Random, mean: float) -> int:
    """Knuth's product of uniforms."""
    count, product, limit = -1, 1.0, np.exp(-mean)
    while product > limit or count < 0:
        product *= rng.random()
        count += 1
    return count


def plain(plan: Plan, policy: str, rng: random.Random) -> float:
    """One replication, slot by slot."""
    setting, k = plan.setting, plan.setting.backlog
    groups = [rate for rate, _ in setting.groups]
    rates = [float(rate) for rate in setting.rates]
    group = [groups.index(rate) for rate in setting.rates]
    entry = plan.tables[policy].tolist() if policy in INFORMED else None
    backlog = [max(k - poisson(rng, mu), 0) for mu in rates]
    seen, age = [k] * len(rates), [1] * len(rates)
    total, weight = 0.0, 1.0
    for _ in range(setting.horizon + 1):
        if entry is None:
            keys = [-q + rng.random() for q in backlog]
        else:
            keys = [entry[g][q][a] + rng.random() for g, q, a in zip(group, seen, age, strict=True)]
        i = max(range(len(rates)), key=keys.__getitem__)
        age = [a + 1 for a in age]
        if backlog[i] == 0:
            total += weight * k
            backlog[i] = k
        seen[i], age[i] = backlog[i], 1
        backlog = [max(q - poisson(rng, mu), 0) for q, mu in zip(backlog, rates, strict=True)]
        weight *= float(setting.beta)
    return total


def with_simpy(setting: Setting, rng: random.Random) -> float:
    """One replication of oracle JSQ as simpy processes, one per server and one dispatcher."""
    import simpy

    env, k = simpy.Environment(), setting.backlog
    rates = [float(rate) for rate in setting.rates]
    backlog = [max(k - poisson(rng, mu), 0) for mu in rates]
    earned = [0.0]

    def dispatcher() -> Any:
        for slot in range(setting.horizon + 1):
            i = min(range(len(rates)), key=lambda j: (backlog[j], rng.random()))
            if backlog[i] == 0:
                earned[0] += float(setting.beta) ** slot * k
                backlog[i] = k
            yield env.timeout(1)

    def server(i: int) -> Any:
        yield env.timeout(0.5)
        for _ in range(setting.horizon + 1):
            backlog[i] = max(backlog[i] - poisson(rng, rates[i]), 0)
            yield env.timeout(1)

    env.process(dispatcher())
    for i in range(len(rates)):
        env.process(server(i))
    env.run()
    return earned[0]


def main() -> None:
    """Print the table."""
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("--replications", type=int, default=5_000)
    parser.add_argument("--loops", type=int, default=5)
    options = parser.parse_args()
    begin = time.process_time()
    plan = make_plan(SETTING, POLICIES, seed=1)
    Run(plan, 100).finish(1)  # lengthens the tables as needed
    tables = time.process_time() - begin
    begin = time.process_time()
    Run(plan, options.replications).finish(1)
    ours = (time.process_time() - begin) / options.replications / len(POLICIES)
    rng, rows = random.Random(1), [("vectorised (ours)", ours)]
    begin = time.process_time()
    for _ in range(options.loops):
        for policy in POLICIES:
            plain(plan, policy, rng)
    rows.append(("plain Python loop", (time.process_time() - begin) / options.loops / len(POLICIES)))
    if importlib.util.find_spec("simpy"):
        begin = time.process_time()
        for _ in range(options.loops):
            with_simpy(SETTING, rng)
        rows.append(("simpy, jsq only", (time.process_time() - begin) / options.loops))
    print("| simulator | ms per replication and policy | ratio |\n| --- | ---: | ---: |")
    for name, seconds in rows:
        print(f"| {name} | {1e3 * seconds:.3f} | {seconds / ours:.0f} |")
    print(f"\nindex tables, once: {tables:.1f} s; 20,000 replications of three policies: {6e4 * ours:.1f} s")


if __name__ == "__main__":
    main()
