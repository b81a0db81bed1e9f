"""Pictures of Model 2: thresholds against the subsidy (the paper's Fig. 2), and the surface of indices.

Drawn from doubles (fast.py); they illustrate, and prove nothing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from proofcheck.errors import BadInput
from proofcheck.index.fast import index_array
from proofcheck.index.instance import Instance


def draw(instance: Instance, ages: int, out: Path) -> None:
    """Write a picture (.png, .svg or .pdf): left t_q against gamma for each q, right the indices."""
    from matplotlib import colormaps  # loaded only where something is drawn
    from matplotlib.figure import Figure

    table = index_array(instance, ages)
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    steps, surface = figure.subplots(1, 2)
    colours = colormaps["viridis"](np.linspace(0, 0.9, instance.K))
    for q, row in enumerate(table, 1):
        corners = np.concatenate([[0.0], row]), np.arange(1, ages + 2)
        steps.step(*corners, where="post", color=colours[q - 1], label=f"q = {q}")
    steps.set(xlabel="subsidy $\\gamma$", ylabel="threshold $\\tau_q(\\gamma)$", xlim=(0, instance.K))
    steps.set(title=str(instance), ylim=(0, ages))
    steps.legend(fontsize="small")
    grid = np.arange(0.5, ages + 1), np.arange(0.5, instance.K + 1)
    mesh = surface.pcolormesh(*grid, table, cmap="viridis", vmin=0, vmax=instance.K)
    surface.set(xlabel="age $\\tau$", ylabel="backlog last seen q", title="Whittle index")
    surface.set_yticks(range(1, instance.K + 1))
    figure.colorbar(mesh, ax=surface)
    try:
        figure.savefig(out, metadata={"Date": None} if out.suffix in (".svg", ".pdf") else None)
    except (OSError, ValueError) as error:
        raise BadInput(f"{out}: {str(error).splitlines()[0]}") from None
