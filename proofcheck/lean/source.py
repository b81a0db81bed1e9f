"""Lean source text with everything that is not code blanked out.

Comments, strings, characters and «quoted» name parts become spaces, line breaks stay, so that
what is left can be searched for words and every hit has its true line.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from proofcheck.lean.errors import BadSource

_OPENING = re.compile(
    r"""(?P<line>--[^\n]*)|(?P<block>/-)|(?P<raw>\br(?P<hashes>\#*)")|(?P<string>")
    |(?P<char>(?<![\w'!?])'(?:\\.[^'\n]*|[^\\'\n])')|(?P<quoted>«[^»]*»?)""",
    re.VERBOSE,
)
_BLOCK_EDGE = re.compile(r"/-|-/")
_STRING_END = re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL)


def read(path: Path) -> str:
    """The text of a source; BadSource when it cannot be read or is not UTF-8."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadSource(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise BadSource(f"{path}: not UTF-8 (byte {error.start})") from None


@lru_cache(maxsize=256)
def code(text: str, *, place: str, keep_quoted: bool = False) -> str:
    """`text` with all that is not code blanked; BadSource for an unclosed comment or string."""
    out: list[str] = []
    position = 0
    while match := _OPENING.search(text, position):
        end = _end(text, match, place)
        keep = keep_quoted and match["quoted"] is not None
        found = text[match.start() : end]
        out += [text[position : match.start()], found if keep else _blank(found)]
        position = end
    return "".join(out) + text[position:]


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _end(text: str, match: re.Match[str], place: str) -> int:
    if match["block"]:
        end = _block_end(text, match.end())
    elif match["raw"]:
        closing = text.find('"' + match["hashes"], match.end())
        end = None if closing < 0 else closing + 1 + len(match["hashes"])
    elif match["string"]:
        closed = _STRING_END.match(text, match.end())
        end = closed.end() if closed else None
    elif match["quoted"]:
        end = match.end() if match[0].endswith("»") and "\n" not in match[0] else None
    else:
        return match.end()
    if end is None:
        kind = "quoted name" if match["quoted"] else "comment or string"
        raise BadSource(f"{place}:{line_of(text, match.start())}: {kind} is not closed")
    return end


def literals(text: str, *, place: str) -> list[int]:
    """Where string and character literals begin."""
    found, position = [], 0
    while match := _OPENING.search(text, position):
        if match["raw"] or match["string"] or match["char"]:
            found.append(match.start())
        position = _end(text, match, place)
    return found


def _block_end(text: str, position: int) -> int | None:
    depth = 1
    while depth:
        edge = _BLOCK_EDGE.search(text, position)
        if edge is None:
            return None
        depth += 1 if edge[0] == "/-" else -1
        position = edge.end()
    return position


def line_of(text: str, position: int) -> int:
    """The line, counted from 1, of a position in the text."""
    return text.count("\n", 0, position) + 1
