"""Ctrl-C and exceptions of callbacks come out as what they are, at once, and leave nothing half done."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any, Callable, Iterator

import numpy as np
import pytest

import auxdepth

#: How soon after the signal the exception has to be there, in seconds.
SOON = 0.2


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A HEIF photo of 4 megapixels, whose decoding and coding take a while."""
    path = tmp_path_factory.mktemp("large") / "large.heic"
    y, x = np.mgrid[0:1800, 0:2400]
    noise = np.random.default_rng(1).integers(0, 60, (1800, 2400, 1), np.uint8)
    pixels = (np.dstack([x // 20, y // 20, (x + y) // 40]) % 190).astype(np.uint8) + noise
    metres = np.broadcast_to(np.linspace(1, 5, 2400, dtype=np.float32), (1800, 2400))
    auxdepth.new(pixels, "heif").attach(depth=metres).save(path, sync=False)
    return path


def late(call: Callable[[], object], after: float = 0.1) -> float:
    """Interrupts a call, which has to raise KeyboardInterrupt; returns how much later than the signal that came out."""
    sent: list[float] = []

    def interrupt() -> None:
        time.sleep(after)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
            # It was done before the signal came: that shows nothing.
            thread.join()
            time.sleep(SOON)
            pytest.skip("the call was too fast")
        return time.monotonic() - sent[0]
    finally:
        while thread.is_alive():
            with contextlib.suppress(KeyboardInterrupt):
                thread.join()


def soon(call: Callable[[], object], after: float = 0.1) -> bool:
    """Whether a call is interrupted in time, in one of three attempts: another program may keep the machine busy meanwhile."""
    return any(late(call, after) < SOON for _ in range(3))


def left() -> Iterator[threading.Thread]:
    """The calls that were interrupted and go on."""
    return (thread for thread in threading.enumerate() if thread.name == "auxdepth")


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """What is left of a test ends before the next."""
    yield
    for thread in left():
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.timed
def test_validating(large: Path, jobs: int) -> None:
    for _ in range(4):
        assert soon(lambda: auxdepth.validate([large] * 50, jobs=jobs))
    assert auxdepth.validate(large, headers_only=True).valid


@pytest.mark.timed
def test_validating_with_progress(large: Path, portrait: bytes, tmp_path: Path) -> None:
    """The signal may come while Python reports a file."""
    path = tmp_path / "small.heic"
    path.write_bytes(portrait)
    seen: list[str] = []

    def progress(done: int, count: int, report: auxdepth.Report) -> None:
        seen.append(threading.current_thread().name)
        end = time.monotonic() + 0.02
        while time.monotonic() < end:
            pass

    for _ in range(4):
        assert soon(lambda: auxdepth.validate([path] * 2000, progress=progress))
    assert set(seen) == {threading.current_thread().name}


@pytest.mark.timed
def test_validating_bytes_and_ranges(large: Path) -> None:
    data = large.read_bytes()
    assert soon(lambda: auxdepth.validate(data))
    assert soon(lambda: auxdepth.validate_ranges(len(data), lambda offset, count: data[offset : offset + count]))


@pytest.mark.timed
def test_decoding(large: Path) -> None:
    with auxdepth.open(large) as photo:
        assert soon(photo.picture)
        # The photo is good for another call, beside the one that still decodes.
        assert photo.depth().shape == (1800, 2400)


@pytest.mark.timed
def test_attaching(large: Path, tmp_path: Path) -> None:
    """No file gets its name any more, and no temporary file stays."""
    output = tmp_path / "output.heic"
    with auxdepth.open(large) as photo:
        pixels = photo.picture().array()
    edit = auxdepth.new(pixels, "heif")
    assert soon(lambda: edit.save(output))
    for thread in left():
        thread.join()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.timed
def test_in_place(large: Path, tmp_path: Path) -> None:
    path = tmp_path / "photo.heic"
    path.write_bytes(large.read_bytes())
    before = path.read_bytes()
    metres = np.full((1800, 2400), 2, np.float32)

    def edit() -> None:
        with auxdepth.open(path, editing=True) as photo:
            photo.attach(depth=metres, replace=True).save()

    assert soon(edit, after=0.2)
    for thread in left():
        thread.join()
    assert [file.name for file in tmp_path.iterdir()] == ["photo.heic"]
    assert path.read_bytes() == before or auxdepth.validate(path).valid
    # Its lock is free again.
    auxdepth.open(path, editing=True).close()


@pytest.mark.timed
def test_rendering(large: Path, tmp_path: Path) -> None:
    output = tmp_path / "blurred.png"
    with auxdepth.Renderer(large) as renderer:
        assert soon(lambda: renderer.save("blur", output, radius=60))
    for thread in left():
        thread.join()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.timed
def test_waiting_for_a_lock(portrait: bytes, tmp_path: Path) -> None:
    path = tmp_path / "portrait.heic"
    path.write_bytes(portrait)
    with auxdepth.open(path, editing=True):
        assert soon(lambda: auxdepth.open(path, editing=True))
        # That it is not waited for any more is no secret of the main thread.
        for thread in left():
            thread.join(5)
            assert not thread.is_alive()
    auxdepth.open(path, editing=True).close()


@pytest.mark.timed
def test_closing_waits_for_what_was_interrupted(large: Path) -> None:
    """A call that was left behind keeps what it uses; otherwise it would crash."""
    for _ in range(3):
        photo = auxdepth.open(large)
        assert soon(photo.picture, after=0.05)
        photo.close()
        del photo


class Stop(BaseException):
    """Nothing that anybody else raises."""


@pytest.mark.parametrize("kind", [Stop, ValueError, KeyboardInterrupt, SystemExit])
def test_what_callbacks_raise(kind: type[BaseException], portrait: bytes, tmp_path: Path) -> None:
    path = tmp_path / "portrait.heic"
    path.write_bytes(portrait)

    def progress(done: int, count: int, report: Any) -> None:
        raise kind("of progress")

    with pytest.raises(kind, match="of progress"):
        auxdepth.validate([path] * 5, progress=progress)

    fails = True

    def read(offset: int, count: int) -> bytes:
        if fails:
            raise kind("of reading")
        return portrait[offset : offset + count]

    for function in (auxdepth.open_ranges, auxdepth.validate_ranges):
        with pytest.raises(kind, match="of reading"):
            function(len(portrait), read)
    fails = False
    with auxdepth.open_ranges(len(portrait), read) as photo:
        fails = True
        # Not when it was opened, but by whatever needs the bytes; and again by the next.
        for call in (photo.depth, photo.picture, photo.attach(skin=np.zeros((96, 128), np.uint8), replace=True).to_bytes):
            with pytest.raises(kind, match="of reading"):
                call()
        fails = False
    with auxdepth.open_ranges(len(portrait), read) as photo:
        assert photo.depth().shape == (96, 128)


def test_in_another_thread(portrait: bytes, tmp_path: Path) -> None:
    """There, calls are made as they come, and callbacks in that thread."""
    path = tmp_path / "portrait.heic"
    path.write_bytes(portrait)
    names: list[str] = []
    thread = threading.Thread(
        target=lambda: auxdepth.validate([path] * 3, progress=lambda *_: names.append(threading.current_thread().name)),
        name="mine",
    )
    thread.start()
    thread.join()
    assert names == ["mine"] * 3


@pytest.mark.timed
def test_a_stream_and_a_data_set(large: Path, tmp_path: Path) -> None:
    """A video ends with the frame that is filtered, and a data set with the photos that are read; neither leaves a file."""
    frame = np.tile(np.linspace(0, 255, 640).astype(np.uint8), (480, 1)).tobytes()
    video = tmp_path / "video.y4m"
    video.write_bytes(b"YUV4MPEG2 W640 H480 F25:1 Ip A1:1 Cmono\n" + (b"FRAME\n" + frame) * 400)
    output, folder = tmp_path / "output.y4m", tmp_path / "set"
    for call in (
        lambda: auxdepth.stream(video, video, output, filters=["blur"], radius=100),
        lambda: auxdepth.write_dataset([large] * 50, folder),
    ):
        assert soon(call)
        start = time.monotonic()
        for thread in left():
            thread.join()
        assert time.monotonic() - start < 10
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [video]
