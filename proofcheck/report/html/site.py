"""All pages of a report, as text by path in its folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from proofcheck.certificate.gate import Demand, demanded_lists, read_gate
from proofcheck.index.gate import SYMBOLIC, read_index_gate
from proofcheck.model.gate import read_models
from proofcheck.problem.model import Inequality, Problem
from proofcheck.report.html import cases, control_pages, frontier_pages, index_models, markup, models, tex
from proofcheck.report.html.browse import Row, script
from proofcheck.report.html.figures import Figure, read_figures
from proofcheck.report.html.lean_source import theorems, written_theorems
from proofcheck.report.html.run import Judged, Run, by_obligation, checkers
from proofcheck.report.html.text import page_name
from proofcheck.verdict import EXIT_CODES, MEANING, counts

PARTS_IN_CODE = ("badge", "drawing", "items", "math", "numbers")  # of markup.py, as filters in templates
PARTS = {"case": "Problems", "problem": "Problems", "model": "Models", "model2": "Model 2"}
PARTS |= {"control": "Control", "frontier": "Frontier"}  # folder of pages -> its name in the navigation


@dataclass(frozen=True)
class Sources:
    """Where a report reads: the cases, the Lean project, and a folder of figures, if it is there."""

    cases: Path
    lean: Path
    figures: Path = Path("docs/figures")


@dataclass
class Entry:
    """An obligation's place in the report: its page, its row or rows in the case browser."""

    judged: Judged
    url: str
    rows: list[Row] = field(default_factory=list)


def environment() -> Environment:
    """Templates: every value is escaped, an unknown one is an error, invisible characters are shown."""
    found = Environment(
        loader=PackageLoader("proofcheck.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: markup.text(value) if type(value) is str else value,
    )
    found.filters |= {name: getattr(markup, name) for name in PARTS_IN_CODE}
    return found


class Site:
    """The pages of one run."""

    def __init__(self, run: Run, sources: Sources) -> None:
        self.run, self.sources = run, sources
        self.taken: set[str] = set()
        self.made: dict[str, Markup] = {}
        self.judged = by_obligation(run.report)
        self.checkers = checkers(run.report)
        self.templates = environment()
        self.demands = read_gate(sources.cases)
        self.wanted = read_models(sources.cases)
        self.lists = demanded_lists(sources.cases)
        self.figures: list[Figure] = read_figures(sources.figures)
        self.theorems = theorems(sources.lean)
        self.entries: dict[str, Entry] = {}

    def pages(self) -> Iterator[tuple[str, str]]:
        """Path and text of every page; the data of the case browser last."""
        places = self.section_pages
        for demand in self.demands:
            yield from self.problem(demand)
        yield from self.models()
        if "index" in self.lists:
            yield from self.index_models()
        if "control" in self.lists:
            yield from self.control()
        if "frontier" in self.lists:
            yield from self.frontier()
        yield from self.others()
        if self.demands:
            problems = self.problems()
            yield "problems.html", self.render("problems.html", "problems.html", found=problems)
        for number, section in enumerate(self.run.report.sections):
            yield places[number], self.render("section.html", places[number], section=section)
        if self.figures:
            yield "figures.html", self.render("figures.html", "figures.html", figures=self.figures)
        yield "index.html", self.render("overview.html", "index.html", **self.overview())
        yield "cases.html", self.render("browser.html", "cases.html", excluded=self.count(True))
        rows = [row for key in self.judged for row in self.entries[key].rows]
        yield "assets/cases.js", script(rows, self.checkers)
        yield "results.json", json.dumps(self.run.report.as_json(), indent=1) + "\n"

    def render(self, template: str, path: str, **values: Any) -> str:
        """A page from its template; `root` leads from the page to the report's folder."""
        root = "../" * path.count("/")
        shared = {"run": self.run, "navigation": self.navigation(path), "checkers": self.checkers}
        return self.templates.get_template(template).render(shared | {"root": root, "path": path} | values)

    def navigation(self, path: str) -> Markup:
        """The main navigation, as it stands on the page at `path`: made once for all pages of a folder."""
        folder, _, name = path.rpartition("/")
        key = folder or name
        if key not in self.made:
            values = {"root": "../" * bool(folder), "path": path, "part": PARTS.get(folder, "")}
            found = self.templates.get_template("nav.html").render(values, pages=self.main_pages)
            self.made[key] = Markup(found)
        return self.made[key]

    @cached_property
    def main_pages(self) -> list[tuple[str, str]]:
        """The pages of the main navigation, with their names."""
        found = [("index.html", "Overview"), ("cases.html", "Cases")]
        found += [("problems.html", "Problems")] * bool(self.demands)
        found += [("models.html", "Models")] * bool(self.wanted)
        found += [("model1.html", "Model 1"), ("model2.html", "Model 2")] * ("index" in self.lists)
        found += [("control.html", "Control")] * ("control" in self.lists)
        found += [("frontier.html", "Frontier")] * ("frontier" in self.lists)
        return found + [("figures.html", "Figures")] * bool(self.figures)

    @cached_property
    def section_pages(self) -> list[str]:
        """A page for every section of the run."""
        taken: set[str] = set()
        names = (f"{section.problem}.{section.checker}" for section in self.run.report.sections)
        return [f"section/{page_name(name, taken)}.html" for name in names]

    def count(self, excluded: bool) -> int:
        """How many rows the browser has of a kind."""
        return sum(row.excluded == excluded for entry in self.entries.values() for row in entry.rows)

    def overview(self) -> dict[str, Any]:
        """What the first page shows."""
        report = self.run.report
        bad = [
            (section, result)
            for section in report.sections
            for result in section.results
            if EXIT_CODES[result.verdict] or result.verdict == "expected refutation"
        ]
        return {
            "report": report,
            "places": self.section_pages,
            "entries": self.entries,
            "failures": [(s, r) for s, r in bad if EXIT_CODES[r.verdict]],
            "expected": [(s, r) for s, r in bad if not EXIT_CODES[r.verdict]],
            "cases_shown": self.count(False),
            "meaning": MEANING,
            "codes": EXIT_CODES,
            "tools": self.tools(),
        }

    def tools(self) -> dict[str, str]:
        """The checkers and programs of the run with their versions."""
        report = self.run.report
        found = {f"checker {s.checker}": s.version for s in report.sections if s.version}
        return found | report.versions

    def judge(self, identity: str, problem: str) -> Judged:
        """The verdicts on an obligation; none, where the run has no result for it."""
        return self.judged.setdefault(identity, Judged(identity, problem))

    def enter(self, judged: Judged, url: str, rows: list[Row]) -> None:
        """Give an obligation its place."""
        self.entries[judged.id] = Entry(judged, url, rows)

    def problem(self, demand: Demand) -> Iterator[tuple[str, str]]:
        """The page of a problem, and one for each of its obligations."""
        reader = cases.Reader(demand, self.run)
        found = list(reader.shown())
        urls = [f"case/{page_name(one.task.id, self.taken)}.html" for one in found]
        for number, (one, url) in enumerate(zip(found, urls, strict=True)):
            judged = self.judge(one.task.id, demand.name)
            self.enter(judged, url, list(_rows(judged, one, url)))
            around = _around(urls, [other.task.id for other in found], number)
            theorem = self.theorems.get(one.task.id)
            shared = {"one": one, "judged": judged, "theorem": theorem, "problem": reader.problem}
            definition = tex.routing(reader.problem) if one.task.routed else None
            accepted = bool(one.cases)
            yield (
                url,
                self.render("case.html", url, **shared, **around, accepted=accepted, definition=definition),
            )
        path = f"problem/{demand.name}.html"
        shown = [(one, self.entries[one.task.id]) for one in found]
        yield path, self.render("problem.html", path, **_problem(reader.problem), shown=shown, demand=demand)

    def models(self) -> Iterator[tuple[str, str]]:
        """The models of the model language: a list, and a page per obligation."""
        listed = []
        for wanted in self.wanted:
            found = list(models.shown(wanted, self.run))
            listed.append((wanted, found))
            for one in found:
                judged = self.judge(one.id, wanted.name)
                url = f"model/{page_name(one.id, self.taken)}.html"
                row = Row(judged, url, one.claim, "", one.step, one.subject, one.mode, one.region)
                self.enter(judged, url, [row])
                shared = {"title": wanted.statement["title"], "theorem": self.theorems.get(one.id)}
                yield url, self.render("model_case.html", url, one=one, judged=judged, **shared)
        if listed:
            text = self.render("models.html", "models.html", listed=listed, entries=self.entries)
            yield "models.html", text

    def index_models(self) -> Iterator[tuple[str, str]]:
        """Model 1 on one page; Model 2 with a page per instance."""
        symbolic = list(index_models.symbolic(self.sources.cases, self.run))
        for one in symbolic:
            judged = self.judge(one.id, SYMBOLIC)
            url = f"model1.html#{one.id}"
            name = one.id.removeprefix("model1.")
            self.enter(judged, url, [Row(judged, url, one.claim, step=one.group, case=name)])
        written = written_theorems(self.sources.lean, [one.id for one in symbolic])
        shared = {"theorems": written, "entries": self.entries}
        yield "model1.html", self.render("model1.html", "model1.html", found=symbolic, **shared)
        instances = read_index_gate(self.sources.cases).instances
        arms = list(index_models.arms(self.sources.cases, instances, self.run))
        for arm in arms:
            judged = self.judge(arm.id, "model2")
            url = f"model2/{page_name(arm.name, self.taken)}.html"
            claim = arm.claim or f"K = {arm.size}, {arm.law}, beta = {arm.beta}"
            self.enter(judged, url, [Row(judged, url, claim, step="indexability", case=arm.name)])
            yield url, self.render("arm.html", url, arm=arm, judged=judged)
        yield "model2.html", self.render("model2.html", "model2.html", arms=arms, entries=self.entries)

    def control(self) -> Iterator[tuple[str, str]]:
        """The solved server models: a list, and a page for each."""
        found = list(control_pages.solved(self.sources.cases, self.run))
        for one in found:
            judged = self.judge(one.id, "control")
            url = f"control/{page_name(one.name, self.taken)}.html"
            claim = ", ".join([one.kind, *(f"{key} = {value}" for key, value in one.model.items())])
            self.enter(judged, url, [Row(judged, url, claim, step=one.kind, case=one.name)])
            template = "stability.html" if one.stability else "solved.html"
            yield url, self.render(template, url, one=one, judged=judged)
        yield "control.html", self.render("control.html", "control.html", found=found, entries=self.entries)

    def frontier(self) -> Iterator[tuple[str, str]]:
        """The refutations for three and more slow servers: a list, and a page for each."""
        found = frontier_pages.shown(self.sources.cases, self.run)
        urls = [f"frontier/{page_name(one.name, self.taken)}.html" for one in found]
        for number, (one, url) in enumerate(zip(found, urls, strict=True)):
            judged = self.judge(one.id, "frontier")
            self.enter(judged, url, [Row(judged, url, one.why, step="frontier", case=one.name)])
            around = _around(urls, [other.name for other in found], number)
            shared = {"one": one, "judged": judged, "notation": frontier_pages.NOTATION}
            yield url, self.render("refutation.html", url, **shared, **around)
        shared = {"found": found, "entries": self.entries}
        yield "frontier.html", self.render("frontier.html", "frontier.html", **shared)

    def problems(self) -> list[tuple[Any, str, int, dict[str, dict[str, int]]]]:
        """Every problem of the gate: its statement, its page, its obligations, its verdicts by checker."""
        listed = []
        for demand in self.demands:
            mine = [entry.judged for entry in self.entries.values() if entry.judged.problem == demand.name]
            verdicts = {
                checker: counts(one.results[checker] for one in mine if checker in one.results)
                for checker in self.checkers
            }
            listed.append((demand.statement, f"problem/{demand.name}.html", len(mine), verdicts))
        return listed

    def others(self) -> Iterator[tuple[str, str]]:
        """Obligations of kinds that have no page of their own here: verdicts and reasons only."""
        for key, judged in self.judged.items():
            if key not in self.entries:
                url = f"other/{page_name(key, self.taken)}.html"
                self.enter(judged, url, [Row(judged, url)])
                yield url, self.render("other.html", url, judged=judged)


def _around(urls: list[str], names: list[str], number: int) -> dict[str, tuple[str, str] | None]:
    """Page and name of the neighbours in a list."""
    named = [None, *zip(urls, names, strict=True), None]
    return {"before": named[number], "after": named[number + 2]}


def _problem(problem: Problem) -> dict[str, Any]:
    """What the page of a problem says about its statement."""

    def line(i: Inequality) -> tuple[Inequality, tex.Formula, tex.Formula, list[tex.Formula]]:
        given = [tex.sides(problem, sides) for sides in i.given]
        return i, tex.sides(problem, i.sides), tex.scope(problem, i), given

    return {
        "problem": problem,
        "definition": tex.routing(problem),
        "events": [(one, tex.event(problem, one)) for one in problem.events],
        "cone": [*map(line, problem.cone)],
        "claims": [*map(line, problem.claims)],
        "reductions": [*map(line, problem.reductions)],
    }


def _rows(judged: Judged, one: cases.Shown, url: str) -> Iterator[Row]:
    """A row per case; one for an obligation without cases to show."""
    name = one.task.subject.name
    whole = Row(judged, url, one.claim, "", one.step, name, one.mode, one.region)
    for case in [*one.cases, *one.excluded]:
        words, tuples = (case.words, case.tuples) if case.sent else ("", [])
        link, excluded = f"{url}#{case.anchor}", case.kind == "excluded"
        yield replace(whole, url=link, case=words, tuples=tuples, excluded=excluded)
    if not one.cases:
        yield whole


def assets() -> Mapping[str, bytes]:
    """Style, scripts and the mathematics renderer, by path in the report."""
    folder = files("proofcheck.report.html") / "assets"
    found: dict[str, bytes] = {}

    def walk(place: Any, path: str) -> None:
        for item in sorted(place.iterdir(), key=lambda item: str(item.name)):
            if item.is_dir():
                walk(item, f"{path}{item.name}/")
            else:
                found[f"{path}{item.name}"] = item.read_bytes()

    walk(folder, "assets/")
    return found


__all__ = ["Site", "Sources", "assets", "environment"]
