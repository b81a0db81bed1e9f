"""Formulas as people write them, such as `c + 1/2*f(x+1, y) <= f(x, y)`, as polynomials.

A polynomial is a dict {monomial: rational}; a monomial is a sorted tuple of factors, each a name or a
`Value`.  The syntax is Python's, read by its own parser; nothing is ever evaluated.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from proofcheck.errors import BadInput

LARGEST = 10**9  # of the numbers in a formula
LONGEST = 3  # symbols in a product; no more than two can be of use
WRAPPERS = ("stay", "clip")  # what becomes of f(s + move) where s + move is no state


@dataclass(frozen=True)
class Value:
    """function(s + move), and what happens where that is no state."""

    function: str
    move: tuple[int, ...]
    boundary: str = "forbid"


Factor = str | Value
Monomial = tuple[Factor, ...]
Polynomial = dict[Monomial, Fraction]


@dataclass(frozen=True)
class Formulas:
    """Reads formulas over the given coordinates, parameters and functions; `place` is named in errors."""

    place: str
    coordinates: Sequence[str]
    parameters: Sequence[str] = ()
    functions: Sequence[str] = ()

    def polynomial(self, text: str) -> Polynomial:
        """The polynomial that a formula stands for."""
        with _shallow(self.place):
            return self._read(_parse(self.place, text), text)

    def comparison(self, text: str) -> Polynomial:
        """greater - lesser of `lesser <= greater`, or of `greater >= lesser`."""
        with _shallow(self.place):
            node = _parse(self.place, text)
            if not (isinstance(node, ast.Compare) and len(node.ops) == 1):
                raise BadInput(f"{self.place}: {text!r} is not of the form A <= B or A >= B")
            left, right = self._read(node.left, text), self._read(node.comparators[0], text)
        if isinstance(node.ops[0], ast.LtE):
            return _sum(right, left, -1)
        if isinstance(node.ops[0], ast.GtE):
            return _sum(left, right, -1)
        raise BadInput(f"{self.place}: {text!r}: only <= and >= can be said")

    def _read(self, node: ast.expr, text: str) -> Polynomial:
        match node:
            case ast.Constant(value=int(number)) if type(number) is int and number <= LARGEST:
                return {(): Fraction(number)} if number else {}
            case ast.Name(id=name) if name in (*self.coordinates, *self.parameters):
                return {(name,): Fraction(1)}
            case ast.Name(id=name) if name in self.functions:
                return {(Value(name, (0,) * len(self.coordinates)),): Fraction(1)}
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return _sum(self._read(left, text), self._read(right, text), 1)
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return _sum(self._read(left, text), self._read(right, text), -1)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._product(self._read(left, text), self._read(right, text), text)
            case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=int(number))) if number:
                return {m: c / number for m, c in self._read(left, text).items()}
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return _sum({}, self._read(operand, text), -1)
            case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in WRAPPERS:
                return self._wrapped(name, self._read(inner, text), text)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in self.functions:
                return {(Value(name, self._move(arguments, text)),): Fraction(1)}
        known = ", ".join([*self.coordinates, *self.parameters, *self.functions])
        raise BadInput(
            f"{self.place}: {text!r}: {ast.unparse(node)[:80]!r} cannot be said here; "
            f"known are {known}, integers, + - *, division by an integer"
        )

    def _product(self, first: Polynomial, second: Polynomial, text: str) -> Polynomial:
        total: Polynomial = {}
        for (m, a), (n, b) in product(first.items(), second.items()):
            if len(m) + len(n) > LONGEST:
                raise BadInput(f"{self.place}: {text!r}: a product of over {LONGEST} symbols cannot be said")
            total = _sum(total, {tuple(sorted((*m, *n), key=repr)): a * b}, 1)
        return total

    def _wrapped(self, wrapper: str, inner: Polynomial, text: str) -> Polynomial:
        match list(inner.items()):
            case [((Value(function=name, move=move),), Fraction(numerator=1, denominator=1))]:
                return {(Value(name, move, wrapper),): Fraction(1)}
        raise BadInput(
            f"{self.place}: {text!r}: {wrapper}(...) wants one value of a function, as in {wrapper}(f(x+1))"
        )

    def _move(self, arguments: list[ast.expr], text: str) -> tuple[int, ...]:
        """The offsets in f(x+1, y-1): the coordinates in their order, each plus or minus an integer."""
        if len(arguments) != len(self.coordinates):
            wanted = f"f({', '.join(self.coordinates)})"
            raise BadInput(f"{self.place}: {text!r}: a function takes all coordinates, as in {wanted}")
        offsets = []
        for name, argument in zip(self.coordinates, arguments, strict=True):
            found = self._read(argument, text)
            offset = found.pop((), Fraction(0))
            if found != {(name,): 1} or offset.denominator > 1:
                wrong = f"{ast.unparse(argument)[:80]!r} stands where {name}, {name}+1, ... must"
                hint = "" if found or offset.denominator > 1 else _fixed(name, int(offset))
                raise BadInput(f"{self.place}: {text!r}: {wrong}{hint}")
            offsets.append(int(offset))
        return tuple(offsets)


def _fixed(name: str, value: int) -> str:
    """How to speak of the states where a coordinate has this value: a formula names states by offsets."""
    ranges = f"for = {{ {name} = [{value}, {value}] }} in an inequality"
    conditions = f'when = ["{name} >= {value}", "{name} <= {value}"] in an action'
    return f"; to speak of {name} = {value} alone, write {name} there, and {ranges}, {conditions}"


@contextmanager
def _shallow(place: str) -> Iterator[None]:
    try:
        yield
    except (RecursionError, MemoryError):
        raise BadInput(f"{place}: a formula is nested too deeply") from None


def _parse(place: str, text: str) -> ast.expr:
    try:
        with warnings.catch_warnings(action="ignore"):  # of Python, about what is refused anyway
            return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        raise BadInput(f"{place}: {text[:80]!r} is not a formula") from None


def _sum(first: Polynomial, second: Polynomial, times: int) -> Polynomial:
    total = dict(first)
    for monomial, coefficient in second.items():
        total[monomial] = total.get(monomial, Fraction(0)) + times * coefficient
    return {monomial: c for monomial, c in total.items() if c}


def step(
    text: str, place: str, operators: Sequence[str], costs: Sequence[str], rates: Sequence[str]
) -> dict[str, object]:
    """The expression of one step of value iteration, such as `h + beta*(lam*A(f) + mu*D(f))`."""

    def refuse(node: ast.expr) -> BadInput:
        known = ", ".join(["f", *costs, *(f"{o}(...)" for o in operators), *(f"{r}*..." for r in rates)])
        return BadInput(f"{place}: step: {ast.unparse(node)[:80]!r} cannot be said here; known are {known}")

    def terms(node: ast.expr) -> list[dict[str, object]]:
        match node:
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return [*terms(left), *terms(right)]
            case ast.BinOp(left=ast.Name(id=rate), op=ast.Mult(), right=right) if rate in rates:
                return [{"rate": rate, "of": read(right)}]
            case ast.BinOp(left=ast.BinOp(left=a, op=ast.Mult(), right=b), op=ast.Mult(), right=c):
                return terms(ast.BinOp(a, ast.Mult(), ast.BinOp(b, ast.Mult(), c)))
        return [{"rate": "1", "of": read(node)}]

    def read(node: ast.expr) -> dict[str, object]:
        match node:
            case ast.Name(id="f"):
                return {"use": "f"}
            case ast.Name(id=name) if name in costs:
                return {"use": "cost", "name": name}
            case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in operators:
                return {"use": "operator", "name": name, "of": read(inner)}
            case ast.BinOp(op=ast.Add() | ast.Mult(), left=left):
                if isinstance(node.op, ast.Mult) and not _is_rate(left, rates):
                    raise refuse(node)
                return {"use": "sum", "terms": terms(node)}
        raise refuse(node)

    with _shallow(f"{place}: step"):
        return read(_parse(f"{place}: step", text))


def _is_rate(node: ast.expr, rates: Sequence[str]) -> bool:
    """Whether a factor is a rate, or a product that starts with rates."""
    match node:
        case ast.Name(id=name):
            return name in rates
        case ast.BinOp(left=left, op=ast.Mult()):
            return _is_rate(left, rates)
    return False
