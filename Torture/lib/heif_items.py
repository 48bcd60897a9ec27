"""HEIF: many items, many references, many properties, and items that share what is said of them."""
from __future__ import annotations

import struct

from auxtools.containers.write_heif import MATTE, Heif, box, full, started

from . import packets
from .attack import Made, attack, photo
from .kit import Kit

_QUADRATIC = "quadratic in items"
_SHARED = "n users of one object"


def _mattes(heif: Heif, kit: Kit, count: int, urn: bytes = MATTE) -> list[int]:
    """Appends mattes that share one coded picture and all properties."""
    coded = kit.coded()
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type(urn)]
    extent = heif.blob(coded.data)
    numbers = [heif.item(coded.kind, [extent], properties) for _ in range(count)]
    for number in numbers:
        heif.refer("auxl", number, 1)
    return numbers


@attack(_QUADRATIC, 4000, 8000, 16000)
def heif_auxl_items(kit: Kit, n: int) -> Made:
    """n auxiliary images of a few bytes each in the tables."""
    heif = started(kit.coded())
    _mattes(heif, kit, n)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_QUADRATIC, 4000, 8000, 16000)
def heif_metadata_items(kit: Kit, n: int) -> Made:
    """n metadata items, of the primary and of one matte in turn."""
    heif = started(kit.coded())
    matte = heif.matte(kit.coded())
    extent = heif.blob(packets.packet())
    for number in range(n):
        heif.xmp(b"", 1 if number % 2 else matte, extents=[extent])
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_QUADRATIC, 1000, 2000, 4000)
def heif_thumbnail_chain(kit: Kit, n: int) -> Made:
    """n items; each is a thumbnail of the next one in the table, the last of a matte."""
    heif = started(kit.coded())
    coded = kit.coded()
    matte = heif.matte(coded)
    properties = [heif.property(coded.configuration), heif.size_property(64, 64)]
    extent = heif.blob(coded.data)
    numbers = [heif.item(coded.kind, [extent], properties) for _ in range(n)]
    for number, target in zip(numbers, [*numbers[1:], matte]):
        heif.refer("thmb", number, target)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", remove=(0, 65), attach=(0, 65)))


@attack(_QUADRATIC, 15000, 30000, 60000)
def heif_references_of_one(kit: Kit, n: int) -> Made:
    """n reference boxes of one matte to the primary."""
    heif = started(kit.coded())
    matte = heif.matte(kit.coded())
    for _ in range(n):
        heif.refer("auxl", matte, 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_QUADRATIC, 16000, 32000, 64000)
def heif_targets_of_one(kit: Kit, n: int) -> Made:
    """One matte that is said to be of n items, which mostly do not exist, and 500 others that are its own."""
    heif = started(kit.coded())
    numbers = _mattes(heif, kit, 500)
    heif.refer("auxl", numbers[0], *range(1, n))
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * 500))


@attack(_QUADRATIC, 250, 500, 1000)
def heif_tone_maps(kit: Kit, n: int) -> Made:
    """n gain maps and as many tone-mapped images, each made with one of them."""
    heif = started(kit.coded())
    coded = kit.coded()
    properties = [heif.property(coded.configuration), heif.size_property(64, 64)]
    extent, payload = heif.blob(coded.data), heif.blob(bytes(62))
    for _ in range(n):
        gain_map = heif.item(coded.kind, [extent], properties)
        tone_map = heif.item("tmap", [payload], properties[1:])
        heif.refer("dimg", tone_map, 1, gain_map)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_QUADRATIC, 8000, 16000, 32000)
def heif_properties(kit: Kit, n: int) -> Made:
    """n properties; each of 200 mattes has 250, the ones that count at their end."""
    heif = started(kit.coded())
    coded = kit.coded()
    fill = [heif.property(box("free", b"")) for _ in range(n)]
    last = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type()]
    extent = heif.blob(coded.data)
    for number in range(200):
        start = number * 97 % (n - 250)
        matte = heif.item(coded.kind, [extent], fill[start:start + 250] + last)
        heif.refer("auxl", matte, 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * 200))


@attack(_QUADRATIC, 4000, 8000, 16000)
def heif_equal_properties(kit: Kit, n: int) -> Made:
    """n properties of one long payload each, compared with each new one."""
    heif = started(kit.coded())
    for number in range(n):
        heif.property(full("pixi", struct.pack(">BI", 1, number)))
    heif.matte(kit.coded())
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_QUADRATIC, 3000, 6000, 12000)
def heif_groups(kit: Kit, n: int) -> Made:
    """n stereo groups of the same two items, and as many mattes."""
    heif = started(kit.coded())
    numbers = _mattes(heif, kit, n)
    groups = [full("ster", struct.pack(">IIII", 100_000 + index, 2, 1, numbers[index])) for index in range(n)]
    heif.extra.append(box("grpl", *groups))
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_QUADRATIC, 2000, 4000, 8000)
def heif_data_references(kit: Kit, n: int) -> Made:
    """n data references, and as many mattes that are in one of them each."""
    heif = started(kit.coded())
    coded = kit.coded()
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type()]
    extent = heif.blob(coded.data)
    for number in range(n):
        heif.refer("auxl", heif.item(coded.kind, [extent], properties, reference=number + 1), 1)
    references = [full("url ", flags=1) for _ in range(n)]
    heif.extra.append(box("dinf", full("dref", struct.pack(">I", n), *references)))
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_SHARED, 250, 500, 1000)
def heif_shared_urn(kit: Kit, n: int) -> Made:
    """n mattes that share one URN of 400 KB."""
    heif = started(kit.coded())
    _mattes(heif, kit, n, b"urn:x:" + b"a" * 400_000)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_SHARED, 250, 500, 1000)
def heif_shared_xmp(kit: Kit, n: int) -> Made:
    """n mattes that one XMP item of 1,800 properties describes."""
    heif = started(kit.coded())
    heif.xmp(packets.packet(1800), *_mattes(heif, kit, n))
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_SHARED, 250, 500, 1000)
def heif_shared_xmp_bytes(kit: Kit, n: int) -> Made:
    """n mattes, each with an XMP item of its own, whose bytes are the same ones, of 1,800 properties."""
    heif = started(kit.coded())
    extent = heif.blob(packets.packet(1800))
    for matte in _mattes(heif, kit, n):
        heif.xmp(b"", matte, extents=[extent])
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_SHARED, 250, 500, 1000)
def heif_shared_xmp_tails(kit: Kit, n: int) -> Made:
    """n mattes whose XMP items are one packet without some of the spaces at its end: no two are the same bytes."""
    heif = started(kit.coded())
    start, length = heif.blob(packets.packet(1800) + b" " * n)
    for number, matte in enumerate(_mattes(heif, kit, n)):
        heif.xmp(b"", matte, extents=[(start, length - number)])
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_SHARED, 250, 500, 1000)
def heif_shared_profile(kit: Kit, n: int) -> Made:
    """n mattes that share one colour profile of 400 KB."""
    heif = started(kit.coded())
    coded = kit.coded()
    profile = heif.property(box("colr", b"prof", struct.pack(">I", 400_000) + bytes(32) + b"acsp" + bytes(399_960)))
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type(), profile]
    extent = heif.blob(coded.data)
    for _ in range(n):
        heif.refer("auxl", heif.item(coded.kind, [extent], properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_SHARED, 250, 500, 1000)
def heif_shared_subtype(kit: Kit, n: int) -> Made:
    """n depth maps that share one depth representation message of 400 KB."""
    heif = started(kit.coded())
    coded = kit.coded()
    kind = full("auxC", b"urn:mpeg:hevc:2015:auxid:2\0" + b"\0\0\4\x4e\1\xb1" + bytes(400_000))
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.property(kind)]
    extent = heif.blob(coded.data)
    for _ in range(n):
        heif.refer("auxl", heif.item(coded.kind, [extent], properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))
