"""Text of others, for any text at all."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from proofcheck.report.github import command
from proofcheck.report.text import block, line, markdown, xml

ANY = st.text(st.characters(exclude_categories=()))  # lone surrogates too


@given(ANY)
def test_xml_holds_any_text_and_keeps_what_it_can(text: str) -> None:
    """What comes out of a parser is what went in, but for line ends, which XML makes the same."""
    shown = xml(text)
    element = ElementTree.Element("a")
    element.text = shown
    back = ElementTree.fromstring(ElementTree.tostring(element, "utf-8")).text or ""
    assert back == shown.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.isprintable():
        assert shown == text


@given(ANY)
def test_a_line_is_one_line_of_utf_8(text: str) -> None:
    """Printable, and unchanged where it was."""
    shown = line(text)
    shown.encode("utf-8")
    assert len(shown.splitlines()) <= 1
    assert shown.isprintable()
    assert line(shown) == shown


@given(ANY)
def test_a_block_has_no_more_than_line_breaks(text: str) -> None:
    """Each of its lines is one."""
    assert all(part.isprintable() for part in block(text).split("\n"))


@given(ANY)
def test_markdown_is_a_code_span_without_markup(text: str) -> None:
    """No tag, no cell, no link, no mention."""
    inner = markdown(text).removeprefix("<code>").removesuffix("</code>")
    assert not any(character in inner for character in "<>|`*_[]@\n")


@given(ANY, ANY)
def test_a_workflow_command_is_one_command(title: str, message: str) -> None:
    """Whatever the texts are, the runner reads the same parts."""
    found = command("error", {"title": title}, message)
    assert len(found.splitlines()) == 1
    name, about, said = found.removeprefix("::").split(" ", 1)[0], *found.split("::", 2)[1:]
    assert name == "error"
    assert about.count(",") == 0
    plain = said.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    assert plain == block(message)
