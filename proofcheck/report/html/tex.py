r"""Mathematics as TeX, from the forms of the trusted checker and the polynomials of the symbolic one.

A form {(function, state): coefficient} is read `0 <= form` and written as `lesser \le greater`, as
`check.Problem.words` does in plain text.  `Formula` keeps the two together: the TeX is drawn by the browser,
the words are there for whoever does not draw.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from proofcheck.certificate import check
from proofcheck.problem.model import Event, Inequality, Problem, Sides, State

LE = r" \le "
NAME = re.compile(r"([a-zA-Z]+?)_?([0-9]*|(?<=_)[a-zA-Z0-9]+)")  # a letter or word, a subscript
GREEK = {"lam": r"\lambda", "mu": r"\mu", "beta": r"\beta", "delta": r"\delta", "gamma": r"\gamma"}
GREEK |= {"tau": r"\tau"}
LONG = 60  # terms; a longer sum is not drawn


@dataclass(frozen=True)
class Formula:
    """A formula: its TeX, and the same in plain words."""

    tex: str
    words: str


@lru_cache(4096)
def symbol(name: str) -> str:
    """A name such as `mu1`, `n_x` or `p12` as TeX; a long name upright."""
    match = NAME.fullmatch(name)
    if match is None or (len(match[1]) > 1 and match[1] not in GREEK):
        return rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}"
    letter = GREEK.get(match[1], match[1])
    return f"{letter}_{{{match[2]}}}" if match[2] else letter


@lru_cache(4096)
def number(value: Any) -> str:
    """An integer or a fraction."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact)
    sign = "-" if exact < 0 else ""
    return rf"{sign}\tfrac{{{abs(exact.numerator)}}}{{{exact.denominator}}}"


def coordinates(problem: check.Problem, state: check.State, symbolic: check.Symbolic) -> str:
    """A state, `n+2,\\,0`."""
    shown = []
    for value, free, offset in zip(state, symbolic, problem.offset, strict=True):
        name = symbol(offset)
        shown.append(str(value) if not free else f"{name}+{value}" if value else name)
    return r",\,".join(shown)


def form(problem: check.Problem, found: check.Form, symbolic: check.Symbolic) -> Formula:
    """An inequality between two sums, terms in sorted order."""
    lesser: list[str] = []
    greater: list[str] = []
    for (function, state), coefficient in sorted(found.items()):
        if coefficient:
            term = _atom(problem, function, state, symbolic)
            (greater if coefficient > 0 else lesser).append(_times(abs(coefficient), term))
    words = problem.words(found, symbolic)
    return Formula((" + ".join(lesser) or "0") + LE + (" + ".join(greater) or "0"), words)


def _atom(problem: check.Problem, function: str, state: check.State, symbolic: check.Symbolic) -> str:
    if function == "1":
        return ""
    if function == "n":
        return symbol(problem.offset[state[0]])
    return rf"{function.replace(' ', chr(92) + ',')}({coordinates(problem, state, symbolic)})"


def _times(size: Any, term: str) -> str:
    return term if size == 1 and term else rf"{number(size)}\,{term}" if term else number(size)


def sides(problem: Problem, both: Sides) -> Formula:
    """`lesser <= greater` for f, at offsets from the state named by its coordinates."""
    names = [c.name for c in problem.coordinates]
    tex, words = [], []
    for side in (both.lesser, both.greater):
        tex.append(" + ".join(_times(t.times, _value("f", names, t.at, symbol)) for t in side) or "0")
        plain = ((t.times, _value("f", names, t.at, str)) for t in side)
        words.append(" + ".join(f"{n} {value}" if n > 1 else value for n, value in plain) or "0")
    return Formula(LE.join(tex), " <= ".join(words))


def _value(function: str, names: list[str], at: State, write: Any) -> str:
    shown = (write(n) if not d else f"{write(n)}{d:+}" for n, d in zip(names, at, strict=True))
    return f"{function}({','.join(shown)})"


def scope(problem: Problem, i: Inequality) -> Formula:
    """The states that an inequality speaks of."""
    tex, words = [], []
    for coordinate, low, high in zip(problem.coordinates, i.low, i.high, strict=True):
        top = coordinate.top if high is None else high
        name, plain = symbol(coordinate.name), coordinate.name
        if top == low:
            tex.append(f"{name} = {low}")
            words.append(f"{plain} = {low}")
        else:
            tex.append(rf"{name} \ge {low}" if top is None else rf"{low} \le {name} \le {top}")
            words.append(f"{plain} >= {low}" if top is None else f"{low} <= {plain} <= {top}")
    return Formula(r",\ ".join(tex), ", ".join(words))


def routing(problem: Problem) -> Formula | None:
    """What g is, if jobs are routed."""
    if problem.move is None:
        return None
    tex, words = [], []
    for coordinate, step in zip(problem.coordinates, problem.move, strict=True):
        size = "" if abs(step) == 1 else str(abs(step))
        shift = f"{'-' if step < 0 else '+'}{size}a" if step else ""
        tex.append(symbol(coordinate.name) + shift)
        words.append(coordinate.name + shift)
    names = [c.name for c in problem.coordinates]
    left = ",".join(map(symbol, names))
    return Formula(
        rf"g({left}) = \min_{{a \ge 0}} f({','.join(tex)})",
        f"g({','.join(names)}) = min over a >= 0 of f({','.join(words)})",
    )


def event(problem: Problem, one: Event) -> Formula:
    """What an event does to f."""
    names = [c.name for c in problem.coordinates]
    tex, words = [], []
    for jump in one.jumps:
        weight = _affine(jump.constant, jump.slopes, names)
        tex.append(_weighted(weight, _value("f", names, jump.move, symbol), symbol, r"\,"))
        words.append(_weighted(weight, _value("f", names, jump.move, str), str, " "))
    name = rf"\mathrm{{{one.name.replace('_', chr(92) + '_')}}}"
    left = ",".join(map(symbol, names))
    return Formula(
        rf"({name}\,f)({left}) = {' + '.join(tex)}",
        f"({one.name} f)({','.join(names)}) = {' + '.join(words)}",
    )


def _affine(constant: int, slopes: State, names: list[str]) -> list[tuple[int, str]]:
    parts = [(slope, name) for slope, name in zip(slopes, names, strict=True) if slope]
    return [(constant, "")] * bool(constant) + parts


def _weighted(weight: list[tuple[int, str]], value: str, write: Any, space: str) -> str:
    if weight == [(1, "")]:
        return value
    text = ""
    for size, name in weight:
        sign = "-" if size < 0 else "+" if text else ""
        shown = write(name) if name else ""
        text += f"{sign}{abs(size) if abs(size) != 1 or not name else ''}{shown}"
    return f"{f'({text})' if len(weight) > 1 else text}{space}{value}"


def polynomial(terms: dict[tuple[str, ...], Fraction], sign: str) -> Formula | None:
    """A polynomial of the symbolic checker with `>= 0` or `= 0`; None where it is too long to be drawn."""
    if len(terms) > LONG:
        return None
    text = ""
    for monomial, coefficient in sorted(terms.items(), key=lambda term: (len(term[0]), term[0])):
        product = r"\,".join(map(symbol, monomial))
        joined = "-" if coefficient < 0 else "+" if text else ""
        text += f" {joined} {_times(abs(coefficient), product)}"
    relation = {">=": r"\ge", "=": "=", ">": ">"}[sign]
    return Formula(f"{text.strip() or '0'} {relation} 0", "")


def words(text: str) -> Formula:
    """An inequality that a checker wrote in words, `c + 2 f(n+1,0) <= h n`."""
    tex = re.sub(r"[A-Za-z]\w*", lambda match: symbol(match[0]), text)
    tex = re.sub(r"(?<![+=]) (?![+<])", lambda _: r"\,", tex.replace(",", r",\,")).replace("<=", r"\le")
    return Formula(tex, text)


def times(goal: Formula, multiple: Any) -> Formula:
    """`multiple` times an inequality, in words."""
    if multiple == 1:
        return goal
    return Formula(rf"{number(multiple)} \cdot \bigl(\,{goal.tex}\,\bigr)", f"{multiple} x ({goal.words})")


def value(problem: check.Problem, atom: Any, symbolic: check.Symbolic) -> Formula:
    """One value of a function, or the constant 1."""
    function, state = atom
    words = problem.words({atom: 1}, symbolic).removeprefix("0 <= ")
    return Formula(_atom(problem, function, state, symbolic) or "1", words)
