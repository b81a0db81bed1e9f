"""Ask Lean about compiled modules: one command per line of a generated file, answers by line.

The printing options make the answers deterministic and complete: full names, all implicit
arguments, universes and instances, no elision, no open namespace. Terms with numerals
come in Lean's raw form, as explicit as the other: the printer's notation for them is not built in.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
import textwrap
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from proofcheck.lean import build, messages, names
from proofcheck.lean.answers import Question, Record, digests
from proofcheck.lean.errors import BadAnswer, writing
from proofcheck.lean.messages import Message
from proofcheck.lean.modules import Module
from proofcheck.lean.names import Name
from proofcheck.lean.toolchain import STATE_DIR, Toolchain

RECORD = "answers.json"
OPTIONS = (
    ("pp.all", "true"),
    ("pp.deepTerms", "true"),
    ("pp.maxSteps", "1000000000"),
    ("pp.proofs", "true"),
    ("pp.rawOnError", "true"),
)
_HEAD = re.compile(
    r"(?:@\[[^\]]*\]\s+)?"
    r"(?P<modifiers>(?:(?:protected|private|noncomputable|unsafe|partial|public|meta)\s+)*)"
    r"(?P<kind>theorem|def|axiom|opaque|structure|class inductive|class|inductive|constructor"
    r"|recursor|abbrev|instance)"
    rf"\s+(?P<name>{names.NAME_RE.pattern})"
)
_NO_AXIOMS = re.compile(r"'(.+)' does not depend on any axioms", re.DOTALL)
_AXIOMS = re.compile(r"'(.+)' depends on axioms: \[(.*)\]", re.DOTALL)
_UNKNOWN = re.compile(r"Unknown (?:constant|identifier) `")
_ELIDED = "⋯"
_NO_ERROR_LIMIT = ("-D", "maxErrors=1000000000")
_RAW = re.compile(
    r"\[Error pretty printing expression: Unknown constant `rawNatLit`\. "
    r"Falling back to raw printer\.\]\n"
)
_NOT_PRINTED = ("Error pretty printing", "failed to pretty print")
_WIDTH = 120  # the width of Lean's own messages
_UNNAMED = re.compile(r"\._@\.[^\s(){}\[\],:]+")
_NAMELESS = re.compile(r"\b_uniq\.")
_WITH_CONSTRUCTORS = ("structure", "class", "inductive", "class inductive")
_UNIVERSES = r"(?:\.\{[^}]*\})?"
_MEMBER = re.compile(
    r"^(?P<title>[a-z]+:)$"
    rf"|^ {{0,2}}(?P<member>{names.NAME_RE.pattern}){_UNIVERSES} :"
    rf"|(?<=^constructor:\n)(?: *\[Error[^\n]*\n)? *(?P<maker>{names.NAME_RE.pattern})",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Answers:
    """Messages per command, those that belong to none, and whether Lean ended with status 0."""

    per_command: tuple[tuple[Message, ...], ...]
    stray: tuple[Message, ...]
    clean: bool


@dataclass(frozen=True)
class Declaration:
    """What `#print` says about a name: its kind (`theorem`, `def`, ...), modifiers and text."""

    name: Name
    kind: str
    modifiers: frozenset[str]
    text: str


class Asker:
    """Puts questions to one toolchain about one set of compiled modules.

    What is on record is not asked again; `record.write` files what was asked, once it is known to be sound.
    """

    def __init__(
        self, root: Path, toolchain: Toolchain, modules: Mapping[str, Module], timeout: float
    ) -> None:
        self.root, self.toolchain, self.timeout = root.resolve(), toolchain, timeout
        self.modules = tuple(modules)
        self.compiled = build.search_path(root, toolchain)
        self.read = self._stamps()
        about = digests(modules, self.compiled, toolchain.identity)
        self.record = Record(self.root / STATE_DIR / RECORD, about)

    def ask(self, questions: Sequence[Question]) -> Answers:
        """The answers on record, and those to the other questions from one run that imports all modules."""
        known = {question: self.record.find(question) for question in questions}
        unknown = [question for question, answer in known.items() if answer is None]
        run = self._asked(unknown) if unknown else Answers((), (), True)
        for question, answer in zip(unknown, run.per_command, strict=True):
            known[question] = answer
            self.record.add(question, answer)
        answers = tuple(known[question] or () for question in questions)
        clean = run.clean and all(message.harmless for answer in answers for message in answer)
        return Answers(answers, run.stray, clean)

    def undisturbed(self) -> bool:
        """Whether the compiled modules are the files that they were at first: nobody has built meanwhile."""
        return self._stamps() == self.read

    def _stamps(self) -> list[tuple[int, ...]]:
        paths = (self.compiled.joinpath(*name.split(".")).with_suffix(".olean") for name in self.modules)
        stats = (path.stat() if path.is_file() else None for path in paths)
        # not the time of change of the inode: a new hard link to the same file changes it
        return [(s.st_ino, s.st_size, s.st_mtime_ns) if s else () for s in stats]

    def _asked(self, questions: Sequence[Question]) -> Answers:
        commands = [str(question) for question in questions]
        header = ["prelude", *(f"import {name}" for name in self.modules)]
        header += [f"set_option {name} {value}" for name, value in OPTIONS]
        found, status = self._run("\n".join([*header, *commands]) + "\n")
        by_line: dict[int, list[Message]] = defaultdict(list)
        for message in found:
            by_line[message.line - len(header) - 1].append(message)
        per_command = tuple(tuple(by_line.pop(index, ())) for index in range(len(commands)))
        stray = tuple(message for line in sorted(by_line) for message in by_line[line])
        clean = status == 0 and all(message.harmless for message in found)
        return Answers(per_command, stray, clean)

    def _run(self, text: str) -> tuple[tuple[Message, ...], int]:
        state = self.root / STATE_DIR
        with writing(state), contextlib.ExitStack() as stack:
            state.mkdir(exist_ok=True)
            directory = stack.enter_context(tempfile.TemporaryDirectory(dir=state, prefix="audit-"))
            path = Path(directory, "Audit.lean")
            path.write_text(text, encoding="utf-8")
            run = self.toolchain.run_lean(
                ["--json", *_NO_ERROR_LIMIT, str(path)],
                what="the audit questions",
                cwd=self.root,
                search_path=self.compiled,
                timeout=self.timeout,
            )
        return messages.read(run, path.name), run.status


def signature_of(name: Name) -> Question:
    """Kind and type of a constant, for structures also the fields."""
    return Question("#print sig", name)


def definition_of(name: Name) -> Question:
    """A constant with its value."""
    return Question("#print", name)


def axioms_of(name: Name) -> Question:
    """The axioms that a constant depends on."""
    return Question("#print axioms", name)


def is_unknown(answer: Sequence[Message]) -> bool:
    """Whether Lean says that there is no constant of that name."""
    return (
        len(answer) == 1 and answer[0].severity == "error" and bool(_UNKNOWN.match(answer[0].text))
    )


def declaration(name: Name, answer: Sequence[Message]) -> Declaration:
    """Read the answer to a signature or definition command about `name`.

    BadAnswer when it is not one, is about another constant, or is not the whole text.
    """
    found = declaration_or_alias(name, answer)
    if found.name != name:
        raise BadAnswer(f"{names.show(name)}: Lean printed {names.show(found.name)} instead")
    return found


def declaration_or_alias(name: Name, answer: Sequence[Message]) -> Declaration:
    """The same, but `name` may be an exported short form of the constant that is printed."""
    text = _only_text(name, answer)
    if text.startswith("recursor "):
        return Declaration(name, "recursor", frozenset(), f"recursor of {names.show(name[:-1])}")
    head = _HEAD.match(text)
    if head is None:
        raise BadAnswer(f"{names.show(name)}: Lean printed something else: {text[:120]!r}")
    if head["kind"] in _WITH_CONSTRUCTORS:
        text = _outline(text)
    if head["kind"] == "theorem":
        text = text[head.start("kind") :]  # attributes such as defeq depend on the proof
    modifiers = frozenset(head["modifiers"].split())
    found = names.components(head["name"])
    return Declaration(found, head["kind"], modifiers, _complete(name, text))


def _outline(text: str) -> str:
    """A structure or inductive type without the types of its fields and constructors.

    Those are declarations of their own, and are printed best as such: inside a structure Lean
    cannot print numerals, and what it prints instead has nameless variables.
    """
    head, mark, rest = text.partition("\nnumber of parameters: ")
    count, _, block = _RAW.sub("", rest).partition("\n")
    odd = [
        line for line in block.split("\n") if line[:1] not in ("", " ") and not _MEMBER.match(line)
    ]
    found = list(_MEMBER.finditer(block))
    makers = sum(1 for match in found if match["maker"])
    if not (mark and count.isdigit()) or odd or makers != block.count("constructor:\n"):
        raise BadAnswer(f"not the shape of a structure or inductive type: {text[:120]!r}")
    kept = [match["title"] or f"  {match['member'] or match['maker']}" for match in found]
    return "\n".join([f"{head}\nnumber of parameters: {count}", *kept])


def _complete(name: Name, text: str) -> str:
    """The text with raw parts made readable; BadAnswer when Lean left anything out."""
    text = _RAW.sub("", text)
    if _ELIDED in text or any(words in text for words in _NOT_PRINTED):
        raise BadAnswer(f"{names.show(name)}: Lean did not print all of it: {text[:120]!r}")
    if _NAMELESS.search(text):
        raise BadAnswer(f"{names.show(name)}: Lean printed a variable without its name")
    text = _numbered(text)
    return _wrapped(text)


def _numbered(text: str) -> str:
    """Internal names of variables the source does not name, numbered as they occur.

    Lean's own numbers in them change with every edit above the declaration.
    """
    order = {name: index for index, name in enumerate(dict.fromkeys(_UNNAMED.findall(text)), 1)}
    return _UNNAMED.sub(lambda match: f"✝{order[match[0]]}", text)


@lru_cache(maxsize=1 << 14)
def _wrapped(text: str) -> str:
    """The text with long raw lines broken at spaces."""
    return "\n".join(part for line in text.split("\n") for part in _parts(line))


def _parts(line: str) -> list[str]:
    if len(line) <= _WIDTH:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(
        line, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def axioms(name: Name, answer: Sequence[Message]) -> tuple[str, ...]:
    """Read the answer to an axioms command, sorted; BadAnswer when it is not one."""
    text = _only_text(name, answer)
    if (none := _NO_AXIOMS.fullmatch(text)) and names.components(none[1]) == name:
        return ()
    if (some := _AXIOMS.fullmatch(text)) and names.components(some[1]) == name:
        return tuple(sorted(part.strip() for part in some[2].split(",")))
    raise BadAnswer(f"{names.show(name)}: Lean printed something else about axioms: {text[:120]!r}")


def _only_text(name: Name, answer: Sequence[Message]) -> str:
    if len(answer) != 1 or not answer[0].harmless:
        texts = " | ".join(message.text for message in answer) or "no answer"
        raise BadAnswer(f"{names.show(name)}: {texts}")
    return answer[0].text
