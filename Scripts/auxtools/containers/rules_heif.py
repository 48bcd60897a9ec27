"""Rules of ISO/IEC 14496-12, 23008-12 and 23000-22 (MIAF) that a HEIF file keeps; shares nothing with the program.

They are those that public conformance checkers look at, GPAC's ComplianceWarden above all, as far as they are about
files of still images. A finding is a text that begins with the clause.
"""
from __future__ import annotations

import struct
from typing import Callable, Iterator

from . import walk_heif
from .walk_heif import File, Item, boxes

_CODED = ("hvc1", "hev1", "av01", "avc1", "jpeg", "j2k1", "vvc1")
_DERIVED = ("iden", "grid", "iovl", "tmap")
_TRANSFORMS = ("clap", "irot", "imir")
_ESSENTIAL = ("hvcC", "lhvC", "tols", "avcC", "av1C", "jpgC", "lsel", "clap", "irot", "imir")
_TOP_LEVEL = {"ftyp": (1, 1), "meta": (0, 1), "moov": (0, 1), "mfra": (0, 1), "pdin": (0, 1)}
_META = {"hdlr": (1, 1), "pitm": (1, 1), "iinf": (1, 1), "iloc": (1, 1), "iprp": (1, 1), "iref": (0, 1), "dinf": (0, 1),
         "idat": (0, 1), "ipro": (0, 1), "xml ": (0, 0), "bxml": (0, 0)}

Place = tuple[int, int]
"""Start of a payload and its end."""


class Structure:
    """The boxes of a file, and its items."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.file: File = walk_heif.walk(data)
        self.top = list(boxes(data, 0, len(data)))
        start, end = next((start, end) for kind, start, end in self.top if kind == "meta")
        self.meta_version = data[start]
        self.meta = list(boxes(data, start + 4, end))

    def place(self, kind: str) -> Place | None:
        """Returns the first child of `meta` of a kind."""
        return next(((start, end) for name, start, end in self.meta if name == kind), None)

    def images(self) -> list[Item]:
        """Returns coded and derived images."""
        return [item for item in self.file.items.values() if item.kind in _CODED + _DERIVED]

    @property
    def brands(self) -> list[str]:
        """The compatible brands."""
        start, end = next((start, end) for kind, start, end in self.top if kind == "ftyp")
        return [self.data[at:at + 4].decode("latin1") for at in range(start + 8, end, 4)]


def findings(data: bytes) -> list[str]:
    """Returns what a file does not keep; rules of MIAF count where its brand is there."""
    try:
        structure = Structure(data)
    except (KeyError, StopIteration, ValueError, IndexError, struct.error) as error:
        return [f"14496-12: the file cannot be walked: {error!r}"]
    rules: list[Callable[[Structure], Iterator[str]]] = [_file, _meta, _versions, _associations, _locations, _properties,
                                                         _references, _grids]
    if "miaf" in structure.brands:
        rules += [_miaf_items, _miaf_display, _miaf_grids, _miaf_profiles]
    return [finding for rule in rules for finding in rule(structure)]


def _file(structure: Structure) -> Iterator[str]:
    kinds = [kind for kind, _, _ in structure.top]
    if kinds[0] != "ftyp":
        yield f"14496-12 4.3.1: the first box is {kinds[0]}"
    for kind, (least, most) in _TOP_LEVEL.items():
        if not least <= kinds.count(kind) <= most:
            yield f"14496-12 table 1: {kinds.count(kind)} boxes {kind}"
    start, _ = next((start, end) for kind, start, end in structure.top if kind == "ftyp")
    if structure.data[start + 4:start + 8] != b"\0\0\0\0":
        yield "23008-12 10.1: minor_version is not 0"
    if "mif1" not in structure.brands:
        yield "23008-12 10.2.1.1: no brand mif1"


def _meta(structure: Structure) -> Iterator[str]:
    kinds = [kind for kind, _, _ in structure.meta]
    if kinds[0] != "hdlr":
        yield f"23000-22 7.2.1.1: the first box of meta is {kinds[0]}"
    for kind, (least, most) in _META.items():
        if not least <= kinds.count(kind) <= most:
            yield f"14496-12 table 1: {kinds.count(kind)} boxes {kind} in meta"
    start, end = structure.place("hdlr") or (0, 0)
    handler = structure.data[start:end]
    if handler[8:12] != b"pict":
        yield f"23008-12 6.2: the handler is {handler[8:12]!r}"
    if handler[4:8] != b"\0\0\0\0" or any(handler[12:24]):
        yield "14496-12 8.4.3.1: pre_defined or reserved of hdlr is not 0"
    if not handler.endswith(b"\0"):
        yield "14496-12 8.4.3.1: the name of hdlr has no end"


def _versions(structure: Structure) -> Iterator[str]:
    if structure.meta_version != 0:
        yield f"23008-12 10.2.1.1: version {structure.meta_version} of meta"
    for kind, allowed in (("hdlr", (0,)), ("iloc", (0, 1, 2)), ("iinf", (0, 1)), ("pitm", (0, 1))):
        place = structure.place(kind)
        if place and structure.data[place[0]] not in allowed:
            yield f"23008-12 10.2.1.1: version {structure.data[place[0]]} of {kind}"
    start, end = structure.place("iinf") or (0, 0)
    for kind, at, _ in boxes(structure.data, start + (8 if structure.data[start] else 6), end):
        if kind == "infe" and structure.data[at] not in (2, 3):
            yield f"23008-12 10.2.1.1: version {structure.data[at]} of infe"


def _associations(structure: Structure) -> Iterator[str]:
    data = structure.data
    start, end = structure.place("iprp") or (0, 0)
    children = list(boxes(data, start, end))
    count = sum(1 for kind, first, last in children if kind == "ipco" for _ in boxes(data, first, last))
    seen: set[int] = set()
    for kind, at, _ in children:
        if kind != "ipma":
            continue
        version, wide, last, numbers = data[at], data[at + 3] & 1, 0, []
        entries = struct.unpack_from(">I", data, at + 4)[0]
        at += 8
        for _ in range(entries):
            number = struct.unpack_from(">I" if version else ">H", data, at)[0]
            at += 4 if version else 2
            at += 1 + data[at] * (2 if wide else 1)
            if number <= last:
                yield f"14496-12 8.11.14.1: item {number} is after item {last} in ipma"
            if number in seen:
                yield f"14496-12 8.11.14.1: item {number} is twice in ipma"
            if number not in structure.file.items:
                yield f"14496-12 8.11.14.1: ipma names item {number}, which there is not"
            last = number
            seen.add(number)
            numbers.append(number)
        if wide and count <= 127:
            yield f"14496-12 8.11.14.1: wide indices for {count} properties"
        if version and all(number <= 0xFFFF for number in numbers):
            yield "14496-12 8.11.14.1: version 1 of ipma without wide item numbers"


def _extents(structure: Structure) -> Iterator[tuple[Item, int, int, int, int]]:
    """Yields item, method, data reference, offset in the file and length of each extent."""
    data = structure.data
    start, _ = structure.place("iloc") or (0, 0)
    idat = structure.place("idat") or (0, 0)
    version, sizes = data[start], struct.unpack_from(">H", data, start + 4)[0]
    offset_size, length_size, base_size, index_size = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    at = start + 6

    def number(size: int) -> int:
        nonlocal at
        at += size
        return int.from_bytes(data[at - size:at], "big")

    for _ in range(number(4 if version == 2 else 2)):
        item = structure.file.items[number(4 if version == 2 else 2)]
        method = number(2) & 15 if version else 0
        reference = number(2)
        base = number(base_size) + (idat[0] if method == 1 else 0)
        for _ in range(number(2)):
            if version:
                number(index_size)
            offset = base + number(offset_size)
            yield item, method, reference, offset, number(length_size)


def _locations(structure: Structure) -> Iterator[str]:
    media = [(start, end) for kind, start, end in structure.top if kind == "mdat"]
    idat = structure.place("idat")
    miaf = "miaf" in structure.brands
    for item, method, reference, offset, length in _extents(structure):
        inside = [idat] if method == 1 and idat else media
        if not any(start <= offset and offset + length <= end for start, end in inside):
            yield f"14496-12 8.11.3: item {item.number} lies neither in mdat nor in idat"
        if length == 0 and item.kind in _CODED:
            yield f"14496-12 8.11.3: item {item.number} is empty"
        if miaf and reference:
            yield f"23000-22 8.2.1: item {item.number} is of data reference {reference}"
        if miaf and method and (item.kind in _CODED or item.kind == "Exif" or item.content_type == "application/rdf+xml"):
            yield f"23000-22 7.2.1.13: item {item.number} ({item.kind}) is not in mdat"


def _properties(structure: Structure) -> Iterator[str]:
    for item in structure.images():
        kinds = [p.kind for p in item.properties]
        if kinds.count("ispe") != 1:
            yield f"23008-12 6.5.3.1: item {item.number} has {kinds.count('ispe')} ispe"
        elif any(kind in _TRANSFORMS for kind in kinds[:kinds.index("ispe")]):
            yield f"23008-12 6.5.3.1: ispe of item {item.number} is after what transforms"
        for kind in ("pasp", "pixi", "auxC", "clap", "irot", "imir", "hvcC", "av1C"):
            if kinds.count(kind) > 1:
                yield f"23008-12 6.5: item {item.number} has {kinds.count(kind)} {kind}"
        for kind in sorted({p.kind for p in item.properties if p.kind in _ESSENTIAL and not p.essential}):
            yield f"23008-12 6.5, annex B; 23000-22 7.3.9: {kind} of item {item.number} is not essential"
        if item.kind == "hvc1" and "hvcC" not in kinds:
            yield f"23008-12 B.2.3: item {item.number} has no hvcC"
        if item.references.get("auxl") and "auxC" not in kinds:
            yield f"23008-12 6.5.8: the auxiliary image {item.number} has no auxC"


def _references(structure: Structure) -> Iterator[str]:
    items, data = structure.file.items, structure.data
    primary = items.get(structure.file.primary)
    if primary is None or primary.kind not in _CODED + _DERIVED:
        yield "23008-12 6.2: the primary item is no image"
    elif primary.hidden:
        yield "23008-12 6.4.2: the primary item is hidden"
    elif primary.references.get("auxl") or primary.references.get("thmb"):
        yield "23000-22 7.3.2: the primary is an auxiliary image or a thumbnail"
    place = structure.place("iref")
    sources: dict[str, list[int]] = {}
    for kind, at, _ in boxes(data, place[0] + 4, place[1]) if place else ():
        sources.setdefault(kind, []).append(struct.unpack_from(">I" if data[place[0]] else ">H", data, at)[0])
    for number in sorted({number for number in sources.get("dimg", []) if sources["dimg"].count(number) > 1}):
        yield f"23008-12 6.4: item {number} has several references dimg"
    for item in items.values():
        for kind, targets in item.references.items():
            for target in targets:
                if target not in items:
                    yield f"14496-12 8.11.12: {kind} of item {item.number} is to item {target}, which there is not"
                elif kind == "thmb" and items[target].references.get("thmb"):
                    yield f"23008-12 6.4.4: the thumbnail {item.number} is of a thumbnail"
                elif kind == "dimg" and items[target].kind not in _CODED + _DERIVED:
                    yield f"23008-12 6.6.2.3.1: input {target} of item {item.number} is no image"


def _extent(item: Item) -> tuple[int, int]:
    payload = item.payload("ispe")
    return struct.unpack_from(">II", payload, 4) if payload else (0, 0)


def _grids(structure: Structure) -> Iterator[str]:
    for grid in structure.images():
        if grid.kind != "grid":
            continue
        if len(grid.data) < 8 or grid.data[0] != 0:
            yield f"23008-12 6.6.2.3.2: grid {grid.number} has a payload of {len(grid.data)} bytes, or of a version"
            continue
        rows, columns = grid.data[2] + 1, grid.data[3] + 1
        width, height = struct.unpack_from(">II" if grid.data[1] & 1 else ">HH", grid.data, 4)
        tiles = [structure.file.items[number] for number in grid.references.get("dimg", [])]
        if len(tiles) != rows * columns:
            yield f"23008-12 6.6.2.3.1: grid {grid.number} has {len(tiles)} inputs, not {rows} x {columns}"
        sizes = {_extent(tile) for tile in tiles}
        if len(sizes) != 1:
            yield f"23008-12 6.6.2.3.1: the inputs of grid {grid.number} are of {len(sizes)} sizes"
        elif any(w * columns < width or h * rows < height for w, h in sizes):
            yield f"23008-12 6.6.2.3.1: the inputs of grid {grid.number} do not cover it"
        if (width, height) != _extent(grid):
            yield f"23008-12 6.6.2.3.3: grid {grid.number} is {width}x{height}, its ispe {_extent(grid)}"


def _miaf_items(structure: Structure) -> Iterator[str]:
    data = structure.data
    start, end = structure.place("iinf") or (0, 0)
    for kind, at, _ in boxes(data, start + (8 if data[start] else 6), end):
        if kind == "infe" and struct.unpack_from(">H", data, at + (8 if data[at] == 3 else 6))[0]:
            yield "23000-22 7.2.1.8: an item is protected"
    for place in (place for place in [structure.place("dinf")] if place):
        for kind, first, last in boxes(data, *place):
            for name, at, _ in boxes(data, first + 8, last) if kind == "dref" else ():
                if name in ("url ", "urn ") and not data[at + 3] & 1:
                    yield "23000-22 8.2.2: dref is to another file"


def _chroma(item: Item) -> int | None:
    """Returns chroma_format_idc of an HEVC item."""
    payload = item.payload("hvcC")
    return payload[16] & 3 if payload and len(payload) > 16 else None


def _miaf_display(structure: Structure) -> Iterator[str]:
    for item in structure.file.items.values():
        if not item.hidden and item.payload("pixi") is None:
            yield f"23000-22 7.3.6.6: item {item.number} ({item.kind}) is not hidden and has no pixi"
        pasp = item.payload("pasp")
        if pasp and pasp[:4] != pasp[4:8]:
            yield f"23000-22 7.3.6.5: the pixels of item {item.number} are not square"
        order = [_TRANSFORMS.index(p.kind) for p in item.properties if p.kind in _TRANSFORMS]
        if order != sorted(set(order)):
            yield f"23000-22 7.3.6.7: item {item.number} is not cropped, then rotated, then mirrored"
        clap = item.payload("clap")
        if clap and _chroma(item) == 1:
            width, height, across, down = (struct.unpack_from(">iI", clap, at) for at in (0, 8, 16, 24))
            if any(d == 0 or n % (2 * d) for n, d in (width, height, across, down)):
                yield f"23000-22 7.3.6.7: the aperture of item {item.number} is not even, its colours are 4:2:0"


def _miaf_grids(structure: Structure) -> Iterator[str]:
    for grid in structure.images():
        if grid.kind != "grid":
            continue
        tiles = [structure.file.items[number] for number in grid.references.get("dimg", [])]
        for width, height in sorted({_extent(tile) for tile in tiles}):
            if width < 64 or height < 64 or width % 64 or height % 64:
                yield f"23000-22 7.3.11.4.2: grid {grid.number} has inputs of {width}x{height}"
        if len({(tile.kind, tile.payload("hvcC"), tile.payload("av1C")) for tile in tiles}) != 1:
            yield f"23000-22 7.3.11.4.1: the inputs of grid {grid.number} are configured in several ways"


# The constraint flags of the named profiles of the range extensions (H.265, table A.2) from max_12bit on: 12 bits,
# 10 bits, 8 bits, 4:2:2, 4:2:0, monochrome, intra, one picture only, lower bit rate; 2 is either.
_RANGE_EXTENSIONS = {
    "Monochrome": "111111001", "Monochrome 10": "110111001", "Monochrome 12": "100111001", "Monochrome 16": "000111001",
    "Main Intra": "111110102", "Main 10 Intra": "110110102", "Main 12": "100110001", "Main 4:2:2 10": "110100001",
    "Main 4:2:2 10 Intra": "110100102", "Main 4:4:4": "111000001", "Main 4:4:4 10": "110000001",
    "Main 4:4:4 Intra": "111000102", "Main 4:4:4 10 Intra": "110000102", "Main 4:4:4 Still Picture": "111000112",
}


def _profile(payload: bytes) -> str | None:
    """Returns the name of the profile of an `hvcC`; None where no such flag is set."""
    number = payload[1] & 31
    if number != 4:
        return {1: "Main", 2: "Main 10", 3: "Main Still Picture"}.get(number)
    bits = f"{int.from_bytes(payload[6:12], 'big'):048b}"[4:13]
    names = [name for name, flags in _RANGE_EXTENSIONS.items() if all(a in (b, "2") for a, b in zip(flags, bits))]
    return names[0] if names else None


def _miaf_profiles(structure: Structure) -> Iterator[str]:
    for item in structure.images():
        payload = item.payload("hvcC")
        if payload is None:
            continue
        if _profile(payload) is None:
            yield f"23000-22 annex A: item {item.number} states {payload[1:12].hex()}, which is no named HEVC profile"
        if payload[12] > 180:
            yield f"23000-22 annex A: item {item.number} is of level {payload[12] / 30:.1f}"
        position, stated = _sps(payload)
        if stated is not None and stated != payload[1:13]:
            yield f"14496-15 8.3.3.1: hvcC of item {item.number} and parameter set {position} differ in the profile"


def _sps(payload: bytes) -> tuple[int, bytes | None]:
    """Returns the number of the first parameter set whose profile_tier_level is not that of `hvcC`, and its bytes."""
    at = 23
    position, last = 0, None
    for _ in range(payload[22]):
        kind, count = payload[at] & 63, struct.unpack_from(">H", payload, at + 1)[0]
        at += 3
        for _ in range(count):
            size = struct.unpack_from(">H", payload, at)[0]
            unit = payload[at + 2:at + 2 + size].replace(b"\0\0\3", b"\0\0")
            at += 2 + size
            if kind in (32, 33):
                position, start = kind, {32: 6, 33: 3}[kind]
                last = unit[start:start + 12]
                if last != payload[1:13]:
                    return position, last
    return position, last
