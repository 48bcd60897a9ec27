"""Memory does not grow: the peak of the process after many rounds is that after a few."""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
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
            photo.calibration()

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


MEMORY = """
import sys
import numpy as np
import auxdepth

def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))

pixels = np.full((2400, 3200, 3), 90, np.uint8)
data = auxdepth.new(pixels, "jpeg").to_bytes()
metres = np.broadcast_to(np.linspace(1, 5, 3200, dtype=np.float32), (2400, 3200)).copy()
photo = auxdepth.open(data)
# What was used before does not count.
open("/proc/self/clear_refs", "w").write("5")
start = peak()
photo.attach(depth=metres)
print((peak() - start) / metres.nbytes)
"""


def test_memory_of_a_large_map() -> None:
    """A map without holes is copied once, and becomes codes of a quarter of its bytes."""
    made = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True)
    if "PermissionError" in made.stderr:
        pytest.skip("the system does not let a process forget its peak")
    assert made.returncode == 0, made.stderr
    assert float(made.stdout) < 1.6


def test_points_and_meshes(portrait: bytes) -> None:
    photo = auxdepth.open(portrait)
    # A leak of one array of positions, 147 kB, would be 29,000 KiB.
    assert growth(lambda: (photo.point_cloud(), photo.mesh(tolerance=0)), 30, 200) < 3000
