"""Names and reasons of an attacker are text and nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser

from proofcheck.cli import main
from proofcheck.report.html import write_run
from proofcheck.report.summary import Section
from proofcheck.verdict import Result
from tests.common import CASES
from tests.report.html.common import SOURCES, nothing_checked
from tests.report.html.conftest import Tab

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "attribute": "\"><img src=x onerror=alert(1)>'",
    "template": "{{ 7 * 7 }}{% raw %}",
    "javascript": "javascript:alert(1)//\u2028</script>",
    "tex": r"\href{javascript:alert(1)}{x}$$",
    "long": "x" * 5000,
    "right-to-left": "\u202eevil\u202c שלום",
    "zero": "a\0b\x07\ud800",
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report in which every name, reason and version is hostile."""
    texts = list(HOSTILE.values())
    results = [Result(text, "error", text) for text in texts]
    sections = [Section(text, text, results, version=text) for text in texts[:3]]
    sections.append(Section("problem", "python", results))
    run = nothing_checked(*sections, left_out=texts)
    run.report.versions.update(dict(zip(texts, texts, strict=True)))
    out = tmp_path_factory.mktemp("hostile") / "html"
    write_run(run, SOURCES, out)
    return out


@pytest.mark.parametrize("path", ["index.html", "cases.html", "section/problem.python.html"])
def test_hostile_names_are_text(tab: Tab, hostile: Path, path: str) -> None:
    """No dialog, no element of theirs, nothing wider than the window; the text is there to be read."""
    page = tab.open(hostile / path, "#problem=problem" if path == "cases.html" else "")
    assert page.locator("img[src=x]").count() == 0
    text = page.locator("main").inner_text()
    for kind in ("script", "attribute", "template", "tex"):
        assert HOSTILE[kind] in text
    assert "\\u202eevil" in text
    assert "a\\x00b\\x07\\ud800" in text
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.evaluate("window.innerWidth")


def test_every_hostile_name_has_a_page_of_its_own(tab: Tab, hostile: Path) -> None:
    """Reached from the case browser, with the name as heading."""
    found = sorted((hostile / "other").iterdir())
    assert len(found) == len(HOSTILE)
    page = tab.open(hostile / "cases.html", "#q=alert(1)")
    page.locator("#found tbody a").first.click()
    page.wait_for_url("**/other/**")
    assert "<script>alert(1)</script>" in page.locator("h1").inner_text()


def test_the_filters_of_a_hostile_address_are_text(tab: Tab, hostile: Path) -> None:
    """The fragment is data for the fields only."""
    address = "#q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&page=-7&problem=none"
    page = tab.open(hostile / "cases.html", address)
    assert page.get_by_label("Search").input_value() == "<img src=x onerror=alert(1)>"
    assert page.locator("img").count() == 0


def test_a_page_may_not_ask_the_network_for_anything(browser: Browser, hostile: Path) -> None:
    """Even if a script could be planted, the policy of the page stops what it asks for."""
    page = browser.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.goto((hostile / "index.html").as_uri())
    outcome = page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')")
    assert outcome == "refused"
    assert any("Content Security Policy" in text for text in refused)
    page.context.close()


def test_words_of_a_statement_and_of_a_certificate_are_text(tab: Tab, tmp_path: Path) -> None:
    """A title, a meaning, the remark of an open case: free text that the checker takes as it is."""
    cases = tmp_path / "cases"
    shutil.copytree(CASES / "two_server", cases / "two_server")
    (cases / "gate.toml").write_text('[[problem]]\nsource = "two_server.toml"\n', "utf-8")
    source = (Path(CASES).parent / "proofcheck/problem/builtin/two_server.toml").read_text("utf-8")
    title = next(line for line in source.splitlines() if line.startswith("title"))
    (cases / "two_server.toml").write_text(source.replace(title, f"title = '{HOSTILE['script']}'"), "utf-8")
    runner = CliRunner()
    made = runner.invoke(main, ["generate", "--cases", str(cases)])
    assert made.exit_code == 0, made.output
    certificate = cases / "two_server" / "claim.json"
    document = json.loads(certificate.read_text("utf-8"))
    entry = document["obligations"][0]
    entry["proof"] = {"case": "all", "unproved": HOSTILE["attribute"]}
    entry["verdict"] = "unproved"
    certificate.write_text(json.dumps(document), "utf-8")
    out = tmp_path / "html"
    result = runner.invoke(main, ["report", "--cases", str(cases), "--out", str(out)])
    assert result.exit_code == 3, result.output
    page = tab.open(out / "problem" / "two_server.html")
    assert HOSTILE["script"] in page.locator("main").inner_text()
    page = tab.open(out / "case" / f"{entry['id']}.html")
    assert f"Open: {HOSTILE['attribute']}" in page.locator("main").inner_text()
    assert page.locator("img").count() == 0
