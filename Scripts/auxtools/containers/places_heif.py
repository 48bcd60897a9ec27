"""Fields of HEIF files.

An ITEM is a number, `primary`, `depth`, `portrait`, `skin` or `gainmap`; with `.xmp` after it, its XMP.

`item/ITEM/flags`, `id`, `kind`; `property/ITEM/KIND` (the payload); `association/ITEM/KIND` (index and essential
flag); `reference/ITEM/KIND` (the first target), and of that box `/kind`, `/count`, `/whole`; `location/ITEM/id`,
`method`, `base`, `whole`; `extent/ITEM/offset` and `length`; `data/ITEM` and `data/ITEM/length` (of the first NAL
unit); `box/KIND/size`, `kind`, `payload` and `end` of a box at the top, in `meta` or in `iprp`, and `count` of those
that have one, `item` of `pitm`.
"""
from __future__ import annotations

from typing import Callable, Iterator

from . import walk_heif
from .place import Place

# Where the first child of a box is in its payload, for boxes that have children.
_CHILDREN = {"meta": 4, "iprp": 0, "ipco": 0, "iref": 4, "grpl": 0}
_URNS = {"depth": ":auxid:2", "portrait": "portraiteffectsmatte", "skin": "semanticskinmatte", "gainmap": "hdrgainmap"}


class File:
    """A file with the places of its boxes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.top = self._by_kind(0, len(data))
        start, end = self.top["meta"]
        self.meta = self._by_kind(start + 4, end)
        self.named = {**self._by_kind(*self.meta["iprp"]), **self.meta, **self.top}
        self.walked = walk_heif.walk(data)

    def _by_kind(self, start: int, end: int) -> dict[str, tuple[int, int]]:
        return {kind: (first, last) for kind, first, last in walk_heif.boxes(self.data, start, end)}

    def every_box(self, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int, int]]:
        """Yields start, start of the payload and end of every box and of those inside it."""
        at = start
        for kind, first, last in walk_heif.boxes(self.data, start, len(self.data) if end is None else end):
            yield at, first, last
            children = _CHILDREN.get(kind, (8 if self.data[first] else 6) if kind == "iinf" else None)
            if children is not None:
                yield from self.every_box(first + children, last)
            at = last

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
        """Returns the places of an entry, its number, method and base, and of the first extent's offset and length."""
        at = self.meta["iloc"][0]
        version, sizes = self.data[at], self.number(at + 4, 2)
        offset_size, length_size, base_size, index_size = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
        width = 4 if version == 2 else 2
        count, at = self.number(at + 6, width), at + 6 + width
        for _ in range(count):
            start, number, at = at, self.number(at, width), at + width
            method = Place(at, 2 if version else 0)
            at += method.size
            base, at = Place(at + 2, base_size), at + 2 + base_size
            extents, at = self.number(at, 2), at + 2
            index_width = index_size if version else 0
            first = at + index_width
            at += extents * (index_width + offset_size + length_size)
            if number == item:
                return {"whole": Place(start, at - start), "id": Place(start, width), "method": method, "base": base,
                        "offset": Place(first, offset_size), "length": Place(first + offset_size, length_size)}
        raise ValueError(f"item {item} has no place")


def _item(file: File, name: str, field: str) -> Place:
    number, place, at = next(info for info in file.infos() if info[0] == file.item(name))
    if field == "flags":
        return Place(at + 1, 3)
    return place if field == "id" else Place(at + 6 + place.size, 4)


def _property(file: File, name: str, kind: str) -> Place:
    place = file.association(file.item(name), kind)
    index = place.number(file.data) & (0x7FFF if place.size == 2 else 0x7F)
    _, start, end = file.pool()[index - 1]
    return Place(start, end - start)


def _association(file: File, name: str, kind: str) -> Place:
    return file.association(file.item(name), kind)


def _reference(file: File, name: str, kind: str, part: str = "target") -> Place:
    start, end = file.meta["iref"]
    size = 4 if file.data[start] else 2
    for found, at, last in walk_heif.boxes(file.data, start + 4, end):
        if found == kind and file.number(at, size) == file.item(name):
            return {"target": Place(at + size + 2, size), "count": Place(at + size, 2), "kind": Place(at - 4, 4),
                    "whole": Place(at - 8, last - at + 8)}[part]
    raise ValueError(f"{name} has no {kind}")


def _location(file: File, name: str, field: str) -> Place:
    return file.location(file.item(name))[field]


def _data(file: File, name: str, field: str = "") -> Place:
    places = file.location(file.item(name))
    return Place(places["base"].number(file.data) + places["offset"].number(file.data),
                 4 if field == "length" else places["length"].number(file.data))


def _box(file: File, kind: str, field: str) -> Place:
    start, end = file.named[kind]
    if field == "count":
        return _count(file, kind, start)
    if field == "item":
        return Place(start + 4, 4 if file.data[start] else 2)
    return {"size": Place(start - 8, 4), "kind": Place(start - 4, 4), "payload": Place(start, end - start),
            "end": Place(end, 0, box=start - 8)}[field]


def _count(file: File, kind: str, start: int) -> Place:
    """Returns the number of entries of `iinf`, `ipma` or `iloc`."""
    version = file.data[start]
    if kind == "iloc":
        return Place(start + 6, 4 if version == 2 else 2)
    return Place(start + 4, 4 if version or kind == "ipma" else 2)


_FINDERS: dict[str, Callable[..., Place]] = {
    "item": _item, "property": _property, "association": _association, "reference": _reference, "extent": _location,
    "location": _location, "data": _data, "box": _box}


def find(data: bytes, words: list[str]) -> Place:
    """Returns a field of a HEIF file."""
    return _FINDERS[words[0]](File(data), *words[1:])
