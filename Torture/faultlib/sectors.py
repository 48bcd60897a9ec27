"""Ranges of a file that cannot be read."""
from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from .folders import contents, strays
from .jobs import read_log
from .machine import Ended, Machine, status_text
from .photos import CONTAINERS, Photos
from .tally import Tally, check


@dataclass
class Question:
    """A command whose answer must be true, or an error."""
    name: str
    arguments: list[str]

    def ask(self, machine: Machine, box: Path, photo: Path, bad: tuple[int, int] | None = None,
            log: Path | None = None) -> tuple[Ended, dict]:
        """Returns how the command ended, and the files that it wrote, which are removed again."""
        status = os.stat(photo)
        faults = {"FAULT_ROOT": str(photo.parent)}
        if bad:
            faults["FAULT_BAD"] = f"{status.st_dev}:{status.st_ino}:{bad[0]}:{bad[1]}"
        if log:
            faults["FAULT_LOG"] = str(log)
        ended = machine.run(*[str(photo) if word == "PHOTO" else word for word in self.arguments], cwd=box,
                            faults=faults, seconds=120)
        found = contents(box)
        for name in found:
            os.unlink(box / name)
        return ended, found


def _questions(photos: Photos) -> list[Question]:
    return [
        Question("info", ["info", "PHOTO", "--json"]),
        Question("validate", ["validate", "PHOTO", "--json", "--jobs", "1"]),
        Question("extract", ["extract", "PHOTO", "--directory", ".", "--json"]),
        Question("attach", ["attach", "PHOTO", "--portrait", str(photos.matte("portrait")), "--stretch", "--replace",
                            "--directory", "."]),
    ]


def _answer(question: Question, photo: Path, machine: Machine, bad: tuple[int, int], true: tuple[Ended, dict],
            tally: Tally) -> None:
    with machine.box() as box:
        ended, found = question.ask(machine, box, photo, bad)
    wrong = []
    (clean, files) = true
    if ended.status == 0 or ended.status == clean.status:
        if ended.out != clean.out:
            wrong.append(f"{question.name}: status {ended.status} and a wrong answer")
        elif found != files:
            wrong.append(f"{question.name}: status {ended.status} and wrong files")
    elif ended.status != 74 and not (question.name == "extract" and ended.status == 1):
        wrong.append(f"{question.name}: status {status_text(ended.status)}, not 74")
    elif question.name in ("info", "validate") and b'"auxiliary":[' in ended.out:
        wrong.append(f"{question.name}: an answer in spite of status {ended.status}")
    if strays(found):
        wrong.append(f"{question.name}: a temporary file stays")
    if any(data != files.get(name) for name, data in found.items() if name not in strays(found)):
        wrong.append(f"{question.name}: a wrong file is left")
    tally.add(wrong, f"{photo.name} {bad[0]}-{bad[1]} {ended.message}")


def _ranges(question: Question, photo: Path, machine: Machine, size: int) -> tuple[list[tuple[int, int]], tuple]:
    """Returns the ranges of a size that the command reads, and the true answer."""
    log = machine.folder / f"sectors-{photo.name}-{question.name}.log"
    log.unlink(missing_ok=True)
    with machine.box() as box:
        true = question.ask(machine, box, photo, log=log)
    touched: set[int] = set()
    for call in read_log(log, photo.parent):
        if call.name == "pread" and call.path == f"./{photo.name}":
            touched.update(range(call.offset // size, (call.offset + max(call.count, 1) - 1) // size + 1))
    log.unlink(missing_ok=True)
    return [(n * size, (n + 1) * size) for n in sorted(touched)], true


# Of a photo that is not small: all sectors at the beginning, and so many of the rest.
FIRST, REST = 24, 40


@check("sectors", "each 512 bytes of a file unreadable: the true answer, or 74", 15)
def sectors(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        for question in _questions(photos):
            # The small one is read in few pieces, the large one here and there, as it is in life.
            for photo in (photos.photo(container), photos.large(container)):
                ranges, true = _ranges(question, photo, machine, 512)
                if len(ranges) > FIRST + REST:
                    ranges = ranges[:FIRST] + ranges[FIRST::max(1, (len(ranges) - FIRST) // REST)]
                machine.each(machine.part(ranges, 3, 4), lambda bad: _answer(question, photo, machine, bad, true, tally))


@check("sample-sectors", "ranges of camera files unreadable, the headers by sectors: the true answer, or 74", 60)
def sample_sectors(machine: Machine, photos: Photos, tally: Tally) -> None:
    if not machine.samples:
        tally.skipped = "AUXDEPTH_SAMPLES names no folder"
        return
    most = machine.some(60, 6, 2)
    for sample in machine.few(machine.samples, 9, lambda path: path.suffix):
        with machine.box() as folder:
            photo = folder / sample.name
            shutil.copyfile(sample, photo)
            for question in _questions(photos)[:2]:
                # Headers only, so that every sector that is read can be tried.
                if question.name == "validate":
                    question.arguments.append("--headers-only")
                ranges, true = _ranges(question, photo, machine, 512)
                step = max(1, len(ranges) // most)
                # All of the first, where the headers are, and some of the rest.
                chosen = ranges[:most // 2] + ranges[most // 2::step]
                machine.each(chosen, lambda bad: _answer(question, photo, machine, bad, true, tally))
