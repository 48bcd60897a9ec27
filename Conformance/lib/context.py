"""What a check works with: a folder of its own, the program, and a place for outcomes."""
from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Sequence

from auxtools import memory

from . import peers
from .rules import Rules
from .samples import Samples

TIMEOUT_SECONDS = 300


@dataclass(frozen=True)
class Outcome:
    """What came of one check."""

    status: str
    check: str
    detail: str = ""


@dataclass(frozen=True)
class Finished:
    """A command that has ended; a negative status is a signal."""

    status: int
    stdout: bytes
    stderr: str
    peak_megabytes: float = 0

    @property
    def text(self) -> str:
        return self.stdout.decode("utf-8", "replace")


@dataclass
class Context:
    """One instance of a case while it runs."""

    program: Path
    samples: Samples
    folder: Path
    instance: str
    outcomes: list[Outcome] = field(default_factory=list)
    peers_used: set[str] = field(default_factory=set)
    saved: dict[str, Any] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    rules: Rules = field(default_factory=Rules)

    def expect(self, holds: bool, check: str, detail: str = "") -> bool:
        """Records that something holds or does not; the detail says what was seen instead."""
        self.outcomes.append(Outcome("passed" if holds else "failed", check, "" if holds else detail))
        return holds

    def skip(self, check: str, reason: str) -> None:
        """Records that something could not be checked here."""
        self.outcomes.append(Outcome("skipped", check, reason))

    def measure(self, figure: str) -> None:
        """Keeps a figure that the report prints, whether or not it was in its bound."""
        self.figures.append(figure)

    def has(self, peer: str, check: str) -> bool:
        """Returns whether another program or library is there; records a skipped check if not."""
        if peers.version(peer) is None:
            self.skip(check, f"{peer} is not installed")
            return False
        self.peers_used.add(peer)
        return True

    def path(self, name: str) -> Path:
        """Returns a file of the instance."""
        return self.folder / name

    def run(self, command: Sequence[str], folder: Path | None = None, stdin: bytes = b"") -> Finished:
        """Runs a command in the instance's folder; what it reads comes through a pipe."""
        try:
            done = subprocess.run(command, cwd=folder or self.folder, input=stdin, capture_output=True,
                                  timeout=TIMEOUT_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return Finished(-1, b"", f"no end after {TIMEOUT_SECONDS} seconds")
        return Finished(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    def auxdepth(self, *arguments: str, stdin: bytes = b"") -> Finished:
        """Runs the program under test."""
        return self.run([str(self.program), *arguments], stdin=stdin)

    def without_descriptors(self, count: int, *arguments: str, stdin: bytes = b"") -> Finished:
        """Runs the program under test where it may open so many files, standard ones included."""
        shell = ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(count)]
        return self.run([*shell, str(self.program), *arguments], stdin=stdin)

    def measured(self, *arguments: str, stdin: bytes = b"") -> Finished:
        """Runs the program under test, and takes down its peak memory."""
        with tempfile.NamedTemporaryFile("r") as report:
            done = self.run(memory.measuring([str(self.program), *arguments], report.name), stdin=stdin)
            return replace(done, peak_megabytes=(memory.reported(report.read()) or 0) / (1 << 20))

    def info(self, name: str) -> dict[str, Any]:
        """Returns what `info --json` says of a file."""
        done = self.auxdepth("info", "--json", name)
        if done.status != 0:
            raise RuntimeError(f"info {name} exits {done.status}: {done.stderr.strip()}")
        return json.loads(done.text)

    def auxiliary(self, name: str, kind: str) -> dict[str, Any]:
        """Returns what `info --json` says of one auxiliary image."""
        for image in self.info(name)["auxiliary"]:
            if kind in (image["type"], image["identifier"]):
                return image
        raise RuntimeError(f"{name} has no {kind}")

    def extract(self, name: str, kind: str, *arguments: str, suffix: str = "raw") -> Path:
        """Extracts one image into a new file; returns its path."""
        target = self.folder / f"extracted-{len(list(self.folder.iterdir()))}.{suffix}"
        done = self.auxdepth("extract", name, "--type", kind, "-o", target.name, *arguments)
        if done.status != 0:
            raise RuntimeError(f"extract {kind} of {name} exits {done.status}: {done.stderr.strip()}")
        return target

    def upright(self, name: str, kind: str, *arguments: str) -> Path:
        """Extracts the codes of an image as the photo is displayed; returns the path of the bare samples."""
        path = self.extract(name, kind, *arguments, suffix="npy")
        data = path.read_bytes()
        path.write_bytes(data[10 + int.from_bytes(data[8:10], "little"):])
        return path
