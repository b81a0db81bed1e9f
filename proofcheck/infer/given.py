"""Random values of what a statement leaves open: parameters under its assumptions, given functions.

Parameters are homogeneous integers (the value of "1", of c, ...): a rational point times its denominator.
The Parma Polyhedra Library gives the vertices and directions of the assumptions exactly; a random sum of
multiples of them satisfies the assumptions.  A given function is a random sum of simple functions that
satisfy what is known of it.
"""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import ppl

from proofcheck.errors import BadInput
from proofcheck.infer.language import Language
from proofcheck.infer.lattice import LARGEST_WEIGHT, TOO_LARGE, Instances, Values, Window

WEIGHTS = (0, 1, 1, 2, 5, 12)
MOST_PARAMETERS = 10  # with more assumptions than parameters: vertices can be many
KINKS = 3  # simple functions bend at 0, ..., KINKS - 1


class Given:
    """Draws columns with f = 0.  Raises BadInput if the assumptions contradict each other."""

    def __init__(self, window: Window, source: random.Random) -> None:
        self.window, self.source = window, source
        self.points, self.directions = generators(window.language)
        self.simple = {name: self._simple(name) for name in window.language.given}

    @property
    def open(self) -> bool:
        """Whether anything is left open."""
        return len(self.window.language.parameters) > 1 or bool(self.simple)

    def draw(self) -> Values:
        """One column."""
        choice, window = self.source.choice, self.window
        column = np.zeros((window.height, 1), dtype=np.int64)
        chosen = [choice(self.points), *((choice(WEIGHTS) * v) for v in (*self.points, *self.directions))]
        first = window.size
        column[first : first + len(window.language.parameters), 0] = np.sum(chosen, axis=0)
        for name, simple in self.simple.items():
            first = window.first(name)
            for one in simple:
                column[first : first + window.size, 0] += choice(WEIGHTS) * one
        return column

    def _simple(self, name: str) -> list[Values]:
        """Simple functions with all that is known of one, on the window."""
        window, known = self.window, self.window.language.given[name]
        states = np.array(window.states)
        bent = [np.maximum(states[:, c] - k, 0) for c in range(states.shape[1]) for k in range(KINKS)]
        curved = [one * other for one, other in product(bent[::KINKS], repeat=2)]
        instances, first, found = Instances(window, known, name), window.first(name), []
        for one in (np.ones(window.size, dtype=np.int64), *bent, *curved):
            for signed in (one, -one):
                column = np.zeros((window.height, 1), dtype=np.int64)
                column[first : first + window.size, 0] = signed
                if not instances.violated(column):
                    found.append(signed)
        return found


def generators(language: Language) -> tuple[list[Values], list[Values]]:
    """The vertices of the assumptions, and the directions in which they leave the parameters free."""
    names = language.parameters[1:]
    if len(names) > MOST_PARAMETERS and len(language.assumptions) > len(names):
        many = f"{len(language.assumptions)} comparisons of {len(names)} parameters"
        raise BadInput(f"{language.name}: assume: {many}, which may meet in too many points for infer")
    system = ppl.Constraint_System()
    for form in language.assumptions:
        weights = {name: weight for (name, _), weight in form.items()}
        linear = ppl.Linear_Expression([weights.get(name, 0) for name in names], weights.get("1", 0))
        system.insert(linear >= 0)
    polyhedron = ppl.C_Polyhedron(len(names), "universe")
    polyhedron.add_constraints(system)
    if polyhedron.is_empty():
        raise BadInput(f"{language.name}: the assumptions contradict each other: every set would be closed")
    points: list[Values] = []
    directions: list[Values] = []
    for one in polyhedron.minimized_generators():
        values = [int(one.divisor()) if one.is_point() else 0, *map(int, one.coefficients())]
        if max(map(abs, values)) > LARGEST_WEIGHT:
            raise BadInput(f"{language.name}: assume: {TOO_LARGE}")
        vector = np.array(values, dtype=np.int64)
        (points if one.is_point() else directions).append(vector)
        directions += [-vector] if one.is_line() else []
    return points, directions
