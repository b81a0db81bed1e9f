"""The report as a person meets it: opened from disk in a real browser."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from os.path import normpath
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.report.html.conftest import ROOT, Tab, watched

PAGES = (
    "index.html",
    "cases.html",
    "case/three_server.routing.K4.y0.x2+.html",
    "case/three_server.closure.K4.y0.x0+.html",
    "case/many_server_m3.routing.K5.y0.x1.html",
    "problems.html",
    "problem/three_server.html",
    "models.html",
    "model/mm1_admission.claim.threshold.x0+.html",
    "model1.html",
    "model2.html",
    "model2/K4.mu0.5.beta0.99.html",
    "model2/K5.law2_27-20_27-0-0-0-5_27.beta0.8.html",
    "control.html",
    "control/three_server_discounted.html",
    "control/stability_m2.html",
    "frontier.html",
    "frontier/no_cone_m3.html",
    "frontier/costs_by_position_m3.html",
    "frontier/e_fails_m3.html",
    "figures.html",
    "section/three_server.python.html",
)
ALIKE = ".leaf:nth-of-type(n+4), tr:nth-of-type(n+20)"
TERM = re.compile(r"(?:(?P<times>\d+|\\tfrac\{\d+\}\{\d+\})\\,)?(?P<atom>[fgst]\S*?\([^()]*\))")


def test_a_newcomer_finds_the_case_and_why_it_holds(tab: Tab, site: Path) -> None:
    """From the first page to K4, y = 0, x >= 2, minimisers (0,1); its lines add up, as the page says."""
    page = tab.open(site / "index.html")
    expect(page.locator("h1")).to_have_text("Passed, all as demanded")
    page.get_by_role("link", name=re.compile("Browse")).click()
    for label, value in (
        ("Problem", "three_server"),
        ("Step", "routing"),
        ("Inequality", "K4"),
        ("Mode", "y = 0"),
        ("Region", "x >= 2"),
    ):
        page.get_by_label(label, exact=True).select_option(value)
    page.get_by_label("Minimisers").fill("(0, 1)")
    expect(page.get_by_role("status")).to_have_text("1 case of 1 obligation")
    page.locator("#found tbody a").click()
    leaf = page.locator(":target")
    expect(leaf.get_by_role("heading")).to_contain_text("Case a(n+4,0) = 0, a(n+2,1) = 1")
    expect(leaf).to_contain_text("No tuple of smallest minimisers is in this case")
    lines = [(tex(row, "td", 0), tex(row, "td", 1)) for row in leaf.locator("table.sum tbody tr").all()]
    assert lines[-1] == ("1", r"2\,f(n+2,\,1) \le f(n+1,\,2) + f(n+3,\,0)")
    total: Counter[str] = Counter()
    for times, line in lines:
        for atom, coefficient in form(line).items():
            total[atom] += Fraction(times) * coefficient
    remains = {atom: coefficient for atom, coefficient in total.items() if coefficient}
    expected = {"g(n+3,0)": -2, "g(n+3,1)": -2, "g(n+2,1)": 2, "g(n+4,0)": 2}
    assert remains == expected
    assert form(tex(leaf.locator("table.sum tfoot tr").first, "td", 0)) == expected
    assert tex(leaf.locator("tr.goal"), "td", 0).startswith(r"2 \cdot")
    expect(leaf.locator("figcaption")).to_contain_text("Best to send: 0 from (n+4,0), 1 from (n+2,1).")
    source, line = page.locator("p.hint code").nth(1).inner_text().rsplit(":", 1)
    assert "three_server.routing.K4.y0.x2+" in (ROOT / source).read_text("utf-8").splitlines()[int(line) - 1]
    leaf.get_by_role("link", name="K6", exact=True).click()
    assert tex(page.locator("tr:target"), "td", 0) == r"2\,f(x+1,y+1) \le f(x+2,y) + f(x,y+2)"


def tex(row: object, cell: str, number: int) -> str:
    """The TeX of the formula in a cell."""
    found = row.locator(cell).nth(number).locator(".tex").get_attribute("data-tex")  # type: ignore[attr-defined]
    return str(found)


def form(inequality: str) -> dict[str, Fraction]:
    """The coefficients of an inequality, greater side positive: read from its TeX, independently."""
    found: Counter[str] = Counter()
    for sign, side in zip((-1, 1), inequality.split(r"\le"), strict=True):
        for match in TERM.finditer(side):
            size = re.sub(r"\\tfrac\{(\d+)\}\{(\d+)\}", r"\1/\2", match["times"] or "1")
            found[match["atom"].replace(r"\,", "")] += sign * Fraction(size)
    return {atom: Fraction(value) for atom, value in found.items()}


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_accessible(tab: Tab, site: Path, path: str) -> None:
    """axe-core finds nothing, with every `details` open, in light and dark; all mathematics is drawn.

    The glyphs that KaTeX draws are left out: they are hidden from assistive technology, which reads the
    MathML beside them.  Of long lists of like items the first are looked at.
    """
    page = tab.open(site / path)
    page.evaluate(f"document.querySelectorAll('{ALIKE}').forEach(e => e.remove())")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.wait_for_function("!document.querySelector('.tex:not([data-drawn])')")
    assert page.locator(".katex-error").count() == 0
    assert page.locator(".katex").count() == page.locator(".katex math").count()
    assert found(page, {}) == []
    page.emulate_media(color_scheme="dark")
    assert found(page, {"runOnly": ["color-contrast"]}) == []


def found(page: Page, options: dict[str, object]) -> list[tuple[str, str]]:
    """What axe-core finds at least moderate: rule, and the first element."""
    options = {"preload": False, "resultTypes": ["violations"], **options}
    result = Axe().run(page, context={"exclude": [[".katex-html"]]}, options=options)
    grave = [v for v in result.response["violations"] if v["impact"] != "minor"]
    return [(v["id"], v["nodes"][0]["html"]) for v in grave]


def test_the_accessibility_check_can_fail(tab: Tab, site: Path) -> None:
    """A button without a name and grey on grey are found."""
    page = tab.open(site / "index.html")
    page.evaluate("document.querySelector('h1').style.color = '#eee'")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert {rule for rule, _ in found(page, {})} == {"button-name", "color-contrast"}


def test_search_takes_any_words_in_any_order(tab: Tab, site: Path) -> None:
    """Each word narrows; what fits nothing says so; Clear brings all back."""
    page = tab.open(site / "cases.html")
    everything = page.get_by_role("status").inner_text()
    page.get_by_label("Search").fill("x2+ ROUTING k6 three")
    expect(page.get_by_role("status")).to_contain_text("of 1 obligation")
    assert {a.inner_text() for a in page.locator("#found tbody a").all()} == {
        "three_server.routing.K6.y0.x2+"
    }
    for typed in ("K4, y = 0, x >= 2, (0,1), three_server", "three_server k4 y=0 x>=2 (0, 1)"):
        page.get_by_label("Search").fill(typed)  # the words of the filters, as a person writes them
        expect(page.get_by_role("status")).to_have_text("1 case of 1 obligation")
        expect(page.locator("#found tbody a")).to_have_text("three_server.routing.K4.y0.x2+")
    page.get_by_label("Search").fill("no such words")
    expect(page.get_by_role("status")).to_contain_text("No case fits")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("status")).to_have_text(everything)


def test_a_mode_of_a_model_is_a_mode_and_no_region(tab: Tab, site: Path) -> None:
    """As in problems: a filter for the mode, another for the region of the unbounded coordinates."""
    page = tab.open(site / "cases.html")
    page.get_by_label("Problem").select_option("four_servers")
    page.get_by_label("Mode").select_option("y = 0")
    page.get_by_label("Region").select_option("x >= 1")
    found = {a.inner_text() for a in page.locator("#found tbody a").all()}
    assert found
    assert all(".y0.x1+" in name for name in found)


def test_the_address_carries_the_filters(tab: Tab, site: Path, browser: Browser) -> None:
    """A link opened elsewhere shows the same rows, and the fields are filled in."""
    page = tab.open(site / "cases.html")
    page.get_by_label("Verdict").select_option("expected refutation")
    page.get_by_label("Problem").select_option("many_server_m3")
    expect(page.get_by_role("status")).to_contain_text("of 6 obligations")
    other = watched(browser)
    again = other.page
    again.goto(page.url)
    assert again.get_by_label("Verdict").input_value() == "expected refutation"
    assert again.get_by_role("status").inner_text() == page.get_by_role("status").inner_text()
    again.context.close()


def test_lists_longer_than_a_page_are_turned(tab: Tab, site: Path) -> None:
    """Later, earlier, and an address with a page."""
    page = tab.open(site / "cases.html")
    first = page.locator("#found tbody tr").first.inner_text()
    assert page.get_by_role("button", name="Earlier").is_disabled()
    page.get_by_role("button", name="Later").click()
    assert page.locator("#found tbody tr").first.inner_text() != first
    assert "page=2" in page.url
    page.get_by_role("button", name="Earlier").click()
    assert page.locator("#found tbody tr").first.inner_text() == first


def test_colours_follow_the_system_or_the_switch(browser: Browser, site: Path) -> None:
    """Dark where the system is dark; the switch wins, and is remembered on the next page."""
    tab = watched(browser, color_scheme="dark")
    page = tab.open(site / "index.html")
    assert darkness(page) < 60
    switch = page.locator("#theme")
    switch.click()
    expect(switch).to_have_text("Colours: light")
    assert darkness(page) > 200
    tab.open(site / "cases.html")
    assert darkness(page) > 200
    page.emulate_media(color_scheme="light")
    page.locator("#theme").click()
    expect(page.locator("#theme")).to_have_text("Colours: dark")
    assert darkness(page) < 60
    assert tab.console == []
    page.context.close()


def darkness(page: Page) -> float:
    """The mean of red, green and blue of the background, 0 to 255."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    parts = [int(part) for part in re.findall(r"\d+", colour)[:3]]
    return sum(parts) / 3


def test_everything_can_be_done_with_the_keyboard(tab: Tab, site: Path) -> None:
    """The first stop skips to the content; filters and the first row are reached by Tab."""
    page = tab.open(site / "cases.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    seen = []
    for _ in range(30):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.name || document.activeElement.tagName"))
        if page.evaluate("Boolean(document.activeElement.closest('#found tbody'))"):
            break
    assert {"q", "problem", "minimisers", "verdict"} <= set(seen)
    page.keyboard.press("Enter")
    page.wait_for_url("**/case/**")


def test_a_link_into_a_page_shows_and_focuses_its_case(tab: Tab, site: Path) -> None:
    """For a screen reader the place of a deep link is where reading goes on."""
    page = tab.open(site / "case/three_server.routing.K4.y0.x2+.html", "#case-2-1")
    assert page.evaluate("document.activeElement.id") == "case-2-1"
    expect(page.locator("#case-2-1")).to_be_in_viewport()


def test_the_refutation_shows_its_witness_and_the_failing_point(tab: Tab, site: Path) -> None:
    """The table of f, g computed from it, and both sides of the goal: redone from the table."""
    page = tab.open(site / "case/many_server_m3.routing.K5.y0.x1.html", "#case-0-1")
    leaf = page.locator(":target")
    rows = [
        [int(cell.inner_text()) for cell in row.locator("td").all()]
        for row in leaf.locator("table.witness tbody tr").all()
    ]

    def g(x: int, y: int) -> int:
        return min(rows[y + a][x - a] for a in range(min(x, 3 - y) + 1))

    lesser, greater = 2 * g(1, 1), g(1, 0) + g(1, 2)
    assert lesser > greater
    expect(leaf).to_contain_text(f"{lesser} ≤ {greater} is false")
    expect(leaf.locator("ul.images")).to_contain_text(f"= {g(1, 2)}")


def test_the_drawing_says_by_shape_who_is_on_which_side(tab: Tab, site: Path) -> None:
    """K4: circles for the lesser side, squares for the greater; a text says the same."""
    page = tab.open(site / "case/three_server.routing.K4.y0.x2+.html")
    picture = page.locator("figure.lattice svg").first
    assert picture.locator("circle.lesser").count() == 2
    assert picture.locator("rect.greater").count() == 2
    caption = page.locator("figure.lattice figcaption").first
    expect(caption).to_contain_text("circles: (n+3,0) and (n+3,1)")
    expect(caption).to_contain_text("squares: (n+4,0) and (n+2,1)")
    leaf = page.locator("#case-2-1 figure.lattice svg")
    assert leaf.locator("line.arrow.attains").count() == 2


def test_the_navigation_is_one_line_on_a_desk(tab: Tab, site: Path) -> None:
    """At 1280 pixels; the page it is on is marked, and on a page of an obligation the part it belongs to."""
    page = tab.open(site / "index.html")
    links = page.locator("#pages a").all()
    assert len({round(link.bounding_box()["y"]) for link in links}) == 1  # type: ignore[index]
    expect(page.locator("#menu")).to_be_hidden()
    expect(page.locator('#pages [aria-current="page"]')).to_have_text("Overview")
    tab.open(site / "case/three_server.routing.K4.y0.x2+.html")
    expect(page.locator('#pages [aria-current="true"]')).to_have_text("Problems")


def test_the_page_of_problems_counts_their_verdicts(tab: Tab, site: Path) -> None:
    """As the gate demands them, each leading to its page."""
    page = tab.open(site / "problems.html")
    row = page.get_by_role("row").filter(has_text="many_server_m3")
    expect(row).to_contain_text("One fast and m identical slow servers")
    assert re.findall(r"\b(?:expected refutation|proved)\s+\d+", row.inner_text()) == [
        "expected refutation 6",
        "proved 188",
    ]
    row.get_by_role("link").click()
    expect(page.locator("h1")).to_have_text("many_server_m3")


def test_model_1_names_the_theorem_of_every_obligation(tab: Tab, site: Path) -> None:
    """With its line in the Lean project; one theorem may be for every queue size."""
    page = tab.open(site / "model1.html")
    leaves = page.locator("article.leaf")
    assert leaves.count() == 50
    for leaf in leaves.all():
        source = leaf.locator("dt:has-text('Lean source') + dd").inner_text()
        assert re.fullmatch(r".*ProofCheck/RestlessBandit\.lean:\d+", source)
    every = page.locator('[id="model1.K3.convex"] dt:has-text("Lean theorem") + dd')
    expect(every).to_contain_text("«model1.K*.convex»")


def test_on_a_phone_the_navigation_is_behind_a_button(browser: Browser, site: Path) -> None:
    """Folded until the button is pressed, by the keyboard too; says whether it is open; all fits."""
    tab = watched(browser, viewport={"width": 360, "height": 740})
    page = tab.open(site / "index.html")
    menu, pages = page.get_by_role("button", name="Menu"), page.get_by_role("navigation", name="Pages")
    expect(pages).to_be_hidden()
    assert menu.get_attribute("aria-expanded") == "false"
    tops = [page.locator(name).bounding_box()["y"] for name in (".brand", "#menu", "#theme")]  # type: ignore[index]
    assert max(tops) - min(tops) < 20
    menu.focus()
    page.keyboard.press("Enter")
    assert menu.get_attribute("aria-expanded") == "true"
    assert found(page, {}) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#pages') !== null")
    pages.get_by_role("link", name="Frontier").click()
    expect(page.locator("h1")).to_contain_text("Frontier")
    expect(pages).to_be_hidden()
    assert tab.console == []
    page.context.close()


def test_without_scripts_the_navigation_is_there_on_a_phone(browser: Browser, site: Path) -> None:
    """Nothing is behind a button that does nothing."""
    tab = watched(browser, viewport={"width": 360, "height": 740}, java_script_enabled=False)
    page = tab.open(site / "index.html")
    expect(page.get_by_role("navigation", name="Pages").get_by_role("link", name="Frontier")).to_be_visible()
    expect(page.locator("#menu")).to_be_hidden()
    page.context.close()


def test_the_fonts_of_the_mathematics_come_with_the_report(tab: Tab, site: Path) -> None:
    """Loaded from disk, not replaced by others."""
    page = tab.open(site / "case/three_server.routing.K4.y0.x2+.html")
    page.evaluate("document.fonts.ready.then(() => null)")
    loaded = page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert "KaTeX_Math" in loaded
    assert page.evaluate("[...document.fonts].some(f => f.status === 'error')") is False


def test_printing_opens_what_is_folded(tab: Tab, site: Path) -> None:
    """On paper nothing can be clicked."""
    page = tab.open(site / "case/three_server.routing.K4.y0.x2+.html")
    assert page.locator("details:not([open])").count() > 0
    content = page.pdf()
    assert content.startswith(b"%PDF")
    assert page.locator("details:not([open])").count() == 0
    page.emulate_media(media="print")
    expect(page.locator("header nav")).to_be_hidden()


def test_neighbours_are_linked_and_no_link_is_dead(tab: Tab, site: Path) -> None:
    """Next and back lead to the same page; every link of every page leads to a file with its anchor."""
    page = tab.open(site / "case/three_server.routing.K4.y0.x2+.html")
    page.locator("nav a[rel=next]").click()
    page.locator("nav a[rel=prev]").click()
    expect(page.locator("h1")).to_contain_text("three_server.routing.K4.y0.x2+")
    pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    dead = []
    for path, text in pages.items():
        for link in set(re.findall(r'(?:href|src)="(?!data:)([^"]+)"', text)):
            file, _, anchor = link.partition("#")
            target = Path(normpath(path.parent / file)) if file else path
            if not target.is_file() or (anchor and anchor not in anchors[target]):
                dead.append((str(path), link))
    assert dead == []
    assert len(pages) > 62 + 114 + 194  # the obligations of the three problems
