"""Words and options that must not occur in the Lean sources.

Lean itself decides what is proved; this scan keeps out what could make it decide less: axioms,
holes, compiled evaluation, replaced implementations, new syntax, options that switch checks off.
Options are denied unless listed here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from proofcheck.lean import source
from proofcheck.lean.finding import Finding
from proofcheck.lean.modules import Module

BASIS = "ProofCheck.Basis"
MARKERS = ("lcErased", "lcAny")
WORDS = frozenset(
    "axiom sorry admit native_decide implemented_by extern csimp unsafe partial opaque private "
    "macro macro_rules syntax notation infix infixl infixr prefix postfix elab elab_rules "
    "declare_syntax_cat run_cmd run_elab run_meta initialize builtin_initialize "
    "#eval #exit".split()
)
NAMES = frozenset({"sorryAx", "reduceBool", "reduceNat", "ofReduceBool", "ofReduceNat"})
OPTIONS = frozenset(
    "genInjectivity genSizeOf genCtorIdx bootstrap.genMatcherCode "
    "bootstrap.inductiveCheckResultingUniverse autoImplicit relaxedAutoImplicit "
    "maxRecDepth maxHeartbeats".split()
)
OPTION_PREFIX = "linter."  # style only

# The kernel gives string and character literals these types, whatever the project declares under the names,
# and computes these functions on numerals by machine arithmetic, whatever the project defines them as.
LITERAL_TYPES = frozenset({"String", "Char"})
KERNEL_ARITHMETIC: tuple[tuple[str, ...], ...] = tuple(
    ("Nat", part)
    for part in (
        *("add", "sub", "mul", "div", "mod", "gcd", "beq", "ble", "pow", "log2"),
        *("land", "lor", "xor", "shiftLeft", "shiftRight"),
    )
)

QUOTES = str.maketrans("«»", "  ")
_IDENTIFIER = re.compile(r"[^\W\d][\w'!?]*(?:\.[^\W\d][\w'!?]*)*|#\w+")
_MARKER = re.compile(rf"^unsafe axiom (?:{'|'.join(MARKERS)})(?![\w'!?.])", re.MULTILINE)
_SET_OPTION = re.compile(r"\bset_option\s+(\S+)")
_LAKE_ARGUMENTS = re.compile(r"(?:more|weak)\w*(?:Args|Options)")


def scan(root: Path, modules: Mapping[str, Module]) -> list[Finding]:
    """Every forbidden word or option of the sources and of the lake configuration."""
    sources = ((module.name, module.content.decode("utf-8")) for module in modules.values())
    return [finding for name, text in sources for finding in _in_source(name, text)] + list(_scan_lake(root))


def built_in(name: tuple[str, ...], module: str) -> str:
    """Why a name must not be declared in a module, because the kernel knows better; or nothing."""
    if name[0] in LITERAL_TYPES:
        return f"declared in {module}: the kernel types literals by this name"
    if name in KERNEL_ARITHMETIC and module != BASIS:
        return f"declared in {module}: the kernel computes it, so it belongs to {BASIS}"
    return ""


@lru_cache(maxsize=256)
def _in_source(module: str, text: str) -> tuple[Finding, ...]:
    return tuple(_scan_module(module, text))


def _scan_module(module: str, text: str) -> Iterator[Finding]:
    for position in source.literals(text, place=module):
        yield _at(module, text, position, "string and character literals are not allowed")
    code = source.code(text, place=module, keep_quoted=True).translate(QUOTES)
    if module == BASIS:
        code = _MARKER.sub(lambda match: " " * len(match[0]), code)
    for match in _IDENTIFIER.finditer(code):
        last = match[0].rsplit(".", 1)[-1]
        if match[0] in WORDS or last in NAMES:
            yield _at(module, code, match.start(), f"the word {match[0]} is not allowed")
    for match in _SET_OPTION.finditer(code):
        if not allowed(match[1]):
            yield _at(module, code, match.start(), f"the option {match[1]} is not allowed")


def allowed(option: str) -> bool:
    """Whether a source may set this option."""
    return option in OPTIONS or option.startswith(OPTION_PREFIX)


def _at(module: str, code: str, position: int, text: str) -> Finding:
    return Finding("forbidden", module, f"line {source.line_of(code, position)}: {text}")


def _scan_lake(root: Path) -> Iterator[Finding]:
    if (root / "lakefile.lean").exists():
        yield Finding(
            "forbidden", "lakefile.lean", "only lakefile.toml is read here, remove the file"
        )
    path = root / "lakefile.toml"
    if not path.is_file():
        return
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        yield Finding("forbidden", path.name, f"cannot be read: {error}")
        return
    for key, value in _entries(data):
        if _LAKE_ARGUMENTS.fullmatch(key):
            yield Finding("forbidden", path.name, f"the key {key} can change what Lean checks")
        if key == "leanOptions":
            yield from (
                Finding("forbidden", path.name, f"the option {option} is not allowed")
                for option in _option_names(value)
                if not allowed(option)
            )


def _entries(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        yield from value.items()
    for inner in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from _entries(inner)


def _option_names(value: object, prefix: str = "") -> Iterable[str]:
    """Dotted option names of a `leanOptions` table, nested or as a list of name/value tables."""
    if isinstance(value, list):
        return [str(item.get("name")) if isinstance(item, dict) else str(item) for item in value]
    if isinstance(value, dict):
        return [
            name for key, inner in value.items() for name in _option_names(inner, f"{prefix}{key}.")
        ]
    return [prefix.rstrip(".")]
