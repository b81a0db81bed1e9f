"""Every declaration of the project, as Lean recorded and now prints it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from proofcheck.lean import forbidden, ilean, names
from proofcheck.lean.answers import Question
from proofcheck.lean.errors import BadAnswer
from proofcheck.lean.finding import Finding
from proofcheck.lean.messages import Message
from proofcheck.lean.names import Name
from proofcheck.lean.questions import (
    Asker,
    Declaration,
    axioms,
    axioms_of,
    declaration,
    signature_of,
)

_PRIVATE = "_private."
_UNSAFE = frozenset({"unsafe", "partial"})


@dataclass
class Census:
    """Declarations by name with the module of each, axioms of the theorems asked for, findings."""

    declarations: dict[Name, Declaration] = field(default_factory=dict)
    modules: dict[Name, str] = field(default_factory=dict)
    axioms: dict[Name, tuple[str, ...]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def theorems(self) -> dict[Name, Declaration]:
        """The declarations that are theorems."""
        return {name: found for name, found in self.declarations.items() if found.kind == "theorem"}


def take(asker: Asker, wanted: Collection[Name] | None = None) -> Census:
    """Ask Lean for the signature of every declaration and the axioms of those `wanted`, or of every theorem.

    Each comes from a run that must end with status 0 and without error or warning.
    """
    result = Census()
    _declared(asker.modules, asker.compiled, result)
    asker.record.owners = result.modules
    everything = sorted(result.modules)
    for name, answer in zip(everything, _answers(asker, signature_of, everything, result), strict=True):
        with _Noting(result, name):
            result.declarations[name] = declaration(name, answer)
    asked = sorted(result.theorems() if wanted is None else set(wanted) & result.modules.keys())
    for name, answer in zip(asked, _answers(asker, axioms_of, asked, result), strict=True):
        with _Noting(result, name):
            result.axioms[name] = axioms(name, answer)
    result.findings += _suspicious(result)
    return result


def _answers(
    asker: Asker, question: Callable[[Name], Question], about: list[Name], result: Census
) -> tuple[tuple[Message, ...], ...]:
    """The answers to a question about each name; what is not clean becomes a finding."""
    answers = asker.ask([question(name) for name in about])
    bad = [m for group in (*answers.per_command, answers.stray) for m in group if not m.harmless]
    result.findings += [Finding("answer", "audit", str(message)) for message in bad]
    if not (bad or answers.clean):
        result.findings.append(Finding("answer", "audit", "Lean did not end with status 0"))
    return answers.per_command


class _Noting:
    """Turn a BadAnswer about a name into a finding."""

    def __init__(self, census: Census, name: Name) -> None:
        self._census, self._name = census, name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, BadAnswer):
            return False
        self._census.findings.append(Finding("answer", names.show(self._name), str(error)))
        return True


def _declared(modules: Iterable[str], library: Path, result: Census) -> None:
    """Which module declares which name, from what Lean wrote next to the compiled modules."""
    places: defaultdict[Name, list[str]] = defaultdict(list)
    for module in modules:
        index = ilean.read(library.joinpath(*module.split(".")).with_suffix(".ilean"))
        for text, line in index.declarations.items():
            if text.startswith(_PRIVATE):
                result.findings.append(
                    Finding("private", text, f"declared in {module}, line {line}: make it public")
                )
            else:
                places[names.components(text)].append(module)
    result.modules = {name: found[0] for name, found in places.items()}
    for name, found in sorted(places.items()):
        if len(found) > 1:
            result.findings.append(
                Finding("duplicate", names.show(name), f"declared in {' and '.join(found)}")
            )


def _suspicious(census: Census) -> list[Finding]:
    """Declarations that are assumed instead of proved or that the kernel does not check."""
    found = [
        Finding("forbidden", names.show(name), why)
        for name, module in sorted(census.modules.items())
        if (why := forbidden.built_in(name, module))
    ]
    for name, item in sorted(census.declarations.items()):
        if _is_marker(census.modules, name, item):
            continue
        if item.kind == "axiom":
            found.append(
                Finding(
                    "axiom", names.show(name), f"declared as an axiom in {census.modules[name]}"
                )
            )
        elif item.kind == "opaque" or item.modifiers & _UNSAFE:
            found.append(
                Finding(
                    "forbidden",
                    names.show(name),
                    f"declared opaque, unsafe or partial: {item.text}",
                )
            )
    return found


def _is_marker(modules: Mapping[Name, str], name: Name, item: Declaration) -> bool:
    """The code generator's markers: unsafe, so that no theorem can use them."""
    allowed = modules[name] == forbidden.BASIS and names.show(name) in forbidden.MARKERS
    return allowed and item.kind == "axiom" and "unsafe" in item.modifiers
