"""Rewritings of problem files and of model files, as text: what is stated becomes something else.

A problem file states inequalities, events and claims in blocks.  A model file has its cone in one list, and
formulas in strings; where both say a thing, one rewriting knows both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Rewrite = Callable[[str], Iterator[tuple[str, str]]]  # a file: places with the changed files

COMPARISON = r'"([^"<>=]+) (<=|>=) ([^"<>=]+)"'
OPPOSITE = {"I": "D", "D": "I", "Cx": "Cv", "Cv": "Cx", "Super": "Sub", "Sub": "Super"}
TEMPLATE = rf'"({"|".join(OPPOSITE)})\(([^"]*)\)"'


def _blocks(text: str, kind: str) -> Iterator[tuple[str, str]]:
    """The blocks `[[kind]]` of a file, with their names."""
    for block in re.findall(rf"^\[\[{kind}\]\]\n(?:.+\n)*", text, re.MULTILINE):
        name = re.search(r'^name = "(\w+)"', block, re.MULTILINE)
        yield name[1] if name else "", block


def _spans(text: str, pattern: str, change: Callable[[re.Match[str]], str]) -> Iterator[tuple[str, str]]:
    """The text with one match of a pattern changed, for each; the place is its line, and what stood there."""
    for match in re.finditer(pattern, text, re.MULTILINE):
        changed = text[: match.start()] + change(match) + text[match.end() :]
        if changed != text:
            place = f"{text.count(chr(10), 0, match.start()) + 1}: {match[0].strip()[:60]}"
            yield place, changed


def _list(text: str, name: str) -> tuple[int, int]:
    """Where the entries of a list of a model file begin and end; one place for both if it has none."""
    match = re.search(rf"^{name} = \[(.*\]$|\n(?:  .*\n)*\])", text, re.MULTILINE)
    return (match.start(1), match.end() - 1) if match else (0, 0)


def _entries(text: str, name: str) -> Iterator[tuple[str, str]]:
    """The file with one entry of such a list left out, for each."""
    start, end = _list(text, name)
    table = r"  \{.*\},\n"
    for entry in re.finditer(rf'{table}|\s*"[^"]*",?', text[start:end]):
        rest = text[start : start + entry.start()] + text[start + entry.end() : end]
        yield f"{name}: {entry[0].strip()[:60]}", text[:start] + rest + text[end:]


def _turned(match: re.Match[str]) -> str:
    return f'"{match[3]} {match[2]} {match[1]}"'


# -------- what both state


def flipped(text: str) -> Iterator[tuple[str, str]]:
    """An inequality of the cone is turned around."""
    for name, block in _blocks(text, "inequality"):
        turned = block.replace("\nlesser =", "\nnew =").replace("\ngreater =", "\nlesser =")
        turned = turned.replace("\nnew =", "\ngreater =")
        yield name, text.replace(block, turned)
    start, end = _list(text, "cone")
    cone = text[start:end]
    for pattern, change in ((COMPARISON, _turned), (TEMPLATE, lambda m: f'"{OPPOSITE[m[1]]}({m[2]})"')):
        for place, changed in _spans(cone, pattern, change):
            yield f"cone, {place}", text[:start] + changed + text[end:]


def inequality_dropped(text: str) -> Iterator[tuple[str, str]]:
    """An inequality of the cone is left out."""
    for name, block in _blocks(text, "inequality"):
        yield name, text.replace(block, "")
    yield from _entries(text, "cone")


def claim_dropped(text: str) -> Iterator[tuple[str, str]]:
    """A claim is left out."""
    for name, block in _blocks(text, "claim"):
        yield name, text.replace(block, "")


# -------- what a problem file states


def reduction_dropped(text: str) -> Iterator[tuple[str, str]]:
    """The reduction is left out."""
    for name, block in _blocks(text, "reduction"):
        yield name, text.replace(block, "")


def event_dropped(text: str) -> Iterator[tuple[str, str]]:
    """An event is left out."""
    for name, block in _blocks(text, "event"):
        yield name, text.replace(block, "")


def range_narrowed(text: str) -> Iterator[tuple[str, str]]:
    """An inequality is claimed for x >= 1 only."""
    for name, block in _blocks(text, "inequality"):
        narrow = re.sub(r"^for = \{ ", 'for = { x = [1, "top"], ', block, flags=re.MULTILINE)
        if narrow != block:
            yield name, text.replace(block, narrow)


def actions_changed(text: str) -> Iterator[tuple[str, str]]:
    """Jobs are sent in twos."""
    changed = re.sub(r"^move = \[-1, 1\]$", "move = [-2, 2]", text, flags=re.MULTILINE)
    if changed != text:
        yield "routing", changed


def weight_changed(text: str) -> Iterator[tuple[str, str]]:
    """The fast server holds two jobs' worth of cost."""
    changed = re.sub(r"^x = 1$", "x = 2", text, flags=re.MULTILINE)
    if changed != text:
        yield "cost", changed


# -------- what a model file states


def claim_flipped(text: str) -> Iterator[tuple[str, str]]:
    """What a claim says is turned around."""
    yield from _spans(text, rf"^says = {COMPARISON}", lambda m: f"says = {_turned(m)}")


def premise_flipped(text: str) -> Iterator[tuple[str, str]]:
    """What a claim presumes is turned around."""
    yield from _spans(text, rf"^given = \[{COMPARISON}", lambda m: f"given = [{_turned(m)}")


def premise_dropped(text: str) -> Iterator[tuple[str, str]]:
    """A claim no longer presumes anything."""
    yield from _spans(text, r"^given = .*\n", lambda m: "")


def assumption_dropped(text: str) -> Iterator[tuple[str, str]]:
    """An assumption on the parameters is left out."""
    yield from _entries(text, "assume")


def assumption_contradicted(text: str) -> Iterator[tuple[str, str]]:
    """Two assumptions contradict each other."""
    yield from _spans(text, r'^assume = \["(\w+) >= 0"', lambda m: f'{m[0]}, "{m[1]} <= -1"')


def choice_flipped(text: str) -> Iterator[tuple[str, str]]:
    """The worst action is taken instead of the best."""
    other = {"min": "max", "max": "min"}
    yield from _spans(text, r"^(min|max) = \[", lambda m: f"{other[m[1]]} = [")


def action_dropped(text: str) -> Iterator[tuple[str, str]]:
    """An action is left out."""
    for name in ("min", "max"):
        yield from _spans(text, rf"(?<=^{name} = \[)\{{ [^}}]* \}}, ", lambda m: "")
    yield from _spans(text, r'^  \{ name = "\w+", value = .*\n', lambda m: "")


def action_widened(text: str) -> Iterator[tuple[str, str]]:
    """An action may be taken at more states than it says."""
    yield from _spans(text, r", when = \[[^\]]*\]", lambda m: "")


# -------- numbers


def number_changed(text: str) -> Iterator[tuple[str, str]]:
    """The first number in a line grows by one."""
    lines = text.splitlines(keepends=True)
    for k, line in enumerate(lines):
        changed = re.sub(r"(?<![\w\"/])(\d+)(?![\w\"/])", lambda m: str(int(m[1]) + 1), line, count=1)
        if changed != line and not line.startswith("#"):
            yield f"line {k + 1}", "".join([*lines[:k], changed, *lines[k + 1 :]])


REWRITINGS: dict[str, Rewrite] = {
    "template-flipped": flipped,
    "inequality-dropped": inequality_dropped,
    "claim-dropped": claim_dropped,
    "reduction-dropped": reduction_dropped,
    "event-dropped": event_dropped,
    "range-narrowed": range_narrowed,
    "actions-changed": actions_changed,
    "cost-changed": weight_changed,
    "claim-flipped": claim_flipped,
    "premise-flipped": premise_flipped,
    "premise-dropped": premise_dropped,
    "assumption-dropped": assumption_dropped,
    "assumption-contradicted": assumption_contradicted,
    "choice-flipped": choice_flipped,
    "action-dropped": action_dropped,
    "action-widened": action_widened,
    "number-changed": number_changed,
}
