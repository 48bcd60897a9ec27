"""Loads cases, and expands each into the instances of its matrix."""
from __future__ import annotations

import itertools
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Mapping

from auxtools import defects

from . import quick, samples

_PLACEHOLDER = re.compile(r"\{([A-Za-z][A-Za-z0-9]*)\}")


@dataclass(frozen=True)
class Instance:
    """One way through the steps of a case; without samples it has no steps and a reason for it."""

    name: str
    steps: list[dict[str, Any]]
    labels: quick.Labels = ()
    skipped: str = ""


@dataclass(frozen=True)
class Case:
    """A case, with all its instances."""

    id: str
    title: str
    covers: list[str]
    instances: list[Instance]
    unknown: list[str]
    """What it covers and Specs/ has no longer."""


def sections(specs: Path) -> list[str]:
    """Returns the sections of the format descriptions, as cases name them."""
    return [f"{path.name}: {line.lstrip('# ').strip()}"
            for path in sorted(specs.glob("*.md")) if path.name != "README.md"
            for line in path.read_text().splitlines() if line.startswith("## ")
            if "Open questions" not in line]


def load(folder: Path, known: list[str], is_quick: bool = False) -> list[Case]:
    """Loads every case of a folder, by name, and compares what they cover with the known sections."""
    return [_case(path, known, is_quick) for path in sorted(folder.glob("*/case.json"))]


def _case(path: Path, known: list[str], is_quick: bool) -> Case:
    content = json.loads(path.read_text())
    if content["id"] != path.parent.name:
        raise ValueError(f"{path.parent.name}: the id is {content['id']}")
    if not (path.parent / "SOURCE.md").exists():
        raise ValueError(f"{path.parent.name}: there is no SOURCE.md")
    unknown = [name for name in content["covers"] if name not in known]
    instances = list(_instances(content))
    if is_quick:
        chosen = quick.covering([instance.labels for instance in instances], content.get("quick"))
        instances = [instances[number] for number in chosen]
    return Case(content["id"], content["title"], content["covers"], instances, unknown)


def _axes(content: Mapping[str, Any]) -> list[tuple[str, list[Any]]]:
    """Returns the axes of a case with their values."""
    axes: list[tuple[str, list[Any]]] = []
    if "samples" in content:
        axes.append(("sample", _sample_rows(**content["samples"])))
    if "defects" in content:
        axes.append(("defect", _defect_rows(content["defects"] == "camera")))
    return [*axes, *content.get("matrix", {}).items()]


def _instances(content: Mapping[str, Any]) -> Iterator[Instance]:
    axes = _axes(content)
    if not all(values for _, values in axes):
        yield Instance(f"{content['id']}/samples", [], skipped="AUXDEPTH_SAMPLES has none")
        return
    valid = {"check": "outputs-valid", "allowed": content.get("findings", [])}
    for choice in itertools.product(*(values for _, values in axes)):
        variables: dict[str, Any] = {}
        labels: list[str] = []
        for (axis, _), value in zip(axes, choice):
            if isinstance(value, dict):
                variables.update(value)
                variables[axis] = value["name"]
            else:
                variables[axis] = value
            labels.append(str(variables[axis]))
        name = "/".join([content["id"], *labels])
        unread = [entry for entry in content.get("unread", []) if entry["instance"] in name]
        steps = substituted([*content["steps"], valid, {"check": "outputs-read", "unread": unread}], variables)
        for gap in (gap for gap in content.get("gaps", []) if gap["instance"] in name):
            steps = [{**step, "gap": gap["why"]} if step.get("check") in gap["checks"] else step for step in steps]
        yield Instance(name, steps, tuple(labels))


def _sample_rows(matching: str, expected: bool = False) -> list[dict[str, Any]]:
    """Returns a value of the axis `sample` for each wanted sample with an expectation."""
    known = samples.expectations()
    return [{"name": name, "expected": known.get(name), "suffix": Path(name).suffix.lstrip(".")}
            for name in samples.load() if re.search(matching, name) and (name in known or not expected)]


def _defect_rows(camera: bool) -> list[dict[str, Any]]:
    """Returns a value of the axis `defect` for each entry of the corpus, or for those that fit a camera file here."""
    files = samples.load()
    return [{"name": defect.name, "suffix": defect.suffix, "camera": defect.camera}
            for defect in defects.load().values() if not camera or defect.camera in files]


def substituted(value: Any, variables: Mapping[str, Any]) -> Any:
    """Puts variables for {placeholders}; a text that is one placeholder becomes the variable itself.

    What a variable holds may have placeholders in its turn.
    """
    if isinstance(value, dict):
        return {substituted(key, variables): substituted(item, variables) for key, item in value.items()}
    if isinstance(value, list):
        out: list[Any] = []
        for item in value:
            new = substituted(item, variables)
            # A list in place of a word of a command is spliced in.
            out.extend(new) if isinstance(new, list) and isinstance(item, str) else out.append(new)
        return out
    if isinstance(value, str):
        whole = _PLACEHOLDER.fullmatch(value)
        if whole and whole[1] in variables:
            return substituted(variables[whole[1]], variables)
        return _PLACEHOLDER.sub(lambda m: str(variables.get(m[1], m[0])), value)
    return value
