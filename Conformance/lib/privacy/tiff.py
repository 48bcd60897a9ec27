"""DNG and TIFF photos with a mark in one place."""
from __future__ import annotations

import struct
import zlib
from typing import Any, Iterator, Sequence

from auxtools.containers.write_tiff import ASCII, BYTE, DOUBLE, LONG, RATIONAL, SHORT, SRATIONAL, UNDEFINED

from auxtools.containers import make_jpeg

from . import embedded, exif, irb, xmp
from .embedded import MARKED, PIXELS, small
from .exif import TEXT, Field, Parts, Stored
from .marks import DATE_EXIF
from .place import Place

_WIDTH, _HEIGHT = 192, 128
_COLOR_MATRIX = tuple((v, 10000) for v in (31339, -16169, -4906, -9785, 19160, 333, 720, -2290, 14057))
_SUBIFDS, _XMP, _IPTC, _RESOURCES, _PROFILE, _C2PA = 330, 700, 33723, 34377, 34675, 52545
_LINEAR_RAW, _DEPTH, _RGB, _YCBCR = 34892, 51177, 2, 6


def _image(kind: int, photometric: int, width: int, height: int, bits: int, components: int, data: bytes,
           compression: int = 1) -> list[Field]:
    """Returns the fields of an image of one strip."""
    return [(254, LONG, kind), (256, LONG, width), (257, LONG, height), (258, SHORT, (bits,) * components),
            (259, SHORT, compression), (262, SHORT, photometric), (273, LONG, Stored(data)), (277, SHORT, components),
            (278, LONG, height), (279, LONG, len(data)), (284, SHORT, 1)]


def _ramp(components: int, width: int = _WIDTH, height: int = _HEIGHT) -> bytes:
    return bytes((x + y * (c + 1)) % 200 for y in range(height) for x in range(width) for c in range(components))


def _preview(picture: bytes, width: int = _WIDTH, height: int = _HEIGHT) -> list[Field]:
    return [*_image(1, _YCBCR, width, height, 8, 3, picture, 7), (530, SHORT, (1, 1)), (531, SHORT, 1)]


def _dng(extra: Parts, *children: list[Field], has_neighbor: bool = True, slack: bytes = b"") -> bytes:
    """Returns a DNG with a raw image, a depth map and a preview, and more fields and child directories."""
    raw = struct.pack(f"<{_WIDTH * _HEIGHT * 3}H", *(value * 200 for value in _ramp(3)))
    depth = _image(8, _DEPTH, 96, 64, 8, 1, _ramp(1, 96, 64))
    preview = _preview(make_jpeg.jpeg(_WIDTH, _HEIGHT, jfif=False))
    first: list[Field] = [
        *_image(0, _LINEAR_RAW, _WIDTH, _HEIGHT, 16, 3, raw), (272, ASCII, b"Synthetic\0"), (274, SHORT, 1),
        (_SUBIFDS, LONG, (depth, preview, *children)), (50706, BYTE, (1, 6, 0, 0)), (50707, BYTE, (1, 1, 0, 0)),
        (50708, ASCII, b"Test Synthetic\0"), (50721, SRATIONAL, _COLOR_MATRIX), (50728, RATIONAL, ((1, 1),) * 3),
        (50778, SHORT, 21), (51177, SHORT, 2), (51178, RATIONAL, ((1, 2),)), (51179, RATIONAL, ((10, 1),)), (51180, SHORT, 1),
        (51181, SHORT, 1)]
    return exif.tiff(_joined(first, extra), "<", has_neighbor, slack)


def _tiff(extra: Parts, *children: list[Field], has_neighbor: bool = True, slack: bytes = b"") -> bytes:
    """Returns a TIFF of RGB with more fields and child directories."""
    first = [*_image(0, _RGB, _WIDTH, _HEIGHT, 8, 3, _ramp(3)), (274, SHORT, 1)]
    if children:
        first.append((_SUBIFDS, LONG, tuple(children)))
    return exif.tiff(_joined(first, extra), "<", has_neighbor, slack)


def _joined(first: Sequence[Field], extra: Parts) -> Parts:
    if not any(field[0] == 271 for field in extra.get("ifd0", ())):
        first = [*first, (271, ASCII, b"Test\0")]
    return {**extra, "ifd0": [*first, *extra.get("ifd0", ())]}


_MODEL_TIEPOINT = struct.pack("<6d", 0, 0, 0, 2.0, 41.0, 0) + MARKED.ljust(24)

# Fields of IFD0: name, kinds, edits after which both are right, tag, type and value.
_BOTH: list[tuple[str, str, str, int, int, Any]] = [
    ("C2PA", "c2pa", "", _C2PA, UNDEFINED, embedded.manifest()),
    ("C2PA with a point", "c2pa location", "", _C2PA, UNDEFINED, embedded.manifest(embedded.location_manifest())),
    ("GeoTIFF text", "location", "", 34737, ASCII, TEXT),
    ("GeoTIFF point", "location", "", 33922, DOUBLE, _MODEL_TIEPOINT),
    ("document name", "description", "", 269, ASCII, TEXT),
    ("page name", "description", "", 285, ASCII, TEXT),
    ("image history", "description", "", 37395, ASCII, TEXT),
    ("layers of Photoshop", "", "*", 37724, UNDEFINED, b"Adobe Photoshop Document Data Block\0" + MARKED),
    ("metadata of GDAL", "description", "location", 42112, ASCII, TEXT),
]
_ORIGINAL = small(exif.point_segment())
_OF_DNG: list[tuple[str, str, str, int, int, Any]] = [
    ("DNGPrivateData", "device location people", "", 50740, BYTE,
     b"Adobe\0MakN" + struct.pack(">I", 6 + len(MARKED)) + b"II\0\0\0\0" + MARKED),
    ("unknown DNGPrivateData", "device location people", "", 50740, BYTE, b"Unknown\0" + MARKED),
    ("CameraSerialNumber", "device", "", 50735, ASCII, TEXT),
    ("OriginalRawFileName", "description", "", 50827, BYTE, TEXT),
    ("OriginalRawFileData", "location", "people device thumbnail c2pa web", 50828, UNDEFINED,
     struct.pack(">III", len(_ORIGINAL), 12, 12 + len(zlib.compress(_ORIGINAL))) + zlib.compress(_ORIGINAL)),
    ("PreviewDateTime", "time", "thumbnail web", 50971, ASCII, DATE_EXIF.encode() + b"\0"),
    ("PreviewSettingsName", "", "*", 50968, BYTE, TEXT),
    ("CameraLabel", "", "*", 51105, BYTE, TEXT),
    ("ReelName", "", "*", 51081, BYTE, TEXT),
    ("RawDataUniqueID", "", "*", 50781, BYTE, MARKED),
    ("AsShotProfileName", "", "*", 50934, BYTE, TEXT),
]


def _places(container: str) -> Iterator[Place]:
    photo = _dng if container == "dng" else _tiff

    def place(name: str, kinds: str, may: str, extra: Parts, *children: list[Field], has_neighbor: bool = True,
              slack: bytes = b"") -> Place:
        return Place(name, kinds, lambda: photo(extra, *children, has_neighbor=has_neighbor, slack=slack), may,
                     name == "color profile")

    for name, kinds, may, parts in exif.PLACES:
        if name not in exif.IN_TIFF:
            yield place(f"Exif: {name}", kinds, may, parts)
    yield place("unused bytes", exif.SLACK[1], exif.SLACK[2], {}, slack=MARKED)
    for content, packet in [*xmp.places(has_neighbor=True), *xmp.whole_packets()]:
        yield place(f"XMP: {content.name}", content.kinds, content.open, {"ifd0": [(_XMP, BYTE, packet)]}, has_neighbor=False)
    yield place("XMP of undefined type", "location", "", {"ifd0": [(_XMP, UNDEFINED, xmp.point())]})
    for name, kinds, may, data in irb.RECORDS:
        yield place(name, kinds, may, {"ifd0": [(_IPTC, UNDEFINED, data)]}, has_neighbor=False)
    longs = struct.unpack("<6I", irb.dataset(90, MARKED).ljust(24, b"\0"))
    yield place("IPTC of longs", "location", "", {"ifd0": [(_IPTC, LONG, longs)]})
    for name, kinds, may, data in irb.RESOURCES:
        yield place(f"8BIM: {name}", kinds, may, {"ifd0": [(_RESOURCES, BYTE, data)]}, has_neighbor=False)
    for name, kinds, may, tag, kind, value in (*_BOTH, *(_OF_DNG if container == "dng" else ())):
        yield place(name, kinds, may, {"ifd0": [(tag, kind, value)]})
    yield place("color profile", "", "", {"ifd0": [(_PROFILE, UNDEFINED, embedded.profile())]})
    yield place("preview", "thumbnail", "", {}, _preview(small(), 32, 24))
    yield place("preview with Exif", "thumbnail location", "", {}, _preview(small(exif.point_segment()), 32, 24))
    yield place("preview with XMP", "thumbnail location", "", {}, _preview(small(make_jpeg.xmp(xmp.point())), 32, 24))
    yield place("XMP of a child directory", "location", "thumbnail web",
                {}, [*_preview(make_jpeg.jpeg(32, 24), 32, 24), (_XMP, BYTE, xmp.point())])
    yield place("GPS of a child directory", "location", "thumbnail web",
                {}, [*_preview(make_jpeg.jpeg(32, 24), 32, 24), (0x8825, LONG, exif.POINT)])
    yield place("text of a child directory", "description", "thumbnail web",
                {}, [*_preview(make_jpeg.jpeg(32, 24), 32, 24), (0x010E, ASCII, TEXT)])
    page = _image(1, _RGB, 6, 1, 8, 3, PIXELS)
    yield place("page of a thumbnail", "thumbnail", "", {"ifd1": page})


def places(container: str) -> list[Place]:
    """Returns the places of DNG or TIFF."""
    return list(_places(container))
