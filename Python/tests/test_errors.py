"""Errors carry what is needed to do something about them."""

from __future__ import annotations

import inspect
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth
from auxdepth._suggestions import SUGGESTIONS


def test_cut_off(tmp_path: Path, portrait: bytes) -> None:
    path = tmp_path / "cut.heic"
    path.write_bytes(portrait[:500])
    with pytest.raises(auxdepth.DataError) as caught:
        auxdepth.open(path)
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.code, error.place, error.path) == ("truncated", "meta", str(path))
    assert error.offset == 28
    assert error.reason in str(error) and str(path) in str(error)


@pytest.mark.parametrize("position", [40, 200, 400, 700, 1200])
def test_corrupt(portrait: bytes, position: int) -> None:
    damaged = bytearray(portrait)
    damaged[position : position + 24] = b"\xff" * 24
    try:
        with auxdepth.open(damaged) as photo:
            for image in photo.auxiliary:
                if image.failure is None and image.is_depth:
                    image.depth()
            photo.primary()
    except auxdepth.Error as error:
        assert error.code and error.reason


def test_no_photo() -> None:
    for data in (b"", b"a.heic", bytes(10), bytes(1000)):
        with pytest.raises(auxdepth.Error) as caught:
            auxdepth.open(data)
        assert caught.value.code in ("unsupported", "malformed", "truncated")


def test_suggestions_name_keywords(tmp_path: Path, pixels: Any) -> None:
    np.save(tmp_path / "parts.npy", np.linspace(0, 1, 48, dtype=np.float32).reshape(6, 8))
    with pytest.raises(auxdepth.UsageError, match='input_unit="m" takes them as metres') as caught:
        auxdepth.read_map(tmp_path / "parts.npy").depth()
    assert caught.value.suggestion_code == "stateMeaning" and "input_unit" in (caught.value.suggestion or "")
    assert np.nanmax(auxdepth.read_map(tmp_path / "parts.npy", input_unit="m").depth()) == 1
    photo = auxdepth.new(pixels, "jpeg")
    photo.save(tmp_path / "new.jpg")
    with pytest.raises(auxdepth.OutputExistsError, match="replace=True replaces it"):
        photo.save(tmp_path / "new.jpg")


def test_no_depth(plain: bytes) -> None:
    with auxdepth.open(plain) as photo:
        assert photo.auxiliary == () and photo.intrinsics() is None and photo.calibration() is None
        with pytest.raises(auxdepth.NoSuchImageError) as caught:
            photo.depth()
        assert isinstance(caught.value, LookupError) and caught.value.code == "missingImage"


def test_units(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        with pytest.raises(auxdepth.UsageError, match="1/m"):
            photo.depth("km")
        with pytest.raises(auxdepth.Error):
            photo.auxiliary[1].depth()


def test_limits(portrait: bytes) -> None:
    with auxdepth.open(portrait, max_pixels=100) as photo:
        with pytest.raises(auxdepth.Error) as caught:
            photo.depth()
        assert caught.value.code == "limitExceeded"


def test_pickling(portrait: bytes) -> None:
    for make in (lambda: auxdepth.open(portrait[:500]), lambda: auxdepth.open("/nonexistent/a.heic")):
        with pytest.raises(auxdepth.Error) as caught:
            make()
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert (str(again), again.code, again.offset) == (str(caught.value), caught.value.code, caught.value.offset)


def test_options_of_effects(portrait: bytes) -> None:
    options: list[dict[str, Any]] = [{"focus": 3.0}, {"radius": "wide"}]
    for option in options:
        with pytest.raises(auxdepth.UsageError) as caught:
            auxdepth.render(auxdepth.open(portrait), "blur", **option)
        assert caught.value.code == "usage"


def test_suggestions_have_keywords_of_functions() -> None:
    functions = [value for value in vars(auxdepth).values() if inspect.isfunction(value)]
    functions += [method for kind in (auxdepth.Photo, auxdepth.Map) for _, method in inspect.getmembers(kind, inspect.isfunction)]
    keywords = {name for function in functions for name in inspect.signature(function).parameters}
    for code, text in SUGGESTIONS.items():
        assert set(re.findall(r"\b(\w+)=", text)) <= keywords, code


def test_mattes_of_pictures_with_alpha(tmp_path: Path, pixels: Any) -> None:
    image = np.zeros((96, 128, 4), np.uint8)
    image[:, 64:, :3] = 255
    image[:48, :, 3] = 255
    pytest.importorskip("PIL.Image").fromarray(image).save(tmp_path / "matte.png")
    photo = auxdepth.new(pixels, "heif")
    with pytest.raises(auxdepth.UsageError, match='component="alpha" or "luma"') as caught:
        photo.attach(portrait=tmp_path / "matte.png")
    assert caught.value.suggestion_code == "stateMatteComponent"
    with auxdepth.open(photo.attach(portrait=tmp_path / "matte.png", component="alpha").to_bytes()) as written:
        assert written.mattes["portrait"][:40].min() > 250 and written.mattes["portrait"][56:].max() < 5


def test_misspelled_keywords(portrait: bytes, pixels: Any, metres: Any) -> None:
    with auxdepth.Renderer(auxdepth.open(portrait)) as renderer:
        for call, meant in (
            (lambda: auxdepth.render(auxdepth.open(portrait), "blur", raduis=3), "radius"),
            (lambda: renderer.render("blur", raduis=3), "radius"),
            (lambda: auxdepth.from_array(metres, input_units="m"), "input_unit"),
            (lambda: auxdepth.from_model(metres, "metric", nere=1), "near"),
            (lambda: auxdepth.new(pixels).attach(portait=metres), "portrait"),
        ):
            with pytest.raises(TypeError, match=f"Did you mean '{meant}'"):
                call()
    with pytest.raises(TypeError, match="keyword argument 'no_such_option'$"):
        auxdepth.open(portrait, no_such_option=1)  # type: ignore[call-arg]


def test_what_arrays_of_pixels_lack(portrait: bytes) -> None:
    with pytest.raises(auxdepth.UsageError, match=r"\[:, :, :3\]"):
        auxdepth.new(np.zeros((8, 8, 4), np.uint8))
    with pytest.raises(auxdepth.UsageError, match="255"):
        auxdepth.new(np.zeros((8, 8, 3)))
    with auxdepth.open(portrait) as photo, pytest.raises(KeyError, match="no matte 'hair': it has portrait"):
        photo.mattes["hair"]
