"""Memory does not grow: the peak of the process after many rounds is that after a few."""

from __future__ import annotations

import gc
import resource
from typing import Any, Callable

import pytest

import auxdepth


def growth(action: Callable[[], object], warm: int, rounds: int) -> int:
    """Returns by how many KiB the peak grows from that after `warm` rounds to that after `rounds` more."""
    for _ in range(warm):
        action()
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(rounds):
        action()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


def test_opening(portrait: bytes) -> None:
    def action() -> None:
        with auxdepth.open(portrait) as photo:
            photo.info
            photo.calibration

    # A leak of one copy of the file, 7 kB, would be 7,000 KiB.
    assert growth(action, 200, 1000) < 2000


def test_opening_without_closing(portrait: bytes) -> None:
    assert growth(lambda: auxdepth.open(portrait), 200, 1000) < 2000


def test_reading(portrait: bytes) -> None:
    photo = auxdepth.open(portrait)
    assert growth(lambda: (photo.depth(), photo.mattes["portrait"], photo.primary()), 50, 300) < 2000


def test_errors(portrait: bytes) -> None:
    def action() -> None:
        with pytest.raises(auxdepth.Error):
            auxdepth.open(portrait[:500])

    assert growth(action, 200, 2000) < 2000


def test_writing(plain: bytes, metres: Any) -> None:
    def action() -> None:
        with auxdepth.open(plain) as photo:
            photo.attach(depth=metres).to_bytes()

    assert growth(action, 30, 200) < 3000
