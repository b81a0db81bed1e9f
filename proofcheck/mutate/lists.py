"""Faults in what the gate demands, and in the index and control certificates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from typing import Any

from proofcheck.certificate.gate import GATE_FILE
from proofcheck.index.gate import GATE_FILE as INDEX_FILE
from proofcheck.mutate.certificates import written
from proofcheck.mutate.fault import Fault, Kind, dice, said
from proofcheck.mutate.folders import Folder, folders
from proofcheck.mutate.project import Edits, Project

GATE, INDEX = f"cases/{GATE_FILE}", f"cases/{INDEX_FILE}"
Document = dict[str, Any]


def one_file(path: str, content: bytes | None) -> Edits:
    """One file, written or removed."""
    return {path: content}


def _gate(
    kind: str, project: Project, places: Iterator[tuple[str, str]], only_lean: bool = False
) -> Iterator[Fault]:
    """The places with other texts of `gate.toml`, where the text is indeed another."""
    for where, text in places:
        if text != project.text(GATE):
            edits = partial(one_file, GATE, text.encode())
            yield Fault(kind, f"{GATE}: {where}", edits, only_lean=only_lean)


# -------- gate.toml


def _expected_removed(project: Project, seed: int) -> Iterator[Fault]:
    text = project.text(GATE)
    for line in re.finditer(r'^"([^"\n]*)" = "[^\n]*\n', text, re.MULTILINE):
        number = text.count("[[", 0, line.start())
        place = f"entry {number}, {line[1]}", text[: line.start()] + text[line.end() :]
        yield from _gate("expected-removed", project, iter([place]))


def _expected_added(project: Project, seed: int) -> Iterator[Fault]:
    """For each problem and model: an obligation that is proved, and one that there is not."""
    made = folders(project)
    proved = {folder.path: _proved(project, folder) for folder in made}
    for what, key in (("proved", proved), ("unknown", dict.fromkeys(proved, "routing.K9.y0.x0"))):
        rest = {
            head: iter([key[f.path] for f in made if f.language.head == head])
            for head in ("problem", "model")
        }
        places = _blocks(project, partial(_expecting, rest))
        yield from _gate("expected-added", project, ((f"{where}: {what}", text) for where, text in places))


def _proved(project: Project, folder: Folder) -> str:
    """The first obligation that a folder's certificates prove, without the name in front."""
    found = (entry for path in folder.certificates(project) for entry in _read(project, path)["obligations"])
    proved = next(str(entry["id"]) for entry in found if entry["verdict"] == "proved")
    return proved.removeprefix(f"{folder.name}.")


def _read(project: Project, path: str) -> Document:
    document: Document = json.loads(project.text(path))
    return document


def _expecting(rest: dict[str, Iterator[str]], block: str) -> str:
    """An entry of the gate in which one more refutation is expected: the next one of its kind."""
    kind = block[2 : block.index("]")]
    key = next(rest[kind])
    head = f"[{kind}.expected_refutations]\n"
    entry = block if head in block else f"{block.rstrip()}\n\n{head}\n"
    return entry.replace(head, f'{head}"{key}" = "so it is"\n')


def _blocks(project: Project, change: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """The gate with one of its problems or models changed, for each of them; the place is its source and its
    number, for a source may be named for several sizes."""
    head, *blocks = re.split(r"^(?=\[\[)", project.text(GATE), flags=re.MULTILINE)
    for k, block in enumerate(blocks):
        changed = change(block)
        if changed != block:
            source = block.split('"')[1]
            yield f"{source}, entry {k + 1}", "".join([head, *blocks[:k], changed, *blocks[k + 1 :]])


def _problem_removed(project: Project, seed: int) -> Iterator[Fault]:
    yield from _gate("problem-removed", project, _blocks(project, lambda block: ""))


def _exempted(block: str) -> str:
    line = re.compile(r'^(source = "[^\n]*\n)', re.MULTILINE)
    return block if "without_lean" in block else line.sub(r"\1without_lean = true\n", block)


def _narrowed(block: str) -> str:
    """An entry of the gate in which a window is enough for its first refutation."""
    found = re.search(r'\[model\.expected_refutations\]\n("[^"\n]*")', block)
    if found is None:
        return block
    return block.replace(found[0], f"refuted_on_a_window = [{found[1]}]\n\n{found[0]}")


def _window_allowed(project: Project, seed: int) -> Iterator[Fault]:
    yield from _gate("window-allowed", project, _blocks(project, _narrowed))


def _lean_exempted(project: Project, seed: int) -> Iterator[Fault]:
    yield from _gate("lean-exempted", project, _blocks(project, _exempted), True)


def _symbolic_exempted(project: Project, seed: int) -> Iterator[Fault]:
    """Obligations of Model 1 whose Lean theorems are written by hand, listed as if there were none."""
    if not (project.root / INDEX).is_file():
        return
    ids = [entry["id"] for _, found in documents(project, "model1") for entry in found["obligations"]]
    for key in dice(seed, "symbolic-exempted").sample(ids, min(3, len(ids))):
        text = f'{project.text(INDEX)}\n[symbolic.without_lean]\n"{key}" = "so it is"\n'
        edits = partial(one_file, INDEX, text.encode())
        yield Fault("symbolic-exempted", f"{INDEX}: {key}", edits, only_lean=True)


def _size_changed(project: Project, seed: int) -> Iterator[Fault]:
    text = project.text(GATE)
    yield from _gate("size-changed", project, iter([("m", text.replace("{ m = 3 }", "{ m = 2 }"))]))


def _demands_emptied(project: Project, seed: int) -> Iterator[Fault]:
    text = project.text(GATE)
    no_theorems = re.sub(r"^theorems = \[\n(?:  .*\n)*\]\n", "", text, flags=re.MULTILINE)
    none = re.sub(r"^theorems = \[\n(?:  .*\n)*\]\n", "theorems = []\n", text, flags=re.MULTILINE)
    nothing = text[: text.index("[[")]
    no_models = re.sub(r"^\[\[model\]\]\n(?:(?!\[\[).*\n)*", "", text, flags=re.MULTILINE)
    places = {"theorems": none, "problems and models": nothing, "models": no_models, "file": ""}
    yield from _gate("demands-emptied", project, iter(places.items()))
    yield from _gate("demands-emptied", project, iter([("theorems left out", no_theorems)]), True)


def demanded(text: str) -> list[str]:
    """The lines of the list of demanded theorems in `gate.toml`."""
    block = re.search(r"^theorems = \[\n((?:  .*\n)*)\]", text, re.MULTILINE)
    return block[1].splitlines(keepends=True) if block else []


def _theorem_demand_removed(project: Project, seed: int) -> Iterator[Fault]:
    text = project.text(GATE)
    places = ((line.split('"')[1], text.replace(line, "", 1)) for line in demanded(text))
    yield from _gate("theorem-demand-removed", project, places, True)


# -------- index and control certificates


def documents(project: Project, folder: str) -> Iterator[tuple[str, Document]]:
    """The certificates in a folder of a list, by path."""
    for path in project.files(f"cases/{folder}", ".json"):
        yield path, json.loads(project.text(path))


def integers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all integers in a document, truth values left out."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from integers(inner, (*path, key))
    elif type(value) is int:
        yield path


def inner_of(value: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a place of a document."""
    for key in path:
        value = value[key]
    return value


def _number(folder: str, project: Project, seed: int) -> Iterator[Fault]:
    """An integer somewhere in a certificate grows by one."""
    for path, document in documents(project, folder):
        places = [place for place in integers(document) if place[0] not in ("bits",)]
        if places:
            place = dice(seed, "number", path).choice(places)
            inner_of(document, place[:-1])[place[-1]] += 1
            where = ".".join(map(str, place))
            yield Fault(f"{folder}-number", f"{path}: {where}", partial(one_file, path, written(document)))


def harmed(
    kind: str, folder: str, harm: Callable[[Document], bool], project: Project, seed: int
) -> Iterator[Fault]:
    """A harm done to every certificate in a folder that has a place for it."""
    for path, document in documents(project, folder):
        if harm(document):
            yield Fault(kind, path, partial(one_file, path, written(document)))


def breakpoint_removed(document: Document) -> bool:
    """A breakpoint is left out."""
    if len(document.get("breakpoints", [])) < 2:
        return False
    del document["breakpoints"][len(document["breakpoints"]) // 2]
    return True


def breakpoint_moved(document: Document) -> bool:
    """A breakpoint is put where the next one is."""
    points = document.get("breakpoints", [])
    if len(points) < 2:
        return False
    k = len(points) // 2 - 1
    points[k][2] = points[k + 1][2]
    return True


def tail_shortened(document: Document) -> bool:
    """The thresholds at the end of the range are one smaller."""
    if "thresholds_at_the_end" not in document:
        return False
    document["thresholds_at_the_end"] = [t - 1 for t in document["thresholds_at_the_end"]]
    return True


def margin_changed(document: Document) -> bool:
    """The certificate is for a shorter range of subsidies."""
    document["delta"] = "1/10"
    return True


def action_exchanged(document: Document) -> bool:
    """In a refutation, what is optimal in two states is exchanged."""
    for point in document.get("points", []):
        for state in point["states"]:
            state[2] = {"probe": "idle", "idle": "probe"}[state[2]]
    return bool(document.get("points"))


def verdict_changed(document: Document) -> bool:
    """The verdict in the file is the other one."""
    document["verdict"] = {"proved": "refuted", "refuted": "proved"}[document["verdict"]]
    return True


def entry_dropped(document: Document) -> bool:
    """An obligation is left out of a symbolic certificate."""
    del document["obligations"][-1]
    return True


def term_dropped(document: Document) -> bool:
    """A term of a symbolic sum is left out."""
    for entry in document["obligations"]:
        if entry.get("sum"):
            del entry["sum"][0]
            return True
    return False


def format_old(document: Document) -> bool:
    """The file says it is of an older format."""
    document["format"] = document["format"].rpartition("/")[0] + "/0"
    return True


def bound_lowered(document: Document) -> bool:
    """The upper bounds of the cost are all 0; the digest of the certificate follows."""
    if "upper" not in document:
        return False
    document["upper"]["box"] = [[0 for _ in row] for row in document["upper"]["box"]]
    return signed(document)


def tail_flattened(document: Document) -> bool:
    """The upper bound no longer grows beyond the box; the digest of the certificate follows."""
    if "upper" not in document:
        return False
    document["upper"]["tail"] = dict.fromkeys(document["upper"]["tail"], 0)
    return signed(document)


def action_claimed(document: Document) -> bool:
    """Another action is claimed to be optimal in the first state."""
    actions = document.get("claims", {}).get("actions")
    if not actions:
        return False
    actions[0][0] += 1
    return True


def signed(document: Document) -> bool:
    """Write the digest that a control certificate carries of itself."""
    raw = {key: value for key, value in document.items() if key != "claims"}
    canonical = json.dumps(raw, sort_keys=True, separators=(",", ":"))
    document["claims"]["sha256"] = sha256(canonical.encode()).hexdigest()
    return True


HARMS: dict[str, tuple[str, Callable[[Document], bool]]] = {
    "model2-breakpoint-removed": ("model2", breakpoint_removed),
    "model2-breakpoint-moved": ("model2", breakpoint_moved),
    "model2-tail-shortened": ("model2", tail_shortened),
    "model2-margin-changed": ("model2", margin_changed),
    "model2-action-exchanged": ("model2", action_exchanged),
    "model2-verdict-changed": ("model2", verdict_changed),
    "model2-format-old": ("model2", format_old),
    "model1-entry-dropped": ("model1", entry_dropped),
    "model1-term-dropped": ("model1", term_dropped),
    "model1-format-old": ("model1", format_old),
    "control-bound-lowered": ("control", bound_lowered),
    "control-tail-flattened": ("control", tail_flattened),
    "control-action-claimed": ("control", action_claimed),
    "control-format-old": ("control", format_old),
}

KINDS = [
    Kind("expected-removed", "A refutation is no longer listed as expected", _expected_removed),
    Kind("expected-added", "Something proved, or unknown, is expected to be refuted", _expected_added),
    Kind("problem-removed", "A problem or a model is no longer demanded, its files stay", _problem_removed),
    Kind("window-allowed", "A refutation on all states is demanded on a window only", _window_allowed),
    Kind("lean-exempted", "A problem is exempted from Lean", _lean_exempted),
    Kind("symbolic-exempted", "An obligation of Model 1 is exempted from Lean", _symbolic_exempted),
    Kind("size-changed", "A problem is demanded of another size", _size_changed),
    Kind("demands-emptied", "A list of the gate, or all of it, is empty", _demands_emptied),
    Kind("theorem-demand-removed", "A Lean theorem is no longer demanded", _theorem_demand_removed),
    *(
        Kind(f"{folder}-number", "A number in a certificate grows by one", partial(_number, folder))
        for folder in ("model1", "model2", "control")
    ),
    *(Kind(kind, said(harm), partial(harmed, kind, folder, harm)) for kind, (folder, harm) in HARMS.items()),
]
