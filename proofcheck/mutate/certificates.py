"""Faults in the certificates of the problems and the models of the gate."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from proofcheck.certificate.document import leaves
from proofcheck.certificate.write import layout
from proofcheck.mutate.fault import Fault, Kind, dice, said
from proofcheck.mutate.folders import certificate_files, folders
from proofcheck.mutate.project import Edits, Project

Document = dict[str, Any]
Change = Callable[[random.Random, Document], str]  # change a document, and say where; "" if it cannot be


def written(document: Any) -> bytes:
    """A document as the file that holds it."""
    return f"{layout(document)}\n".encode()


# -------- places in a certificate


def _sums(document: Document) -> list[tuple[str, Document]]:
    """Every leaf and every exclusion that uses a hypothesis, each with its place in words."""
    found = []
    for entry in document["obligations"]:
        parts = [leaf.entry for leaf in leaves(entry["proof"])] + entry.get("excluded", [])
        found += [(_place(entry, k, part), part) for k, part in enumerate(parts) if part.get("sum")]
    return found


def _place(entry: Document, k: int, part: Document) -> str:
    """Where a leaf is, in words: its case, if it names one."""
    return f"{entry['id']}, {part.get('case', f'leaf {k}')}"


def _splits(document: Document) -> list[tuple[str, Document]]:
    """Every inner node of a case tree."""
    found = []

    def walk(where: str, node: Document) -> None:
        if "split" in node:
            found.append((f"{where}, split at {node['split']}", node))
            for inner in node["cases"]:
                walk(where, inner)

    for entry in document["obligations"]:
        walk(entry["id"], entry["proof"])
    return found


def _uses(document: Document, named: Callable[[Document], bool]) -> list[tuple[str, Document, int]]:
    """Every use of a hypothesis that has a property: the place, the leaf, the position in its sum."""
    return [
        (f"{where}, hypothesis {k}", leaf, k)
        for where, leaf in _sums(document)
        for k, use in enumerate(leaf["sum"])
        if named(use)
    ]


def _of_the_cone(use: Document) -> bool:
    return "of" in use


# -------- the faults


def multiplier(dice: random.Random, document: Document) -> str:
    """A multiplier grows by one."""
    where, leaf, k = dice.choice(_uses(document, lambda use: isinstance(use["times"], int)) or [("", {}, 0)])
    if where:
        leaf["sum"][k]["times"] += 1
    return where


def goal_multiplier(dice: random.Random, document: Document) -> str:
    """The goal's multiplier doubles, the hypotheses stay."""
    where, leaf = dice.choice(_sums(document) or [("", {})])
    if where:
        leaf["goal_times"] *= 2
    return where


def hypothesis_moved(dice: random.Random, document: Document) -> str:
    """An inequality of the cone is used one state further up."""
    where, leaf, k = dice.choice(_uses(document, _of_the_cone) or [("", {}, 0)])
    if where:
        leaf["sum"][k]["at"][0] += 1
    return where


def hypothesis_replaced(dice: random.Random, document: Document) -> str:
    """Another inequality of the cone is used in its place."""
    found = _uses(document, _of_the_cone)
    names = sorted({leaf["sum"][k]["use"] for _, leaf, k in found})
    where, leaf, k = dice.choice(found if len(names) > 1 else [("", {}, 0)])
    if where:
        use = leaf["sum"][k]
        use["use"] = dice.choice([name for name in names if name != use["use"]])
    return where


def hypothesis_dropped(dice: random.Random, document: Document) -> str:
    """A hypothesis is left out of a sum."""
    where, leaf, k = dice.choice(_uses(document, lambda use: True) or [("", {}, 0)])
    if where:
        del leaf["sum"][k]
    return where


def case_dropped(dice: random.Random, document: Document) -> str:
    """A case of a split is left out."""
    where, node = dice.choice(_splits(document) or [("", {})])
    if where:
        del node["cases"][dice.randrange(len(node["cases"]))]
    return where


def split_dropped(dice: random.Random, document: Document) -> str:
    """One case of a split stands for all of them."""
    several = [(where, node) for where, node in _splits(document) if len(node["cases"]) > 1]
    where, node = dice.choice(several or [("", {})])
    if where:
        kept = node["cases"][dice.randrange(len(node["cases"]))]
        node.clear()
        node.update(kept)
    return where


def case_open(dice: random.Random, document: Document) -> str:
    """A case is left open, and the verdict says so."""
    proved = [
        (_place(entry, k, leaf.entry), entry, leaf.entry)
        for entry in document["obligations"]
        for k, leaf in enumerate(leaves(entry["proof"]))
        if leaf.kind == "proved" and entry["verdict"] == "proved"
    ]
    where, entry, leaf = dice.choice(proved or [("", {}, {})])
    if where:
        kept = {key: leaf[key] for key in ("case", "minimisers") if key in leaf}
        leaf.clear()
        leaf.update(kept | {"unproved": "left for later"})
        entry["verdict"] = "unproved"
    return where


def exclusion_dropped(dice: random.Random, document: Document) -> str:
    """An exclusion of minimisers that cannot be is left out."""
    found = [entry for entry in document["obligations"] if entry.get("excluded")]
    if not found:
        return ""
    entry = dice.choice(found)
    del entry["excluded"][dice.randrange(len(entry["excluded"]))]
    return str(entry["id"])


def _proofs(document: Document) -> list[tuple[Document, Document]]:
    """Neighbouring obligations of a file with different proofs."""
    pairs = zip(document["obligations"], document["obligations"][1:], strict=False)
    return [pair for pair in pairs if pair[0]["proof"] != pair[1]["proof"]]


def region_widened(dice: random.Random, document: Document) -> str:
    """The proof for one region is used for the next one too."""
    near, far = dice.choice(_proofs(document) or [({}, {})])
    if not near:
        return ""
    far["proof"] = near["proof"]
    return f"{near['id']} for {far['id']}"


def proofs_exchanged(dice: random.Random, document: Document) -> str:
    """Two obligations have each other's proofs."""
    one, other = dice.choice(_proofs(document) or [({}, {})])
    if not one:
        return ""
    one["proof"], other["proof"] = other["proof"], one["proof"]
    return f"{one['id']} and {other['id']}"


def _refutations(document: Document) -> list[tuple[str, Document]]:
    """Every refuting function, with the obligation that it refutes."""
    return [
        (entry["id"], leaf.entry["refuted"])
        for entry in document["obligations"]
        for leaf in leaves(entry["proof"])
        if leaf.kind == "refuted"
    ]


def refutation_flat(dice: random.Random, document: Document) -> str:
    """A refuting function is made constant, its parameters 0, so that it refutes nothing."""
    where, refuted = dice.choice(_refutations(document) or [("", {})])
    if where:
        for table in ("f", "parameters"):
            refuted |= {table: dict.fromkeys(refuted[table], 0)} if table in refuted else {}
        refuted |= {"sum of f": "0"} if "sum of f" in refuted else {}
        refuted |= {"lesser": "0", "greater": "0"}
    return where


def refutation_turned(dice: random.Random, document: Document) -> str:
    """A refuting function and its parameters change their signs."""
    where, refuted = dice.choice(_refutations(document) or [("", {})])
    for table in ("f", "parameters"):
        for key, value in refuted.get(table, {}).items():
            turned = -Fraction(value)
            refuted[table][key] = int(turned) if turned.denominator == 1 else str(turned)
    return where


def refutation_narrowed(dice: random.Random, document: Document) -> str:
    """A refutation on all states is claimed on a window only."""
    return _narrowed(dice, document, "window")


def refutation_overclaimed(dice: random.Random, document: Document) -> str:
    """A refutation on a window only is said to be on all states."""
    return _narrowed(dice, document, "global")


def _narrowed(dice: random.Random, document: Document, scope: str) -> str:
    found = [(where, one) for where, one in _refutations(document) if one.get("degree")]
    where, refuted = dice.choice(found or [("", {})])
    if where:
        refuted |= {"degree": None, "scope": scope}
    return where


def goal_reworded(dice: random.Random, document: Document) -> str:
    """What a certificate says that it proves is turned around."""
    sides = {k: entry["goal"].split(" <= ") for k, entry in enumerate(document["obligations"])}
    uneven = [k for k, (lesser, greater) in sides.items() if lesser != greater]
    if not uneven:
        return ""
    k = dice.choice(uneven)
    document["obligations"][k]["goal"] = " <= ".join(reversed(sides[k]))
    return str(document["obligations"][k]["id"])


def obligations_emptied(dice: random.Random, document: Document) -> str:
    """The list of obligations is empty."""
    document["obligations"] = []
    return "all"


def obligation_dropped(dice: random.Random, document: Document) -> str:
    """An obligation is left out of its file."""
    entry = dice.choice(document["obligations"])
    document["obligations"].remove(entry)
    return str(entry["id"])


def format_old(dice: random.Random, document: Document) -> str:
    """The file says it is of an older format."""
    document["format"] = document["format"].rpartition("/")[0] + "/0"
    return "format"


def hash_changed(dice: random.Random, document: Document) -> str:
    """The digest of the statement is another one."""
    head = document.get("problem") or document["model"]
    head["sha256"] = ("0" if head["sha256"][0] != "0" else "1") + head["sha256"][1:]
    return "sha256"


def rescaled(dice: random.Random, document: Document) -> str:
    """Every leaf is multiplied by two, the goal's multiplier included: the same proof."""
    sums = _sums(document)
    for _, leaf in sums:
        leaf["goal_times"] *= 2
        for use in leaf["sum"]:
            if not isinstance(use["times"], int):
                return ""
            use["times"] *= 2
    return f"{len(sums)} leaves" if sums else ""


CHANGES: dict[str, Change] = {
    "multiplier": multiplier,
    "goal-multiplier": goal_multiplier,
    "hypothesis-moved": hypothesis_moved,
    "hypothesis-replaced": hypothesis_replaced,
    "hypothesis-dropped": hypothesis_dropped,
    "case-dropped": case_dropped,
    "split-dropped": split_dropped,
    "case-open": case_open,
    "exclusion-dropped": exclusion_dropped,
    "region-widened": region_widened,
    "proofs-exchanged": proofs_exchanged,
    "refutation-flat": refutation_flat,
    "refutation-turned": refutation_turned,
    "refutation-narrowed": refutation_narrowed,
    "refutation-overclaimed": refutation_overclaimed,
    "goal-reworded": goal_reworded,
    "obligations-emptied": obligations_emptied,
    "obligation-dropped": obligation_dropped,
    "format-old": format_old,
    "hash-changed": hash_changed,
    "rescaled": rescaled,
}
EQUIVALENT = ("rescaled",)


def _changed(kind: str, project: Project, seed: int) -> Iterator[Fault]:
    """A fault of this kind in every certificate that has a place for it."""
    for path in certificate_files(project):
        document = json.loads(project.text(path))
        where = CHANGES[kind](dice(seed, kind, path), document)
        if where:
            edits = partial(_edits, path, written(document))
            yield Fault(kind, f"{path}: {where}", edits, kind in EQUIVALENT)


def _edits(path: str, content: bytes) -> Edits:
    return {path: content}


def _swapped(project: Project, seed: int) -> Iterator[Fault]:
    """Two neighbouring certificate files of a problem exchange their contents."""
    paths = list(certificate_files(project))
    for one, other in zip(paths[::2], paths[1::2], strict=False):
        edits = partial(exchange, project, one, other)
        yield Fault("files-swapped", f"{one} and {other}", edits)


def exchange(project: Project, one: str, other: str) -> Edits:
    """Two files with each other's contents."""
    return {one: project.read(other), other: project.read(one)}


def _swapped_between(follow: bool, project: Project, seed: int) -> Iterator[Fault]:
    alike: dict[tuple[str, str], list[str]] = {}
    for folder in folders(project):
        for path in folder.certificates(project):
            alike.setdefault((folder.language.head, Path(path).name), []).append(path)
    for (head, _), paths in alike.items():
        for one, other in pairwise(paths):
            if follow:
                edits = partial(_exchange_bodies, project, head, one, other)
                yield Fault("folders-swapped.consistent", f"{one} and {other}", edits)
            else:
                yield Fault("folders-swapped", f"{one} and {other}", partial(exchange, project, one, other))


def _exchange_bodies(project: Project, head: str, one: str, other: str) -> Edits:
    """All but what each file says of whom it is for."""
    found = {path: json.loads(project.text(path)) for path in (one, other)}
    return {
        path: written(found[source] | {head: found[path][head]})
        for path, source in ((one, other), (other, one))
    }


def _emptied(project: Project, seed: int) -> Iterator[Fault]:
    for path in certificate_files(project):
        yield Fault("file-emptied", path, partial(_edits, path, b""))


def _foreign(project: Project, seed: int) -> Iterator[Fault]:
    """A certificate stands a second time under another name."""
    for path in certificate_files(project):
        copy = path.removesuffix(".json") + ".again.json"
        yield Fault("file-foreign", copy, partial(_edits, copy, project.read(path)))


SWAPPED = "Certificates of one name exchange their contents, from folder to folder"
KINDS = [
    *(Kind(kind, said(change), partial(_changed, kind)) for kind, change in CHANGES.items()),
    Kind("files-swapped", "Two certificate files exchange their contents", _swapped),
    Kind("folders-swapped", SWAPPED, partial(_swapped_between, False)),
    Kind("folders-swapped.consistent", f"{SWAPPED}; the heads stay", partial(_swapped_between, True)),
    Kind("file-emptied", "A certificate file is empty", _emptied),
    Kind("file-foreign", "A file stands in a folder that it does not belong to", _foreign),
]
