"""HEIF: boxes in boxes, many boxes, and counts that no file can hold."""
from __future__ import annotations

import struct

from auxtools.containers.write_heif import box, full, infe, started

from .attack import Made, attack, photo
from .kit import Kit

_BOXES = "boxes and counts"


def _nested(kind: str, depth: int) -> bytes:
    """Returns boxes of a kind in one another."""
    sizes = range(8 * depth, 0, -8)
    return b"".join(struct.pack(">I4s", size, kind.encode()) for size in sizes)


@attack(_BOXES, 25000, 50000, 100000)
def heif_deep_boxes(kit: Kit, n: int) -> Made:
    """n moov boxes in one another, and as many grpl boxes in meta."""
    heif = started(kit.coded())
    heif.matte(kit.coded())
    heif.beside.append(_nested("moov", n))
    heif.extra.append(_nested("grpl", n))
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_BOXES, 15000, 30000, 60000)
def heif_top_boxes(kit: Kit, n: int) -> Made:
    """n boxes of eight bytes beside meta."""
    heif = started(kit.coded())
    heif.matte(kit.coded())
    heif.beside += [box("free")] * n
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_BOXES, 15000, 30000, 60000)
def heif_meta_boxes(kit: Kit, n: int) -> Made:
    """n boxes of eight bytes in meta."""
    heif = started(kit.coded())
    heif.matte(kit.coded())
    heif.extra += [box("free")] * n
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_BOXES, 5000, 10000, 20000)
def heif_repeated_associations(kit: Kit, n: int) -> Made:
    """n tables of properties that all say the same of the primary."""
    heif = started(kit.coded())
    heif.matte(kit.coded())
    data = heif.bytes()
    at = data.index(b"ipma") - 4
    table = data[at:at + int.from_bytes(data[at:at + 4], "big")]
    return Made({"a.heic": _inserted(data, at, table * n, ("meta", "iprp"))}, photo("a.heic"))


def _inserted(data: bytes, at: int, more: bytes, inside: tuple[str, ...]) -> bytes:
    """Puts bytes into boxes; where the media data is stays wrong, which nobody finds out before."""
    for kind in inside:
        start = data.index(kind.encode()) - 4
        size = int.from_bytes(data[start:start + 4], "big") + len(more)
        data = data[:start] + struct.pack(">I", size) + data[start + 4:]
    return data[:at] + more + data[at:]


@attack(_BOXES, 1)
def heif_huge_counts(kit: Kit, n: int) -> Made:
    """Tables that are said to have four billion entries: one file for each."""
    heif = started(kit.coded())
    heif.matte(kit.coded())
    data = heif.bytes()
    files = {}
    for kind, plus, put in (("iinf", 4, b"\xff\xff"), ("ipma", 4, b"\xff" * 4), ("iloc", 6, b"\xff\xff"),
                            ("iref", 12, b"\xff\xff"), ("ispe", 4, b"\xff" * 8)):
        at = data.index(kind.encode()) + 4 + plus
        files[f"{kind}.heic"] = data[:at] + put + data[at + len(put):]
    heif.extra.append(box("grpl", full("ster", struct.pack(">II", 7, 0xFFFF_FFFF))))
    files["grpl.heic"] = heif.bytes()
    heif.extra[-1] = box("dinf", full("dref", struct.pack(">I", 0xFFFF_FFFF)))
    files["dref.heic"] = heif.bytes()
    return Made(files, [run for name in files for run in _labelled(name)])


def _labelled(name: str) -> list:
    from dataclasses import replace
    return [replace(run, label=f"{run.name} {name.split('.')[0]}") for run in photo(name, without=("copy", "extract"))]


@attack(_BOXES, 16000, 32000, 64000)
def heif_item_entries(kit: Kit, n: int) -> Made:
    """n items that are only an entry with a name of 20 bytes."""
    heif = started(kit.coded())
    heif.matte(kit.coded())
    for _ in range(n):
        heif.item("uri ", name=b"a name of some bytes")
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_BOXES, 16000, 32000, 64000)
def heif_equal_numbers(kit: Kit, n: int) -> Made:
    """n items that all have the number of the matte."""
    heif = started(kit.coded())
    heif.matte(kit.coded())
    data = heif.bytes()
    at = data.index(b"infe") - 4
    more = infe(2, "mime", content_type=b"a/b") * n
    count = data.index(b"iinf") + 8
    data = data[:count] + struct.pack(">H", 2 + n) + data[count + 2:]
    return Made({"a.heic": _inserted(data, at, more, ("meta", "iinf"))}, photo("a.heic"))
