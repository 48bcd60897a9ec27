"""What a check works with: a folder of its own, the program, and a place for outcomes."""
from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Sequence

from . import peers

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
    peak_megabytes: float

    @property
    def text(self) -> str:
        return self.stdout.decode("utf-8", "replace")


@dataclass
class Context:
    """One instance of a case while it runs."""

    program: Path
    scene: Path
    samples: Path | None
    folder: Path
    instance: str
    outcomes: list[Outcome] = field(default_factory=list)
    peers_used: set[str] = field(default_factory=set)
    saved: dict[str, Any] = field(default_factory=dict)

    def expect(self, holds: bool, check: str, detail: str = "") -> bool:
        """Records that something holds or does not; the detail says what was seen instead."""
        self.outcomes.append(Outcome("passed" if holds else "failed", check, "" if holds else detail))
        return holds

    def skip(self, check: str, reason: str) -> None:
        """Records that something could not be checked here."""
        self.outcomes.append(Outcome("skipped", check, reason))

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

    def run(self, command: Sequence[str], folder: Path | None = None) -> Finished:
        """Runs a command in the instance's folder."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = subprocess.Popen(command, cwd=folder or self.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            timer = threading.Timer(TIMEOUT_SECONDS, child.kill)
            timer.start()
            try:
                _, status, usage = os.wait4(child.pid, 0)
            finally:
                timer.cancel()
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            return Finished(child.returncode, out.read(), err.read().decode("utf-8", "replace"),
                            usage.ru_maxrss / 1024)

    def auxdepth(self, *arguments: str) -> Finished:
        """Runs the program under test."""
        return self.run([str(self.program), *arguments])

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
