"""What a process that uses the library may do with children: fork between calls, and handle or ignore their ends."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Callable

import pytest

import auxdepth

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
#: After so long, a child hangs.
SECONDS = 30


def in_child(work: Callable[[], object]) -> int:
    """Has a child do something; returns 0, or how it ended: 3 by an exception."""
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        try:
            work()
        except BaseException as failure:
            os.write(2, f"{failure!r}\n".encode())
            os._exit(3)
        os._exit(0)
    return os.waitpid(child, 0)[1]


@pytest.fixture
def path(portrait: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "portrait.heic"
    path.write_bytes(portrait)
    return path


def read(path: Path) -> float:
    with auxdepth.open(path) as photo:
        return float(photo.depth().min())


def test_children_work(path: Path) -> None:
    def work() -> None:
        assert auxdepth.validate(path).valid
        assert in_child(lambda: read(path)) == 0

    for _ in range(10):
        assert in_child(work) == 0
        # The codec processes of the parent go on.
        read(path)


def test_multiprocessing(path: Path) -> None:
    read(path)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(read, [path] * 40) == [read(path)] * 40


def run(code: str, path: Path) -> None:
    """Runs a program with the functions that its checks need."""
    common = """
import os, signal, sys, threading, time
import auxdepth

def work():
    with auxdepth.open(sys.argv[1]) as photo:
        photo.depth(), photo.primary()

def work_on():
    # Processes of another mode replace those of before.
    for mode in ("required", "off", "automatic"):
        auxdepth.sandbox(mode)
        work()

"""
    done = subprocess.run(
        [sys.executable, "-c", common + code, str(path)], capture_output=True, text=True, timeout=4 * SECONDS, check=False)
    assert done.returncode == 0, done.stderr


def test_first_use(path: Path) -> None:
    """The first call of a process is that of its child."""
    run("""
child = os.fork()
work()
if child == 0:
    os._exit(0)
sys.exit(os.waitpid(child, 0)[1])
""", path)


def test_signal_handler(path: Path) -> None:
    run("""
ended = []
signal.signal(signal.SIGCHLD, lambda *_: ended.append(1))
work_on()
assert ended
""", path)


def test_ends_are_ignored(path: Path) -> None:
    run("""
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
work_on()
""", path)


def test_ends_are_taken(path: Path) -> None:
    """A thread waits for all children, as servers do that fork, and may learn of an end before the library does."""
    run("""
def wait():
    while True:
        try:
            os.wait()
        except ChildProcessError:
            time.sleep(0.001)

threading.Thread(target=wait, daemon=True).start()
for _ in range(5):
    work_on()
""", path)


def test_many_photos(path: Path) -> None:
    """Five thousand photos take no more descriptors and children than a hundred; test_leaks.py has memory."""

    def children() -> int:
        stats = (entry / "stat" for entry in Path("/proc").iterdir() if entry.name.isdigit())
        parents = []
        for stat in stats:
            try:
                parents.append(int(stat.read_text().rpartition(")")[2].split()[1]))
            except OSError:
                continue
        return parents.count(os.getpid())

    for _ in range(100):
        read(path)
    # Codec processes of earlier tests may end meanwhile.
    descriptors, processes = len(os.listdir("/proc/self/fd")), children()
    for _ in range(5000):
        read(path)
    assert len(os.listdir("/proc/self/fd")) <= descriptors
    assert children() <= processes
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        try:
            name = os.readlink(f"/proc/self/fd/{descriptor}")
        except OSError:
            continue
        if "memfd:auxdepth" in name:
            assert fcntl.fcntl(descriptor, fcntl.F_GETFD) & fcntl.FD_CLOEXEC


def test_photos_of_the_parent(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        assert in_child(photo.depth) == 0


def test_no_thread_of_ours_at_a_fork(portrait: bytes) -> None:
    """The thread that waits for the next call of the main thread ends before, and calls go on in both processes."""

    def threads() -> list[str]:
        return [thread.name for thread in threading.enumerate() if "auxdepth" in thread.name]

    seen: list[list[str]] = []
    os.register_at_fork(after_in_parent=lambda: seen.append(threads()))
    with auxdepth.open(portrait) as photo:
        photo.depth()
        assert threads() == ["auxdepth idle"]
        assert in_child(photo.depth) == 0
        assert seen[0] == []
        photo.depth()


def test_what_another_thread_used(portrait: bytes) -> None:
    """It is refused in the child, which would wait for that thread; closing it there does nothing."""
    begun, done = threading.Event(), threading.Event()

    def read(offset: int, count: int) -> bytes:
        if waits:
            begun.set()
            done.wait(SECONDS)
        return portrait[offset : offset + count]

    waits = False
    photo = auxdepth.open_ranges(len(portrait), read)
    waits = True
    reading = threading.Thread(target=photo.depth)
    reading.start()
    assert begun.wait(SECONDS)

    def work() -> None:
        with pytest.raises(auxdepth.UsageError, match="another thread"):
            photo.depth()
        photo.close()

    try:
        assert in_child(work) == 0
    finally:
        done.set()
        reading.join()
    assert photo.depth().shape == (96, 128)
    photo.close()


def test_a_file_that_is_edited(portrait: bytes, tmp_path: Path) -> None:
    """It is free when its process closes it, though a child has it open, and not when a child closes its copy."""
    path = tmp_path / "portrait.heic"
    path.write_bytes(portrait)
    photo = auxdepth.open(path, editing=True)

    def wait() -> None:
        signal.alarm(1)
        auxdepth.open(path, editing=True)

    assert in_child(photo.close) == 0
    assert os.WTERMSIG(in_child(wait)) == signal.SIGALRM
    end, beginning = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(beginning)
        os.read(end, 1)
        os._exit(0)
    photo.close()
    signal.alarm(SECONDS)
    auxdepth.open(path, editing=True).close()
    signal.alarm(0)
    os.close(beginning)
    os.close(end)
    os.waitpid(child, 0)
