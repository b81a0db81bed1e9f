"""The operator library: each kind of event as actions written in formulas.

Every function takes the fields of the TOML table and gives `(choose, actions)`; an action is
`{name, value, when}`, exactly what a person would write with `min = [...]`.  s is a state, e_i the unit
vector of coordinate i.

    arrival            f(s + e_i); at the top of a mode the job is lost
    departure          k servers: min(s_i, k) f(s - e_i) + (k - min(s_i, k)) f(s); one server is the default
    transfer           f(s - e_i + e_j); nothing happens where that is no state
    mode_change        sum over l of q(k, l) f(mode = l) + the rest f(s), in mode k
    controlled_arrival min over j admitted of (b - j) * rejection + f(s + j e_i), batches of b (default 1)
    controlled_service min over k of cost_k + r_k f(s - e_i) + (R - r_k) f(s), R the largest rate; idle at 0
    routing            min over i of cost_i + f(s + e_i)
    server_assignment  min over i of mu_i f(s - e_i) + (M - mu_i) f(s), M the largest; idle at 0
    moving_jobs        min over a = 0, 1, ..., most of f(s + a move)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from proofcheck.errors import BadInput

Action = dict[str, Any]
Table = dict[str, Any]
Made = tuple[str, list[Action]]


class Library:
    """Makes the actions of an operator over the given coordinates."""

    def __init__(self, place: str, names: Sequence[str], tops: Sequence[int | None]) -> None:
        self.place, self.names, self.tops = place, names, dict(zip(names, tops, strict=True))

    def f(self, **moves: int) -> str:
        """f(s + moves), as a formula."""
        return (
            f"f({', '.join(f'{name}{moves[name]:+d}' if moves.get(name) else name for name in self.names)})"
        )

    def known(self, *names: str) -> None:
        """Refuse a coordinate that is not declared, or stands twice."""
        for name in names:
            if name not in self.tops:
                raise BadInput(f"{self.place}: coordinate {name!r} is not declared")
        if len(set(names)) < len(names):
            raise BadInput(f"{self.place}: a coordinate stands twice: {', '.join(names)}")

    def same_length(self, first: Sequence[Any], second: Sequence[Any], what: str) -> None:
        """Refuse lists that do not belong together, and say what is wanted."""
        if len(first) != len(second):
            raise BadInput(f"{self.place}: {what} are wanted, here {len(first)} and {len(second)}")

    def arrival(self, t: Table) -> Made:
        """A job arrives, or a batch of them; where it does not fit it is lost as a whole."""
        self.known(t["to"])
        return "min", [{"name": "arrive", "value": f"stay({self.f(**{t['to']: t.get('batch', 1)})})"}]

    def departure(self, t: Table) -> Made:
        """One of min(s_i, servers) jobs leaves; potential services of idle servers change nothing."""
        name, servers = t["from"], t.get("servers", 1)
        self.known(name)
        top, after, here = self.tops[name], self.f(**{name: -1}), self.f()
        if servers == 1:
            return "min", [{"name": "depart", "value": f"stay({after})"}]
        busiest = servers if top is None else min(servers, top)
        few = [
            {
                "name": f"busy{k}",
                "value": f"{k}*{after} + {servers - k}*{here}",
                "when": [f"{name} >= {k}", f"{name} <= {k}"],
            }
            for k in range(busiest)
        ]
        value = f"{busiest}*{after} + {servers - busiest}*{here}"
        return "min", [*few, {"name": f"busy{busiest}", "value": value, "when": [f"{name} >= {busiest}"]}]

    def transfer(self, t: Table) -> Made:
        """A job goes from one queue to another."""
        self.known(t["from"], t["to"])
        return "min", [{"name": "transfer", "value": f"stay({self.f(**{t['from']: -1, t['to']: 1})})"}]

    def mode_change(self, t: Table) -> Made:
        """A Markov chain on a mode, `rates[k][l]` from k to l, uniformised at the largest sum of a row.

        `rates[k][k]` is staying: it makes the chain lazier.  It may be needed: at its largest rate
        even a chain that is monotone in continuous time need not keep I(mode).
        """
        name, rates = t["mode"], t["rates"]
        self.known(name)
        top = self.tops[name]
        if top is None:
            raise BadInput(f"{self.place}: {name} is unbounded: only a mode changes by a table of rates")
        what = "as many rows, and rates in a row, as the mode has values"
        for row in (rates, *rates):
            self.same_length(row, range(top + 1), what)
        total = max(sum(row) for row in rates)
        if not any(q for k, row in enumerate(rates) for to, q in enumerate(row) if to != k):
            raise BadInput(f"{self.place}: mode {name} has no transitions")
        actions = []
        for k, row in enumerate(rates):
            moves = [f"{q}*{self.f(**{name: to - k})}" for to, q in enumerate(row) if q and to != k]
            rest = total - sum(row) + row[k]
            value = " + ".join([*moves, *([f"{rest}*{self.f()}"] if rest else [])])
            actions.append({"name": f"from{k}", "value": value, "when": [f"{name} >= {k}", f"{name} <= {k}"]})
        return "min", actions

    def controlled_arrival(self, t: Table) -> Made:
        """Each job of a batch is admitted, or rejected at a cost."""
        name, batch = t["to"], t.get("batch", 1)
        self.known(name)
        words = {0: "reject", batch: "admit"} if batch == 1 else {}
        return "min", [
            {
                "name": words.get(j, f"admit{j}"),
                "value": f"{batch - j}*({t['rejection']}) + {self.f(**{name: j})}",
            }
            for j in range(batch + 1)
        ]

    def controlled_service(self, t: Table) -> Made:
        """The rate is chosen among finitely many, each with its cost."""
        name, rates = t["from"], t["rates"]
        self.known(name)
        self.same_length(rates, t["costs"], "as many rates as costs")
        most = max(rates)
        return "min", [
            {"name": f"rate{r}", "value": f"({c}) + {r}*stay({self.f(**{name: -1})}) + {most - r}*{self.f()}"}
            for r, c in zip(rates, t["costs"], strict=True)
        ]

    def routing(self, t: Table) -> Made:
        """An arrival joins one of several queues; one that is full cannot be joined."""
        self.known(*t["to"])
        costs = t.get("costs", ["0"] * len(t["to"]))
        self.same_length(t["to"], costs, "as many queues as costs")
        pairs = zip(t["to"], costs, strict=True)
        return "min", [{"name": f"to_{name}", "value": f"({c}) + {self.f(**{name: 1})}"} for name, c in pairs]

    def server_assignment(self, t: Table) -> Made:
        """One server attends one of several queues, at a rate that depends on the queue."""
        self.known(*t["queues"])
        self.same_length(t["queues"], t["rates"], "as many queues as rates")
        most, pairs = max(t["rates"]), zip(t["queues"], t["rates"], strict=True)
        return "min", [
            {"name": f"serve_{name}", "value": f"{r}*stay({self.f(**{name: -1})}) + {most - r}*{self.f()}"}
            for name, r in pairs
        ]

    def moving_jobs(self, t: Table) -> Made:
        """Jobs move along a vector, as many at once as are wanted and possible."""
        self.known(*t["move"])
        return "min", [
            {"name": f"send{a}", "value": self.f(**{name: a * step for name, step in t["move"].items()})}
            for a in range(t["most"] + 1)
        ]

    def value(self, formula: Any) -> Made:
        """An event without decision."""
        return "min", [formula if isinstance(formula, dict) else {"value": formula}]

    def min(self, actions: list[Any]) -> Made:
        """The least of the actions' values."""
        return "min", [a if isinstance(a, dict) else {"value": a} for a in actions]

    def max(self, actions: list[Any]) -> Made:
        """The greatest of the actions' values."""
        return "max", self.min(actions)[1]

    def make(self, kind: str, content: Any) -> Made:
        """The actions of an operator of this kind."""
        kinds: dict[str, Callable[[Any], Made]] = {name: getattr(self, name) for name in KINDS}
        choose, actions = kinds[kind](content)
        return choose, [{"name": f"action{k}", "when": []} | action for k, action in enumerate(actions)]


KINDS = (
    "arrival",
    "departure",
    "transfer",
    "mode_change",
    "controlled_arrival",
    "controlled_service",
    "routing",
    "server_assignment",
    "moving_jobs",
    "value",
    "min",
    "max",
)
