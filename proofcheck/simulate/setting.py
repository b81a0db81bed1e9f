"""What is simulated: N servers with finite queues, and a dispatcher that picks one in every slot.

Slot t = 0, 1, ..., T: the dispatcher picks a server; it sees the backlog Q of that one only; then every
server i loses min(Q_i, D_i) jobs, D_i Poisson with mean mu_i.

* Model 1: the picked server is filled; the reward is K - Q.
* Model 2: it is filled if Q = 0, for the reward K; else nothing is sent and nothing earned.

R(T) = sum over t = 0..T of beta^t E[reward at t].  Starts: `full`, every server was filled one slot ago
(age 1); `known-full`, every server is full now (age 0); `empty`, every server is known to be empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.control.model import number
from proofcheck.errors import BadInput
from proofcheck.index.instance import MOST_K, MOST_MU

STARTS = ("full", "known-full", "empty")
TIES = ("random", "slow-first", "fast-first")
MOST_SERVERS, MOST_SLOTS = 1000, 100_000


@dataclass(frozen=True)
class Setting:
    """The servers and the rules; rates are exact, so that ties between beliefs are exact."""

    model: int
    backlog: int  # K
    rates: tuple[Fraction, ...]
    beta: Fraction
    horizon: int  # T
    ties: str = "random"
    start: str = "full"

    @property
    def groups(self) -> list[tuple[Fraction, int]]:
        """Distinct rates, slowest first, and how many servers have each."""
        return [(rate, self.rates.count(rate)) for rate in sorted(set(self.rates))]


def server_rates(text: str) -> tuple[Fraction, ...]:
    """`5*0.05,4*0.1,1*0.5` as ten rates."""
    rates: list[Fraction] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(?:([0-9]{1,4})\s*\*)?\s*(\S+)\s*", part)
        if match is None:
            raise BadInput(f"rates: {part!r} is not of the form 5*0.05")
        rates += [number(match[2], "rates")] * int(match[1] or 1)
        if len(rates) > MOST_SERVERS:
            raise BadInput(f"rates: more than {MOST_SERVERS} servers")
    if not rates:
        raise BadInput("rates: at least one server is needed, N >= 1")
    if min(rates) <= 0:
        raise BadInput(f"rates: {min(rates)}: a rate must be positive")
    if max(rates) > MOST_MU:
        raise BadInput(f"rates: {max(rates)}: a rate may be {MOST_MU} at most")
    return tuple(rates)


def require(setting: Setting) -> Setting:
    """The setting, refused with one clear line if it makes no sense."""
    for holds, why in (
        (setting.model in (1, 2), f"model = {setting.model}: 1 or 2"),
        (1 <= setting.backlog <= MOST_K, f"K = {setting.backlog}: between 1 and {MOST_K}"),
        (0 < setting.beta < 1, f"beta = {setting.beta}: must lie strictly between 0 and 1"),
        (1 <= setting.horizon <= MOST_SLOTS, f"horizon = {setting.horizon}: between 1 and {MOST_SLOTS}"),
        (setting.ties in TIES, f"ties = {setting.ties!r}: one of {', '.join(TIES)}"),
        (setting.start in STARTS, f"start = {setting.start!r}: one of {', '.join(STARTS)}"),
    ):
        if not holds:
            raise BadInput(why)
    return setting
