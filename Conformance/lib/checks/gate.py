"""What `validate` says of a delivery, in all forms, and what it mends."""
from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from auxtools.containers import walk_heif, walk_jpeg

from ..context import Context
from .registry import Step, check
from .validator import validated


@check
def found(context: Context, step: Step) -> None:
    """`validate` with `arguments` finds something by each of `rules`, and nothing by those of `absent`."""
    _, reports = validated(context, [], *step["arguments"])
    seen = {finding["rule"] for report in reports for finding in report["findings"]}
    for rule in step["rules"]:
        context.expect(rule in seen, f"found: {rule}", f"only {sorted(seen)}")
    for rule in step.get("absent", []):
        context.expect(rule not in seen, f"found: not {rule}", f"{sorted(seen)}")


@check
def documents(context: Context, step: Step) -> None:
    """SARIF, JUnit's XML and the page name the file and the rule, and are what they say that they are."""
    _sarif(context, json.loads(context.path(step["sarif"]).read_text()), step)
    every = ElementTree.parse(context.path(step["junit"])).findall("./testsuite/testcase")
    cases = [case for case in every if case.find("skipped") is None]
    passed = {case.get("file") for case in every if case.find("skipped") is not None}
    context.expect(passed == {step["passed"]}, "junit: what was passed over", f"{sorted(map(str, passed))}")
    context.expect([case.get("file") for case in cases] == [step["file"]], "junit: a case for each file",
                   f"{[case.attrib for case in cases]}")
    failures = [failure for case in cases for failure in case.findall("failure")]
    context.expect(len(failures) == 1 and step["rule"] in (failures[0].text or ""), "junit: the failure",
                   f"{[failure.text for failure in failures]}")
    page = Page()
    page.feed(context.path(step["html"]).read_text())
    context.expect(not page.open, "html: every element ends", f"{page.open}")
    context.expect(not page.references and page.policy.startswith("default-src 'none';") and "http" not in page.policy,
                   "html: nothing is loaded", f"{page.references}, {page.policy}")
    context.expect(step["file"] in page.text and step["rule"] in page.text, "html: the finding", page.text[-300:])
    context.expect(page.language == "en" and {"header", "main", "footer", "h1"} <= page.seen, "html: landmarks",
                   f"{sorted(page.seen)}")


def _sarif(context: Context, log: dict[str, Any], step: Step) -> None:
    run = log["runs"][0]
    results = [result for result in run["results"] if result["ruleId"] == step["rule"]]
    context.expect(bool(results), "sarif: the result", f"{[result['ruleId'] for result in run['results']]}")
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        context.expect(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"],
                       "sarif: the rule's position", f"{result['ruleIndex']}")
        context.expect(place["artifactLocation"] == {"uri": step["file"], "uriBaseId": "%SRCROOT%"}, "sarif: the path",
                       f"{place['artifactLocation']}")
        context.expect(place["region"]["startLine"] == 1, "sarif: a line", f"{place['region']}")
    prints = [result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]]
    context.expect(len(set(prints)) == len(prints), "sarif: fingerprints", f"{prints}")
    notes = [note for note in run["invocations"][0]["toolExecutionNotifications"] if "locations" in note]
    passed = [note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for note in notes]
    context.expect(passed == [step["passed"]], "sarif: what was passed over", f"{passed}")
    context.expect(run["properties"] == {"passedOver": 1, "undecodedPhotos": 1}, "sarif: properties of the run",
                   f"{run['properties']}")
    schema = _schema()
    if schema is None:
        return context.skip("sarif: the schema", "no sarif-schema-2.1.0.json")
    try:
        import jsonschema
    except ImportError:
        return context.skip("sarif: the schema", "jsonschema is not installed")
    read = json.loads(schema.read_text())
    errors = [error.message for error in jsonschema.validators.validator_for(read)(read).iter_errors(log)]
    context.expect(not errors, "sarif: the schema", f"{errors[:3]}")


def _schema() -> Path | None:
    name = "sarif-schema-2.1.0.json"
    named = os.environ.get("AUXDEPTH_SARIF_SCHEMA")
    folders = [Path(folder) for folder in os.environ.get("AUXDEPTH_SAMPLES", "").split(":") if folder]
    places = ([Path(named)] if named else []) + [
        place for folder in folders for place in (folder / name, folder.parent / "formats" / name)]
    return next((place for place in places if place.is_file()), None)


class Page(HTMLParser):
    """The elements of a page, its text, and what it would load."""

    empty = {"meta", "link", "br", "img"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.references: list[str] = []
        self.text = ""
        self.language: str | None = None
        self.policy = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in self.empty:
            self.open.append(tag)
        values = dict(attrs)
        if tag == "html":
            self.language = values.get("lang")
        # Scripts are in the page itself; what they may load, its policy says.
        if tag in {"link", "iframe"}:
            self.references.append(tag)
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values.get("content") or ""
        self.references += [value for name, value in attrs if name in {"src", "href"} and not (value or "").startswith("#")]

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


@check
def mended(context: Context, step: Step) -> None:
    """All coded bytes of `before` are in `after`, in the same items or images, by walkers that are not the program's."""
    before, after = (context.path(step[key]).read_bytes() for key in ("before", "after"))
    context.expect(before != after, "mended: something changed", "the files are the same")
    if before[:2] == b"\xff\xd8":
        # What is stale is where the entries lead: images are found by what they begin with.
        context.expect(len(before) == len(after), "mended: the size", f"{len(before)} and {len(after)}")
        changed = [index for index, (old, new) in enumerate(zip(before, after)) if old != new]
        index = before.find(b"MPF\0")
        context.expect(all(index < place < index + 120 for place in changed), "mended: the entries alone",
                       f"bytes {changed} changed, the index is at {index}")
        context.expect(len(walk_jpeg.walk(after).images) > 1, "mended: further images", "no further image")
        return
    old, new = walk_heif.walk(before), walk_heif.walk(after)
    context.expect(old.primary == new.primary, "mended: the primary item", f"{old.primary} and {new.primary}")
    digests = [{number: item.digest for number, item in file.items.items()} for file in (old, new)]
    context.expect(digests[0] == digests[1], "mended: the bytes of items", "they differ")
