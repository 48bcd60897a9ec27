"""Spatial photos of two pictures, or of one with both views, have the bytes of `attach`."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

from conftest import HEIGHT, PROGRAM, WIDTH, needs_program


@pytest.fixture(scope="module")
def folder(pixels: Any, metres: Any, tmp_path_factory: Any) -> Path:
    """Two photos, and one picture of both."""
    folder: Path = tmp_path_factory.mktemp("pair")
    right = np.roll(pixels, -3, axis=1)
    auxdepth.new(pixels).save(folder / "left.jpg")
    auxdepth.new(right).save(folder / "right.jpg")
    auxdepth.new(pixels, orientation=3).save(folder / "left.heic")
    auxdepth.new(np.concatenate([pixels, right], axis=1)).attach(
        depth=np.concatenate([metres, metres], axis=1)
    ).save(folder / "both.heic")
    np.save(folder / "depth.npy", metres)
    return folder


def attached(folder: Path, *arguments: str) -> bytes:
    output = folder / "program.heic"
    command = [str(PROGRAM), "attach", *arguments, "-o", output, "--force"]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return output.read_bytes()


@needs_program
@pytest.mark.parametrize("left", ["left.jpg", "left.heic"])
def test_two_photos(folder: Path, left: str, tmp_path: Path) -> None:
    options = {"baseline": 63.8, "field_of_view": 51, "adjustment": 0.029}
    given = ["--baseline", "63.8", "--fov", "51", "--adjustment", "0.029"]
    with auxdepth.open(folder / left) as photo:
        made = auxdepth.spatial(photo, folder / "right.jpg", **options)
        assert made.to_bytes() == attached(folder, left, "--right", "right.jpg", *given)
        made.attach(depth=folder / "depth.npy").save(tmp_path / "pair.heic")
    assert (tmp_path / "pair.heic").read_bytes() == attached(folder, left, "--right", "right.jpg", "--depth", "depth.npy", *given)
    with auxdepth.open(tmp_path / "pair.heic") as pair:
        stereo = pair.info["stereo"]
        assert stereo["baseline"] == pytest.approx(63.8) and stereo["disparityAdjustment"] == pytest.approx(0.029)
        assert pair.eye("left").shape[:2] == (HEIGHT, WIDTH) and pair.depth().shape == (HEIGHT, WIDTH)


@needs_program
def test_a_picture_of_both_eyes(folder: Path) -> None:
    made = auxdepth.spatial(folder / "both.heic", layout="right-left", baseline=60, intrinsics=[200.0, 200.0], quality=80)
    program = attached(
        folder, "both.heic", "--layout", "right-left", "--baseline", "60", "--intrinsics", "200,200", "--primary-quality", "80"
    )
    assert made.to_bytes() == program
    assert any("auxiliary images of a picture of both eyes" in note for note in made.notes)
    matrix = np.array([[200, 0, WIDTH], [0, 200, HEIGHT / 2], [0, 0, 1]])
    other = auxdepth.spatial(folder / "both.heic", layout="right-left", baseline=60, intrinsics=matrix, quality=80)
    assert other.to_bytes() == program


def test_what_is_no_pair(folder: Path, pixels: Any) -> None:
    left, right = folder / "left.jpg", folder / "right.jpg"
    with pytest.raises(auxdepth.UsageError, match="baseline"):
        auxdepth.spatial(left, right, field_of_view=50).to_bytes()
    with pytest.raises(auxdepth.UsageError, match="128x96"):
        auxdepth.spatial(left, auxdepth.new(pixels[1:]).to_bytes("jpeg"), baseline=63, field_of_view=50).to_bytes()
    with pytest.raises(auxdepth.UsageError, match="layout"):
        auxdepth.spatial(left, right, layout="left-right", baseline=63, field_of_view=50).to_bytes()
    with pytest.raises(auxdepth.UsageError, match="baseline"):
        auxdepth.spatial(left, right, baseline=0, field_of_view=50).to_bytes()
    with pytest.raises(auxdepth.UsageError, match="HEIF"):
        auxdepth.spatial(left, right, baseline=63, field_of_view=50).save("pair.jpg")
    with pytest.raises(auxdepth.InputMissingError):
        auxdepth.spatial(left, "no such photo.jpg")
    with pytest.raises(TypeError):
        auxdepth.spatial(left, right, fov=50)  # type: ignore[call-arg]
