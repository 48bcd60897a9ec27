"""Times reading the depth of a 12-megapixel HEIC photo: as float32 metres here, as a plane of 8 bits with pillow-heif.

Both in one process, one after the other in turn, each from the path of the file; medians of wall-clock time and of the
processor time of the process. The photo is made here: 4032 x 3024 with a map of 768 x 576, as phones have them.

    python read_depth.py [PAIRS]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

import auxdepth
import numpy as np
import pillow_heif


def photo(path: Path) -> None:
    """Makes a photo with texture, and a map with edges and some noise."""
    random = np.random.default_rng(1)
    y, x = np.mgrid[0:3024, 0:4032].astype(np.float32)
    light = 128 + 60 * np.sin(x / 90) * np.cos(y / 70) + random.normal(0, 4, (3024, 4032))
    pixels = np.clip(np.dstack([light, light * 0.9, light * 0.8]), 0, 255).astype(np.uint8)
    y, x = np.mgrid[0:576, 0:768].astype(np.float32)
    metres = np.where((x - 380) ** 2 + (y - 280) ** 2 < 150**2, 1.2, 5 - 3 * y / 576) + random.normal(0, 0.01, (576, 768))
    auxdepth.new(pixels).attach(depth=metres, intrinsics=[600.0]).save(path)


def ours(path: Path) -> Any:
    with auxdepth.open(path) as opened:
        return opened.depth()


def theirs(path: Path) -> Any:
    image = pillow_heif.open_heif(str(path))
    return np.asarray(image.info["depth_images"][0].to_pillow())


def timed(action: Callable[[Path], Any], path: Path) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    action(path)
    return time.perf_counter() - wall, time.process_time() - cpu


def main(pairs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "photo.heic")
        photo(path)
        metres, codes = ours(path), theirs(path)
        print(f"{path.stat().st_size} bytes; ours {metres.shape} {metres.dtype}, pillow-heif {codes.shape} {codes.dtype}")
        rows = []
        for index in range(pairs):
            order = (ours, theirs) if index % 2 == 0 else (theirs, ours)
            found = {action: timed(action, path) for action in order}
            rows.append((*found[ours], *found[theirs]))
    columns = [statistics.median(column) * 1000 for column in zip(*rows)]
    ratios = [statistics.median(row[index] / row[index + 2] for row in rows) for index in (0, 1)]
    print(f"wall: ours {columns[0]:.2f} ms, pillow-heif {columns[2]:.2f} ms, median of ratios {ratios[0]:.2f}")
    print(f"cpu:  ours {columns[1]:.2f} ms, pillow-heif {columns[3]:.2f} ms, median of ratios {ratios[1]:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 51)
