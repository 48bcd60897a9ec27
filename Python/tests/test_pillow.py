"""Images of Pillow get depth, and their files give it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
ImageOps = pytest.importorskip("PIL.ImageOps")


def test_saving_and_opening(tmp_path: Path, pixels: Any, metres: Any) -> None:
    from auxdepth import pillow

    image = Image.fromarray(pixels)
    for name in ("a.jpg", "a.heic", "a.avif"):
        pillow.save(image, tmp_path / name, depth=metres, image_quality=95)
        depth = pillow.open_depth(tmp_path / name)
        assert depth.mode == "F" and depth.size == image.size
        np.testing.assert_allclose(1 / np.asarray(depth), 1 / metres, atol=2.5 * 0.8 / 255)
    with Image.open(tmp_path / "a.jpg") as opened:
        assert pillow.open_depth(opened, "1/m").size == image.size
    with Image.open(io.BytesIO((tmp_path / "a.jpg").read_bytes())) as opened:
        assert pillow.open_depth(opened).size == image.size
        opened.load()
    with pytest.raises(auxdepth.UsageError):
        pillow.open_depth(image)


def test_it_is_there_without_an_import() -> None:
    assert auxdepth.pillow.save is not None
    with pytest.raises(AttributeError):
        auxdepth.unheard


def test_exif_and_orientation_go_along(tmp_path: Path, pixels: Any, metres: Any) -> None:
    from auxdepth import pillow

    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "A maker"
    source = io.BytesIO()
    Image.fromarray(pixels).save(source, "JPEG", exif=exif, quality=95)
    with Image.open(source) as image:
        pillow.save(image, tmp_path / "a.jpg", depth=metres)
    with Image.open(tmp_path / "a.jpg") as written:
        assert written.getexif()[0x0112] == 6 and written.getexif()[0x010F] == "A maker"
        upright = ImageOps.exif_transpose(written)
        assert pillow.open_depth(tmp_path / "a.jpg", upright=True).size == upright.size == (96, 128)


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "1", "LA", "CMYK", "I;16"])
def test_modes(tmp_path: Path, mode: str, pixels: Any, metres: Any) -> None:
    from auxdepth import pillow

    if mode == "I;16":
        image = Image.fromarray(pixels[:, :, 0].astype(np.uint16) * 257)
    else:
        image = Image.fromarray(pixels).convert(mode)
    pillow.save(image, tmp_path / "a.heic", depth=metres)
    with auxdepth.open(tmp_path / "a.heic") as photo:
        assert photo.depth().shape == (96, 128)


@pytest.mark.parametrize("orientation", [1, 3, 6, 7])
def test_depth_lies_as_the_image(tmp_path: Path, orientation: int, pixels: Any, metres: Any) -> None:
    """pillow-heif turns photos, and Pillow does not: the depth map is turned as the picture beside it is."""
    from auxdepth import pillow

    heif = pytest.importorskip("pillow_heif", reason="pillow-heif is not installed")
    heif.register_heif_opener()
    for name in ("a.heic", "a.jpg", "a.avif"):
        photo = auxdepth.new(pixels, orientation=orientation).attach(depth=metres, upright=False)
        photo.save(tmp_path / name)
        with Image.open(tmp_path / name) as image, auxdepth.open(tmp_path / name) as written:
            depth = np.asarray(pillow.open_depth(image))
            assert depth.shape == (image.height, image.width)
            is_turned = image.getexif().get(0x0112, 1) == 1
            np.testing.assert_array_equal(depth, written.depth(upright=is_turned))
            if name == "a.heic":
                assert is_turned
            np.testing.assert_array_equal(np.asarray(pillow.open_depth(image, upright=False)), written.depth(upright=False))
        np.testing.assert_array_equal(np.asarray(pillow.open_depth(tmp_path / name)), written_depth(tmp_path / name))


def written_depth(path: Path) -> Any:
    with auxdepth.open(path) as photo:
        return photo.depth()


def test_samples_of_floats_and_of_32_bits(tmp_path: Path, metres: Any) -> None:
    from auxdepth import pillow

    gray = (metres - 1) / 4
    codes = np.rint(gray.astype(float) * 65535).astype(np.int32)
    for mode, given, path in (
        ("F", gray, tmp_path / "f.png"),
        ("I", codes, tmp_path / "i.png"),
    ):
        image = Image.fromarray(given)
        assert image.mode == mode
        pillow.photo_of(image, "png").save(path)
        with Image.open(path) as written:
            np.testing.assert_array_equal(np.asarray(written), codes)
    pillow.save(Image.fromarray(gray), tmp_path / "f.heic", depth=metres, image_quality=100)
    with auxdepth.open(tmp_path / "f.heic") as photo:
        np.testing.assert_allclose(photo.primary(bits=16)[:, :, 0] / 65535, gray, atol=0.01)
    for wrong in (gray * 255, np.full((8, 8), np.nan, np.float32), np.full((8, 8), 70000, np.int32), np.full((8, 8), -1, np.int32)):
        with pytest.raises(auxdepth.UsageError, match="samples from"):
            pillow.photo_of(Image.fromarray(wrong))


def test_xmp_goes_along(tmp_path: Path, pixels: Any, metres: Any) -> None:
    from auxdepth import pillow

    packet = b"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>"""
    image = Image.fromarray(pixels)
    for name in ("xmp", "XML:com.adobe.xmp"):
        image.info = {name: packet if name == "xmp" else packet.decode()}
        for suffix in ("jpg", "heic", "avif"):
            path = tmp_path / f"{len(name)}.{suffix}"
            pillow.save(image, path, depth=metres)
            assert b"Rating" in path.read_bytes(), path
    # A packet may be longer than a segment of a JPEG; what it says of a gain map that is gone makes the photo none.
    words = b"".join(b"<rdf:li>%d</rdf:li>" % number for number in range(5000))
    long = packet.replace(
        b'xmp:Rating="4"/>',
        b'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" xmp:Rating="4">'
        b'<dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Bag>' + words + b"</rdf:Bag></dc:subject></rdf:Description>",
    )
    assert len(long) > 65536
    image.info = {"xmp": packet.replace(b"<rdf:RDF", b" " * 70000 + b"<rdf:RDF")}
    report = pillow.save(image, tmp_path / "spaces.jpg", depth=metres)
    assert "does not fit JPEG" in report["notes"][0]
    image.info = {"xmp": long}
    pillow.save(image, tmp_path / "long.jpg", depth=metres)
    data = (tmp_path / "long.jpg").read_bytes()
    assert b"Rating" in data and b"hdrgm:Version" not in data
    with auxdepth.open(tmp_path / "long.jpg") as photo:
        assert photo.gain_map() is None


@pytest.mark.parametrize(("unit", "codes"), [("mm", 1000), ("m/5000", 5000), ("cm", 100)])
def test_distances_as_codes(portrait: bytes, tmp_path: Path, unit: str, codes: float) -> None:
    """Sets of RGB-D data have distances as codes of 16 bits, of disparity too."""
    with auxdepth.open(portrait) as photo:
        image, metres = photo.depth_image, photo.depth()
        assert image is not None
        image.save(tmp_path / "depth.png", unit=unit)
        for file in (tmp_path / "depth.png", io.BytesIO(image.to_bytes("png", unit=unit))):
            written = np.asarray(Image.open(file)).astype(np.float64)
            assert written.shape == metres.shape
            assert np.abs(written - metres.astype(np.float64) * codes).max() <= 0.51
        half = np.asarray(Image.open(io.BytesIO(image.to_bytes("png", unit=unit, resize="50%"))))
        assert half.shape == (metres.shape[0] // 2, metres.shape[1] // 2)
