"""Photos that are read by ranges."""

from __future__ import annotations

import gc
import threading
from typing import Any

import numpy as np
import pytest

import auxdepth
from auxdepth import ranges


class Counting:
    """Bytes that know how many of them were read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.read_bytes = 0
        self.lock = threading.Lock()

    def read(self, offset: int, count: int) -> bytes:
        assert 0 <= offset and offset + count <= len(self.data)
        with self.lock:
            self.read_bytes += count
        return self.data[offset : offset + count]


@pytest.fixture(scope="module")
def large() -> bytes:
    """A JPEG photo of 1200 x 900 with much in it, and a depth map."""
    chance = np.random.default_rng(1)
    pixels = chance.integers(0, 255, (900, 1200, 3), np.uint8)
    metres = np.broadcast_to(np.linspace(1, 5, 400, dtype=np.float32), (300, 400)).copy()
    return auxdepth.new(pixels, "jpeg").attach(depth=metres).to_bytes()


def test_same_as_memory(portrait: bytes, large: bytes, subject: Any) -> None:
    for data in (portrait, large):
        with auxdepth.open(data) as whole, auxdepth.open_ranges(len(data), Counting(data).read) as photo:
            assert photo.path is None
            assert photo.info == whole.info
            assert np.array_equal(photo.depth(), whole.depth())
            assert photo.attach(hair=subject).to_bytes() == whole.attach(hair=subject).to_bytes()
        assert auxdepth.validate_ranges(len(data), Counting(data).read) == auxdepth.validate(data)


def test_headers_are_few_bytes(large: bytes) -> None:
    file = Counting(large)
    with auxdepth.open_ranges(len(large), file.read) as photo:
        assert photo.find("disparity") is not None
        assert photo.info["primary"]["width"] == 1200
    assert auxdepth.validate_ranges(len(large), file.read, headers_only=True).valid
    assert file.read_bytes < len(large) / 4


def test_what_reading_raises_is_raised(large: bytes) -> None:
    class Broken(Exception):
        pass

    def fails(offset: int, count: int) -> bytes:
        raise Broken

    with pytest.raises(Broken):
        auxdepth.open_ranges(len(large), fails)
    with pytest.raises(Broken):
        auxdepth.validate_ranges(len(large), fails)
    for length in (0, 5, 10**6):
        for function in (auxdepth.open_ranges, auxdepth.validate_ranges):
            with pytest.raises(auxdepth.UsageError, match=f"{length} bytes where .* of "):
                function(len(large), lambda offset, count: bytes(length))
    with pytest.raises(auxdepth.UnsupportedError):
        auxdepth.open_ranges(7, Counting(b"nothing").read)
    assert not auxdepth.validate_ranges(7, Counting(b"nothing").read).valid


@pytest.mark.parametrize("kind", [bytearray, memoryview, lambda data: np.frombuffer(data, np.uint8)])
def test_any_buffer_of_bytes_is_read(large: bytes, kind: Any) -> None:
    def read(offset: int, count: int) -> Any:
        return kind(large[offset : offset + count])

    with auxdepth.open_ranges(len(large), read) as photo, auxdepth.open(large) as whole:
        assert photo.info == whole.info
    assert auxdepth.validate_ranges(len(large), read).valid == auxdepth.validate(large).valid


@pytest.mark.parametrize("value", [None, "text", 16, [0] * 16])
def test_what_is_no_bytes_is_a_type_error(large: bytes, value: Any) -> None:
    for function in (auxdepth.open_ranges, auxdepth.validate_ranges):
        with pytest.raises(TypeError, match="read returned"):
            function(len(large), lambda offset, count: value)


def test_sizes(large: bytes) -> None:
    for size in (-1, 1 << 63, (1 << 64) + len(large)):
        for function in (auxdepth.open_ranges, auxdepth.validate_ranges):
            with pytest.raises(auxdepth.UsageError):
                function(size, Counting(large).read)
    for wrong in (2.5, None, "5"):
        with pytest.raises(TypeError):
            auxdepth.open_ranges(wrong, Counting(large).read)  # type: ignore[arg-type]
    # The thread that makes calls for this one still does.
    with auxdepth.open_ranges(len(large), Counting(large).read) as photo:
        assert photo.depth().shape == (300, 400)


def test_failure_after_opening_is_no_fault_of_the_file(large: bytes) -> None:
    file = Counting(large)
    has_failed = False

    def read(offset: int, count: int) -> bytes:
        if has_failed:
            raise OSError("gone")
        return file.read(offset, count)

    with auxdepth.open_ranges(len(large), read) as photo:
        has_failed = True
        with pytest.raises(OSError, match="gone") as raised:
            photo.depth()
        # What the library made of it: a fault of the reading.
        assert isinstance(raised.value.__cause__, auxdepth.InputOutputError)


def test_readers_are_released(portrait: bytes, subject: Any) -> None:
    before = len(ranges._open)
    edit: Any = None
    for _ in range(3):
        photo = auxdepth.open_ranges(len(portrait), Counting(portrait).read)
        assert len(ranges._open) == before + 1
        edit = photo.attach(hair=subject)
        edit.to_bytes()
        photo.close()
        del photo, edit
        gc.collect()
        assert len(ranges._open) == before
    with pytest.raises(auxdepth.Error):
        auxdepth.open_ranges(3, Counting(b"abc").read)
    assert len(ranges._open) == before
