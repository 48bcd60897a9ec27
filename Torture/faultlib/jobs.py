"""The commands that faults are brought into, and how each goes without."""
from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from .folders import contents
from .machine import Ended, Machine
from .photos import CONTAINERS, Photos

# The calls that give a file its name.
COMMITTED = ("rename", "renameat2", "link")


@dataclass(frozen=True)
class Call:
    """A call that the shim counted."""
    name: str
    number: int
    changes: bool
    path: str
    offset: int
    count: int

    @property
    def place(self) -> str:
        return f"{self.name}:{self.number}"


@dataclass
class Job:
    """A command on files of its own."""
    name: str
    files: dict[str, Path]
    arguments: list[str]
    # The folders that it lists for what it needs, and again for a note.
    relists: frozenset[str] = frozenset()
    calls: list[Call] = field(default_factory=list)
    before: dict = field(default_factory=dict)
    after: dict = field(default_factory=dict)
    clean: Ended | None = None

    @property
    def container(self) -> str:
        """The container of its photo; of a command without one, that command."""
        return self.name.split()[0]

    def fill(self, box: Path) -> None:
        """Puts the files into a folder."""
        for name, source in self.files.items():
            (box / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(source, box / name)

    def is_folder(self, path: str) -> bool:
        """Whether a path of a call is that of a folder."""
        path = os.path.normpath(path)
        return path == "." or any(name.startswith(path + "/") for name in (*self.before, *self.after))

    def run(self, machine: Machine, box: Path, faults: dict[str, str] | None = None, **more) -> Ended:
        return machine.run(*self.arguments, cwd=box, faults=faults, **more)

    def learn(self, machine: Machine) -> "Job":
        """Runs the command without a fault, and keeps what it did."""
        with machine.box() as box:
            self.fill(box)
            self.before = contents(box)
            log = machine.folder / f"{box.name}.log"
            self.clean = self.run(machine, box, {"FAULT_LOG": str(log)})
            self.after = contents(box)
            self.calls = read_log(log, box)
            log.unlink(missing_ok=True)
        if self.clean.status != 0:
            raise SystemExit(f"{self.name}: status {self.clean.status} without a fault: {self.clean.message}")
        return self


def read_log(log: Path, box: Path) -> list[Call]:
    """Returns the calls that a log holds."""
    numbers: dict[str, int] = {}
    calls = []
    for text in log.read_text(errors="surrogateescape").splitlines() if log.exists() else []:
        _, name, kind, path, offset, count = text.split("\t")
        numbers[name] = numbers.get(name, 0) + 1
        calls.append(Call(name, numbers[name], kind == "W", path.replace(str(box), "."), int(offset), int(count)))
    return calls


def writing(photos: Photos, container: str) -> list[Job]:
    """Returns the commands that write files, on a photo of a container."""
    name = f"a.{container}"
    photo = {name: photos.photo(container)}
    matte = {"m.png": photos.matte("portrait")}
    attach = ["attach", name, "--portrait", "m.png"]
    return [
        Job(f"{container} attach --in-place", photo | matte, [*attach, "--in-place"]),
        Job(f"{container} attach -o", photo | matte, [*attach, "-o", f"b.{container}"]),
        Job(f"{container} attach --force", photo | matte | {f"b.{container}": photos.picture},
            [*attach, "-o", f"b.{container}", "--force"]),
        Job(f"{container} attach --directory", photo | matte, [*attach, "--directory", "new"]),
        Job(f"{container} remove --in-place", photo, ["remove", name, "--all", "--in-place"]),
        Job(f"{container} extract", photo, ["extract", name, "--directory", "maps"]),
        Job(f"{container} copy", photo | {f"c.{container}": photos.photo(container)},
            ["copy", name, f"c.{container}", "-o", f"b.{container}", "--replace"]),
        Job(f"{container} render", photo, ["render", "grayscale", name, "-o", "b.png"]),
    ]


def reading(photos: Photos, container: str) -> list[Job]:
    """Returns the commands whose answer goes to standard output."""
    name = f"a.{container}"
    photo = {name: photos.photo(container)}
    return [
        Job(f"{container} info", photo, ["info", name, "--json"]),
        Job(f"{container} validate", photo, ["validate", name, "--json", "--jobs", "1"]),
        Job(f"{container} extract -o -", photo, ["extract", name, "--type", "skin", "-o", "-"]),
    ]


def others(photos: Photos) -> list[Job]:
    """Returns the commands of no container."""
    def stream(depth: str) -> list[str]:
        return ["stream", "--color", "c.y4m", "--depth", depth, "-o", "o.y4m", "--filter", "grayscale", "--jobs", "1"]

    frames = {f"d/{number}.png": photos.frame for number in range(1, 9)} | {"c.y4m": photos.video("colour")}
    return [
        Job("convert", {"d.png": photos.map},
            ["convert", "d.png", "-o", "d.pfm", "--near", "1", "--far", "4"]),
        Job("stream", {"c.y4m": photos.video("colour"), "d.y4m": photos.video("depth")},
            stream("d.y4m")),
        Job("convert --force", {"d.png": photos.map, "d.pfm": photos.picture},
            ["convert", "d.png", "-o", "d.pfm", "--near", "1", "--far", "4", "--force"]),
        Job("stream, a folder", frames, stream("d")),
        # The folder is listed for the first number, and once all frames were read for a note of more that there may be.
        Job("stream, a pattern", frames, stream("d/%d.png"), relists=frozenset({"d"})),
        Job("validate -r", {"a.jpg": photos.photo("jpg"), "b.jpg": photos.photo("jpg")},
            ["validate", ".", "--recursive", "--json", "--jobs", "1"]),
        Job("attach, a folder of maps", {"a.jpg": photos.photo("jpg"), "m/a.png": photos.matte("portrait")},
            ["attach", "a.jpg", "--portrait", "m", "-o", "b.jpg"]),
    ]


def all_jobs(photos: Photos) -> list[Job]:
    """Returns all commands."""
    jobs = others(photos)
    for container in CONTAINERS:
        jobs += writing(photos, container) + reading(photos, container)
    return jobs
