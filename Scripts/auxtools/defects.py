"""The corpus of seeded defects in Tests/Fixtures/Defects; its README says what the entries mean."""
from __future__ import annotations

import functools
import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import inputs
from .containers import changes
from .containers.place import Splice
from .environment import ROOT

FOLDER = ROOT / "Tests" / "Fixtures" / "Defects"
REPLACEMENTS = FOLDER / "replacements.json"
CONTAINERS = ("jpeg", "heif", "dng")
_KEYS = {"name", "base", "then", "rule", "severity", "also", "place", "headers", "camera", "why"}


@dataclass(frozen=True)
class Defect:
    """One change of a file that is right, and the rule that has to name it; none where it stays right."""

    name: str
    base: str
    then: list[dict[str, Any]]
    rule: str | None
    severity: str
    also: list[str]
    place: str
    headers: bool
    camera: str
    why: str

    @property
    def suffix(self) -> str:
        """The suffix of its file."""
        return Path(self.base).suffix.lstrip(".") or "jpg"

    def replacements(self, data: bytes) -> list[Splice]:
        """Returns what is replaced in the bytes of the base, one after the other."""
        out: list[Splice] = []
        for change in self.then:
            found = changes.splices(data, change)
            data = changes.applied(data, found)
            out += found
        return out

    def seeded(self, data: bytes) -> bytes:
        """Returns the base's bytes with the defect."""
        return changes.applied(data, self.replacements(data))


@functools.cache
def load() -> dict[str, Defect]:
    """Returns the entries of all containers by name; one that has no form, or is one too many, is an error."""
    found: dict[str, Defect] = {}
    for container in CONTAINERS:
        content = json.loads((FOLDER / f"{container}.json").read_text())
        for row in content["defects"]:
            defect = _entry(container, content["base"], content["camera"], row)
            if defect.name in found:
                raise ValueError(f"{defect.name}: two entries have this name")
            if not defect.why and (defect.rule is None or defect.rule in {other.rule for other in found.values()}):
                raise ValueError(f"{defect.name}: `why` has to say what it shows that no other entry does")
            found[defect.name] = defect
    return found


def _entry(container: str, base: str, camera: str, row: dict[str, Any]) -> Defect:
    name = f"{container}/{row['name']}"
    if unknown := row.keys() - _KEYS:
        raise ValueError(f"{name}: what is {', '.join(sorted(unknown))}?")
    fits = row.get("camera", "base" not in row and "rule" in row)
    return Defect(name, row.get("base", base), row["then"], row.get("rule"), row.get("severity", "error"),
                  row.get("also", []), row.get("place", ""), row.get("headers", True), camera if fits else "",
                  row.get("why", ""))


def committed_base(name: str) -> bytes:
    """Returns a base as it is in the repository, or an empty file without a base."""
    return (FOLDER / "Bases" / name).read_bytes() if name else b""


def made_bases(program: Path) -> dict[str, bytes]:
    """Returns every base by name, made anew with the program."""
    content = json.loads((FOLDER / "bases.json").read_text())
    bases = {name: inputs.made(how) for name, how in content["bases"].items() if isinstance(how, dict)}
    with tempfile.TemporaryDirectory() as folder:
        for name, what in content["inputs"].items():
            (Path(folder) / name).write_bytes(inputs.made(what))
        for name, options in content["bases"].items():
            if name in bases:
                continue
            photo = [] if options[0] in content["inputs"] else ["plain.jpg"]
            done = subprocess.run([str(program), "attach", *photo, *options, "--stored", "-o", name], cwd=folder,
                                  capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise RuntimeError(f"the base {name} cannot be made: {done.stderr.strip()}")
            bases[name] = (Path(folder) / name).read_bytes()
    return bases


def replacements() -> str:
    """Returns what replacements.json has to hold: of each name offset, count and new bytes, in committed bases."""
    rows = []
    for defect in load().values():
        found = [[s.at, s.count, s.new.hex()] for s in defect.replacements(committed_base(defect.base))]
        rows.append(f"  {json.dumps(defect.name)}: {json.dumps(found, separators=(',', ':'))}")
    return "{\n" + ",\n".join(rows) + "\n}\n"
