"""Drawings in a paper's style; the same data give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from proofcheck.figures.table import Table

COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]  # Okabe and Ito
STYLES = ["-", "--", ":"]
NAMES = {"whittle": "Whittle index", "myopic": "myopic", "jsq": "JSQ (oracle)"}
RC: Any = {
    "font.family": "serif", "font.size": 9, "mathtext.fontset": "dejavuserif", "axes.spines.top": False,
    "axes.spines.right": False, "axes.linewidth": 0.7, "lines.linewidth": 1.3, "legend.frameon": False,
    "axes.titlesize": 9, "svg.hashsalt": "proofcheck", "svg.fonttype": "path", "figure.dpi": 200,
}  # fmt: skip


@contextmanager
def canvas(width: float, height: float, panels: int = 1) -> Iterator[tuple[Figure, list[Any]]]:
    """A figure and its axes, in inches."""
    with matplotlib.rc_context(RC):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots(1, panels)
        yield figure, [axes] if panels == 1 else list(axes)


def rendered(figure: Figure) -> dict[str, bytes]:
    """SVG and PNG, without dates."""
    found = {}
    for kind, metadata in (("svg", {"Date": None, "Creator": None}), ("png", {"Software": None})):
        buffer = io.BytesIO()
        figure.savefig(buffer, format=kind, metadata=metadata)
        found[kind] = buffer.getvalue()
    return found


def curves(table: Table, ylabel: str, percent: bool = False) -> dict[str, bytes]:
    """One line for each policy against t, with a band where there is an interval.

    Gaps are wild in the first slots, where little is earned: the scale is set by the later ones.
    """
    scale, slots = (100 if percent else 1), table.columns["t"]
    highest = 0.0
    with canvas(3.4, 2.4) as (figure, (axes,)):
        for place, (policy, name) in enumerate(NAMES.items()):
            if policy not in table.columns:
                continue
            known = [(t, v) for t, v in zip(slots, table.columns[policy], strict=True) if v is not None]
            times, values = [t for t, _ in known], [scale * v for _, v in known]
            axes.plot(times, values, STYLES[place], color=COLOURS[place], label=name)
            highest = max([highest, *(v for t, v in known if t >= slots[-1] / 20)])
            half = [h for h in table.columns.get(f"{policy} half-width", []) if h is not None]
            if half:
                low = [v - scale * h for v, h in zip(values, half, strict=True)]
                high = [v + scale * h for v, h in zip(values, half, strict=True)]
                axes.fill_between(times, low, high, color=COLOURS[place], alpha=0.25, linewidth=0)
        axes.set(xlabel="$T$", ylabel=ylabel, xlim=(0, slots[-1]))
        axes.set_ylim(0, 1.1 * scale * highest or None)
        axes.legend(loc="upper right" if percent else "lower right")
        return rendered(figure)


def steps(table: Table) -> dict[str, bytes]:
    """Optimal thresholds against the subsidy, one panel for each K, one line for each q."""
    rows = list(zip(*table.columns.values(), strict=True))
    backlogs = sorted({row[0] for row in rows})
    with canvas(7.0, 2.5, len(backlogs)) as (figure, panels):
        colours = matplotlib.colormaps["viridis"]
        for axes, backlog in zip(panels, backlogs, strict=True):
            for q in range(1, backlog + 1):
                line = [(subsidy, age) for k, r, age, subsidy in rows if (k, r) == (backlog, q)]
                at, ages = [0.0] + [s for s, _ in line], [line[0][1]] + [age + 1 for _, age in line]
                colour = colours(0.9 * (q - 1) / max(backlog - 1, 1))
                label = f"$q={q}$" if q in (1, backlog) else f"_{q}"  # in between, the colours go on
                axes.step(at, ages, where="post", color=colour, linewidth=1, label=label)
            axes.set(title=f"$K={backlog}$", xlabel=r"subsidy $\gamma$", xlim=(0, backlog), ylim=(0, 40))
            axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
            axes.legend(fontsize=8, loc="upper left", handlelength=1.2)
        panels[0].set_ylabel(r"optimal threshold $\tau_q^*(\gamma)$")
        return rendered(figure)


def threshold_map(policy: Table, loads: Table) -> dict[str, bytes]:
    """Left: what is sent at (x, y).  Right: thresholds against the load."""
    with canvas(7.0, 2.6, 2) as (figure, (left, right)):
        _policy(left, policy)
        rows = list(zip(*loads.columns.values(), strict=True))
        for place, mu2 in enumerate(dict.fromkeys(row[0] for row in rows)):
            mine = [row for row in rows if row[0] == mu2]
            for y, style in ((0, "o-"), (1, "s--")):
                points = [(row[1], row[2 + y]) for row in mine if row[2 + y] is not None]
                label = rf"$\mu_2={mu2}$, $y={y}$"
                right.plot(*zip(*points, strict=True), style, ms=3, color=COLOURS[place], label=label)
        load = r"load $\lambda/(\mu_1+2\mu_2)$"
        right.set(xlabel=load, ylabel="least $x$ at which a job is sent", title="average cost")
        right.set_ylim(bottom=0)
        right.legend(fontsize=7)
        return rendered(figure)


def _policy(axes: Any, policy: Table) -> None:
    columns = policy.columns
    shades = {0: "#f2f2f2", 1: "#9ecae1", 2: "#2171b5"}
    for x, y, sent in zip(columns["x"], columns["y"], columns["sends"], strict=True):
        shade = shades[sent] if isinstance(sent, int) else "#ffffff"
        axes.add_patch(matplotlib.patches.Rectangle((x - 0.5, y - 0.5), 1, 1, fc=shade, ec="white"))
        ink = "white" if sent == 2 else "black"
        axes.text(x, y, str(sent), ha="center", va="center", fontsize=7, color=ink)
    axes.set(xlim=(-0.5, max(columns["x"]) + 0.5), ylim=(-0.5, 2.5), yticks=(0, 1, 2))
    axes.set(xlabel="$x$: jobs queued or at the fast server", ylabel="$y$: busy slow servers")
    axes.set(title=r"jobs sent; $\lambda=1/2$, $\mu_1=1$, $\mu_2=1/10$, $\beta=.999$")


