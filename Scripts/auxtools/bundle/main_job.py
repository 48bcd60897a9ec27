"""The main job with a wheel: an EXR depth pass goes into a render as HEIC, is read back in metres, and is valid.

By the package first, then by the program of the wheel; nothing but the wheel and NumPy is needed.
"""
import subprocess
import tempfile
import time
from pathlib import Path

import auxdepth
import numpy as np


def main(folder: Path) -> None:
    y, x = np.mgrid[0:1080, 0:1920].astype(np.float32)
    metres = np.where((x - 960) ** 2 + (y - 540) ** 2 < 300**2, 1.5, 6 - 3 * y / 1080).astype(np.float32)
    render = np.dstack([x / 8, y / 5, 255 - x / 8]).astype(np.uint8)
    auxdepth.from_array(metres).save(folder / "z.exr")
    auxdepth.new(render).save(folder / "render.png")

    began = time.monotonic()
    auxdepth.open(folder / "render.png").attach(depth=folder / "z.exr").save(folder / "a.heic")
    with auxdepth.open(folder / "a.heic") as photo:
        difference = np.abs(1 / photo.depth() - 1 / metres).max()
    report = auxdepth.validate(folder / "a.heic")
    assert report.valid and difference < 2.5 * (1 / 1.5 - 1 / 6) / 255, (report, difference)
    print(f"package: {time.monotonic() - began:.2f} s, largest error {difference:.5f} 1/m, valid")

    began = time.monotonic()
    for command in (
        ["attach", "render.png", "--depth", "z.exr", "-o", "b.heic"],
        ["extract", "b.heic", "--type", "disparity", "--as", "fdep", "-o", "b.npy"],
        ["validate", "b.heic"],
    ):
        subprocess.run(["auxdepth", *command], cwd=folder, check=True)
    difference = np.abs(1 / np.load(folder / "b.npy") - 1 / metres).max()
    assert difference < 2.5 * (1 / 1.5 - 1 / 6) / 255, difference
    print(f"program: {time.monotonic() - began:.2f} s, largest error {difference:.5f} 1/m, valid")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        main(Path(place))
