"""Running the program: with a time limit, in a folder of its own, with faults."""
from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Iterable, Iterator

# The exit statuses of the contract, of a command that is not ended by a signal.
DOCUMENTED = {0, 1, 64, 65, 66, 69, 73, 74, 75}
SECONDS = 30


@dataclass
class Ended:
    """How one run ended; a negative status is a signal, None a run that was stopped after its time limit."""
    status: int | None
    out: bytes
    err: bytes
    seconds: float

    @property
    def message(self) -> str:
        lines = self.err.decode("utf-8", "backslashreplace").strip().splitlines()
        return lines[-1][:160] if lines else ""

    def was_ended_by(self, number: int) -> bool:
        return self.status in (-number, 128 + number)


@dataclass
class Machine:
    """The program under test and where it runs."""
    program: Path
    shim: Path
    folder: Path
    workers: int
    quick: bool
    brief: bool
    samples: list[Path]
    _counter: Iterator[int] = field(default_factory=lambda: iter(range(10**9)))

    def some(self, whole: int, quick: int, brief: int) -> int:
        """Returns how often something is done."""
        return brief if self.brief else quick if self.quick else whole

    def part(self, items: list, share: int, brief: int, kind: Callable = lambda item: None) -> list:
        """Returns the items; quick, one of so many; brief, so many in all. They are the same every time, in no step with
        their order; brief, as many of each kind, where it may."""
        if self.brief:
            return spread(items, brief, kind)
        return random.Random(1).sample(items, len(items) // share) if self.quick else items

    def few(self, items: Iterable, brief: int, kind: Callable = lambda item: None) -> list:
        """Returns the items, in their order; brief, so many of them."""
        items = list(items)
        return items if not self.brief else spread(items, brief, kind)

    def run(self, *arguments: str | bytes | Path, cwd: Path, faults: dict[str, str] | None = None,
            seconds: float = SECONDS, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            before: Callable[[], None] | None = None, data: bytes | None = None) -> Ended:
        """Runs the program to its end."""
        start = time.monotonic()
        process = self.start(*arguments, cwd=cwd, faults=faults, stdout=stdout, stderr=stderr, before=before,
                             stdin=subprocess.PIPE if data is not None else stdin)
        try:
            out, err = process.communicate(data, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return Ended(None, out or b"", err or b"", time.monotonic() - start)
        return Ended(process.returncode, out or b"", err or b"", time.monotonic() - start)

    def start(self, *arguments: str | bytes | Path, cwd: Path, faults: dict[str, str] | None = None,
              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
              before: Callable[[], None] | None = None) -> subprocess.Popen:
        """Starts the program and does not wait."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("FAULT_")}
        if faults is not None:
            environment |= {"LD_PRELOAD": str(self.shim), "FAULT_ROOT": str(cwd), **faults}
        return subprocess.Popen([self.program, *arguments], cwd=cwd, env=environment, stdin=stdin, stdout=stdout,
                                stderr=stderr, preexec_fn=before)

    @contextlib.contextmanager
    def box(self) -> Iterator[Path]:
        """Gives an empty folder that is removed afterwards."""
        path = self.folder / f"box{next(self._counter)}"
        path.mkdir()
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def each(self, items: Iterable, body: Callable) -> list:
        """Returns what the body gives for each item, several at a time."""
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(body, items))


def spread(items: list, count: int, kind: Callable) -> list:
    """Returns so many items, in their order: of each kind as many as of others, if there are."""
    numbers = list(range(len(items)))
    random.Random(1).shuffle(numbers)
    rank: dict = {}
    place = {}
    for number in numbers:
        name = kind(items[number])
        place[number] = rank[name] = rank.get(name, -1) + 1
    return [items[number] for number in sorted(sorted(numbers, key=place.__getitem__)[:count])]


def compile_shim(folder: Path) -> Path:
    """Compiles the shim with the system's compiler."""
    source = Path(__file__).resolve().parent.parent / "faultshim.c"
    shim = folder / "faultshim.so"
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-Wall", "-o", shim, source, "-ldl",
                    "-lpthread"], check=True)
    return shim


@contextlib.contextmanager
def working_folder(parent: str | None) -> Iterator[Path]:
    """Gives a folder that other users may pass through, as runs without root's rights do."""
    with tempfile.TemporaryDirectory(prefix="auxdepth-faults-", dir=parent) as name:
        os.chmod(name, 0o755)
        yield Path(name).resolve()


def as_nobody() -> None:
    """Gives up root's rights, in the child."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def status_text(status: int | None) -> str:
    """Returns a status for people."""
    if status is None:
        return "hang"
    if status < 0:
        return signal.Signals(-status).name
    return str(status)
