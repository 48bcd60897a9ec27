"""Five hundred photos in pools of processes: spawned, forked, and as a loader of training data has them."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

COUNT = 500
#: So many of them differ; the others are links to these.
DIFFERENT = 20
#: One file of these is damaged.
DAMAGED = 7


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, portrait: bytes, pixels: Any) -> list[Path]:
    """The photo numbered n is 1 + n % 20 / 10 metres away on its left side, but for one that ends too early."""
    folder = tmp_path_factory.mktemp("pools")
    slope = np.linspace(0, 1, 32, dtype=np.float32)
    made = []
    for number in range(DIFFERENT):
        made.append(folder / f"made{number}.heic")
        if number == DAMAGED:
            made[-1].write_bytes(portrait[:300])
        else:
            metres = np.full((24, 32), 1 + number / 10, np.float32) + slope
            auxdepth.new(pixels, "heif").attach(depth=metres).save(made[-1], sync=False)
    paths = [folder / f"{number:03}.heic" for number in range(COUNT)]
    for number, path in enumerate(paths):
        os.link(made[number % DIFFERENT], path)
    return paths


def nearest(path: Path) -> float | str:
    """The smallest distance of a photo, or the name of the error."""
    try:
        with auxdepth.open(path) as photo:
            return float(photo.depth().min())
    except auxdepth.Error as failure:
        return type(failure).__name__


def check(found: list[float | str]) -> None:
    assert len(found) == COUNT
    for number, value in enumerate(found):
        if number % DIFFERENT == DAMAGED:
            assert value == "DataError"
        else:
            assert value == pytest.approx(1 + number % DIFFERENT / 10, rel=0.01), number


@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
def test_executors(files: list[Path], method: str) -> None:
    # Decoders of this process are running when the others start.
    assert nearest(files[0]) == pytest.approx(1, rel=0.01)
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as processes:
        check(list(processes.map(nearest, files, chunksize=8)))


class Photos:
    """A data set as torch's: it is pickled for workers that are spawned, with a photo that is open."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = paths
        self.first = auxdepth.open(paths[0])

    def __getitem__(self, index: int) -> float | str:
        if index == 0:
            return float(self.first.depth().min())
        return nearest(self.paths[index])


def work(data: Photos, indices: Any, results: Any) -> None:
    while (index := indices.get()) is not None:
        results.put((index, data[index]))


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_loaders(files: list[Path], method: str) -> None:
    """Workers that live for two epochs, each with a queue of its own, two indices ahead, as DataLoader's do."""
    context = multiprocessing.get_context(method)
    data = Photos(files)
    queues = [context.SimpleQueue() for _ in range(2)]
    results = context.Queue()
    workers = [context.Process(target=work, args=(data, queue, results), daemon=True) for queue in queues]
    for worker in workers:
        worker.start()
    for _ in range(2):
        given = 0
        found: dict[int, float | str] = {}
        while len(found) < COUNT:
            while given < min(COUNT, len(found) + 4):
                queues[given % 2].put(given)
                given += 1
            index, value = results.get(timeout=60)
            found[index] = value
        check([found[index] for index in range(COUNT)])
    for queue in queues:
        queue.put(None)
    for worker in workers:
        worker.join(20)
        assert worker.exitcode == 0
    assert nearest(files[1]) == pytest.approx(1.1, rel=0.01)
