"""Cameras come back as they were given, however they are given: numbers without a size are those of the map."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth
from auxdepth import _arrays, _calls
from auxdepth._declarations import FLOAT32

from conftest import PROGRAM, matrix, needs_program, samples

MATRIX = np.array([[61.5, 0, 30.25], [0, 63, 25.5], [0, 0, 1]])


@pytest.fixture
def half(metres: Any) -> Any:
    """(48, 64): a map of half the photo's size."""
    return np.ascontiguousarray(metres[::2, ::2])


def read(photo: auxdepth.NewPhoto | auxdepth.Photo) -> Any:
    with auxdepth.open(photo.to_bytes()) as written:
        return matrix(written)


@pytest.mark.parametrize(
    "given",
    [
        MATRIX,
        MATRIX.tolist(),
        MATRIX[None],
        [61.5, 63, 30.25, 25.5],
        [123, 126, 60.5, 51, 128, 96],
        auxdepth.Intrinsics(123, 126, 60.5, 51, 128, 96),
        auxdepth.Intrinsics(615, 630, 302.5, 255, 640, 480),
    ],
    ids=["matrix", "lists", "batch", "numbers", "numbers-with-a-size", "of-the-photo", "of-another-size"],
)
def test_one_meaning(given: Any, half: Any, pixels: Any) -> None:
    with auxdepth.from_array(half, intrinsics=given) as values:
        np.testing.assert_allclose(matrix(values), MATRIX, rtol=1e-6)
        np.testing.assert_allclose(read(auxdepth.new(pixels, "heif").attach(depth=values)), MATRIX, rtol=1e-6)
    np.testing.assert_allclose(read(auxdepth.new(pixels, "jpeg").attach(depth=half, intrinsics=given)), MATRIX, rtol=1e-6)


def test_what_was_read_is_what_is_written(portrait: bytes, half: Any) -> None:
    with auxdepth.open(portrait) as photo:
        known = photo.intrinsics()
        assert known is not None
        photo.attach(depth=photo.depth(), intrinsics=known, replace=True)
        np.testing.assert_allclose(read(photo), known.matrix, rtol=1e-6)


@pytest.mark.parametrize("size", ["map", "photo"])
def test_rays(half: Any, pixels: Any, size: str) -> None:
    """A wall at 2 metres, given along the rays: the same values in the map and in the photo."""
    y, x = np.mgrid[0:48, 0:64] + 0.5
    lengths = 2 * np.sqrt(1 + ((x - 30.25) / 61.5) ** 2 + ((y - 25.5) / 63) ** 2)
    camera = auxdepth.Intrinsics(61.5, 63, 30.25, 25.5, 64, 48)
    given = MATRIX if size == "map" else camera.scaled(128, 96)
    with auxdepth.from_array(lengths, radial=True, intrinsics=given) as values:
        np.testing.assert_allclose(values.depth(), 2, rtol=1e-6)
        data = auxdepth.new(pixels, "heif").attach(depth=values).to_bytes()
    with auxdepth.open(data) as photo:
        np.testing.assert_allclose(photo.depth(), 2, rtol=1e-3)


def test_the_origin_of_pixels() -> None:
    """Numbers count from the corner of the first pixel unless it is said otherwise, and an Intrinsics always does."""
    codes = np.full((48, 64), 5000, np.uint16)
    numbers = (61.5, 63.0, 30.25, 25.5)

    def point(**options: Any) -> tuple[float, float]:
        camera = auxdepth.from_array(codes, **options).intrinsics()
        assert camera is not None
        return camera.cx, camera.cy

    known = auxdepth.Intrinsics(*numbers, 64, 48)
    assert point(input_unit="mm", intrinsics=numbers) == (30.25, 25.5)
    assert point(input_unit="mm", intrinsics=numbers, pixel_origin="center") == (30.75, 26)
    assert point(convention="tum", intrinsics=numbers) == (30.75, 26)
    assert point(convention="tum", intrinsics=numbers, pixel_origin="corner") == (30.25, 25.5)
    assert point(convention="tum", intrinsics=known) == (30.25, 25.5)
    with pytest.raises(auxdepth.UsageError, match="corner"):
        point(input_unit="mm", intrinsics=known, pixel_origin="center")
    # The centre of the picture, of a focal length alone, is no principal point that counts from somewhere.
    focal = auxdepth.from_model({"depth": codes, "focallength_px": 60}, "tum").intrinsics()
    assert focal is not None and (focal.cx, focal.cy) == (32, 24)


def test_frames_of_an_archive(tmp_path: Path) -> None:
    frames = np.linspace(1, 5, 3 * 30 * 40, dtype=np.float32).reshape(3, 30, 40)
    np.savez(tmp_path / "z.npz", intrinsics=np.eye(3), depth_map=frames)
    with pytest.raises(auxdepth.UsageError, match="3 frames.*key names it") as caught:
        auxdepth.read_map(tmp_path / "z.npz")
    assert caught.value.suggestion_code == "stateKey"
    with auxdepth.read_map(tmp_path / "z.npz", key="depth_map[2]") as values:
        np.testing.assert_array_equal(values.samples(), frames[2])


def test_a_focal_length_of_a_file_and_of_a_prediction(half: Any, pixels: Any, tmp_path: Path) -> None:
    np.savez(tmp_path / "z.npz", depth=half, focallength_px=np.float32(500))
    with auxdepth.from_model({"depth": half, "focallength_px": 500}, "depth-pro") as predicted:
        with auxdepth.read_map(tmp_path / "z.npz", convention="depth-pro") as stored:
            np.testing.assert_array_equal(matrix(predicted), matrix(stored))
            for values in (predicted, stored):
                written = read(auxdepth.new(pixels, "heif").attach(depth=values))
                np.testing.assert_allclose(written, [[500, 0, 32], [0, 500, 24], [0, 0, 1]], rtol=1e-6)


@pytest.mark.parametrize(
    "wrong",
    [
        MATRIX.T,
        np.array([[0.5, 0, 0.5], [0, 0.7, 0.5], [0, 0, 1]]),
        np.eye(4),
        np.array([[60, 5, 30], [0, 60, 20], [0, 0, 1]]),
        [300, 300, 160, 120],
        "f",
    ],
    ids=["transposed", "normalised", "4x4", "skewed", "of-the-photo", "text"],
)
def test_what_is_no_camera_of_the_map(wrong: Any, half: Any, pixels: Any) -> None:
    with pytest.raises(auxdepth.UsageError):
        auxdepth.new(pixels, "heif").attach(depth=half, intrinsics=wrong)


def test_cameras_of_predictions(half: Any) -> None:
    normalised = MATRIX / [[64], [48], [1]]
    with auxdepth.from_model({"depth": half, "intrinsics": normalised}, "moge") as values:
        np.testing.assert_allclose(matrix(values), MATRIX, rtol=1e-6)
    # A model whose convention has a focal length may give a matrix nevertheless.
    with auxdepth.from_model({"depth": half, "intrinsics": MATRIX}, "metric") as values:
        np.testing.assert_allclose(matrix(values), MATRIX, rtol=1e-6)
    for kind in ("unidepth", "depth-anything-3", "metric"):
        with pytest.raises(auxdepth.UsageError, match="widths and heights.*moge"):
            auxdepth.from_model({"depth": half, "intrinsics": normalised}, kind)
    with pytest.raises(auxdepth.UsageError, match="is in pixels"):
        auxdepth.from_model({"depth": half, "intrinsics": MATRIX}, "moge-2")


def test_equal_cameras() -> None:
    camera = auxdepth.Intrinsics(1, 2, 3, 4, 5, 6)
    assert camera == auxdepth.Intrinsics(1, 2, 3, 4, 5, 6, float("nan")) and camera != auxdepth.Intrinsics(1, 2, 3, 4, 5, 7)
    assert hash(camera) == hash(auxdepth.Intrinsics(1, 2, 3, 4, 5, 6, np.float64("nan"))) and camera != 3


def test_equal_calibrations(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        one, other = photo.calibration(), photo.calibration()
    assert one is not None and other is not None
    assert one == other and hash(one) == hash(other) and one != 3
    other.matrix[0, 0] += 1
    assert one != other


WITH_CAMERAS = [path for path in samples() if auxdepth.open(path).intrinsics() is not None]


@pytest.mark.skipif(not WITH_CAMERAS, reason="AUXDEPTH_SAMPLES names no folder with photos that have a camera")
@pytest.mark.parametrize("path", WITH_CAMERAS, ids=lambda path: path.name)
def test_cameras_of_samples(path: Path) -> None:
    with auxdepth.open(path) as photo:
        image = photo.depth_image
        assert image is not None
        (height, width), known, calibration = image.shape, matrix(image), image.calibration()
        assert calibration is not None
        camera = calibration.intrinsics()
        values = photo.depth()
    written: dict[str, Any] = {}

    def attached(name: str, **given: Any) -> None:
        with auxdepth.open(path) as fresh:
            data = fresh.attach(**{"replace": True, **given}).to_bytes()
        with auxdepth.open(data) as made:
            written[name] = matrix(made)

    attached("array", depth=values, intrinsics=known)
    attached("intrinsics", depth=values, intrinsics=camera)
    attached("calibration", depth=values, calibration=image_calibration(path))
    sides = known / [[width], [height], [1]]
    for kind, given in {"unidepth": known, "moge": sides, "depth-anything-3": known}.items():
        with auxdepth.from_model({"depth": values, "intrinsics": given}, kind) as predicted:
            attached(kind, depth=predicted)
    # The interface of C: the numbers of its structure, and those of the map.
    own = [known[0, 0], known[1, 1], known[0, 2], known[1, 2]]
    numbers = [camera.fx, camera.fy, camera.cx, camera.cy, camera.width, camera.height]
    address, rows, size = _arrays.buffer(values)
    for name, given in {"C": numbers, "C of the map": own}.items():
        settings = json.dumps({"intrinsics": given}).encode()
        made = _calls.handle("auxdepth_map_new", address, FLOAT32, width, height, rows, size, settings)
        attached(name, depth=auxdepth.Map(made))
    for name, found in written.items():
        np.testing.assert_allclose(found, known, rtol=1e-6, err_msg=name)


def image_calibration(path: Path) -> auxdepth.Calibration:
    with auxdepth.open(path) as photo:
        found = photo.calibration()
    assert found is not None
    return found


@needs_program
@pytest.mark.skipif(not WITH_CAMERAS, reason="AUXDEPTH_SAMPLES names no folder with photos that have a camera")
@pytest.mark.parametrize("path", WITH_CAMERAS, ids=lambda path: path.name)
def test_cameras_of_samples_by_the_program(path: Path, tmp_path: Path) -> None:
    with auxdepth.open(path) as photo:
        known, values = matrix(photo), photo.depth()
    np.save(tmp_path / "z.npy", values)
    numbers = ",".join(repr(float(known[at])) for at in ((0, 0), (1, 1), (0, 2), (1, 2)))
    # The program takes numbers without a size for the photo's.
    numbers += f",{values.shape[1]},{values.shape[0]}"
    output = tmp_path / f"out{path.suffix}"
    given = ["--depth", tmp_path / "z.npy", "--replace", "--intrinsics", numbers]
    subprocess.run([str(PROGRAM), "attach", path, "-o", output, *given], check=True, capture_output=True)
    with auxdepth.open(output) as made:
        np.testing.assert_allclose(matrix(made), known, rtol=1e-6)
