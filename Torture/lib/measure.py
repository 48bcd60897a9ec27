"""Runs the commands of an attack, each inside limits, and says what is wrong with what they cost."""
from __future__ import annotations

import hashlib
import json
import math
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Iterator

from .attack import MEGABYTE, Attack, Ended, Made, Run
from .kit import Kit
from .known import known

DOCUMENTED = (0, 1, 64, 65, 66, 69, 73, 74, 75)
# Less work than this is start-up, and says nothing of growth; 4n of a file may take six times as long as n.
FLOOR_SECONDS = 0.15
LARGEST_GROWTH = 6
# Work that seems too much is measured so often in all: whoever shares the machine adds to it, and nobody takes away.
ATTEMPTS = 3
# The processor time of _slowness()'s work on the machine that the bounds are of, when it is quiet.
USUAL_SECONDS = 0.085
# Address space: room for an allocator's arenas beside what is used. Nothing may hurt the machine.
ADDRESS_SPACE = 6 << 30


@dataclass(frozen=True)
class Outcome:
    """One command on the file of one size."""

    attack: Attack
    size: int
    run: Run
    given: int
    ended: Ended
    faults: list[str]
    # What is known to be too much, and why.
    gap: str | None = None

    def as_dict(self) -> dict[str, object]:
        ended = self.ended
        return {"attack": self.attack.name, "point": self.attack.point, "n": self.size, "command": self.run.name,
                "bytes": self.given, "seconds": round(ended.seconds, 3), "memory": ended.memory,
                "written": ended.written, "output": ended.output, "status": ended.status, "faults": self.faults,
                "known": self.gap}


def outcomes(program: Path, attack: Attack, kit: Kit, quick: bool, patience: int) -> Iterator[Outcome]:
    """Yields what each command of an attack did, size by size; a command that fails is not tried with more."""
    sizes = attack.sizes if len(attack.sizes) == 1 or not quick else (attack.sizes[0], attack.sizes[-1])
    first: dict[str, float] = {}
    beaten: set[str] = set()
    for size in sizes:
        made = attack.make(kit, size)
        with tempfile.TemporaryDirectory(prefix="torture-") as name:
            folder = Path(name)
            given = _placed(made, kit, folder)
            for run in made.runs:
                if run.name in beaten:
                    continue
                # Of the largest file, the work that is no more than in proportion to the smallest.
                growing = math.inf
                if sizes[0] != size == sizes[-1]:
                    growing = LARGEST_GROWTH * size / sizes[0] / 4 * max(first[run.name], FLOOR_SECONDS)
                before = {path.name for path in folder.iterdir()}
                ended = _least(program, run, folder, patience, given, growing)
                faults = _faults(run, given, ended)
                gap = None
                if ended.memory > run.memory(given):
                    gap = known(attack.name, run.name, ended.memory, run.memory(given), given)
                    if gap is None:
                        faults.append(f"{ended.memory // MEGABYTE} MB, {run.memory(given) // MEGABYTE} at most")
                if size == sizes[0]:
                    first[run.name] = ended.seconds
                elif ended.seconds > growing and not faults:
                    smallest = max(_again(program, attack, kit, run, patience), first[run.name], FLOOR_SECONDS)
                    growth = ended.seconds / smallest
                    if growth > LARGEST_GROWTH * size / sizes[0] / 4:
                        faults.append(f"{growth:.1f} times the work for {size / sizes[0]:g} times the file")
                if faults:
                    beaten.add(run.name)
                yield Outcome(attack, size, run, given, ended, faults, gap)
                _discard(folder, before)


def _again(program: Path, attack: Attack, kit: Kit, run: Run, patience: int) -> float:
    """Returns the most work of several attempts on the smallest file, now.

    A machine that is busy, or whose file system is, makes what the kernel does for the same calls many times as long. Work
    that grows with the square of the file is found nevertheless.
    """
    most = 0.0
    for _ in range(ATTEMPTS):
        with tempfile.TemporaryDirectory(prefix="torture-") as name:
            folder = Path(name)
            _placed(attack.make(kit, attack.sizes[0]), kit, folder)
            most = max(most, ended(program, run, folder, patience).seconds)
    return most


def _discard(folder: Path, kept: set[str]) -> None:
    for path in folder.iterdir():
        if path.name in kept:
            continue
        if path.is_dir():
            for child in path.iterdir():
                child.unlink()
            path.rmdir()
        else:
            path.unlink()


def _placed(made: Made, kit: Kit, folder: Path) -> int:
    """Writes the files, and beside them what every attack may use; returns the bytes of the hostile ones."""
    for name, data in {**kit.companions(), **made.files}.items():
        (folder / name).write_bytes(data)
    for name, size in made.holes.items():
        with (folder / name).open("ab") as file:
            file.truncate(size)
    return sum(len(data) for data in made.files.values())


def _least(program: Path, run: Run, folder: Path, patience: int, given: int, growing: float) -> Ended:
    """Returns how a command ended, of several attempts the one of least work where that is more than is right."""
    right = min(run.seconds(given), growing)
    # What is right for the pixels that were asked for may be more than anyone's patience.
    patience = max(patience, math.ceil(1.5 * run.seconds(given)))
    before = {path.name for path in folder.iterdir()}
    least = ended(program, run, folder, patience)
    for _ in range(1, ATTEMPTS):
        if least.seconds <= right or least.status < 0:
            break
        _discard(folder, before)
        again = ended(program, run, folder, patience)
        if again.seconds < least.seconds or again.status < 0:
            least = again
    return replace(least, seconds=least.seconds / _slowness()) if least.seconds > right else least


def _slowness() -> float:
    """Returns how many times as long work takes now as on the machine that the bounds are of, from 1 to 3.

    Two programs that share a processor's parts each take more of its time for the same work.
    """
    begin = time.process_time()
    for _ in range(3):
        hashlib.sha256(b"".join(index.to_bytes(4, "little") for index in range(200_000))).digest()
    return min(max((time.process_time() - begin) / USUAL_SECONDS, 1), 3)


def ended(program: Path, run: Run, folder: Path, patience: int) -> Ended:
    for copy, original in run.copies.items():
        shutil.copyfile(folder / original, folder / copy)
    before = {path.name for path in folder.iterdir()}
    with tempfile.NamedTemporaryFile("r", prefix="torture-") as report, \
            tempfile.TemporaryFile(prefix="torture-") as out, tempfile.TemporaryFile(prefix="torture-") as err:
        command = [sys.executable, "-I", "-S", str(Path(__file__).with_name("child.py")), report.name, str(patience),
                   str(run.address_space or ADDRESS_SPACE), str(program), *run.arguments]
        subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, check=True)
        found = json.load(report)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read())
    outputs = {str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*")
               if path.is_file() and path.relative_to(folder).parts[0] not in before}
    return Ended(found["status"], *texts, folder, found["seconds"], found["memory"], found["written"], outputs)


def _faults(run: Run, given: int, ended: Ended) -> list[str]:
    found: list[str] = []
    if ended.status in (-signal.SIGXCPU, -signal.SIGKILL):
        found.append(f"killed after {ended.seconds:.0f} s of work")
    elif ended.status < 0:
        found.append(f"signal {signal.Signals(-ended.status).name}: {_last_line(ended)}")
    elif ended.status not in DOCUMENTED:
        found.append(f"status {ended.status}: {_last_line(ended)}")
    elif ended.status not in run.endings:
        wanted = " or ".join(map(str, run.endings))
        found.append(f"status {ended.status}, not {wanted}: {_last_line(ended)}")
    if ended.status >= 0 and ended.seconds > run.seconds(given):
        found.append(f"{ended.seconds:.2f} s, {run.seconds(given):.2f} at most")
    # Two places count: what stays, and what was written on the way.
    for what, size in (("output", ended.output), ("written", ended.written - len(ended.stdout) - len(ended.stderr))):
        if size > run.output(given):
            found.append(f"{size / 1024:.0f} KB {what}, {run.output(given) / 1024:.0f} at most")
            break
    leftovers = [name for name in ended.outputs if Path(name).name.startswith(".")]
    if leftovers and ended.status >= 0:
        found.append(f"temporary files stay: {' '.join(leftovers)}")
    if not found and run.check and (wrong := run.check(ended)):
        found.append(wrong)
    return found


def _last_line(ended: Ended) -> str:
    lines = [line for line in ended.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1][-160:] if lines else "(no message)"
