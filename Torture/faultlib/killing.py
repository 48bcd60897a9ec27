"""The process ended at random times."""
from __future__ import annotations

import contextlib
import random
import shutil
import signal
import statistics
import time
from pathlib import Path

from auxtools import codecs

from .callsites import SIGNALS
from .folders import contents, strays
from .machine import Machine, status_text
from .photos import CONTAINERS, Photos
from .tally import Tally, check


def _arguments(container: str, photos: Photos) -> list[str]:
    return ["attach", f"a.{container}", "--portrait", str(photos.matte("portrait")), "--stretch", "--in-place"]


def _measured(machine: Machine, photos: Photos, container: str) -> tuple[bytes, bytes, float]:
    """Returns the file before and after, and how long the work takes."""
    before = photos.large(container).read_bytes()
    times, after = [], b""
    for _ in range(5):
        with machine.box() as box:
            photo = box / f"a.{container}"
            shutil.copyfile(photos.large(container), photo)
            ended = machine.run(*_arguments(container, photos), cwd=box)
            if ended.status != 0:
                raise SystemExit(f"attach --in-place: {ended.message}")
            times.append(ended.seconds)
            after = photo.read_bytes()
    return before, after, statistics.median(times)


def _end(machine: Machine, photos: Photos, container: str, box: Path, number: int, delay: float):
    """Starts the work on a file and sends a signal after a while; returns how it ended and what is there."""
    photo = box / f"a.{container}"
    process = machine.start(*_arguments(container, photos), cwd=box)
    time.sleep(delay)
    process.send_signal(number)
    process.communicate()
    return process.returncode, photo


def _codec_processes(machine: Machine) -> set[str]:
    """Returns the processes of the program's codec programs."""
    found = set()
    own = {str(path).encode() for path in codecs.programs(machine.program.resolve())}
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if line.read_bytes().split(b"\0")[0] in own:
                found.add(line.parent.name)
    return found


def _left(machine: Machine, tally: Tally) -> None:
    """Checks that codec processes end with the programs that started them."""
    found = _codec_processes(machine)
    time.sleep(2)
    tally.add("codec processes stay" if found & _codec_processes(machine) else None)


@check("kill-random", "SIGKILL at random times, 500 per container: the old file or the new one, and no codec process", 20)
def kill_random(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        before, after, seconds = _measured(machine, photos, container)

        def series(seed: int) -> None:
            generator = random.Random(seed)
            with machine.box() as box:
                for _ in range(machine.some(500, 30, 6) // machine.workers + 1):
                    shutil.copyfile(photos.large(container), box / f"a.{container}")
                    status, photo = _end(machine, photos, container, box, signal.SIGKILL,
                                         generator.uniform(0.2, 1.1) * seconds)
                    tally.note({0: "ended before", -signal.SIGKILL: "killed"}.get(status, "ended otherwise"))
                    data = photo.read_bytes() if photo.exists() else b""
                    tally.note("with the new file", data == after and status != 0)
                    tally.add(None if data in (before, after) else "a torn file", f"{container} seed {seed}")
                left = len(strays(contents(box)))
                tally.note("temporary files after SIGKILL", left)
                shutil.copyfile(photos.large(container), box / f"a.{container}")
                ended = machine.run(*_arguments(container, photos), cwd=box)
                tally.add(None if ended.status == 0 else f"the next run: status {status_text(ended.status)}",
                          ended.message)

        machine.each(range(machine.workers), series)
    _left(machine, tally)


@check("signals-random", "INT, TERM, HUP and PIPE at random times: no temporary file, status 128 + signal", 10)
def signals_random(machine: Machine, photos: Photos, tally: Tally) -> None:
    for container in CONTAINERS:
        before, after, seconds = _measured(machine, photos, container)

        def once(index: int) -> None:
            number = SIGNALS[index % len(SIGNALS)]
            delay = random.Random(index).uniform(0.2, 1.0) * seconds
            with machine.box() as box:
                shutil.copyfile(photos.large(container), box / f"a.{container}")
                status, photo = _end(machine, photos, container, box, number, delay)
                data = photo.read_bytes()
                stray = strays(contents(box))
            name = signal.Signals(number).name
            wrong = []
            if status not in (0, -number, 128 + number):
                wrong.append(f"{name}: status {status_text(status)}")
            if status == 0:
                tally.note("ended before")
            if stray:
                wrong.append(f"{name}: a temporary file stays")
            if data not in (before, after):
                wrong.append(f"{name}: a torn file")
            tally.add(wrong, container)

        machine.each(range(machine.some(100, 12, 4)), once)
    _left(machine, tally)
