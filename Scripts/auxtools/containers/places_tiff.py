"""Fields of TIFF files.

`DIRECTORY/TAG/WHAT`: the directory is `ifd0`, `raw`, `depth`, `mask` or `mask2`; of its tag `tag`, `type`, `count`,
`value` (the number in the field, or an offset) or `values` (the first number at that offset). `header/ifd` is the
offset of IFD 0, `DIRECTORY/entries/count` the number of fields.
"""
from __future__ import annotations

from typing import Literal

from . import walk_tiff
from .place import Place

_KINDS = {"raw": 0, "depth": 8, "mask": 65540}
_PARTS = {"tag": (0, 2), "type": (2, 2), "count": (4, 4)}
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 10: 4}


def find(data: bytes, words: list[str]) -> Place:
    """Returns a field of a TIFF file."""
    order: Literal["big", "little"] = "little" if data[:2] == b"II" else "big"
    if words[0] == "header":
        return Place(4, 4, order)
    start = _directory(walk_tiff.walk(data), words[0]).offset
    entries = Place(start, 2, order)
    if words[1] == "entries":
        return entries
    for index in range(entries.number(data)):
        at = start + 2 + 12 * index
        if Place(at, 2, order).number(data) != int(words[1]):
            continue
        if words[2] in _PARTS:
            plus, size = _PARTS[words[2]]
            return Place(at + plus, size, order)
        kind = Place(at + 2, 2, order).number(data)
        size = _SIZES.get(kind, 1)
        if words[2] == "values":
            return Place(Place(at + 8, 4, order).number(data), size, order)
        fits = Place(at + 4, 4, order).number(data) * size <= 4
        return Place(at + 8, size if fits else 4, order)
    raise ValueError(f"{words[0]} has no tag {words[1]}")


def _directory(first: walk_tiff.Directory, name: str) -> walk_tiff.Directory:
    if name == "ifd0":
        return first
    kind = _KINDS[name.rstrip("2")]
    found = [child for child in first.children if child.number(254) == kind]
    return found[1 if name.endswith("2") else 0]
