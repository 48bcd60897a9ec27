"""Walks the boxes of HEIF files; shares nothing with the program under test."""
from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass, field
from typing import Iterator

Box = tuple[str, int, int]
"""Kind, start of the payload, end."""


@dataclass
class Property:
    """A property of an item."""

    kind: str
    payload: bytes
    essential: bool


@dataclass
class Item:
    """An item with its properties, references and bytes."""

    number: int
    kind: str = ""
    hidden: bool = False
    content_type: str = ""
    properties: list[Property] = field(default_factory=list)
    references: dict[str, list[int]] = field(default_factory=dict)
    data: bytes = b""

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    def payload(self, kind: str) -> bytes | None:
        """Returns the first property of a kind."""
        return next((p.payload for p in self.properties if p.kind == kind), None)

    @property
    def urn(self) -> str | None:
        payload = self.payload("auxC")
        return None if payload is None else payload[4:].split(b"\0")[0].decode()


@dataclass
class File:
    """The items of a file."""

    primary: int
    items: dict[int, Item]
    boxes: list[str]
    groups: list[tuple[str, list[int]]] = field(default_factory=list)

    def auxiliaries(self) -> list[Item]:
        """Returns the auxiliary images of the primary."""
        return [item for item in self.items.values() if self.primary in item.references.get("auxl", [])]

    def metadata(self, item: Item) -> list[Item]:
        """Returns the items that describe an item."""
        return [other for other in self.items.values() if item.number in other.references.get("cdsc", [])]


def boxes(data: bytes, start: int, end: int) -> Iterator[Box]:
    """Yields the boxes between two offsets."""
    at = start
    while at + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, at)
        header = 8
        if size == 1:
            size, header = struct.unpack_from(">Q", data, at + 8)[0], 16
        elif size == 0:
            size = end - at
        if size < header or at + size > end:
            raise ValueError(f"box {kind!r} at {at} has size {size}")
        yield kind.decode("latin1"), at + header, at + size
        at += size


def walk(data: bytes) -> File:
    """Reads a file."""
    top = list(boxes(data, 0, len(data)))
    meta = next((start, end) for kind, start, end in top if kind == "meta")
    children = {kind: (start, end) for kind, start, end in boxes(data, meta[0] + 4, meta[1])}
    start = children["pitm"][0]
    primary = struct.unpack_from(">I" if data[start] else ">H", data, start + 4)[0]
    items = _infos(data, *children["iinf"])
    if "iref" in children:
        _references(data, *children["iref"], items)
    _properties(data, *children["iprp"], items)
    _locations(data, *children["iloc"], items, children.get("idat", (0, 0))[0])
    groups = list(_groups(data, *children["grpl"])) if "grpl" in children else []
    return File(primary, items, [kind for kind, _, _ in top], groups)


def _groups(data: bytes, start: int, end: int) -> Iterator[tuple[str, list[int]]]:
    for kind, at, _ in boxes(data, start, end):
        count = struct.unpack_from(">I", data, at + 8)[0]
        yield kind, list(struct.unpack_from(f">{count}I", data, at + 12))


def _infos(data: bytes, start: int, end: int) -> dict[int, Item]:
    items: dict[int, Item] = {}
    for kind, at, stop in boxes(data, start + (8 if data[start] else 6), end):
        if kind != "infe":
            continue
        version, flags = data[at], int.from_bytes(data[at + 1:at + 4], "big")
        number = struct.unpack_from(">I" if version == 3 else ">H", data, at + 4)[0]
        at += 4 + (4 if version == 3 else 2) + 2
        item = Item(number, data[at:at + 4].decode("latin1"), bool(flags & 1))
        strings = data[at + 4:stop].split(b"\0")
        if item.kind == "mime":
            item.content_type = strings[1].decode()
        items[number] = item
    return items


def _references(data: bytes, start: int, end: int, items: dict[int, Item]) -> None:
    code, size = (">I", 4) if data[start] else (">H", 2)
    for kind, at, _ in boxes(data, start + 4, end):
        source = struct.unpack_from(code, data, at)[0]
        count = struct.unpack_from(">H", data, at + size)[0]
        targets = [struct.unpack_from(code, data, at + size + 2 + size * index)[0] for index in range(count)]
        items[source].references.setdefault(kind, []).extend(targets)


def _properties(data: bytes, start: int, end: int, items: dict[int, Item]) -> None:
    pool: list[tuple[str, bytes]] = []
    for kind, at, stop in boxes(data, start, end):
        if kind == "ipco":
            pool = [(name, data[first:last]) for name, first, last in boxes(data, at, stop)]
    for kind, at, _ in boxes(data, start, end):
        if kind != "ipma":
            continue
        version, wide = data[at], data[at + 3] & 1
        count = struct.unpack_from(">I", data, at + 4)[0]
        at += 8
        for _ in range(count):
            number = struct.unpack_from(">I" if version else ">H", data, at)[0]
            at += 4 if version else 2
            links = data[at]
            at += 1
            for _ in range(links):
                value = struct.unpack_from(">H", data, at)[0] if wide else data[at]
                at += 2 if wide else 1
                top = 0x8000 if wide else 0x80
                name, payload = pool[(value & (top - 1)) - 1]
                items[number].properties.append(Property(name, payload, bool(value & top)))


def _locations(data: bytes, start: int, end: int, items: dict[int, Item], idat: int) -> None:
    version = data[start]
    sizes = struct.unpack_from(">H", data, start + 4)[0]
    offset_size, length_size, base_size, index_size = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    at = start + 6

    def number(size: int) -> int:
        nonlocal at
        at += size
        return int.from_bytes(data[at - size:at], "big")

    for _ in range(number(4 if version == 2 else 2)):
        item = items[number(4 if version == 2 else 2)]
        method = number(2) & 15 if version else 0
        number(2)
        base = number(base_size) + (idat if method == 1 else 0)
        for _ in range(number(2)):
            if version:
                number(index_size)
            offset = base + number(offset_size)
            length = number(length_size)
            if offset + length > len(data):
                raise ValueError(f"item {item.number} reaches beyond the file")
            item.data += data[offset:offset + length]


def codec(file: File, number: int) -> str:
    """Returns the type of the coded item that an item is, or that the first tile of a grid is."""
    item = file.items[number]
    while item.kind in ("grid", "iden", "iovl"):
        item = file.items[item.references["dimg"][0]]
    return item.kind
