"""Photos are written: in their own container, in others, in place, and in memory."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import auxdepth
from auxdepth import _arrays, _calls
from auxdepth.errors import Error

from conftest import CONTAINERS, matrix

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
        np.testing.assert_allclose(matrix(written), [[100, 0, 64], [0, 100, 48], [0, 0, 1]], rtol=1e-6)
        assert np.abs(written.mattes["portrait"].astype(int) - subject).mean() < 3
    checked = auxdepth.validate(path)
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
        assert caught.value.suggestion_code == "replaceImage"
        # What failed changed nothing.
        photo.attach(depth=metres * 2, replace=True)
        with auxdepth.open(photo.to_bytes()) as written:
            np.testing.assert_allclose(written.disparity(), 0.5 / metres, atol=2.5 * 0.4 / 255)
            # The camera of the map that was there.
            assert written.intrinsics() is not None


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
        assert photo.gain_map() is not None
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
    assert isinstance(caught.value, OSError) and caught.value.suggestion_code == "replaceFile"
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


def test_arrays_without_a_copy(plain: bytes, pixels: Any, metres: Any) -> None:
    before = len(_arrays.lent)
    for given in (metres, metres.astype(np.float64), np.stack([metres, metres], -1)[:, :, 0], metres.astype(np.float16)):
        with auxdepth.open(plain) as photo:
            lent = photo.attach(depth=given, copy=False, intrinsics=[100.0]).to_bytes()
            other = photo.to_bytes("heif")
        with auxdepth.open(plain) as photo:
            assert photo.attach(depth=given, intrinsics=[100.0]).to_bytes() == lent
            assert photo.to_bytes("heif") == other
    holed = metres.copy()
    holed[10:20, 30:40] = np.nan
    with auxdepth.open(plain) as photo, auxdepth.open(plain) as same:
        assert photo.attach(depth=holed, copy=False).to_bytes() == same.attach(depth=holed).to_bytes()
    del photo, same
    gc.collect()
    assert len(_arrays.lent) == before

    changed = metres.copy()
    with auxdepth.open(plain) as photo:
        photo.attach(depth=changed, copy=False)
        changed[5, 6] += 0.5
        with pytest.raises(auxdepth.UsageError, match="changed"):
            photo.to_bytes()
        with pytest.raises(auxdepth.UsageError, match="changed"):
            photo.to_bytes("heif")
        changed[:] = metres
        assert photo.to_bytes()
    # What is attached before it is known what is written, too.
    for picture in (auxdepth.new(pixels), auxdepth.open(png_of(pixels))):
        changed = metres.copy()
        picture.attach(depth=changed, copy=False)
        changed[5, 6] += 0.5
        with pytest.raises(auxdepth.UsageError, match="changed"):
            picture.to_bytes("jpeg")
        changed[:] = metres
        assert picture.to_bytes("jpeg")


def test_peak_without_a_copy(tmp_path: Path, pixels: Any) -> None:
    """An array of 64 MB: the process needs its codes and what is decoded of them beside it, and no second array."""
    (tmp_path / "photo.jpg").write_bytes(auxdepth.new(np.kron(pixels, np.ones((32, 32, 1), np.uint8)), "jpeg").to_bytes())
    program = """if True:
        import sys, numpy, auxdepth
        def peak():
            return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1024
        metres = numpy.empty((4 * 960, 4 * 1280), numpy.float32)
        for row, values in enumerate(metres):
            values[:] = 1 + row / 500
        with auxdepth.open(sys.argv[1]) as photo:
            photo.attach(depth=metres[:96, :128].copy(), copy=False).to_bytes()
        with auxdepth.open(sys.argv[1]) as photo:
            before = peak()
            photo.attach(depth=metres, copy=False).save(sys.argv[2])
        print(peak() - before)
        """
    ran = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "photo.jpg", tmp_path / "out.jpg"], check=True, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(Path(auxdepth.__file__).parent.parent)},
    )
    # Codes and decoded codes are 19 MB each, and the array is 75.
    assert float(ran.stdout) < 60


@pytest.mark.parametrize("container", ["jpeg", "heif", "avif"])
def test_gain_map_metadata(container: str, pixels: Any, subject: Any) -> None:
    given = auxdepth.GainMapMetadata(
        gain_min=(-0.5,), gain_max=(2.0,), alternate_headroom=2.0, gamma=(1.25,), base_offset=(1 / 64,), alternate_offset=(1 / 64,)
    )
    photo = auxdepth.new(pixels, container).attach(gain_map=subject, gain_map_metadata=given)
    with auxdepth.open(photo.to_bytes()) as written:
        (image,) = [image for image in written.auxiliary if image.is_gain_map]
        found = image.gain_map_metadata()
    assert found.gain_min == pytest.approx(given.gain_min) and found.gain_max == pytest.approx(given.gain_max)
    assert found.gamma == pytest.approx(given.gamma) and found.base_offset == pytest.approx(given.base_offset)
    assert (found.alternate_headroom, found.base_headroom, found.uses_base_colour_space) == (2.0, 0.0, True)
    with pytest.raises(auxdepth.UsageError):
        auxdepth.new(pixels, container).attach(
            gain_map=subject, gain_map_metadata=auxdepth.GainMapMetadata((0.0, 1.0), (2.0,), alternate_headroom=2.0)
        )
    with pytest.raises(auxdepth.UsageError):
        auxdepth.new(pixels, container).attach(portrait=subject, gain_map_metadata=given)
    with auxdepth.open(auxdepth.new(pixels, "heif").attach(portrait=subject).to_bytes()) as other:
        with pytest.raises(auxdepth.NoSuchImageError):
            other.auxiliary[0].gain_map_metadata()


def test_portraits_and_gdepth(pixels: Any, metres: Any) -> None:
    photo = auxdepth.new(pixels, "jpeg").attach(depth=metres, intrinsics=[100.0], gdepth=True)
    missing = photo.prepare_portrait(focus=[0.5, 0.5])
    assert any("slider" in each for each in missing) and not any("Focus region" in each for each in missing)
    data = photo.to_bytes()
    assert auxdepth.validate(data, profile="photos-portrait").valid
    with auxdepth.open(data) as written:
        assert any("GDepth" in image.identifier for image in written.auxiliary)
    with pytest.raises(auxdepth.UsageError):
        auxdepth.new(pixels, "jpeg").attach(depth=metres).prepare_portrait()


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
    photo.attach(depth=metres, pixel_format="fdep", depth_quality="low", accuracy="absolute", filtered=False)
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


def test_passes_of_renders(tmp_path: Path, pixels: Any, metres: Any) -> None:
    OpenEXR = pytest.importorskip("OpenEXR")
    header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
    passes = {"Back": 2 * metres, "Front": metres}
    parts = [OpenEXR.Part({**header, "name": f"{name}.Depth"}, {f"{name}.Depth.Z": depth}) for name, depth in passes.items()]
    path = tmp_path / "layers.exr"
    OpenEXR.File(parts).write(str(path))
    photo = auxdepth.new(pixels, "heif")
    with pytest.raises(auxdepth.UsageError, match="choose one of Back.Depth.Z, Front.Depth.Z"):
        photo.attach(depth=path)
    photo.attach(depth=path, channel="Front.Depth.Z", far="inf", lossless=True)
    report = photo.save(tmp_path / "photo.heic")
    assert report["attached"][0]["channel"] == {"name": "Front.Depth.Z", "part": "Front.Depth"}
    with auxdepth.open(tmp_path / "photo.heic") as written:
        np.testing.assert_allclose(written.disparity(), 1 / metres, atol=0.8 / 255)
    with pytest.raises(auxdepth.UsageError, match="channel"):
        auxdepth.new(pixels).attach(depth=metres, channel="Z")


@pytest.mark.parametrize("far", ["inf", float("inf"), np.float32(np.inf)])
def test_infinitely_far(metres: Any, far: Any) -> None:
    metres = metres.copy()
    metres[0] = 1e10
    assert np.isposinf(auxdepth.from_array(metres, far=far).depth()[0]).all()


def test_transparent_pixels(tmp_path: Path) -> None:
    Image = pytest.importorskip("PIL.Image")
    path = tmp_path / "film.png"
    Image.new("RGBA", (64, 48), (200, 100, 0, 51)).save(path)
    assert auxdepth.open(path).primary()[0, 0].tolist() == [40, 20, 0]
    assert auxdepth.open(path, flatten="white").primary()[0, 0].tolist() == [244, 224, 204]
    auxdepth.open(path, flatten="none").save(tmp_path / "film.heic")
    assert [image.type for image in auxdepth.open(tmp_path / "film.heic").auxiliary] == ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"]
    with pytest.raises(auxdepth.UsageError, match="RRGGBB"):
        auxdepth.open(path, flatten="red")


def test_what_makes_no_sense(pixels: Any, metres: Any) -> None:
    photo = auxdepth.new(pixels, "jpeg")
    wrong: list[dict[str, Any]] = [
        {},
        {"near": 1, "far": 2},
        {"depth": metres, "disparity": metres},
        {"depth": metres, "near": 3, "far": 2},
        {"depth": metres, "convention": "unheard"},
        {"depth": metres, "pixel_format": "L008"},
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


def png_of(pixels: Any) -> bytes:
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("kind", ["new", "png", "edited"])
def test_errors_come_at_attach(kind: str, pixels: Any, metres: Any, subject: Any, plain: bytes) -> None:
    """Also where the container is not known yet."""

    def begun() -> auxdepth.NewPhoto | auxdepth.Photo | auxdepth.EditedPhoto:
        if kind == "new":
            return auxdepth.new(pixels)
        return auxdepth.open(png_of(pixels)) if kind == "png" else auxdepth.edited(auxdepth.open(plain), rotate=90)

    wide = metres if kind != "edited" else metres.T
    matte = subject if kind != "edited" else subject.T
    wrong: list[dict[str, Any]] = [
        {"depth": wide[:, :50]},
        {"portrait": matte[:40]},
        {"depth": wide, "near": 3, "far": 2},
        {"depth": np.full_like(wide, np.nan)},
        {"depth": wide, "holes": "error", "pixel_format": "L008"},
        {"depth": wide, "accuracy": "wrong"},
        {"depth": wide, "aux_quality": 101},
        {"mattes": {"unheard of": matte}},
        {"gain_map": matte, "headroom": 0.5},
        {"portrait": "/nonexistent/matte.png"},
    ]
    for arguments in wrong:
        photo = begun()
        with pytest.raises(Error):
            photo.attach(**arguments)
            raise AssertionError(arguments)
        photo.attach(depth=wide, portrait=matte)
        with pytest.raises(auxdepth.UsageError, match="two images of type disparity"):
            photo.attach(depth=wide)
        with auxdepth.open(photo.attach(hair=matte).to_bytes("heif")) as written:
            assert len(written.auxiliary) == 3


def test_what_only_some_containers_hold_is_attached(pixels: Any, metres: Any, subject: Any) -> None:
    """Before it is known which one it will be."""
    for arguments, container in (
        ({"depth": metres, "gdepth": True}, "jpeg"),
        ({"gain_map": subject, "gain_map_form": "ultrahdr", "headroom": 2}, "jpeg"),
        ({"depth": metres, "dng_bits": 8}, "dng"),
        ({"depth": metres, "pixel_format": "fdep", "lossless": True}, "heif"),
        ({"gain_map": subject, "gain_map_form": "iso", "headroom": 2}, "avif"),
    ):
        with auxdepth.open(auxdepth.new(pixels).attach(**arguments).to_bytes(container)) as written:
            assert written.auxiliary


def test_no_picture_is_coded_to_try_a_map(pixels: Any, metres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pixels of a photo are coded by save() alone."""
    made: list[str] = []
    call = _calls.handle
    monkeypatch.setattr(_calls, "handle", lambda name, *arguments, **kind: made.append(name) or call(name, *arguments, **kind))
    photo = auxdepth.new(pixels)
    monkeypatch.setattr(photo, "_begin", lambda *arguments: pytest.fail("the photo was begun"))
    photo.attach(depth=metres).attach(portrait=metres > 3)
    assert made.count("auxdepth_edit_new_picture") == 1


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
            assert written.gain_map() is not None and next(i for i in written.auxiliary if i.type == kind).is_gain_map, form


def test_a_png_becomes_a_photo(tmp_path: Path, pixels: Any, metres: Any) -> None:
    auxdepth.new(pixels).save(tmp_path / "render.png")
    with auxdepth.open(tmp_path / "render.png") as photo:
        np.testing.assert_array_equal(photo.primary(), pixels)
        photo.attach(depth=metres).save(tmp_path / "render.heic")
        assert photo.notes == [] or all(isinstance(note, str) for note in photo.notes)
    assert auxdepth.open(tmp_path / "render.heic").depth().shape == (96, 128)
