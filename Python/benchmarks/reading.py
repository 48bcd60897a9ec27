"""Times reading photos of HEIF beside pillow-heif: opening, depth, the portrait matte, and many photos.

Both read the same file in turn, in one process, each from the path of the file. A pair is one call of each, and the figures
are medians over pairs: wall-clock time, and the processor time of this process and of the codec processes.
Opening begins with a call of each that is not counted; the sandbox is on. Metres are float32 here, and pillow-heif gives the
codes of 8 bits.

Photos are the HEIC files of the folders in AUXDEPTH_SAMPLES, and two that are made here: 4032 x 3024 with a map of 768 x 576,
as phones have them, and a small one.

    python reading.py [--pairs N] [--files N] [--jobs N] [--rounds N] [--json] [open depth matte batch]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Callable, Iterator

import auxdepth
import numpy as np
import pillow_heif
from processor_time import adopt_orphans, time_of_others

PORTRAIT = "urn:com:apple:photo:2018:aux:portraiteffectsmatte"
Action = Callable[[Path], Any]


def make_photo(path: Path, height: int, width: int, map_height: int, map_width: int) -> Path:
    """Makes a photo with texture, a map with edges and some noise, and a portrait matte."""
    random = np.random.default_rng(1)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 128 + 60 * np.sin(x / 90) * np.cos(y / 70) + random.normal(0, 4, (height, width))
    pixels = np.clip(np.dstack([light, light * 0.9, light * 0.8]), 0, 255).astype(np.uint8)
    y, x = np.mgrid[0:map_height, 0:map_width].astype(np.float32)
    near = (x / map_width - 0.5) ** 2 + (y / map_height - 0.5) ** 2 < 0.06
    metres = np.where(near, 1.2, 5 - 3 * y / map_height) + random.normal(0, 0.01, (map_height, map_width))
    matte = np.kron(near, np.ones((2, 2))).astype(np.uint8) * 255
    auxdepth.new(pixels).attach(depth=metres, portrait=matte, intrinsics=[600.0]).save(path)
    return path


def photos(folder: Path) -> Iterator[Path]:
    for name in os.environ.get("AUXDEPTH_SAMPLES", "").split(":"):
        if name:
            yield from sorted(Path(name).glob("*.heic"))
    yield make_photo(folder / "made_large.heic", 3024, 4032, 576, 768)
    yield make_photo(folder / "made_small.heic", 480, 640, 240, 320)


def open_ours(path: Path) -> None:
    auxdepth.open(path).close()


def open_theirs(path: Path) -> None:
    pillow_heif.open_heif(str(path))


def depth_ours(path: Path) -> Any:
    with auxdepth.open(path) as photo:
        return photo.depth()


def depth_theirs(path: Path) -> Any:
    return np.asarray(pillow_heif.open_heif(str(path)).info["depth_images"][0].to_pillow())


def matte_ours(path: Path) -> Any:
    with auxdepth.open(path) as photo:
        return photo.mattes["portrait"]


def matte_theirs(path: Path) -> Any:
    image: Any = pillow_heif.open_heif(str(path))
    return np.asarray(image.get_aux_image(image.info["aux"][PORTRAIT][0]).to_pillow())


CASES: dict[str, tuple[Action, Action]] = {
    "open": (open_ours, open_theirs),
    "depth": (depth_ours, depth_theirs),
    "matte": (matte_ours, matte_theirs),
}


def has(case: str, path: Path) -> bool:
    """Whether both find in a photo what a case reads."""
    with auxdepth.open(path) as photo:
        found = {"open": True, "depth": photo.depth_image is not None, "matte": "portrait" in photo.mattes}[case]
    info = pillow_heif.open_heif(str(path)).info
    return bool(found and {"open": True, "depth": info["depth_images"], "matte": PORTRAIT in info["aux"]}[case])


#: Whether each line is a JSON object, for a program.
in_json = False


def show(text: str, **values: Any) -> None:
    print(json.dumps(values) if in_json else text, flush=True)


def timed(action: Callable[[], Any]) -> tuple[float, float]:
    """Returns the time that an action takes, and the processor time; looking for other processes is no part of it."""
    others = time_of_others()
    wall, own = time.perf_counter(), time.process_time()
    action()
    own, wall = time.process_time() - own, time.perf_counter() - wall
    return wall, own + time_of_others() - others


def compare(case: str, path: Path, pairs: int) -> None:
    ours, theirs = CASES[case]
    for action in (ours, theirs):
        action(path)
    rows = []
    for index in range(pairs):
        order = (ours, theirs) if index % 2 == 0 else (theirs, ours)
        found = {action: timed(partial(action, path)) for action in order}
        rows.append((*found[ours], *found[theirs]))
    ours_wall, ours_spent, theirs_wall, theirs_spent = (statistics.median(column) * 1000 for column in zip(*rows))
    wall, spent = (statistics.median(row[index] / row[index + 2] for row in rows) for index in (0, 1))
    show(
        f"{case:6} {path.stem[:34]:34} wall {ours_wall:7.2f} {theirs_wall:7.2f} ms {wall:5.2f}"
        f"   processor {ours_spent:7.2f} {theirs_spent:7.2f} ms {spent:5.2f}",
        case=case, file=path.stem, wall=[ours_wall, theirs_wall, wall], processor=[ours_spent, theirs_spent, spent],
    )  # fmt: skip


def metres_theirs(path: Path) -> Any:
    """The plane of pillow-heif as float32, as depth() has it: of so many bytes, if not of that meaning."""
    return depth_theirs(path).astype(np.float32)


def shape_theirs(path: Path) -> tuple[int, ...]:
    return tuple(depth_theirs(path).shape)


def batch(paths: list[Path], jobs: int, rounds: int) -> None:
    """Reads depth of many photos, in turn: pools of processes are started before."""
    with ProcessPoolExecutor(jobs) as pool, ThreadPoolExecutor(jobs) as threads:
        ways: dict[str, Callable[[], Any]] = {
            "read_many()": lambda: sum(result.value.size for result in auxdepth.read_many(paths, jobs=jobs)),
            "read_many(), twice the jobs": lambda: sum(
                result.value.size for result in auxdepth.read_many(paths, jobs=2 * jobs)
            ),
            "pillow-heif, processes, codes": lambda: sum(plane.size for plane in pool.map(depth_theirs, paths)),
            "pillow-heif, processes, float32": lambda: sum(plane.size for plane in pool.map(metres_theirs, paths)),
            "pillow-heif, processes, shapes": lambda: list(pool.map(shape_theirs, paths)),
            "pillow-heif, threads": lambda: sum(plane.size for plane in threads.map(depth_theirs, paths)),
        }
        for way in ways.values():
            way()
        rows: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                rows[name].append(timed(way))
    first = rows["read_many()"]
    for name, found in rows.items():
        wall, spent = (statistics.median(column) for column in zip(*found))
        ratios = [statistics.median(b[at] / a[at] for a, b in zip(first, found)) for at in (0, 1)]
        show(
            f"batch  {name:34} {len(paths) / wall:6.1f} files/s {spent / len(paths) * 1000:6.2f} ms of processors each;"
            f" read_many() has {ratios[0]:.2f} times its files/s, by processor time {ratios[1]:.2f}",
            case="batch", way=name, files=len(paths), rate=len(paths) / wall, processor=spent / len(paths) * 1000,
            ratio=ratios[0],
        )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Times reading photos of HEIF beside pillow-heif.")
    parser.add_argument("cases", nargs="*", default=[*CASES, "batch"], help="open, depth, matte, batch")
    parser.add_argument("--pairs", type=int, default=51)
    parser.add_argument("--files", type=int, default=200, help="how many photos a batch has")
    parser.add_argument("--rounds", type=int, default=7, help="how often all ways of a batch are timed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="print a JSON object a line")
    arguments = parser.parse_args()
    global in_json
    in_json = arguments.json
    adopt_orphans()
    with tempfile.TemporaryDirectory() as folder:
        paths = list(photos(Path(folder)))
        sandbox = auxdepth.sandbox()["sandbox"]
        show(f"sandbox {sandbox}; each line: ours, pillow-heif, median of the ratios", case="sandbox", sandbox=sandbox)
        for case in (case for case in CASES if case in arguments.cases):
            for path in paths:
                if has(case, path):
                    compare(case, path, arguments.pairs)
        if "batch" in arguments.cases:
            with_depth = [path for path in paths if has("depth", path)]
            batch((with_depth * arguments.files)[: arguments.files], arguments.jobs, arguments.rounds)


if __name__ == "__main__":
    main()
