"""What users of NumPy, Pillow and notebooks reach for."""

from __future__ import annotations

import errno
import inspect
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, get_args

import numpy as np
import pytest

import auxdepth
from auxdepth import _options, models
from auxdepth._calls import camel
from auxdepth.effects import Effect
from auxdepth.photo import Eye

from conftest import matrix, samples


@pytest.fixture
def path(portrait: bytes, tmp_path: Path) -> Path:
    (tmp_path / "a.heic").write_bytes(portrait)
    return tmp_path / "a.heic"


# Showing


def decoded(data: bytes | None) -> Any:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    assert data is not None
    return np.asarray(image.open(io.BytesIO(data)))


def test_pictures_of_maps(portrait: bytes, metres: Any, subject: Any, pixels: Any) -> None:
    with auxdepth.open(portrait) as photo:
        assert photo.depth_image is not None
        shown = decoded(photo.depth_image._repr_png_())
        # Near is white; the slope goes from 1 to 5 metres, and its ends are clipped.
        assert shown.shape == (96, 128, 2) and shown[0, 0, 0] == 255 and shown[0, -1, 0] == 0 and shown[:, :, 1].min() == 255
        assert (np.diff(shown[0, :, 0].astype(int)) <= 0).all()
        np.testing.assert_array_equal(decoded(photo.mattes.image("portrait")._repr_png_()), photo.mattes["portrait"])
        with photo.picture() as picture:
            np.testing.assert_array_equal(decoded(picture._repr_png_()), picture.array())
    holes = metres.copy()
    holes[:8] = np.nan
    shown = decoded(auxdepth.from_array(holes)._repr_png_())
    assert shown[:8, :, 1].max() == 0 and shown[8:, :, 1].min() == 255
    assert auxdepth.from_array(np.full((4, 4), np.nan, np.float32))._repr_png_() is None
    large = np.broadcast_to(np.arange(2000, dtype=np.uint16) * 32, (1500, 2000))
    with auxdepth.Picture.from_array(large) as picture:
        shown = decoded(picture._repr_png_())
        assert max(shown.shape) <= 512 and shown[0, 0] == 0 and shown[0, -1] > 245


def test_photos_in_html(portrait: bytes, plain: bytes, pixels: Any, metres: Any, tmp_path: Path) -> None:
    with auxdepth.open(portrait) as photo:
        text = photo._repr_html_()
        assert text.count("data:image/png;base64,") == 3 and "disparity" in text and "portraitEffectsMatte" in text
        assert photo.mattes._repr_html_().count("<img") == 1
    with auxdepth.open(plain) as photo:
        assert photo._repr_html_().count("<img") == 1
    turned = auxdepth.new(pixels, "jpeg", orientation=6).attach(depth=metres, upright=False).to_bytes()
    name = tmp_path / "<b>.jpg"
    name.write_bytes(turned)
    with auxdepth.open(name) as photo:
        assert "<b>" not in photo._repr_html_() and photo.depth_image is not None
        assert decoded(photo.depth_image._repr_png_()).shape[:2] == (128, 96)


# Arrays


def test_they_are_arrays(portrait: bytes, metres: Any) -> None:
    with auxdepth.open(portrait) as photo, photo.picture() as picture, auxdepth.from_array(metres) as values:
        image = photo.depth_image
        assert image is not None
        np.testing.assert_array_equal(np.asarray(image), photo.depth())
        np.testing.assert_array_equal(np.asarray(photo.mattes.image("portrait")), photo.mattes["portrait"])
        np.testing.assert_array_equal(np.asarray(photo), photo.primary())
        np.testing.assert_array_equal(np.asarray(picture), photo.primary())
        np.testing.assert_array_equal(np.asarray(values, np.float64), metres)
        assert float(np.nanmean(values)) == pytest.approx(3)
        if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
            with pytest.raises(ValueError, match="copy"):
                np.asarray(values, copy=False)


def test_an_image_of_another_photo_brings_its_camera(portrait: bytes, pixels: Any) -> None:
    with auxdepth.open(portrait) as photo:
        data = auxdepth.new(pixels, "jpeg").attach(depth=photo.depth_image).to_bytes()
        with auxdepth.open(data) as written:
            np.testing.assert_allclose(matrix(written), matrix(photo), rtol=1e-6)


# Space


def test_rays_and_points(portrait: bytes, metres: Any, pixels: Any) -> None:
    with auxdepth.open(portrait) as photo:
        rays, depth = photo.rays(), photo.depth()
        assert rays.shape == (96, 128, 3) and rays.dtype == np.float32
        np.testing.assert_allclose(rays[10, 20], [(20.5 - 60) / 100, (10.5 - 50) / 110, 1], rtol=1e-6)
        points, colours = photo.point_cloud()
        assert points.shape == colours.shape == (96 * 128, 3) and colours.dtype == np.uint8
        np.testing.assert_allclose(points[10 * 128 + 20], rays[10, 20] * depth[10, 20], rtol=1e-6)
        np.testing.assert_array_equal(colours.reshape(96, 128, 3), photo.primary())
        near = photo.point_cloud(colours=False, near=2, far=3)
        assert near.colours.shape == (0, 3) and 0 < len(near.points) < len(points)
        assert near.points[:, 2].min() >= 2 and near.points[:, 2].max() <= 3
        # The camera is turned with the map.
        assert photo.point_cloud(upright=True).points.shape == points.shape


def test_points_of_turned_photos_and_small_maps(metres: Any, pixels: Any) -> None:
    half = np.ascontiguousarray(metres[::2, ::2])
    half[0] = np.nan
    camera = auxdepth.Intrinsics(100, 110, 60, 50, 128, 96)
    photo = auxdepth.new(pixels, "heif", orientation=6).attach(
        depth=half, intrinsics=camera, pixel_format="fdep", upright=False
    )
    with auxdepth.open(photo.to_bytes()) as written:
        stored, upright = written.point_cloud(upright=False), written.point_cloud()
        assert len(stored.points) == len(upright.points) == len(stored.colours)
        # Turned to the right: what was down is to the left.
        turned = np.stack([-stored.points[:, 1], stored.points[:, 0], stored.points[:, 2]], 1)
        order = [np.lexsort(np.round(points, 3).T) for points in (turned, upright.points)]
        np.testing.assert_allclose(turned[order[0]], upright.points[order[1]], atol=2e-3)
    with auxdepth.from_array(half, intrinsics=camera) as values:
        assert len(values.point_cloud().points) == 47 * 64 and values.rays().shape == (48, 64, 3)


def test_eyes_of_other_photos(plain: bytes) -> None:
    with auxdepth.open(plain) as photo:
        with pytest.raises(auxdepth.NoSuchImageError, match="stereo pair"):
            photo.eye("right")
        with pytest.raises(auxdepth.UsageError, match="left or right"):
            photo.eye("middle")  # type: ignore[arg-type]


SPATIAL = [path for path in samples() if auxdepth.open(path).info.get("stereo") is not None]


@pytest.mark.skipif(not SPATIAL, reason="AUXDEPTH_SAMPLES names no folder with spatial photos")
@pytest.mark.parametrize("path", SPATIAL, ids=lambda path: path.name)
def test_eyes(path: Path) -> None:
    with auxdepth.open(path) as photo:
        (left, right), primary = (np.asarray(photo.eye(which)) for which in get_args(Eye)), photo.primary()
        assert left.shape == right.shape and left.dtype == primary.dtype
        assert any(np.array_equal(eye, primary) for eye in (left, right)) and not np.array_equal(left, right)


# Files


def test_files_that_are_open(portrait: bytes, pixels: Any, metres: Any, tmp_path: Path) -> None:
    with auxdepth.open(portrait) as photo:
        file = io.BytesIO()
        report = photo.save(file)
        assert file.getvalue() == photo.to_bytes() and report["primaryUnchanged"] is True
        with open(tmp_path / "b.jpg", "wb") as other:
            photo.save(other, container="jpeg")
        with auxdepth.open(tmp_path / "b.jpg") as written:
            assert written.container == "jpeg"
        image = photo.depth_image
        assert image is not None
        pictures = io.BytesIO()
        image.save(pictures, format="npy", pixel_format="fdep")
        np.testing.assert_array_equal(np.load(io.BytesIO(pictures.getvalue())), photo.depth())
        edited = io.BytesIO()
        auxdepth.edit(photo, edited, container="heic", resize="50%")
        with auxdepth.open(edited.getvalue()) as written:
            assert written.shape == (48, 64)
        for wrong in (3, None):
            with pytest.raises((TypeError, auxdepth.UsageError)):
                photo.save(wrong)  # type: ignore[arg-type]
    with pytest.raises(auxdepth.UsageError, match="container"):
        auxdepth.new(pixels).attach(depth=metres).save(io.BytesIO())


@pytest.mark.parametrize("name", ["heic", "HEIC", "heif", "jpg", "jpeg", "avif", "dng"])
def test_containers_by_their_extension(name: Any, pixels: Any, portrait: bytes) -> None:
    wanted = {"heic": "heif", "jpg": "jpeg"}.get(name.lower(), name.lower())
    for photo in (auxdepth.new(pixels), auxdepth.open(portrait)):
        with auxdepth.open(photo.to_bytes(name)) as written:
            assert written.container == wanted
    with auxdepth.open(auxdepth.new(pixels, name).to_bytes()) as written:
        assert written.container == wanted
    with pytest.raises(auxdepth.UnsupportedError, match="webp"):
        auxdepth.new(pixels).to_bytes("webp")  # type: ignore[arg-type]


def test_what_is_opened(path: Path, portrait: bytes) -> None:
    assert auxdepth.open(os.fsencode(path), as_path=True).path == str(path)
    with pytest.raises(auxdepth.UsageError, match="as_path=True"):
        auxdepth.open(os.fsencode(path))
    file = io.BytesIO(b"header" + portrait)
    file.seek(6)
    assert auxdepth.open(file).container == "heif"
    with pytest.raises(auxdepth.UsageError, match=r"seek\(0\)"):
        auxdepth.open(file)
    with pytest.raises(TypeError, match="'rb'"):
        auxdepth.open(io.StringIO("text"))  # type: ignore[arg-type]


# Errors

WRONG: dict[str, Callable[[Any, Any], Any]] = {
    "open": lambda photo, wrong: auxdepth.open(wrong),
    "find": lambda photo, wrong: photo.find(wrong),
    "remove": lambda photo, wrong: photo.remove(wrong),
    "copy_from": lambda photo, wrong: photo.copy_from(wrong),
    "copied types": lambda photo, wrong: photo.copy_from(photo, wrong),
    "save": lambda photo, wrong: photo.save(wrong),
    "container": lambda photo, wrong: photo.to_bytes(wrong),
    "attach": lambda photo, wrong: photo.attach(mattes={wrong: np.zeros((96, 128))}),
    "edit": lambda photo, wrong: auxdepth.edit(wrong, "out.jpg"),
    "edited": lambda photo, wrong: auxdepth.edited(wrong),
    "effect": lambda photo, wrong: auxdepth.render(photo, wrong),
    "map": lambda photo, wrong: auxdepth.render(photo, "blur", map=wrong),
    "metadata": lambda photo, wrong: auxdepth.new(np.zeros((8, 8, 3), np.uint8), metadata=wrong),
    "read_map": lambda photo, wrong: auxdepth.read_map(wrong),
    "validate": lambda photo, wrong: auxdepth.validate(wrong),
    "view": lambda photo, wrong: auxdepth.view(wrong, "a.html"),
    "image.save": lambda photo, wrong: photo.depth_image.save(wrong),
}


@pytest.mark.parametrize("name", WRONG)
def test_type_errors(name: str, portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        for wrong in (3, 2.5, object()):
            with pytest.raises(TypeError):
                WRONG[name](photo, wrong)


def test_errors_of_the_system(path: Path, tmp_path: Path, portrait: bytes) -> None:
    missing = str(tmp_path / "none.heic")
    with pytest.raises(FileNotFoundError) as raised:
        auxdepth.open(missing)
    assert isinstance(raised.value, auxdepth.InputMissingError) and raised.value.path == missing
    assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, missing) and raised.value.strerror
    with auxdepth.open(portrait) as photo:
        with pytest.raises(FileExistsError) as exists:
            photo.save(path)
        assert (exists.value.errno, exists.value.filename) == (errno.EEXIST, str(path))
        assert isinstance(exists.value, auxdepth.CannotCreateError) and exists.value.suggestion_code == "replaceFile"
        with pytest.raises(OSError) as lacking:
            photo.save(tmp_path / "none" / "a.heic")
        assert lacking.value.errno == errno.ENOENT and lacking.value.filename is not None
    with pytest.raises(OSError) as folder:
        auxdepth.open(tmp_path)
    assert folder.value.errno == errno.EISDIR and folder.value.filename == str(tmp_path)


# Docstrings


def test_docstrings_speak_python() -> None:
    """Names of options and functions are those of Python, not those of C and its JSON."""
    options = {name for kind in vars(_options).values() if isinstance(kind, type) for name in getattr(kind, "__annotations__", {})}
    # This is a value of PointCloud.camera, too.
    foreign = {camel(name) for name in options if "_" in name} - {"fieldOfView"}
    found = [getattr(auxdepth, name) for name in auxdepth.__all__]
    for kind in [each for each in found if inspect.isclass(each)]:
        found += [member for name, member in inspect.getmembers(kind) if not name.startswith("_")]
    for each in found:
        text = inspect.getdoc(each) or ""
        assert "auxdepth_" not in text and not foreign & set(re.findall(r"`(\w+)`", text)), each


# Types


def test_literals_are_all_names() -> None:
    assert set(get_args(Effect)) == {effect["name"] for effect in auxdepth.effects()}
    assert set(get_args(_options.Convention)) | {"dpt"} == set(models.CONVENTIONS)


def checked_by_mypy(program: Path) -> list[str]:
    """The lines that mypy prints of the errors of a program."""
    sources = Path(auxdepth.__file__).parents[1]
    # What is installed, mypy finds by itself.
    path = {} if sources.name == "site-packages" else {"MYPYPATH": str(sources)}
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", "cache", program.name],
        capture_output=True, text=True, cwd=program.parent, env={**os.environ, **path},
    )  # fmt: skip
    assert result.stderr == ""
    return result.stdout.splitlines()


def test_mypy_finds_what_is_misspelled(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    lines = {
        'auxdepth.from_model([[1.0]], "metrik")': "Literal",
        'photo.depth("metres")': "Literal",
        'auxdepth.render(photo, "blurr")': "Literal",
        'auxdepth.from_array([[1.0]], input_unit="metre")': "Literal",
        'photo.attach(pixel_format="hdip")': "Literal",
        'photo.to_bytes("gif")': "Literal",
        'auxdepth.read_many(["a.heic"], "depths")': "overload",
        'auxdepth.render(photo, "stereo", layout="left-rigth")': "Literal",
        'auxdepth.edited(photo, strip=["locations"])': "Literal",
        'auxdepth.validate("a.heic", profile="photo-portrait")': "overload",
        'photo.attach(dept=[[1.0]])': "dept",
        'auxdepth.from_model([[1.0]], "metric")': "",
        'photo.depth("1/m")': "",
    }
    program = tmp_path / "program.py"
    program.write_text("\n".join(["import auxdepth", 'photo = auxdepth.open("a.heic")', *lines]) + "\n")
    printed = checked_by_mypy(program)
    for number, (line, expected) in enumerate(lines.items(), 3):
        said = [text for text in printed if text.startswith(f"program.py:{number}:")]
        assert bool(said) == bool(expected) and (not said or expected in said[0]), (line, printed)


def test_types_are_exact(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    types = {
        "photo.depth()": "NDArray[np.float32]",
        "photo.mattes['portrait']": "NDArray[np.uint8]",
        "photo.confidence()": "NDArray[np.uint8] | None",
        "photo.intrinsics()": "auxdepth.Intrinsics | None",
        "photo.auxiliary[0].intrinsics()": "auxdepth.Intrinsics | None",
        "auxdepth.from_array([[1.0]]).intrinsics()": "auxdepth.Intrinsics | None",
        "photo.calibration()": "auxdepth.Calibration | None",
        "photo.container": "Literal['jpeg', 'heif', 'avif', 'dng', 'tiff', 'png', 'webp', 'exr']",
        "photo.orientation": "Literal[1, 2, 3, 4, 5, 6, 7, 8]",
        "photo.auxiliary[0].quantity": "Literal['depth', 'disparity'] | None",
        "photo.auxiliary[0].quality": "Literal['low', 'high'] | None",
        "auxdepth.from_array([[1.0]]).quantity": "Literal['depth', 'disparity']",
        "next(auxdepth.read_many(['a.heic'])).value": "NDArray[np.float32]",
        "next(auxdepth.read_many(['a.heic'], 'mattes')).value": "dict[str, NDArray[np.uint8]]",
        "next(auxdepth.read_many(['a.heic'], lambda photo: photo.shape)).value": "tuple[int, int]",
        "auxdepth.validate('a.heic')": "auxdepth.Report",
        "auxdepth.validate(['a.heic'])": "list[auxdepth.Report]",
        "photo.attach(depth='z.exr', pixel_format='hdis', depth_quality='low')": "auxdepth.Photo",
    }
    lines = [f"assert_type({expression}, {type})" for expression, type in types.items()]
    program = tmp_path / "program.py"
    header = ["from typing import Literal", "from typing_extensions import assert_type", "import numpy as np", "from numpy.typing import NDArray"]
    program.write_text("\n".join([*header, "import auxdepth", 'photo = auxdepth.open("a.heic")', *lines]) + "\n")
    assert checked_by_mypy(program) == []
