"""What the tests are made of: all pictures and maps are made here."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth
from auxdepth._library import NATIVE

HEIGHT, WIDTH = 96, 128
#: Containers that hold auxiliary images.
CONTAINERS = ("jpeg", "heif", "avif", "dng")
REPOSITORY = Path(__file__).resolve().parents[2]
#: The program that the environment names, that of the wheel, or the one that is installed.
PROGRAM = os.environ.get("AUXDEPTH") or shutil.which(NATIVE / "auxdepth") or shutil.which("auxdepth")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="AUXDEPTH names no program, and none is installed")
# A run in the background begins with interrupts ignored, and the tests of interrupts would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "timed: asserts how long something takes, which a busy machine may fail")


@pytest.fixture(scope="session")
def pixels() -> Any:
    """(96, 128, 3) of uint8: gradients."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    return np.dstack([x * 2, y * 2, x + y]).astype(np.uint8)


@pytest.fixture(scope="session")
def metres() -> Any:
    """(96, 128) of float32: a slope from 1 to 5 metres."""
    return np.broadcast_to(np.linspace(1, 5, WIDTH, dtype=np.float32), (HEIGHT, WIDTH)).copy()


@pytest.fixture(scope="session")
def subject() -> Any:
    """(96, 128) of uint8: a disc, 255 within."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    return (255 * ((x - 64) ** 2 + (y - 48) ** 2 < 900)).astype(np.uint8)


@pytest.fixture(scope="session")
def portrait(pixels: Any, metres: Any, subject: Any) -> bytes:
    """A HEIF photo with depth, a camera and a matte."""
    photo = auxdepth.new(pixels, "heif")
    return photo.attach(depth=metres, portrait=subject, intrinsics=[100.0, 110.0, 60.0, 50.0]).to_bytes()


@pytest.fixture(scope="session")
def plain(pixels: Any) -> bytes:
    """A JPEG photo with nothing."""
    return auxdepth.new(pixels, "jpeg").to_bytes()


def samples() -> list[Path]:
    """The photos of the folders that AUXDEPTH_SAMPLES names."""
    kinds = {".jpg", ".jpeg", ".heic", ".avif", ".dng"}
    folders = [Path(name) for name in os.environ.get("AUXDEPTH_SAMPLES", "").split(":") if name]
    return sorted(path for folder in folders for path in folder.iterdir() if path.suffix.lower() in kinds)


def matrix(of: Any) -> Any:
    """The 3 x 3 matrix of the camera of a photo, an image or a map."""
    camera = of.intrinsics()
    assert camera is not None
    return camera.matrix
