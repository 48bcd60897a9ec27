"""One bad image among good ones: each fails alone, is listed with its error, and can be removed."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Sequence

from auxtools.containers.write_heif import full, started
from auxtools.containers.write_tiff import Tiff

from . import packets
from .attack import Check, Ended, Made, Run, attack
from .dng import mask, root
from .jpeg import further, indexed
from .kit import Kit

_ALONE = "each image fails alone"
_BROKEN = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF"


def _listed(count: int, bad: int) -> Check:
    """Returns a check that info lists so many images, so many of them with an error."""
    def check(ended: Ended) -> str | None:
        try:
            images = json.loads(ended.stdout.splitlines()[0])["auxiliary"]
        except (IndexError, KeyError, ValueError):
            return "no list of images"
        wrong = sum("error" in image for image in images)
        return None if (len(images), wrong) == (count, bad) else (
            f"{len(images)} images are listed, {wrong} of them with an error; {count} and {bad} are right")
    return check


def _written(count: int) -> Check:
    """Returns a check that so many maps were written."""
    def check(ended: Ended) -> str | None:
        found = [name for name in ended.outputs if Path(name).parts[0] == "out"]
        return None if len(found) == count else f"{len(found)} maps were written, {count} are good"
    return check


def _runs(name: str, good: int, bad: int, listed_bad: int | None = None) -> list[Run]:
    """Returns what has to work on a file of good images and bad ones; `listed_bad` of these are seen in the headers."""
    suffix = name.rsplit(".", 1)[1]
    return [
        Run(["info", "--json", name], endings=(0, 1),
            check=_listed(good + bad, bad if listed_bad is None else listed_bad)),
        Run(["extract", name, "--directory", "out"], endings=(1,), check=_written(good)),
        Run(["attach", name, "--sky", "matte.png", "--stretch", "-o", f"attached.{suffix}"], endings=(0,)),
        Run(["remove", name, "--all", "-o", f"removed.{suffix}"], endings=(0,)),
        Run(["validate", name], endings=(1,))]


_URNS: Sequence[bytes] = (b"urn:com:apple:photo:2018:aux:portraiteffectsmatte",
                          b"urn:com:apple:photo:2019:aux:semanticskinmatte",
                          b"urn:com:apple:photo:2019:aux:semantichairmatte")


@attack(_ALONE, 1)
def heif_one_broken_packet(kit: Kit, n: int) -> Made:
    """Three mattes in HEIF; the second has XMP that ends in the middle of a tag."""
    heif = started(kit.coded())
    mattes = [heif.matte(kit.coded(), urn) for urn in _URNS]
    heif.xmp(_BROKEN, mattes[1])
    return Made({"a.heic": heif.bytes()}, _runs("a.heic", 2, 1))


@attack(_ALONE, 1)
def heif_one_broken_picture(kit: Kit, n: int) -> Made:
    """Three mattes in HEIF; the second one's coded bytes are damaged."""
    heif = started(kit.coded())
    coded = kit.coded()
    heif.matte(coded, _URNS[0])
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type(_URNS[1])]
    heif.refer("auxl", heif.item(coded.kind, [heif.blob(b"\xff" * 30)], properties), 1)
    heif.matte(coded, _URNS[2])
    return Made({"a.heic": heif.bytes()}, _runs("a.heic", 2, 1, 0))


@attack(_ALONE, 1)
def heif_one_without_a_kind(kit: Kit, n: int) -> Made:
    """Four auxiliary images in HEIF: one has no auxC, one no size, and two are good."""
    heif = started(kit.coded())
    coded = kit.coded()
    heif.matte(coded, _URNS[0])
    configuration, size = heif.property(coded.configuration), heif.size_property(64, 64)
    for properties in ([configuration, size], [configuration, heif.auxiliary_type(_URNS[1])]):
        heif.refer("auxl", heif.item(coded.kind, [heif.blob(coded.data)], properties), 1)
    heif.matte(coded, _URNS[2])
    return Made({"a.heic": heif.bytes()}, _runs("a.heic", 2, 2))


@attack(_ALONE, 1)
def heif_one_outside_the_file(kit: Kit, n: int) -> Made:
    """Three mattes in HEIF; the second is said to be after the end of the file."""
    heif = started(kit.coded())
    coded = kit.coded()
    heif.matte(coded, _URNS[0])
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type(_URNS[1])]
    heif.refer("auxl", heif.item(coded.kind, [(1 << 30, 10)], properties), 1)
    heif.matte(coded, _URNS[2])
    return Made({"a.heic": heif.bytes()}, _runs("a.heic", 2, 1))


@attack(_ALONE, 1)
def heif_one_broken_grid(kit: Kit, n: int) -> Made:
    """Three mattes in HEIF; the second is a grid of two tiles with one."""
    heif = started(kit.coded())
    coded = kit.coded()
    heif.matte(coded, _URNS[0])
    tile = heif.picture(coded)
    grid = heif.item("grid", [heif.blob(b"\0\0\0\1\0\x80\0\x40")],
                     [heif.size_property(128, 64), heif.auxiliary_type(_URNS[1])])
    heif.refer("dimg", grid, tile)
    heif.refer("auxl", grid, 1)
    heif.matte(coded, _URNS[2])
    return Made({"a.heic": heif.bytes()}, _runs("a.heic", 2, 1))


def _jpeg_packet(urn: bytes) -> bytes:
    return packets.packet().replace(_URNS[0], urn)


@attack(_ALONE, 1)
def jpeg_one_broken_packet(kit: Kit, n: int) -> Made:
    """Three mattes in JPEG; the second has XMP that ends in the middle of a tag."""
    broken = packets.packet().replace(b"</rdf:Description>", b"<b:")
    return _jpeg_of([further(_jpeg_packet(_URNS[0])), further(broken), further(_jpeg_packet(_URNS[2]))], None)


@attack(_ALONE, 1)
def jpeg_one_broken_picture(kit: Kit, n: int) -> Made:
    """Three mattes in JPEG; the second has a scan without data."""
    bad = further(_jpeg_packet(_URNS[1]))
    scan = bad.index(b"\xff\xda")
    bad = bad[:scan + 10] + b"\xff\xd9"
    return _jpeg_of([further(_jpeg_packet(_URNS[0])), bad, further(_jpeg_packet(_URNS[2]))], 0)


@attack(_ALONE, 1)
def jpeg_one_without_pixels(kit: Kit, n: int) -> Made:
    """Three mattes in JPEG; the second has a frame of 0x64."""
    bad = further(_jpeg_packet(_URNS[1]))
    at = bad.index(b"\xff\xc0") + 5
    bad = bad[:at + 2] + b"\0\0" + bad[at + 4:]
    return _jpeg_of([further(_jpeg_packet(_URNS[0])), bad, further(_jpeg_packet(_URNS[2]))], None)


def _jpeg_of(images: list[bytes], listed_bad: int | None) -> Made:
    places, at = [], 0
    for image in images:
        places.append((at, len(image)))
        at += len(image)
    return Made({"a.jpg": indexed(b"".join(images), places)}, _runs("a.jpg", 2, 1, listed_bad))


def _dng_of(bad: list[tuple[int, int, int, int]] | None, tiff: Tiff, pixels: int) -> list[int]:
    masks = [mask(tiff, pixels, name=tiff.entry(52526, 2, urn + b"\0")) for urn in (_URNS[0], _URNS[2])]
    if bad is not None:
        masks.insert(1, mask(tiff, pixels, more=bad, name=tiff.entry(52526, 2, _URNS[1] + b"\0")))
    return masks


@attack(_ALONE, 1)
def dng_one_broken_packet(kit: Kit, n: int) -> Made:
    """Three masks in DNG; the second has XMP that ends in the middle of a tag."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(range(64)))
    data = tiff.bytes(root(tiff, _dng_of([tiff.entry(700, 1, _BROKEN)], tiff, pixels)))
    return Made({"a.dng": data}, _runs("a.dng", 2, 1))


@attack(_ALONE, 1)
def dng_one_broken_picture(kit: Kit, n: int) -> Made:
    """Three masks in DNG; the second is packed and is not."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(range(64)))
    masks = _dng_of(None, tiff, pixels)
    masks.insert(1, tiff.directory([
        tiff.entry(254, 4, 65540), tiff.entry(256, 4, 8), tiff.entry(257, 4, 8), tiff.entry(258, 3, 8),
        tiff.entry(259, 3, 8), tiff.entry(262, 3, 52527), tiff.entry(273, 4, pixels), tiff.entry(277, 3, 1),
        tiff.entry(278, 4, 8), tiff.entry(279, 4, 64), tiff.entry(52526, 2, _URNS[1] + b"\0")]))
    return Made({"a.dng": tiff.bytes(root(tiff, masks))}, _runs("a.dng", 2, 1, 0))


@attack(_ALONE, 1)
def dng_one_without_a_size(kit: Kit, n: int) -> Made:
    """Three masks in DNG; the second has no width."""
    tiff = Tiff()
    pixels = tiff.blob(bytes(range(64)))
    masks = _dng_of(None, tiff, pixels)
    masks.insert(1, tiff.directory([
        tiff.entry(254, 4, 65540), tiff.entry(257, 4, 8), tiff.entry(258, 3, 8), tiff.entry(259, 3, 1),
        tiff.entry(262, 3, 52527), tiff.entry(273, 4, pixels), tiff.entry(277, 3, 1), tiff.entry(278, 4, 8),
        tiff.entry(279, 4, 64), tiff.entry(52526, 2, _URNS[1] + b"\0")]))
    return Made({"a.dng": tiff.bytes(root(tiff, masks))}, _runs("a.dng", 2, 1))


@attack(_ALONE, 1)
def heif_broken_packet_of_the_photo(kit: Kit, n: int) -> Made:
    """A photo in HEIF whose own XMP is broken, and two good mattes."""
    heif = started(kit.coded())
    for urn in _URNS[:2]:
        heif.matte(kit.coded(), urn)
    heif.xmp(_BROKEN, 1)
    heif.property(full("free"))
    runs = _runs("a.heic", 2, 0)
    extract = Run(runs[1].arguments, endings=(0,), check=runs[1].check)
    return Made({"a.heic": heif.bytes()}, [runs[0], *runs[2:4], extract])
