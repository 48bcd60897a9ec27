"""Loads cases, and expands each into the instances of its matrix."""
from __future__ import annotations

import itertools
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Mapping

_PLACEHOLDER = re.compile(r"\{([A-Za-z][A-Za-z0-9]*)\}")


@dataclass(frozen=True)
class Instance:
    """One way through the steps of a case; without samples it has no steps and a reason for it."""

    name: str
    steps: list[dict[str, Any]]
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


def load(folder: Path, samples: Path | None, known: list[str]) -> list[Case]:
    """Loads every case of a folder, by name, and compares what they cover with the known sections."""
    return [_case(path, samples, known) for path in sorted(folder.glob("*/case.json"))]


def _case(path: Path, samples: Path | None, known: list[str]) -> Case:
    content = json.loads(path.read_text())
    if content["id"] != path.parent.name:
        raise ValueError(f"{path.parent.name}: the id is {content['id']}")
    if not (path.parent / "SOURCE.md").exists():
        raise ValueError(f"{path.parent.name}: there is no SOURCE.md")
    unknown = [name for name in content["covers"] if name not in known]
    return Case(content["id"], content["title"], content["covers"], list(_instances(content, samples)), unknown)


def _instances(content: Mapping[str, Any], samples: Path | None) -> Iterator[Instance]:
    axes = [[(axis, value) for value in values] for axis, values in content.get("matrix", {}).items()]
    if "samples" in content:
        if samples is None:
            yield Instance(f"{content['id']}/samples", [], "AUXDEPTH_SAMPLES is not set")
            return
        axes.insert(0, [("sample", row) for row in _sample_rows(samples, content["samples"])])
    last = {"check": "outputs-valid", "allowed": content.get("findings", [])}
    for choice in itertools.product(*axes):
        variables: dict[str, Any] = {}
        labels = [content["id"]]
        for axis, value in choice:
            if isinstance(value, dict):
                variables.update(value)
                variables[axis] = value["name"]
            else:
                variables[axis] = value
            labels.append(str(variables[axis]))
        yield Instance("/".join(labels), [substituted(step, variables) for step in [*content["steps"], last]])


def _sample_rows(samples: Path, wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns a value of the axis `sample` for each listed file that is wanted."""
    rows = []
    for line in (samples / "expected.jsonl").read_text().splitlines():
        expected = json.loads(line)
        name = expected["file"]
        if re.search(wanted.get("matching", ""), name):
            rows.append({"name": name, "expected": expected, "suffix": Path(name).suffix.lstrip(".")})
    return rows


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
