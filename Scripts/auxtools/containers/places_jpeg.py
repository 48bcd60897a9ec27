"""Fields of JPEG files.

`mpf/order`, `mpf/version`, `mpf/count`, `mpf/bytes` (the count of MPEntry), `mpf/N/attribute`, `size`, `offset` and
`dependent` of the Nth entry, from 1; `index/N/name` (the text MPF of the Nth image), `index/N/count`; of the Nth image
`image/N/start`, `end`, `first` (start of the first segment), and its segments `xmp`, `extended` (XMP), `frame`
(SOF0) and `scan` (SOS).
"""
from __future__ import annotations

from . import walk_jpeg
from .place import Place

_TAGS = {"version": 0xB000, "count": 0xB001, "bytes": 0xB002}
_ENTRY = {"attribute": (0, 4), "size": (4, 4), "offset": (8, 4), "dependent": (12, 2)}
_SEGMENTS = {"xmp": "APP1:XMP", "extended": "APP1:extended XMP", "frame": "SOF0", "scan": "SOS"}


def find(data: bytes, words: list[str]) -> Place:
    """Returns a field of a JPEG file."""
    images = walk_jpeg.walk(data).images
    if words[0] == "image":
        return _image(images[int(words[1]) - 1], words[2])
    number = int(words[1]) if words[0] == "index" else 1
    segment = images[number - 1].mpf
    if segment is None:
        raise ValueError(f"image {number} has no index")
    if words[-1] == "name":
        return Place(segment.offset + 4, 3)
    base = segment.offset + 8
    if words[-1] == "order":
        return Place(base, 2)
    field = words[-1] if words[-1] in _TAGS else "bytes"
    at = _field(data, base, _TAGS[field])
    if words[-1] in _ENTRY:
        entry = base + Place(at + 8, 4).number(data) + 16 * (int(words[1]) - 1)
        start, size = _ENTRY[words[-1]]
        return Place(entry + start, size)
    return Place(at + (4 if field == "bytes" else 8), 4)


def _image(image: walk_jpeg.Image, what: str) -> Place:
    if what in _SEGMENTS:
        segment = next(segment for segment in image.segments if segment.name == _SEGMENTS[what])
        return Place(segment.offset, len(segment.payload) + 4)
    return {"start": Place(image.start, 2), "first": Place(image.start + 2, 0), "end": Place(image.end, 0)}[what]


def _field(data: bytes, base: int, tag: int) -> int:
    """Returns the position of a field of a big-endian index."""
    directory = base + Place(base + 4, 4).number(data)
    for index in range(Place(directory, 2).number(data)):
        at = directory + 2 + 12 * index
        if Place(at, 2).number(data) == tag:
            return at
    raise ValueError(f"the index has no tag {tag:04X}")
