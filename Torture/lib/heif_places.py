"""HEIF: where bytes are said to be, and how often the same bytes are."""
from __future__ import annotations

import struct

from auxtools.containers.write_heif import MATTE, box, full, grid_payload, started

from .attack import Made, attack, photo
from .kit import Kit

# libde265 holds 32 bytes for each of those that it takes for padding, and four more; `view` has two pictures at once.
_PADDING = 2 * 36
_COPIES = "more is copied than there is"
_PLACES = "places against places"


@attack("decode bombs", 64, 128, 255)
def heif_tiles_by_extents(kit: Kit, n: int) -> Made:
    """A grid of n rows of 255 tiles that are all one item, of 255 n extents."""
    heif = started(kit.coded())
    coded = kit.coded()
    start, length = heif.blob(coded.data)
    tile = heif.item(coded.kind, [(start, length)] + [(start, 0)] * (255 * n),
                     [heif.property(coded.configuration), heif.size_property(64, 64)])
    size = heif.size_property(64, 64)
    grid = heif.item("grid", [heif.blob(grid_payload(n, 255, 64, 64))],
                     [size, heif.auxiliary_type()])
    heif.refer("dimg", grid, *[tile] * (255 * n))
    heif.refer("auxl", grid, 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_COPIES, 120, 240, 480)
def heif_overlapping_extents(kit: Kit, n: int) -> Made:
    """A matte of n extents that are each the same n KB."""
    heif = started(kit.coded())
    coded = kit.coded()
    place = heif.blob(coded.data + bytes(1024 * n - len(coded.data)))
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type()]
    heif.refer("auxl", heif.item(coded.kind, [place] * n, properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_COPIES, 256, 512, 1024)
def heif_overlapping_items(kit: Kit, n: int) -> Made:
    """n mattes whose pictures are each the same n KB."""
    heif = started(kit.coded())
    coded = kit.coded()
    place = heif.blob(coded.data + bytes(1024 * n - len(coded.data)))
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type()]
    for _ in range(n):
        heif.refer("auxl", heif.item(coded.kind, [place], properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n, codec_memory=_PADDING * 1024 * n))


@attack(_COPIES, 120, 240, 480)
def heif_overlapping_xmp(kit: Kit, n: int) -> Made:
    """A matte whose XMP is n extents that are each the same n KB of spaces."""
    heif = started(kit.coded())
    place = heif.blob(b" " * (1024 * n))
    heif.xmp(b"", heif.matte(kit.coded()), extents=[place] * n)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_COPIES, 256, 512, 1024)
def heif_nested_overlaps(kit: Kit, n: int) -> Made:
    """n mattes; each takes part in the bytes of the next: removal may copy none of them apart."""
    heif = started(kit.coded())
    coded = kit.coded()
    start, _ = heif.blob(coded.data + bytes(1024 * n))
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type()]
    for number in range(n):
        heif.refer("auxl", heif.item(coded.kind, [(start + number, 1000 * n)], properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n, codec_memory=_PADDING * 1024 * n))


@attack(_COPIES, 250, 500, 1000)
def heif_configured_overlaps(kit: Kit, n: int) -> Made:
    """n mattes whose pictures are each the same n KB, with a configuration of their own."""
    heif = started(kit.coded())
    coded = kit.coded()
    place = heif.blob(coded.data + bytes(1024 * n - len(coded.data)))
    more = [heif.size_property(64, 64), heif.auxiliary_type()]
    for _ in range(n):
        heif.refer("auxl", heif.item(coded.kind, [place], [heif.property(coded.configuration), *more]), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n, codec_memory=_PADDING * 1024 * n))


@attack(_COPIES, 250, 500, 1000)
def heif_grids_of_one_tile(kit: Kit, n: int) -> Made:
    """n mattes that are grids of one tile of n KB, each with another part of it."""
    heif = started(kit.coded())
    coded = kit.coded()
    size = [heif.property(coded.configuration), heif.size_property(64, 64)]
    tile = heif.item(coded.kind, [heif.blob(coded.data + bytes(1024 * n - len(coded.data)))], size)
    kind = heif.auxiliary_type()
    for number in range(n):
        shown = (64 - number % 32, 64 - number // 32)
        grid = heif.item("grid", [heif.blob(grid_payload(1, 1, *shown))],
                         [heif.size_property(*shown), kind])
        heif.refer("dimg", grid, tile)
        heif.refer("auxl", grid, 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n, codec_memory=_PADDING * 1024 * n))


@attack(_COPIES, 250, 500, 1000)
def heif_overlapping_tiles(kit: Kit, n: int) -> Made:
    """A matte of n tiles; each takes part in the bytes of the next."""
    heif = started(kit.coded())
    coded = kit.coded()
    start, _ = heif.blob(coded.data + bytes(1024 * n))
    size = [heif.property(coded.configuration), heif.size_property(64, 64)]
    tiles = [heif.item(coded.kind, [(start, 1000 * n + number)], size) for number in range(n)]
    rows = n // 250
    grid = heif.item("grid", [heif.blob(grid_payload(rows, 250, 16000, 64 * rows))],
                     [heif.size_property(16000, 64 * rows), heif.auxiliary_type()])
    heif.refer("dimg", grid, *tiles)
    heif.refer("auxl", grid, 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", pixels=16000 * 64 * rows, codec_memory=_PADDING * 1024 * n))


@attack(_COPIES, 250, 500, 1000)
def heif_overlay_of_overlaps(kit: Kit, n: int) -> Made:
    """A primary that is an overlay of n pictures; each takes part in the bytes of the next."""
    heif = started(kit.coded(colour=True))
    coded = kit.coded(colour=True)
    start, _ = heif.blob(coded.data + bytes(1024 * n))
    size = [heif.property(coded.configuration), heif.size_property(64, 64)]
    inputs = [heif.item(coded.kind, [(start, 1000 * n + number)], size) for number in range(n)]
    payload = struct.pack(f">BB4HHH{2 * n}h", 0, 0, 0, 0, 0, 0, 64, 64, *[0] * (2 * n))
    heif.primary = heif.item("iovl", [heif.blob(payload)], [heif.size_property(64, 64)], hidden=False)
    heif.refer("dimg", heif.primary, *inputs)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", codec_memory=_PADDING * 1024 * n))


@attack(_PLACES, 15000, 30000, 60000)
def heif_extents_by_media_boxes(kit: Kit, n: int) -> Made:
    """A matte of n extents, and n / 15 mdat boxes that they might be in."""
    heif = started(kit.coded())
    coded = kit.coded()
    start, length = heif.blob(coded.data)
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type()]
    matte = heif.item(coded.kind, [(start, length)] + [(start, 1)] * n, properties)
    heif.refer("auxl", matte, 1)
    heif.beside += [box("mdat", b"\0")] * (n // 15)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_PLACES, 10000, 20000, 40000)
def heif_extents_in_item_data(kit: Kit, n: int) -> Made:
    """Two items in idat whose n extents alternate; one of them is removed."""
    heif = started(kit.coded())
    matte = heif.matte(kit.coded())
    places = [heif.stored(b"ab") for _ in range(2 * n)]
    kinds = {"content_type": b"text/plain", "method": 1}
    described = heif.item("mime", places[::2], **kinds)
    heif.refer("cdsc", described, matte)
    heif.refer("cdsc", heif.item("mime", places[1::2], **kinds), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_PLACES, 10000, 20000, 40000)
def heif_extents_by_turns(kit: Kit, n: int) -> Made:
    """Two items in mdat whose n extents alternate; one of them is removed."""
    heif = started(kit.coded())
    matte = heif.matte(kit.coded())
    places = [heif.blob(b"ab") for _ in range(2 * n)]
    described = heif.item("mime", places[::2], content_type=b"text/plain")
    heif.refer("cdsc", described, matte)
    heif.refer("cdsc", heif.item("mime", places[1::2], content_type=b"text/plain"), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_PLACES, 15000, 30000, 60000)
def heif_chunks_by_media_boxes(kit: Kit, n: int) -> Made:
    """A track of n chunks, and n / 15 mdat boxes that they might be in."""
    heif = started(kit.coded())
    heif.matte(kit.coded())
    chunks = full("stco", struct.pack(f">I{n}I", n, *[9] * n))
    heif.beside.append(box("moov", box("trak", box("mdia", box("minf", box("stbl", chunks))))))
    heif.beside += [box("mdat", b"\0")] * (n // 15)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_PLACES, 1000, 2000, 4000)
def heif_items_of_items(kit: Kit, n: int) -> Made:
    """n mattes whose bytes are said to be in one another, in a circle."""
    heif = started(kit.coded())
    coded = kit.coded()
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type()]
    for number in range(n):
        matte = heif.item(coded.kind, [(0, 10)], properties, method=2)
        heif.refer("auxl", matte, 1)
        heif.refer("iloc", matte, 2 + (number + 1) % n)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_PLACES, 1)
def heif_huge_extents(kit: Kit, n: int) -> Made:
    """Mattes whose extents are said to have four gigabytes, or to begin after the end."""
    heif = started(kit.coded())
    coded = kit.coded()
    for extent in ((0, 0xFFFF_0000), (0xF000_0000, 10)):
        properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type(MATTE)]
        heif.refer("auxl", heif.item(coded.kind, [extent], properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))
