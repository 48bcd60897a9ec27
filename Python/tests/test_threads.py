"""Calls of several threads run side by side, and nothing is freed under them."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import auxdepth


def test_one_photo_in_many_threads(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        wanted = photo.depth()
        with ThreadPoolExecutor(8) as pool:
            for found in pool.map(lambda _: photo.depth(), range(100)):
                np.testing.assert_array_equal(found, wanted)


@pytest.mark.timed
def test_python_goes_on_during_a_call(pixels: Any, metres: Any) -> None:
    """A thread of Python counts while another is in the library: with the global lock held it could not."""
    large = np.tile(pixels, (12, 12, 1))
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    counting = threading.Thread(target=tick)
    counting.start()
    try:
        photo = auxdepth.new(large, "heif")
        begin = time.monotonic()
        photo.to_bytes()
        end = time.monotonic()
    finally:
        done.set()
        counting.join()
    assert end - begin > 0.02
    within = sum(begin < moment < end for moment in ticks)
    assert within >= 5, f"{within} ticks in {end - begin:.3f} s"


def test_closing_waits_for_calls(portrait: bytes) -> None:
    for _ in range(50):
        photo = auxdepth.open(portrait)
        with ThreadPoolExecutor(4) as pool:
            calls = [pool.submit(photo.depth) for _ in range(8)]
            photo.close()
        for call in calls:
            failure = call.exception()
            assert failure is None or isinstance(failure, auxdepth.UsageError)


def test_edits_of_many_threads(plain: bytes, metres: Any) -> None:
    def made(factor: int) -> Any:
        with auxdepth.open(plain) as photo:
            with auxdepth.open(photo.attach(depth=metres * factor).to_bytes()) as written:
                return written.disparity().max()

    with ThreadPoolExecutor(4) as pool:
        for factor, found in zip(range(1, 9), pool.map(made, range(1, 9))):
            assert found == pytest.approx(1 / factor, rel=0.01)


def test_the_library_is_loaded_once() -> None:
    from auxdepth import _library

    with ThreadPoolExecutor(8) as pool:
        assert len({id(found) for found in pool.map(lambda _: _library.library(), range(32))}) == 1
