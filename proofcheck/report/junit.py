"""A run as JUnit XML: a suite per problem and checker, a test case per obligation."""

from __future__ import annotations

from xml.etree import ElementTree

from proofcheck.report.summary import Report, Section
from proofcheck.report.text import xml
from proofcheck.verdict import MEANING, Result, succeeded

NOT_DONE = ("timeout", "unavailable")  # the checker did not get to a verdict of its own: an <error>
EMPTY = Result("(nothing to prove)", "vacuous")


def junit(report: Report) -> bytes:
    """The report as a JUnit XML document.

    What was left out on request is a suite of its own, of skipped cases.  An empty section, and a run without
    sections, has a failing case, so that no reader takes it for success.
    """
    sections = report.sections or [Section("(gate)", "gate", [])]
    root = ElementTree.Element("testsuites", name="proofcheck", time=f"{report.seconds:.3f}")
    if report.left_out:
        root.append(left_out(report.left_out))
    root.extend(suite(section) for section in sections)
    for kind in ("tests", "failures", "errors"):
        root.set(kind, str(sum(int(one.get(kind, "0")) for one in root)))
    ElementTree.indent(root, " ")
    text: bytes = ElementTree.tostring(root, "utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b"\n"


def suite(section: Section) -> ElementTree.Element:
    """One checker's verdicts on one problem."""
    results = section.results or [EMPTY]
    failed = [result for result in results if not succeeded(result.verdict)]
    errors = sum(result.verdict in NOT_DONE for result in failed)
    element = ElementTree.Element(
        "testsuite",
        name=xml(f"{section.problem}.{section.checker}"),
        tests=str(len(results)),
        failures=str(len(failed) - errors),
        errors=str(errors),
        skipped="0",
        time=f"{section.seconds:.3f}",
    )
    element.extend(case(section, result) for result in results)
    return element


def case(section: Section, result: Result) -> ElementTree.Element:
    """One obligation by one checker."""
    name = xml(f"{section.problem}.{section.checker}")
    element = ElementTree.Element("testcase", name=xml(result.id), classname=name)
    if not succeeded(result.verdict):
        kind = "error" if result.verdict in NOT_DONE else "failure"
        why = xml(result.reason or MEANING[result.verdict])
        ElementTree.SubElement(element, kind, type=result.verdict, message=why).text = why
    notes = ["taken from the cache of an earlier run"] if result.cached else []
    notes += [f"{result.verdict}: {result.reason}"] if result.verdict == "expected refutation" else []
    if notes:
        ElementTree.SubElement(element, "system-out").text = xml("; ".join(notes))
    return element


def left_out(sentences: list[str]) -> ElementTree.Element:
    """What was not done, as skipped cases."""
    count = str(len(sentences))
    element = ElementTree.Element(
        "testsuite", name="(left out)", tests=count, failures="0", errors="0", skipped=count
    )
    for sentence in sentences:
        one = ElementTree.SubElement(element, "testcase", name=xml(sentence), classname="(left out)")
        ElementTree.SubElement(one, "skipped", message=xml(sentence))
    return element
