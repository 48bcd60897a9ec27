"""The lines of docs/depth.md for other kinds of files, each on a file made as its writer documents it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

from conftest import PROGRAM, REPOSITORY, needs_program

GUIDE = REPOSITORY / "docs/depth.md"
pytestmark = pytest.mark.skipif(not GUIDE.exists(), reason="docs/ is not next to the tests")


def metres() -> Any:
    """(30, 40) of float32: a slope from 0.6 to 8 metres, with a hole of 0."""
    values = np.linspace(0.6, 8, 1200, dtype=np.float32).reshape(30, 40)
    values[3, 4] = 0
    return values


def codes(steps: float) -> Any:
    """The slope in steps of so many to the metre."""
    return np.rint(metres() * steps).astype(np.uint16)


def save(array: Any) -> None:
    pytest.importorskip("PIL.Image").fromarray(array).save("depth.png")


def hdf5() -> Any:
    with pytest.importorskip("h5py").File("depth.h5", "w") as file:
        file.create_dataset("depth", data=metres(), compression="gzip")
    return metres()


def matlab() -> Any:
    pytest.importorskip("scipy.io").savemat("depth.mat", {"depth": metres()})
    return metres()


def matlab_73() -> Any:
    # MATLAB has columns first, which HDF5 keeps as rows.
    with pytest.importorskip("h5py").File("depth.mat", "w", userblock_size=512) as file:
        file["depth"] = metres().T
    return metres()


def sintel() -> Any:
    height, width = metres().shape
    with open("depth.dpt", "wb") as file:
        np.array(202021.25, "<f4").tofile(file)
        np.array([width, height], "<i4").tofile(file)
        metres().astype("<f4").tofile(file)
    return metres()


def sun_rgbd() -> Any:
    # The toolbox reads bitor(bitshift(d, -3), bitshift(d, 16 - 3)).
    written = codes(1000)
    stored = (written << np.uint16(3)) | (written >> np.uint16(13))
    save(stored)
    return ((stored >> 3) | (stored << 13)) / 1000


def carla() -> Any:
    # R + G * 256 + B * 256 * 256 over 256^3 - 1 times 1000 m; the file has alpha, too.
    number = np.rint(metres().astype(np.float64) / 1000 * (256**3 - 1)).astype(np.uint32)
    save(np.dstack([number & 255, number >> 8 & 255, number >> 16, np.full_like(number, 255)]).astype(np.uint8))
    return number / (256**3 - 1) * 1000


def kinect() -> Any:
    raw = np.linspace(400, 1060, 1200).reshape(30, 40).astype(np.uint16)
    raw[3, 4] = 2047
    save(raw)
    return np.where(raw == 2047, 0, 1 / (raw * -0.0030711016 + 3.3309495161))


def stepped(steps: float) -> Callable[[], Any]:
    def write() -> Any:
        save(codes(steps))
        return codes(steps) / steps

    return write


def stanford() -> Any:
    stored = codes(512)
    stored[3, 4] = 65535
    save(stored)
    return np.where(stored == 65535, 0, stored / 512.0)


WRITERS: dict[str, Callable[[], Any]] = {
    "HDF5": hdf5, "MATLAB": matlab, "MATLAB, version 7.3": matlab_73, "Sintel": sintel, "SUN RGB-D": sun_rgbd, "CARLA": carla,
    "Kinect v1": kinect, "Replica": stepped(6553.5), "Matterport3D": stepped(4000), "2D-3D-S": stanford, "BOP": stepped(10000),
}
ROWS: dict[str, str] = {}
if GUIDE.exists():
    section = GUIDE.read_text().split("## Other kinds, one line each")[1].split("\n## ")[0]
    ROWS = dict(re.findall(r"^\| ([^|]+) \| `([^`]+)` \|$", section, re.M))


def writer(row: str) -> Callable[[], Any]:
    """Returns the writer with the longest name that a row begins with."""
    return WRITERS[max((name for name in WRITERS if row.startswith(name)), key=len)]


def test_every_kind_has_a_line() -> None:
    assert {writer(row) for row in ROWS} == set(WRITERS.values())


@needs_program
@pytest.mark.parametrize("row", ROWS)
def test_lines(row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    expected = writer(row)()
    for name, program in (("python3", sys.executable), ("auxdepth", PROGRAM)):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
        path.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-c", ROWS[row]], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # What is written is taken as metres.
    report = subprocess.run(
        [str(PROGRAM), "convert", "depth.npy", "--from", "depth", "--input-unit", "m", "-o", "metres.npy"], capture_output=True,
        text=True)
    assert report.returncode == 0, report.stderr
    known = expected > 0
    for name in ("depth.npy", "metres.npy"):
        values = np.load(name)
        assert values.shape == expected.shape
        np.testing.assert_allclose(values[known], expected[known], rtol=1e-6)
    assert known.sum() == 1199
