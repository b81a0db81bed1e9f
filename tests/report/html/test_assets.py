"""The mathematics renderer is shipped as its authors publish it: KaTeX 0.19.1 from the npm registry."""

from __future__ import annotations

import hashlib
import re

from proofcheck.report.html.site import assets

PINNED = {
    "assets/katex/LICENSE": "766ccc1f306c885aa45542a9846bbd0a505b27a0374f146778171c2254ce18e3",
    "assets/katex/katex.min.css": "00e0b094171b07f58422075f469b4feac2b2f7bce1aeec943c08da4d697f4dcf",
    "assets/katex/katex.min.js": "fa140498b8cfc8302cbe5e7cb1bdbc1f952bc38b3fa258ede09e73edbf9a74bc",
}
# Of all fonts one after the other, by name.
FONTS = "828407d84173ee0cab8a07f900dc1fe257f9f19fd77cfef835aa9772443677a8"


def test_its_files_are_the_published_ones() -> None:
    """By SHA-256."""
    found = {path: content for path, content in assets().items() if path.startswith("assets/katex/")}
    fonts = {path: content for path, content in found.items() if "/fonts/" in path}
    digests = {path: hashlib.sha256(found[path]).hexdigest() for path in found.keys() - fonts.keys()}
    assert digests == PINNED
    assert hashlib.sha256(b"".join(fonts[path] for path in sorted(fonts))).hexdigest() == FONTS


def test_every_font_that_the_style_names_first_is_there() -> None:
    """No request can fail."""
    found = assets()
    style = found["assets/katex/katex.min.css"].decode("utf-8")
    named = set(re.findall(r"src:url\((fonts/[^)]+\.woff2)\)", style))
    assert len(named) == 20
    assert {f"assets/katex/{name}" for name in named} <= found.keys()


def test_its_licence_allows_it() -> None:
    """MIT, and it travels with every report."""
    assert assets()["assets/katex/LICENSE"].startswith(b"The MIT License")
