"""Makes HEIF files whose auxiliary images are of any kind, of pictures that an encoder coded."""
from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Sequence

from . import walk_heif
from .boxes import box, full, infe


@dataclass
class _Item:
    kind: str
    data: bytes
    properties: list[tuple[bytes, bool]]
    hidden: bool = True
    references: list[tuple[str, list[int]]] = field(default_factory=list)


def _coded(path: Path) -> walk_heif.Item:
    file = walk_heif.walk(path.read_bytes())
    item = file.items[file.primary]
    while item.kind == "grid":
        item = file.items[item.references["dimg"][0]]
    return item


def _picture(item: walk_heif.Item, colour: Sequence[int] | None, pixi: bool) -> list[tuple[bytes, bool]]:
    """Returns the properties of a coded image, its `colr` replaced by code points, or by none."""
    kept = [p for p in item.properties if p.kind in ("hvcC", "av1C", "ispe", *(("pixi",) if pixi else ()))]
    properties = [(box(p.kind, p.payload), p.kind in ("hvcC", "av1C")) for p in kept]
    return properties + _colour(colour)


def _colour(colour: Sequence[int] | None) -> list[tuple[bytes, bool]]:
    if colour is None:
        return []
    primaries, transfer, matrix, full = colour
    return [(box("colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, 0x80 if full else 0)), True)]


def heif(folder: Path, primary: str, auxiliary: Sequence[dict[str, Any]], brand: str = "heic") -> bytes:
    """Returns a file: the coded picture of one file as primary, and auxiliary images.

    Each has `file` (a coded picture) and `urn`; `colour` (primaries, transfer, matrix, full range) where a `colr` is to
    say so; `profile` (hexadecimal) for one with an ICC profile; `pixi` false where it has none; `grid` (rows, columns,
    width, height) where it is made of tiles that are that picture, or those of `files` in turn. `shape` holds more of these.
    """
    first = _coded(folder / primary)
    items = [_Item(first.kind, first.data, _picture(first, None, True), hidden=False)]
    for image in auxiliary:
        image = {**image, **image.get("shape", {})}
        tiles = [_coded(folder / name) for name in image.get("files", [image.get("file")])]
        aux = (full("auxC", image["urn"].encode() + b"\0", bytes.fromhex(image.get("subtype", ""))), True)
        colour, pixi = image.get("colour"), image.get("pixi", True)
        profile = image.get("profile")
        extra = [(box("colr", b"prof", bytes.fromhex(profile)), True)] if profile else []
        if "grid" in image:
            rows, columns, width, height = image["grid"]
            numbers = []
            for index in range(rows * columns):
                tile = tiles[index % len(tiles)]
                items.append(_Item(tile.kind, tile.data, _picture(tile, None, False)))
                numbers.append(len(items))
            bits = tiles[0].payload("pixi")
            properties = [(full("ispe", struct.pack(">II", width, height)), False), *_colour(colour), *extra, aux]
            if pixi and bits:
                properties.append((box("pixi", bits), False))
            payload = struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)
            items.append(_Item("grid", payload, properties, references=[("dimg", numbers)]))
        else:
            items.append(_Item(tiles[0].kind, tiles[0].data, [*_picture(tiles[0], colour, pixi), *extra, aux]))
        items[-1].references.append(("auxl", [1]))
    return _file(items, brand)


def _file(items: list[_Item], brand: str) -> bytes:
    kind = box("ftyp", brand.encode(), bytes(4), brand.encode(), b"mif1", b"miaf")
    pool: list[bytes] = []
    links = []
    for number, item in enumerate(items, 1):
        ids = []
        for data, essential in item.properties:
            if data not in pool:
                pool.append(data)
            ids.append(pool.index(data) + 1 | (0x80 if essential else 0))
        links.append(struct.pack(">HB", number, len(ids)) + bytes(ids))
    infos = [infe(number, item.kind, item.hidden) for number, item in enumerate(items, 1)]
    references = [box(kind_, struct.pack(f">HH{len(to)}H", number, len(to), *to))
                  for number, item in enumerate(items, 1) for kind_, to in item.references]

    def meta(start: int) -> bytes:
        places, at = [], start
        for number, item in enumerate(items, 1):
            places.append(struct.pack(">HHHII", number, 0, 1, at, len(item.data)))
            at += len(item.data)
        return full(
            "meta", full("hdlr", bytes(4), b"pict", bytes(13)), full("pitm", struct.pack(">H", 1)),
            full("iinf", struct.pack(">H", len(infos)), *infos), full("iref", *references),
            box("iprp", box("ipco", *pool), full("ipma", struct.pack(">I", len(items)), *links)),
            full("iloc", struct.pack(">HH", 0x4400, len(items)), *places))

    start = len(kind) + len(meta(0)) + 8
    return kind + meta(start) + box("mdat", *(item.data for item in items))
