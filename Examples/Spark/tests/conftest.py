"""Photos and settings of the tests."""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

import auxdepth  # noqa: E402

from depthjob.settings import Settings  # noqa: E402


def photo(near: float = 1.0) -> bytes:
    """Returns a JPEG photo of 128 x 96 with depth."""
    metres = np.broadcast_to(np.linspace(near, 5, 64, dtype=np.float32), (48, 64)).copy()
    pixels = np.broadcast_to(np.arange(128, dtype=np.uint8)[None, :, None], (96, 128, 3)).copy()
    return auxdepth.new(pixels, "jpeg").attach(depth=metres, intrinsics=[100.0]).to_bytes()


@pytest.fixture()
def settings(tmp_path: Path) -> Settings:
    """Four photos, one of them bad, in two folders."""
    folder = tmp_path / "photos"
    (folder / "a").mkdir(parents=True)
    for number in range(3):
        (folder / "a" / f"{number}.jpg").write_bytes(photo(1 + number / 10))
    (folder / "bad.jpg").write_bytes(photo()[:900])
    (folder / "notes.txt").write_text("no photo")
    return Settings(str(folder), str(tmp_path / "out"), buckets=2, read_pause=0.001, maps=True)
