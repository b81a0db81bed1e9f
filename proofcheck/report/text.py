"""Text of others, made fit for the place where it is shown.

Names of files and reasons can hold anything: control characters, lone surrogates, what a format takes for
a command.  Here they are shown, never obeyed and never lost.
"""

from __future__ import annotations

import re

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # the Char of XML 1.0

MARKUP = re.compile(r"""[&<>"'|\\`*_~\[\]!@#:]""")  # what HTML or Markdown could read as its own


def escape(character: str) -> str:
    """A character as Python writes it: \\x00."""
    return character.encode("unicode_escape").decode("ascii")


def xml(text: str) -> str:
    """The text with every character that XML 1.0 cannot hold written as an escape."""
    return NOT_XML.sub(lambda match: escape(match[0]), text)


def line(text: str) -> str:
    """The text on one line, without characters that move the cursor or turn the reading direction."""
    return "".join(c if c.isprintable() else escape(c) for c in text)


def block(text: str) -> str:
    """The same, but with its line breaks."""
    return "\n".join(map(line, text.splitlines()))


def markdown(text: str) -> str:
    """The text as a code span in a cell of a GitHub table: no markup of its own has an effect."""
    shown = MARKUP.sub(lambda match: f"&#{ord(match[0])};", line(text))
    return f"<code>{shown}</code>" if shown else ""
