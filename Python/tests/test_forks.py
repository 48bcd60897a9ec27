"""Children that are forked while other threads use the library work, whatever those were doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable

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
def busy(portrait: bytes, tmp_path: Path) -> Any:
    """Two threads that read and validate as long as a test runs."""
    path = tmp_path / "portrait.heic"
    path.write_bytes(portrait)
    done = threading.Event()

    def go_on() -> None:
        while not done.is_set():
            with auxdepth.open(path) as photo:
                photo.depth()
            auxdepth.validate(path)

    threads = [threading.Thread(target=go_on) for _ in range(2)]
    for thread in threads:
        thread.start()
    yield path
    done.set()
    for thread in threads:
        thread.join()


def test_children_work(busy: Path) -> None:
    def work() -> None:
        with auxdepth.open(busy) as photo:
            photo.depth()
        assert auxdepth.validate(busy).valid

    assert [in_child(work) for _ in range(60)] == [0] * 60


def test_first_use(busy: Path) -> None:
    """A child that is forked while its parent loads the library."""
    code = """
import os, signal, sys, threading, time
import auxdepth

def work():
    with auxdepth.open(sys.argv[1]) as photo:
        photo.depth()

thread = threading.Thread(target=work)
thread.start()
time.sleep(float(sys.argv[2]))
child = os.fork()
if child == 0:
    signal.alarm(30)
    work()
    os._exit(0)
status = os.waitpid(child, 0)[1]
thread.join()
sys.exit(status != 0)
"""
    for turn in range(12):
        command = [sys.executable, "-c", code, str(busy), str(0.004 * turn)]
        assert subprocess.run(command, check=False).returncode == 0


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


def test_a_file_that_is_edited_is_free_when_it_is_closed(portrait: bytes, tmp_path: Path) -> None:
    """A child has its descriptor as well."""
    path = tmp_path / "portrait.heic"
    path.write_bytes(portrait)
    photo = auxdepth.open(path, editing=True)
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
