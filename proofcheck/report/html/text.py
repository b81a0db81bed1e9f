"""Foreign text made visible, and page names made of it.

Names and reasons may come from anybody's file.  What a browser would not show, or would use to reorder the
line, is replaced by a sign for it; escaping for HTML is the template engine's.
"""

from __future__ import annotations

import hashlib
import re

from proofcheck.report.text import block

PLAIN_NAME = re.compile(r"[a-z0-9][a-z0-9_.+=-]{0,119}", re.ASCII | re.IGNORECASE)


def visible(text: str) -> str:
    """The text with control characters, direction marks and lone surrogates as visible escapes."""
    return text if text.isascii() and text.isprintable() else block(text)


def page_name(identity: str, taken: set[str]) -> str:
    """The file name, without suffix, of the page of an obligation; `taken` is extended by it.

    The id itself where it is a name that every file system takes and that differs from all others also
    without regard to case; else a readable beginning and a part of the SHA-256 of the id.
    """
    plain = PLAIN_NAME.fullmatch(identity) is not None
    if not plain or identity.casefold() in taken:
        beginning = re.sub(r"[^a-zA-Z0-9]+", "-", identity)[:40].strip("-")
        digest = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()
        identity = f"{beginning}-{digest[:16]}".lstrip("-")
    taken.add(identity.casefold())
    return identity
