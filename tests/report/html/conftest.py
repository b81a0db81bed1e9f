"""A report of the committed cases, made once, and a real browser to open it in."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import environ
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, sync_playwright

from proofcheck.cli import main

ROOT = Path(__file__).parents[3]
MODELS = ("mm1_admission", "four_servers")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
MISSING = "no Chromium: `apt-get install chromium`, or set CHROMIUM to one, or say --without-browser"


@pytest.fixture(scope="session")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The committed cases, but of Model 2 and of the models two each: all of them take long to check."""
    copy = tmp_path_factory.mktemp("project") / "cases"
    shutil.copytree(ROOT / "cases", copy)
    text = (copy / "index.toml").read_text("utf-8")
    head, *instances = re.split(r"(?m)^(?=\[\[instance\]\])", text)
    kept = [one for one in instances if "K = 4" in one or "witness" in one]
    assert len(kept) == 2
    (copy / "index.toml").write_text(head + "".join(kept), "utf-8")
    for path in (copy / "model2").iterdir():
        if not path.name.startswith(("K4.", "K5.law")):
            path.unlink()
    listed = re.split(r"(?m)^(?=\[\[)", (copy / "gate.toml").read_text("utf-8"))
    chosen = [one for one in listed if "[[model]]" not in one or any(name in one for name in MODELS)]
    (copy / "gate.toml").write_text("".join(chosen), "utf-8")
    for path in (copy / "models").iterdir():
        if path.stem not in MODELS:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    return copy


@pytest.fixture(scope="session")
def site(cases: Path) -> Path:
    """What `proofcheck report` makes of them."""
    out = cases.parent / "html"
    options = ["--cases", str(cases), "--lean-project", str(ROOT / "lean")]
    figures = ["--figures", str(ROOT / "docs/figures")]
    result = CliRunner().invoke(main, ["report", "--out", str(out), *options, *figures])
    assert result.exit_code == 0, result.output
    return out


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Headless Chromium; a failure where there is none."""
    if request.config.getoption("--without-browser"):
        pytest.skip("--without-browser")
    found = environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert found, MISSING
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield launched
        launched.close()


@dataclass
class Tab:
    """A page of the browser, with everything on its console and every address that it asked for."""

    page: Page
    console: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def open(self, path: Path, fragment: str = "") -> Page:
        """Open a file."""
        self.page.goto(path.absolute().as_uri() + fragment)
        return self.page


def watched(browser: Browser, **options: object) -> Tab:
    """A tab that keeps a record."""
    page = browser.new_context(**options).new_page()
    tab = Tab(page)
    page.on("console", lambda message: tab.console.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: tab.console.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (tab.console.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda request: tab.requests.append(request.url))
    return tab


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    """A tab in which nothing may go wrong: no word on the console, no request that leaves the disk."""
    tab = watched(browser, viewport={"width": 1280, "height": 900})
    yield tab
    assert tab.console == []
    assert [url for url in tab.requests if not url.startswith(("file:", "data:"))] == []
    tab.page.context.close()
