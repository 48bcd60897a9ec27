"""Fields of HEIF files.

An ITEM is a number, `primary`, `depth`, `portrait`, `skin` or `gainmap`; with `.xmp` behind it, its XMP.

`item/ITEM/flags`, `id`, `kind`; `property/ITEM/KIND` (the payload); `association/ITEM/KIND` (index and essential
flag); `reference/ITEM/KIND` (the first target); `extent/ITEM/offset` and `length`; `location/ITEM/method`;
`data/ITEM`; `box/KIND/size` and `kind` (the first in `meta`, or at the top); `box/iinf/count`.
"""
from __future__ import annotations

from typing import Callable, Iterator

from . import walk_heif
from .place import Place

_URNS = {"depth": ":auxid:2", "portrait": "portraiteffectsmatte", "skin": "semanticskinmatte", "gainmap": "hdrgainmap"}


class _File:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.top = {kind: (start, end) for kind, start, end in walk_heif.boxes(data, 0, len(data))}
        start, end = self.top["meta"]
        self.meta = {kind: (first, last) for kind, first, last in walk_heif.boxes(data, start + 4, end)}
        self.walked = walk_heif.walk(data)

    def item(self, name: str) -> int:
        """Returns the number of an item."""
        name, _, suffix = name.partition(".")
        if name.isdigit():
            number = int(name)
        elif name == "primary":
            number = self.walked.primary
        else:
            number = next(item.number for item in self.walked.items.values() if (item.urn or "").endswith(_URNS[name]))
        return self.walked.metadata(self.walked.items[number])[0].number if suffix else number

    def number(self, at: int, size: int) -> int:
        return int.from_bytes(self.data[at:at + size], "big")

    def infos(self) -> Iterator[tuple[int, Place, int]]:
        """Yields number, place of the number and start of each `infe`."""
        start, end = self.meta["iinf"]
        for _, at, _ in walk_heif.boxes(self.data, start + (8 if self.data[start] else 6), end):
            place = Place(at + 4, 4 if self.data[at] == 3 else 2)
            yield place.number(self.data), place, at

    def pool(self) -> list[tuple[str, int, int]]:
        """Returns the boxes of `ipco`."""
        start, end = next((a, b) for kind, a, b in walk_heif.boxes(self.data, *self.meta["iprp"]) if kind == "ipco")
        return list(walk_heif.boxes(self.data, start, end))

    def associations(self, item: int) -> Iterator[Place]:
        """Yields the places of the associations of an item."""
        for kind, at, _ in walk_heif.boxes(self.data, *self.meta["iprp"]):
            if kind != "ipma":
                continue
            wide, width = (2 if self.data[at + 3] & 1 else 1), (4 if self.data[at] else 2)
            count, at = self.number(at + 4, 4), at + 8
            for _ in range(count):
                number, links = self.number(at, width), self.data[at + width]
                at += width + 1
                if number == item:
                    yield from (Place(at + wide * index, wide) for index in range(links))
                at += wide * links

    def association(self, item: int, kind: str) -> Place:
        """Returns the place of an association with a property of that kind."""
        pool = self.pool()
        for place in self.associations(item):
            index = place.number(self.data) & (0x7FFF if place.size == 2 else 0x7F)
            if index and pool[index - 1][0] == kind:
                return place
        raise ValueError(f"item {item} has no {kind}")

    def location(self, item: int) -> dict[str, Place]:
        """Returns the places of method, base, and the first extent's offset and length."""
        at = self.meta["iloc"][0]
        version, sizes = self.data[at], self.number(at + 4, 2)
        offset_size, length_size, base_size, index_size = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
        width = 4 if version == 2 else 2
        count, at = self.number(at + 6, width), at + 6 + width
        for _ in range(count):
            number, at = self.number(at, width), at + width
            method = Place(at, 2)
            at += 2 if version else 0
            base, at = Place(at + 2, base_size), at + 2 + base_size
            extents, at = self.number(at, 2), at + 2
            index_width = index_size if version else 0
            if number == item:
                first = at + index_width
                return {"method": method, "base": base, "offset": Place(first, offset_size),
                        "length": Place(first + offset_size, length_size)}
            at += extents * (index_width + offset_size + length_size)
        raise ValueError(f"item {item} has no place")


def _item(file: _File, name: str, field: str) -> Place:
    number, place, at = next(info for info in file.infos() if info[0] == file.item(name))
    if field == "flags":
        return Place(at + 1, 3)
    return place if field == "id" else Place(at + 6 + place.size, 4)


def _property(file: _File, name: str, kind: str) -> Place:
    place = file.association(file.item(name), kind)
    index = place.number(file.data) & (0x7FFF if place.size == 2 else 0x7F)
    _, start, end = file.pool()[index - 1]
    return Place(start, end - start)


def _association(file: _File, name: str, kind: str) -> Place:
    return file.association(file.item(name), kind)


def _reference(file: _File, name: str, kind: str) -> Place:
    start, end = file.meta["iref"]
    size = 4 if file.data[start] else 2
    for found, at, _ in walk_heif.boxes(file.data, start + 4, end):
        if found == kind and file.number(at, size) == file.item(name):
            return Place(at + size + 2, size)
    raise ValueError(f"{name} has no {kind}")


def _location(file: _File, name: str, field: str) -> Place:
    return file.location(file.item(name))[field]


def _data(file: _File, name: str, field: str) -> Place:
    places = file.location(file.item(name))
    return Place(places["base"].number(file.data) + places["offset"].number(file.data),
                 4 if field == "length" else places["length"].number(file.data))


def _box(file: _File, kind: str, field: str) -> Place:
    start = (file.meta if kind in file.meta else file.top)[kind][0]
    if field == "count":
        return Place(start + 4, 4 if file.data[start] else 2)
    if field == "payload":
        return Place(start, 4)
    return Place(start - 8, 4) if field == "size" else Place(start - 4, 4)


_FINDERS: dict[str, Callable[[_File, str, str], Place]] = {
    "item": _item, "property": _property, "association": _association, "reference": _reference, "extent": _location,
    "location": _location, "data": _data, "box": _box}


def find(data: bytes, words: list[str]) -> Place:
    """Returns a field of a HEIF file."""
    return _FINDERS[words[0]](_File(data), words[1], words[2] if len(words) > 2 else "")
