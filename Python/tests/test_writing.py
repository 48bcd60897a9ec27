"""Photos are written: in their own container, in others, in place, and in memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth
from auxdepth.errors import Error

from conftest import CONTAINERS

EXTENSIONS = {"jpeg": "jpg", "heif": "heic", "avif": "avif", "dng": "dng"}


@pytest.mark.parametrize("container", CONTAINERS)
def test_every_container(tmp_path: Path, container: str, pixels: Any, metres: Any, subject: Any) -> None:
    path = tmp_path / f"photo.{EXTENSIONS[container]}"
    photo = auxdepth.new(pixels).attach(depth=metres, portrait=subject, intrinsics=[100.0])
    report = photo.save(path)
    assert report["container"] == container
    assert {image["type"] for image in report["attached"]} == {"disparity", "portraitEffectsMatte"}
    with auxdepth.open(path) as written:
        assert written.container == container
        np.testing.assert_allclose(written.disparity(), 1 / metres, atol=2.5 * 0.8 / 255)
        np.testing.assert_allclose(written.intrinsics, [[100, 0, 64], [0, 100, 48], [0, 0, 1]], rtol=1e-6)
        assert np.abs(written.mattes["portrait"].astype(int) - subject).mean() < 3
    (checked,) = auxdepth.validate(path)
    assert checked.valid, checked.findings


@pytest.mark.parametrize("source", CONTAINERS)
@pytest.mark.parametrize("target", CONTAINERS)
def test_from_container_to_container(source: str, target: str, pixels: Any, metres: Any, subject: Any) -> None:
    data = auxdepth.new(pixels, source).attach(depth=metres).to_bytes()
    with auxdepth.open(data) as photo:
        settings = {"preview": True} if source == "dng" != target else {}
        other = photo.attach(portrait=subject).to_bytes(target, **settings)
    with auxdepth.open(other) as written:
        assert written.container == target
        assert {image.type for image in written.auxiliary} == {"disparity", "portraitEffectsMatte"}


def test_the_primary_stays_bit_for_bit(plain: bytes, metres: Any) -> None:
    with auxdepth.open(plain) as photo:
        written = photo.attach(depth=metres).to_bytes()
        with auxdepth.open(written) as again:
            np.testing.assert_array_equal(again.primary(), photo.primary())
    scan = plain[plain.index(b"\xff\xda") :]
    assert scan in written


def test_replacing(tmp_path: Path, portrait: bytes, metres: Any) -> None:
    with auxdepth.open(portrait) as photo:
        with pytest.raises(auxdepth.UsageError) as caught:
            photo.attach(depth=metres * 2)
        assert caught.value.remedy == "replaceImage"
        # What failed changed nothing.
        photo.attach(depth=metres * 2, replace=True)
        with auxdepth.open(photo.to_bytes()) as written:
            np.testing.assert_allclose(written.disparity(), 0.5 / metres, atol=2.5 * 0.4 / 255)
            # The camera of the map that was there.
            assert written.intrinsics is not None


@pytest.mark.parametrize("name", ["x.webp", "x.gif", "x.jxl", "x.png"])
def test_names_of_what_is_not_written(tmp_path: Path, plain: bytes, subject: Any, name: str) -> None:
    with auxdepth.open(plain) as photo:
        with pytest.raises(Error) as caught:
            photo.attach(portrait=subject).save(tmp_path / name)
    assert name == "x.png" or ".jpg" in str(caught.value) and ".heic" in str(caught.value)
    assert os.listdir(tmp_path) == []


def test_groups_of_types(pixels: Any, metres: Any, subject: Any) -> None:
    data = auxdepth.new(pixels, "jpeg").attach(
        depth=metres, portrait=subject, gain_map=subject, gain_map_form="ultrahdr", headroom=4
    ).to_bytes()
    with auxdepth.open(data) as photo:
        found = photo.find("gainmap")
        assert found is not None and found.is_gain_map and found.type == "urn:com:photo:aux:hdrgainmap"
        assert photo.gain_map is not None
        depth = photo.find("depthmap")
        assert depth is photo.depth_image and depth is not None
        assert photo.find("mattes") is photo.find("portrait")
        # What is there is removed, and what is not is said.
        photo.remove("gainmap", "mattes", "sky")
        assert any("no semanticSegmentationSkyMatte image" in note for note in photo.notes)
        with auxdepth.open(photo.to_bytes()) as rest:
            assert [image.type for image in rest.auxiliary] == ["disparity"]
            with pytest.raises(auxdepth.NoSuchImageError):
                rest.remove("gainmap", "mattes")


def test_files_are_not_replaced_unasked(tmp_path: Path, pixels: Any) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(b"precious")
    photo = auxdepth.new(pixels)
    with pytest.raises(auxdepth.CannotCreateError) as caught:
        photo.save(path)
    assert isinstance(caught.value, OSError) and caught.value.remedy == "replaceFile"
    assert path.read_bytes() == b"precious"
    photo.save(path, replace=True)
    assert auxdepth.open(path).container == "jpeg"
    assert os.listdir(tmp_path) == ["a.jpg"]


def test_in_place(tmp_path: Path, plain: bytes, metres: Any) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(plain)
    path.chmod(0o640)
    with auxdepth.open(path) as photo, pytest.raises(auxdepth.UsageError, match="editing"):
        photo.attach(depth=metres).save()
    with auxdepth.open(path, editing=True) as photo:
        photo.attach(depth=metres).save()
    assert path.stat().st_mode & 0o777 == 0o640
    with auxdepth.open(path) as written:
        assert written.depth().shape == (96, 128)


def test_removing_and_copying(portrait: bytes, plain: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        with auxdepth.open(photo.remove("portrait").to_bytes()) as less:
            assert [image.type for image in less.auxiliary] == ["disparity"]
            with pytest.raises(auxdepth.NoSuchImageError):
                less.remove("portrait")
            with auxdepth.open(less.remove().to_bytes()) as none:
                assert none.auxiliary == ()
    with auxdepth.open(plain) as target, auxdepth.open(portrait) as source:
        data = target.copy_from(source, placement="tags").to_bytes()
        with auxdepth.open(data) as written:
            np.testing.assert_allclose(written.disparity(), source.disparity(), atol=2.5 * 0.8 / 255)
            assert list(written.mattes) == ["portrait"]
        only = auxdepth.open(plain).copy_from(source, "disparity", placement="tags").to_bytes()
        assert [image.type for image in auxdepth.open(only).auxiliary] == ["disparity"]


def test_changes_gather_in_order(portrait: bytes, subject: Any) -> None:
    with auxdepth.open(portrait) as photo:
        photo.attach(hair=subject).remove("portrait").attach(portrait=subject)
        for container in (None, "jpeg"):
            with auxdepth.open(photo.to_bytes(container)) as written:
                types = ["disparity", "portraitEffectsMatte", "semanticSegmentationHairMatte"]
                assert sorted(image.type for image in written.auxiliary) == types


def test_arrays_may_change_after_attach(plain: bytes, metres: Any, subject: Any) -> None:
    depth, matte = metres.copy(), subject.copy()
    with auxdepth.open(plain) as photo:
        photo.attach(depth=depth, portrait=matte, lossless=True)
        depth[:] = 9
        matte[:] = 0
        with auxdepth.open(photo.to_bytes("heif")) as written:
            np.testing.assert_allclose(written.disparity(), 1 / metres, atol=0.8 / 255)
            np.testing.assert_array_equal(written.mattes["portrait"], subject)


def test_holes(pixels: Any, metres: Any) -> None:
    holed = metres.copy()
    holed[10:20, 30:40] = np.nan
    report_of = auxdepth.new(pixels, "heif").attach(depth=holed)
    with auxdepth.open(report_of.to_bytes()) as written:
        assert np.isfinite(written.depth()).all()
    with pytest.raises(auxdepth.Error) as caught:
        auxdepth.new(pixels, "heif").attach(depth=holed, holes="error")
    assert caught.value.code in ("usage", "unsupported", "malformed")
    values = auxdepth.from_array(holed)
    assert np.isnan(values.depth()).sum() == 100
    assert np.isfinite(values.depth(filled=True)).all()


def test_formats_and_properties(pixels: Any, metres: Any) -> None:
    photo = auxdepth.new(pixels, "heif")
    photo.attach(depth=metres, format="fdep", quality="low", accuracy="absolute", filtered=False)
    with auxdepth.open(photo.to_bytes()) as written:
        image = written.depth_image
        assert image is not None
        assert (image.pixel_format, image.quality, image.accuracy, image.filtered) == ("fdep", "low", "absolute", False)
        assert image.type == "depth"


def test_map_files(tmp_path: Path, pixels: Any, metres: Any) -> None:
    with auxdepth.from_array(metres) as values:
        for name in ("z.exr", "z.pfm", "z.npy", "z.tiff"):
            values.save(tmp_path / name)
            with auxdepth.read_map(tmp_path / name) as again:
                np.testing.assert_array_equal(again.depth(), metres)
            with auxdepth.read_map((tmp_path / name).read_bytes()) as again:
                assert again.shape == (96, 128)
    photo = auxdepth.new(pixels, "heif").attach(depth=tmp_path / "z.exr")
    with auxdepth.open(photo.to_bytes()) as written:
        np.testing.assert_allclose(written.disparity(), 1 / metres, atol=2.5 * 0.8 / 255)


def test_what_makes_no_sense(pixels: Any, metres: Any) -> None:
    photo = auxdepth.new(pixels, "jpeg")
    wrong: list[dict[str, Any]] = [
        {},
        {"near": 1, "far": 2},
        {"depth": metres, "disparity": metres},
        {"depth": metres, "near": 3, "far": 2},
        {"depth": metres, "convention": "unheard"},
        {"depth": metres, "format": "L008"},
        {"depth": metres[:, :50]},
        {"depth": auxdepth.from_array(metres), "near": 1},
        {"depth": metres, "near": float("nan")},
    ]
    for arguments in wrong:
        with pytest.raises(Error) as caught:
            photo.attach(**arguments)
        assert isinstance(caught.value, ValueError), arguments
    with pytest.raises(TypeError):
        photo.attach(dept=metres)
    with pytest.raises(auxdepth.UsageError):
        auxdepth.new(pixels).to_bytes()


def test_a_call_that_fails_attaches_nothing(portrait: bytes, pixels: Any, metres: Any, subject: Any) -> None:
    for photo in (auxdepth.new(pixels, "heif"), auxdepth.open(portrait).remove()):
        photo.attach(hair=subject)
        with pytest.raises(auxdepth.Error):
            photo.attach(depth=metres, portrait=subject[:, :40])
        with auxdepth.open(photo.to_bytes()) as written:
            assert [image.type for image in written.auxiliary] == ["semanticSegmentationHairMatte"]
        photo.attach(depth=metres)
        with auxdepth.open(photo.to_bytes("jpeg")) as written:
            assert len(written.auxiliary) == 2


def test_gain_maps_of_all_forms(pixels: Any, subject: Any) -> None:
    adobe = "urn:com:photo:aux:hdrgainmap"
    for form, kind in (("apple", "hdrGainMap"), ("iso", "isoGainMap"), ("ultrahdr", adobe)):
        photo = auxdepth.new(pixels, "jpeg").attach(gain_map=subject, gain_map_form=form, headroom=4)
        with auxdepth.open(photo.to_bytes()) as written:
            assert kind in [image.type for image in written.auxiliary], form
            assert written.gain_map is not None and next(i for i in written.auxiliary if i.type == kind).is_gain_map, form


def test_a_png_becomes_a_photo(tmp_path: Path, pixels: Any, metres: Any) -> None:
    auxdepth.new(pixels).save(tmp_path / "render.png")
    with auxdepth.open(tmp_path / "render.png") as photo:
        np.testing.assert_array_equal(photo.primary(), pixels)
        photo.attach(depth=metres).save(tmp_path / "render.heic")
        assert photo.notes == [] or all(isinstance(note, str) for note in photo.notes)
    assert auxdepth.open(tmp_path / "render.heic").depth().shape == (96, 128)
