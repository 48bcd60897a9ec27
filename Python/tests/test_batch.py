"""Many photos in one process: the same results as one by one, each error with its file, and nothing read far ahead."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import pytest

import auxdepth

from conftest import REPOSITORY

#: One of so many files is damaged.
EVERY = 5


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, portrait: bytes, plain: bytes, pixels: Any) -> list[Path]:
    """Photos with different maps, and among them damaged, missing and plain ones."""
    folder = tmp_path_factory.mktemp("batch")
    paths = [folder / f"{number}.heic" for number in range(23)]
    for number, path in enumerate(paths):
        if number % EVERY == 2:
            path.write_bytes([portrait[:200], b"", plain, b"not a photo"][number // EVERY % 4])
        elif number % EVERY != 4:
            metres = np.full((24, 32), 1 + number / 10, np.float32) + np.linspace(0, 1, 32, dtype=np.float32)
            auxdepth.new(pixels, "heif").attach(depth=metres).save(path, sync=False)
    return paths


def one_by_one(paths: list[Path]) -> list[Any]:
    found = []
    for path in paths:
        try:
            with auxdepth.open(path) as photo:
                found.append(photo.depth())
        except auxdepth.Error as failure:
            found.append(failure)
    return found


def check(results: list[auxdepth.FileResult], paths: list[Path]) -> None:
    wanted = one_by_one(paths)
    assert sum(isinstance(each, auxdepth.Error) for each in wanted) >= 8
    assert len(results) == len(paths)
    for result in results:
        assert result.path == paths[result.index]
        expected = wanted[result.index]
        if isinstance(expected, auxdepth.Error):
            assert type(result.error) is type(expected) and str(result.error) == str(expected)
            with pytest.raises(type(expected)):
                print(result.value)
        else:
            assert result.error is None
            assert result.value.tobytes() == expected.tobytes()


@pytest.mark.parametrize("jobs", [1, 2, 7, None])
def test_in_order(files: list[Path], jobs: int | None) -> None:
    results = list(auxdepth.read_many(files, jobs=jobs))
    assert [result.index for result in results] == list(range(len(files)))
    check(results, files)


@pytest.mark.parametrize("jobs", [1, 3])
def test_as_they_are_done(files: list[Path], jobs: int) -> None:
    results = list(auxdepth.read_many(iter(files), order=False, jobs=jobs))
    check(sorted(results, key=lambda result: result.index), files)


def test_what(tmp_path: Path, portrait: bytes) -> None:
    path = tmp_path / "portrait.heic"
    path.write_bytes(portrait)
    with auxdepth.open(path) as photo:
        disparity, matte = photo.disparity(), photo.mattes["portrait"]
    (result,) = auxdepth.read_many([path], "disparity")
    np.testing.assert_array_equal(result.value, disparity)
    (result,) = auxdepth.read_many([str(path)], "mattes")
    assert list(result.value) == ["portrait"]
    np.testing.assert_array_equal(result.value["portrait"], matte)
    (result,) = auxdepth.read_many([path], "gain_map")
    assert result.value is None
    (result,) = auxdepth.read_many([path], lambda photo: (photo.path, photo.shape))
    assert result.value == (path.__fspath__(), (96, 128))
    for wrong in ({"what": "depths"}, {"jobs": 0}):
        with pytest.raises(auxdepth.UsageError):
            auxdepth.read_many([path], **wrong)  # type: ignore[arg-type]


def test_errors_of_functions(files: list[Path]) -> None:
    def read(photo: auxdepth.Photo) -> Any:
        raise LookupError(photo.path)

    results = list(auxdepth.read_many(files[:4], read))
    assert [type(result.error) for result in results] == [LookupError, LookupError, auxdepth.DataError, LookupError]


def test_errors_of_the_list(files: list[Path]) -> None:
    """What the iterable raises ends the reading, and is no error of a file."""

    def paths() -> Iterator[Path]:
        yield files[0]
        raise LookupError("of the list")

    for order in (True, False):
        with pytest.raises(LookupError, match="of the list"):
            list(auxdepth.read_many(paths(), jobs=2, order=order))


@pytest.mark.parametrize("order", [True, False])
def test_nothing_is_read_far_ahead(files: list[Path], order: bool) -> None:
    """An endless list is fine, and whoever leaves the loop leaves no thread."""
    given = 0

    def paths() -> Iterator[Path]:
        nonlocal given
        while True:
            given += 1
            yield files[0]

    results = auxdepth.read_many(paths(), jobs=2, order=order)
    for number, _ in zip(range(40), results):
        # Eight are ahead of those that were taken.
        assert given <= number + 1 + 8
    results.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "auxdepth batch"]


@pytest.mark.timed
def test_interrupts(files: list[Path]) -> None:
    def slow(photo: auxdepth.Photo) -> None:
        time.sleep(1)

    def elapsed() -> float:
        timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            list(auxdepth.read_many([files[0]] * 4, slow, jobs=2))
        timer.join()
        return time.monotonic() - begin

    # Another program may keep the machine busy meanwhile; the calls would take two seconds.
    assert any(elapsed() < 0.6 for _ in range(3))


def shape_of(path: Path) -> tuple[int, ...]:
    """For a pool of processes, as loaders of training data have them."""
    (result,) = auxdepth.read_many([path], jobs=1)
    return tuple(result.value.shape)


RECIPE = REPOSITORY / "docs/recipes/data-loaders.md"
#: What the recipe makes, for the workers that are forked after it.
_made: dict[str, Any] = {}


def item(index: int) -> tuple[int, ...]:
    return tuple(_made["DepthOfPhotos"](_made["paths"])[index].shape)


@pytest.mark.skipif(not RECIPE.exists(), reason="the recipes are not beside the tests")
def test_recipe(tmp_path: Path, portrait: bytes, monkeypatch: Any) -> None:
    """The functions of the recipe, in pools of processes and threads."""
    paths = [tmp_path / f"{number}.heic" for number in range(6)]
    for path in paths:
        path.write_bytes(portrait)
    monkeypatch.chdir(tmp_path)
    _made.clear()
    _made["paths"] = paths
    blocks = re.findall(r"```python\n(.*?)```", RECIPE.read_text(), re.S)
    assert len(blocks) == 5
    for block in blocks:
        exec(compile(block, RECIPE.name, "exec"), _made)
    assert _made["metres"].shape == _made["matte"].shape == (96, 128)
    assert len(_made["frames"]) == 6 and (tmp_path / "set/cameras.json").exists()
    assert [metres.shape for metres in _made["maps"]()] == [(96, 128)] * 6
    assert len(_made["DepthOfPhotos"](paths)) == 6
    with multiprocessing.get_context("fork").Pool(2) as processes:
        assert processes.map(item, range(6)) == [(96, 128)] * 6
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(item, range(6))) == [(96, 128)] * 6


def test_in_pools(files: list[Path]) -> None:
    """As in the recipe for data loaders: in workers that were forked after photos were read here, and in threads."""
    assert shape_of(files[0]) == (24, 32)
    with ProcessPoolExecutor(2) as processes:
        assert list(processes.map(shape_of, [files[0]] * 10)) == [(24, 32)] * 10
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(shape_of, [files[0]] * 10)) == [(24, 32)] * 10
