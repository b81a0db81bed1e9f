"""States on the lattice, as geometry for an SVG: who stands on which side, who sends how many jobs where.

The first coordinate goes to the right, the second upwards; a problem with one coordinate is a line, one with
more than two is not drawn.  A state on the lesser side is a circle, on the greater side a square, and a value
that occurs only between the two a dot: shape tells them apart, colour only helps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from proofcheck.certificate import check

STEP, MARGIN, SIZE = 56, 44, 11  # pixels: between states, around them, half a marker
AXES = (1, 2)  # numbers of coordinates that are drawn


@dataclass(frozen=True)
class Sending:
    """`jobs` sent from a state: `attains` the minimum there, or is only one of the feasible numbers."""

    state: check.State
    after: check.State
    jobs: int
    attains: bool


@dataclass(frozen=True)
class Mark:
    """A state: its place, its shape (`lesser`, `greater`, `between`) and what is written in it."""

    x: float
    y: float
    shape: str
    text: str = ""


@dataclass(frozen=True)
class Arrow:
    """From the rim of one marker to the rim of another."""

    x1: float
    y1: float
    x2: float
    y2: float
    attains: bool


@dataclass(frozen=True)
class Ring:
    """Around a state where no job is sent."""

    x: float
    y: float
    attains: bool


@dataclass(frozen=True)
class Drawing:
    """A picture with its size, the lattice as an SVG path, axis labels, markers, arrows,
    and the same in words."""

    width: float
    height: float
    lattice: str
    labels: list[tuple[float, float, str]]
    marks: list[Mark]
    arrows: list[Arrow]
    rings: list[Ring]
    title: str
    words: str


class Lattice:
    """Places of states: the rectangle that holds all that is shown."""

    def __init__(self, states: Iterable[check.State]) -> None:
        flat = [(s[0], s[1] if len(s) > 1 else 0) for s in states]
        self.left, self.right = min(x for x, _ in flat), max(x for x, _ in flat)
        self.low, self.high = min(y for _, y in flat), max(y for _, y in flat)
        self.width = 2 * MARGIN + STEP * (self.right - self.left)
        self.height = 2 * MARGIN + STEP * (self.high - self.low)

    def place(self, state: check.State) -> tuple[float, float]:
        """Where a state is drawn."""
        y = state[1] if len(state) > 1 else 0
        return MARGIN + STEP * (state[0] - self.left), self.height - MARGIN - STEP * (y - self.low)

    def path(self) -> str:
        """The lattice, as one SVG path."""
        xs = [MARGIN + STEP * k for k in range(self.right - self.left + 1)]
        ys = [self.height - MARGIN - STEP * k for k in range(self.high - self.low + 1)]
        rim = STEP / 3
        across = [f"M{xs[0] - rim:.1f} {y}H{xs[-1] + rim:.1f}" for y in ys]
        return "".join(across + [f"M{x} {ys[-1] - rim:.1f}V{ys[0] + rim:.1f}" for x in xs])


def drawn(
    problem: check.Problem,
    symbolic: check.Symbolic,
    sides: Mapping[check.State, int],
    sendings: list[Sending],
    title: str,
) -> Drawing | None:
    """The picture of a goal with the states on its sides (their coefficient: negative on the lesser side),
    and of the jobs sent; None where there is nothing to draw, or no plane to draw it in."""
    ends = [one.after for one in sendings if one.after not in sides]
    states = [*sides, *ends]
    if not states or len(problem.names) not in AXES:
        return None
    lattice = Lattice(states)
    marks = [Mark(*lattice.place(s), *_side(c)) for s, c in sides.items()]
    marks += [Mark(*lattice.place(s), "between") for s in dict.fromkeys(ends)]
    return Drawing(
        lattice.width,
        lattice.height,
        lattice.path(),
        _labels(problem, symbolic, lattice, states),
        marks,
        [_arrow(lattice, one) for one in sendings if one.jobs],
        [Ring(*lattice.place(one.state), one.attains) for one in sendings if not one.jobs],
        title,
        _words(problem, symbolic, sides, sendings),
    )


def _side(coefficient: int) -> tuple[str, str]:
    size = abs(coefficient)
    return ("lesser" if coefficient < 0 else "greater"), (str(size) if size > 1 else "")


def _arrow(lattice: Lattice, one: Sending) -> Arrow:
    (x1, y1), (x2, y2) = lattice.place(one.state), lattice.place(one.after)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    aside = 0 if one.attains else SIZE / 2  # so that arrows along one line are both seen
    x1, y1, x2, y2 = x1 - aside * dy, y1 + aside * dx, x2 - aside * dy, y2 + aside * dx
    rim = SIZE + 3
    x1, y1, x2, y2 = x1 + rim * dx, y1 + rim * dy, x2 - rim * dx, y2 - rim * dy
    return Arrow(round(x1, 1), round(y1, 1), round(x2, 1), round(y2, 1), one.attains)


def _labels(
    problem: check.Problem, symbolic: check.Symbolic, lattice: Lattice, states: list[check.State]
) -> list[tuple[float, float, str]]:
    """The coordinates below and to the left; the names of the axes at their ends."""
    below = {s[0]: (s, problem.show(s, symbolic)) for s in states}
    first = sorted(below)
    row = lattice.height - MARGIN / 4
    found = [(lattice.place(below[x][0])[0], row, below[x][1][0]) for x in first]
    found.append((lattice.width - MARGIN / 4, row, problem.names[0]))
    if len(problem.names) > 1:
        beside = {s[1]: (s, problem.show(s, symbolic)) for s in states}
        found += [(MARGIN / 3, lattice.place(s)[1] + 4, shown[1]) for s, shown in beside.values()]
        found.append((MARGIN / 3, MARGIN / 3, problem.names[1]))
    return found


def _words(
    problem: check.Problem,
    symbolic: check.Symbolic,
    sides: Mapping[check.State, int],
    sendings: list[Sending],
) -> str:
    def name(state: check.State) -> str:
        return f"({','.join(problem.show(state, symbolic))})"

    def side(sign: int) -> str:
        there = sorted((s for s, c in sides.items() if c * sign > 0), key=lambda s: s[::-1])
        members = [f"{abs(sides[s])} x " * (abs(sides[s]) > 1) + name(s) for s in there]
        return " and ".join(members) or "none"

    text = f"Lesser side, circles: {side(-1)}. Greater side, squares: {side(1)}."
    for attains, verb in ((True, "Best to send"), (False, "Possible, and used as a bound")):
        sent = [f"{s.jobs} from {name(s.state)}" for s in sendings if s.attains == attains]
        text += f" {verb}: {', '.join(sent)}." if sent else ""
    return text
