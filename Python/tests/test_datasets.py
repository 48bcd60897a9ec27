"""Data sets have the files of `extract --dataset`, and one unreadable photo does not stop the others."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

from conftest import PROGRAM, needs_program

POSE = [[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 2], [0, 0, 0, 1]]


@pytest.fixture(scope="module")
def photos(portrait: bytes, plain: bytes, tmp_path_factory: Any) -> list[Path]:
    """Two portraits of one name, a damaged file, and a photo without depth."""
    folder: Path = tmp_path_factory.mktemp("photos")
    for name, content in {"a/in.heic": portrait, "b/in.heic": portrait, "bad.heic": portrait[:900], "plain.jpg": plain}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return [folder / name for name in ("a/in.heic", "bad.heic", "b/in.heic", "plain.jpg")]


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@needs_program
@pytest.mark.parametrize(
    "options",
    [{}, {"format": "npy", "resize": "50%", "near": 1.5, "far": 3}, {"keep_metadata": True, "jobs": 1}],
    ids=lambda options: "-".join(options) or "none",
)
def test_the_files_are_those_of_the_program(photos: list[Path], options: dict[str, Any], tmp_path: Path) -> None:
    given = []
    for key, value in options.items():
        given += ["--" + key.replace("_", "-")] + ([] if value is True else [str(value)])
    command = [str(PROGRAM), "extract", *photos, "--dataset", tmp_path / "program", *given]
    outcome = subprocess.run(command, check=False, capture_output=True)
    assert outcome.returncode == 1
    seen: list[tuple[int, int, bool]] = []
    results = auxdepth.write_dataset(
        photos, tmp_path / "set", progress=lambda done, count, result: seen.append((done, count, result.error is None)), **options
    )
    assert files(tmp_path / "set") == files(tmp_path / "program")
    assert seen == [(1, 4, True), (2, 4, False), (3, 4, True), (4, 4, True)]
    assert [result.path for result in results] == photos and [result.index for result in results] == [0, 1, 2, 3]
    frames = json.loads((tmp_path / "set/cameras.json").read_text())["frames"]
    assert [results[0].value, results[2].value] == frames and results[3].value is None
    assert isinstance(results[1].error, auxdepth.DataError) and str(photos[1]) in str(results[1].error)
    if options.get("format") == "npy":
        depth = np.load(tmp_path / "set" / frames[0]["depth"]["path"])
        assert depth.shape == (48, 64) and np.nanmin(depth) >= 1500 and np.nanmax(depth) <= 3000 and np.isnan(depth).any()


@needs_program
def test_poses(photos: list[Path], tmp_path: Path) -> None:
    (tmp_path / "poses.json").write_text(json.dumps({"in": POSE}))
    command = [str(PROGRAM), "extract", photos[0], "--dataset", tmp_path / "program", "--poses", tmp_path / "poses.json"]
    subprocess.run(command, check=True, capture_output=True)
    auxdepth.write_dataset(photos[:1], tmp_path / "file", poses=tmp_path / "poses.json")
    auxdepth.write_dataset(photos[:1], tmp_path / "arrays", poses={"in": np.array(POSE)})
    assert files(tmp_path / "file") == files(tmp_path / "arrays") == files(tmp_path / "program")
    assert (tmp_path / "file/trajectory.json").exists()
    with pytest.raises(auxdepth.NoSuchImageError, match="no pose"):
        auxdepth.write_dataset(photos[:1], tmp_path / "other", poses={"another": POSE})
    with pytest.raises(auxdepth.UsageError, match="poses"):
        auxdepth.write_dataset(photos[:1], tmp_path / "other", poses={"in": POSE[:3]})


def test_again_and_replaced(photos: list[Path], tmp_path: Path) -> None:
    auxdepth.write_dataset(photos, tmp_path / "set", sync=False)
    before = files(tmp_path / "set")
    auxdepth.write_dataset(photos, tmp_path / "set")
    assert files(tmp_path / "set") == before
    with pytest.raises(auxdepth.CannotCreateError):
        auxdepth.write_dataset(photos, tmp_path / "set", near=2)
    assert files(tmp_path / "set") == before
    auxdepth.write_dataset(photos[:1], tmp_path / "set", near=2, replace=True)
    assert "depth/in-2.png" in before and "depth/in-2.png" not in files(tmp_path / "set")


def test_what_makes_no_set(photos: list[Path], tmp_path: Path) -> None:
    with pytest.raises(auxdepth.NoSuchImageError):
        auxdepth.write_dataset(photos[3:], tmp_path / "set")
    with pytest.raises(auxdepth.InputMissingError):
        auxdepth.write_dataset([tmp_path / "missing.heic"], tmp_path / "set")
    with pytest.raises(auxdepth.UsageError, match="near"):
        auxdepth.write_dataset(photos, tmp_path / "set", near=3, far=2)
    assert not (tmp_path / "set/cameras.json").exists()


def test_progress_may_end_it(photos: list[Path], tmp_path: Path) -> None:
    def stop(done: int, count: int, result: auxdepth.FileResult) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        auxdepth.write_dataset(photos, tmp_path / "set", progress=stop)
    assert files(tmp_path / "set") == {} if (tmp_path / "set").exists() else True
