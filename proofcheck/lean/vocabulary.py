"""Everything that the audited statements talk about, down to the last definition.

A statement prints the same when a definition it mentions changes. So the definitions are printed
too, and those they mention, until nothing new appears. Names are read off the printed text, where
with all printing options on every constant occurs under its full name; a word that is no
constant is a local variable and is dropped, a dotted word that is no constant is a finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from proofcheck.lean import names
from proofcheck.lean.errors import BadAnswer
from proofcheck.lean.finding import Finding
from proofcheck.lean.forbidden import KERNEL_ARITHMETIC
from proofcheck.lean.messages import Message
from proofcheck.lean.names import Name
from proofcheck.lean.questions import (
    Asker,
    Declaration,
    declaration,
    declaration_or_alias,
    definition_of,
    is_unknown,
    signature_of,
)

_PRIVATE = "_private."
_HYGIENE = "✝"


@dataclass
class Vocabulary:
    """Texts of definitions by name, and what went wrong while collecting them."""

    entries: dict[Name, Declaration] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def collect(
    asker: Asker, statements: Mapping[Name, str], declared: Mapping[Name, Declaration]
) -> Vocabulary:
    """The definitions reachable from the statements, and kernel arithmetic if declared.

    `declared` holds the signatures known already; a theorem among them is not asked for again.
    """
    result = Vocabulary()
    seen: set[Name] = set(statements)
    todo = _mentioned(result, {names.show(name): text for name, text in statements.items()}) - seen
    todo |= {name for name in KERNEL_ARITHMETIC if name in declared}
    theorems = {name: item for name, item in declared.items() if item.kind == "theorem"}
    while todo:
        seen |= todo
        found = {name: theorems[name] for name in todo if name in theorems}
        found |= _look_up(asker, sorted(todo - found.keys()), result)
        result.entries |= {n: d for n, d in found.items() if d.kind != "recursor"}
        todo = _mentioned(result, {names.show(n): d.text for n, d in found.items()}) - seen
    _confirm(asker, result)
    return result


def _mentioned(result: Vocabulary, texts: Mapping[str, str]) -> set[Name]:
    for name, text in texts.items():
        if _PRIVATE in text:
            note = "its text mentions a private declaration: make that public"
            result.findings.append(Finding("private", name, note))
    return {name for text in texts.values() for name in names.names_in(text.replace(_HYGIENE, " "))}


def _look_up(asker: Asker, wanted: list[Name], result: Vocabulary) -> dict[Name, Declaration]:
    """Kind and text of each name that is a constant."""
    if not wanted:
        return {}
    answers = asker.ask(
        [command(name) for name in wanted for command in (signature_of, definition_of)]
    )
    result.findings += [Finding("answer", message.file, str(message)) for message in answers.stray]
    found: dict[Name, Declaration] = {}
    for index, name in enumerate(wanted):
        signature, definition = answers.per_command[2 * index : 2 * index + 2]
        if is_unknown(signature):
            result.findings += _unresolved(name)
            continue
        try:
            item = _choose(name, signature, definition)
            found[item.name] = item
        except BadAnswer as error:
            result.findings.append(Finding("answer", names.show(name), str(error)))
    return found


def _choose(name: Name, signature: Iterable[Message], definition: Iterable[Message]) -> Declaration:
    """The definition where a constant has one, else the signature."""
    short = declaration_or_alias(name, tuple(signature))
    return declaration_or_alias(name, tuple(definition)) if _has_value(short) else short


def _has_value(item: Declaration) -> bool:
    """Whether what a constant stands for is more than its type; proofs do not count."""
    return item.kind in ("def", "abbrev", "instance", "opaque")


def _unresolved(name: Name) -> list[Finding]:
    if len(name) == 1:
        return []  # a local variable or a keyword
    return [
        Finding("unresolved", names.show(name), "occurs in a statement, and Lean does not know it")
    ]


def _confirm(asker: Asker, result: Vocabulary) -> None:
    """Print all entries once more in a run that must end cleanly, and require the same texts."""
    entries = sorted(result.entries.items())
    commands = [
        (definition_of if _has_value(d) else signature_of)(name) for name, d in entries
    ]
    answers = asker.ask(commands)
    if not answers.clean:
        result.findings.append(
            Finding("answer", "vocabulary", "Lean did not print all definitions without error")
        )
        return
    for (name, expected), answer in zip(entries, answers.per_command, strict=True):
        if declaration(name, answer).text != expected.text:
            result.findings.append(
                Finding("answer", names.show(name), "Lean printed two different texts")
            )
