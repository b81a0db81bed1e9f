"""What pages are made of again and again, as HTML: texts, formulas, verdicts, rows of numbers.

Each is made once and kept, for a report has the same few thousand of them in a million places.  All text
passes through `text`, which escapes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from proofcheck.report.html.drawing import Drawing
from proofcheck.report.html.tex import Formula
from proofcheck.report.html.text import visible

KEPT = 1 << 16  # texts; more are made anew


@lru_cache(KEPT)
def text(words: str) -> Markup:
    """Foreign text: escaped, with what a browser would not show made visible."""
    return escape(visible(words))


@lru_cache(KEPT)
def math(formula: Formula, display: bool = False) -> Markup:
    """A formula: its words, which the browser replaces by the drawn TeX."""
    kind, words = "tex display" if display else "tex", formula.words or formula.tex
    return Markup(f'<span class="{kind}" data-tex="{text(formula.tex)}">{text(words)}</span>')


@lru_cache(KEPT)
def badge(verdict: str) -> Markup:
    """A verdict."""
    return Markup(f'<span class="badge v-{text(verdict.replace(" ", "-"))}">{text(verdict)}</span>')


def numbers(cells: Sequence[str]) -> Markup:
    """Cells of a row of numbers."""
    return Markup("").join(_number(cell) for cell in cells)


@lru_cache(KEPT)
def _number(cell: str) -> Markup:
    return Markup(f'<td class="num">{text(cell)}</td>')


def items(lines: Sequence[str]) -> Markup:
    """Lines of a list."""
    return Markup("").join(Markup(f"<li>{text(line)}</li>") for line in lines)


def drawing(d: Drawing | None) -> Markup:
    """A picture of states, with its words below; nothing where there is none."""
    if d is None:
        return Markup()
    inner = [f'<path class="grid" d="{d.lattice}"/>']
    inner += [f'<text class="label" x="{x}" y="{y}">{text(words)}</text>' for x, y, words in d.labels]
    for arrow in d.arrows:
        kind = _kind(arrow.attains)
        ends = f'x1="{arrow.x1}" y1="{arrow.y1}" x2="{arrow.x2}" y2="{arrow.y2}"'
        inner.append(f'<line class="arrow {kind}" {ends} marker-end="url(#head-{kind})"/>')
    for mark in d.marks:
        inner.append(SHAPES[mark.shape].format(x=mark.x, y=mark.y, left=mark.x - 10, top=mark.y - 10))
        if mark.text:
            inner.append(f'<text class="inside" x="{mark.x}" y="{mark.y + 4}">{text(mark.text)}</text>')
    inner += [f'<circle class="ring {_kind(r.attains)}" cx="{r.x}" cy="{r.y}" r="17"/>' for r in d.rings]
    size = f'viewBox="0 0 {d.width} {d.height}" width="{d.width}" height="{d.height}"'
    picture = f'<svg {size} role="img" aria-label="{text(d.title)}">\n' + "\n".join(inner) + "\n</svg>"
    caption = f"<figcaption>{text(d.words)}</figcaption>"
    return Markup(f'<figure class="lattice">\n{picture}\n{caption}\n</figure>')


SHAPES = {
    "lesser": '<circle class="lesser" cx="{x}" cy="{y}" r="11"/>',
    "greater": '<rect class="greater" x="{left}" y="{top}" width="20" height="20"/>',
    "between": '<circle class="between" cx="{x}" cy="{y}" r="4"/>',
}


def _kind(attains: bool) -> str:
    return "attains" if attains else "bound"
