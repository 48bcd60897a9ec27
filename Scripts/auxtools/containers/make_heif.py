"""Makes HEIF files whose auxiliary images are of any kind, of pictures that an encoder coded."""
from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, Sequence

from . import walk_heif
from .write_heif import ESSENTIAL, Heif, box, full, grid_payload


_Property = tuple[bytes, bool]
"""A property, and whether it is essential."""


def _coded(path: Path) -> walk_heif.Item:
    file = walk_heif.walk(path.read_bytes())
    item = file.items[file.primary]
    while item.kind == "grid":
        item = file.items[item.references["dimg"][0]]
    return item


def _picture(item: walk_heif.Item, colour: Sequence[int] | None, pixi: bool) -> list[_Property]:
    """Returns the properties of a coded image, its `colr` replaced by code points, or by none."""
    kept = [p for p in item.properties if p.kind in ("hvcC", "av1C", "ispe", *(("pixi",) if pixi else ()))]
    properties = [(box(p.kind, p.payload), p.kind in ("hvcC", "av1C")) for p in kept]
    return properties + _colour(colour)


def _colour(colour: Sequence[int] | None) -> list[_Property]:
    if colour is None:
        return []
    primaries, transfer, matrix, full = colour
    return [(box("colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, 0x80 if full else 0)), True)]


def _profile(path: Path) -> list[_Property]:
    """Returns the ICC profile of a file's primary as a property."""
    file = walk_heif.walk(path.read_bytes())
    return [(box("colr", p.payload), False) for p in file.items[file.primary].properties
            if p.kind == "colr" and p.payload[:4] == b"prof"]


def heif(folder: Path, primary: str, auxiliary: Sequence[dict[str, Any]], brand: str = "heic",
         tiles_of_primary: dict[str, Any] | None = None) -> bytes:
    """Returns a file: the coded picture of one file as primary, and auxiliary images.

    Where `tiles_of_primary` is given, the primary is a `grid` (rows, columns, width, height) of that picture, whose tiles
    alone state the `colours` (one of each list of code points in turn), or the ICC profile of the file `profile`.

    Each has `file` (a coded picture) and `urn`; `colour` (primaries, transfer, matrix, full range) where a `colr` is to
    say so; `profile` (hexadecimal) for one with an ICC profile; `pixi` false where it has none; `grid` (rows, columns,
    width, height) where it is made of tiles that are that picture, or those of `files` in turn. `shape` holds more of these.
    """
    file = Heif(brand=brand.encode(), wide=False)

    def item(kind: str, data: bytes, properties: Sequence[_Property], hidden: bool = True) -> int:
        numbers = [_number(file, data) | (ESSENTIAL if essential else 0) for data, essential in properties]
        return file.item(kind, [file.blob(data)], numbers, hidden=hidden)

    first = _coded(folder / primary)
    if tiles_of_primary is None:
        item(first.kind, first.data, _picture(first, None, True), hidden=False)
    else:
        rows, columns, width, height = tiles_of_primary["grid"]
        item("grid", grid_payload(rows, columns, width, height),
             [(full("ispe", struct.pack(">II", width, height)), False), (box("pixi", first.payload("pixi") or b""), False)],
             hidden=False)
        colours = tiles_of_primary.get("colours", [None])
        stated = _profile(folder / tiles_of_primary["profile"]) if "profile" in tiles_of_primary else []
        file.refer("dimg", 1, *(item(first.kind, first.data, _picture(first, colours[index % len(colours)], True) + stated)
                                for index in range(rows * columns)))
    for image in auxiliary:
        image = {**image, **image.get("shape", {})}
        tiles = [_coded(folder / name) for name in image.get("files", [image.get("file")])]
        aux = (full("auxC", image["urn"].encode() + b"\0", bytes.fromhex(image.get("subtype", ""))), True)
        colour, pixi = image.get("colour"), image.get("pixi", True)
        profile = image.get("profile")
        extra = [(box("colr", b"prof", bytes.fromhex(profile)), True)] if profile else []
        if "grid" in image:
            rows, columns, width, height = image["grid"]
            used = [tiles[index % len(tiles)] for index in range(rows * columns)]
            numbers = [item(tile.kind, tile.data, _picture(tile, None, False)) for tile in used]
            bits = tiles[0].payload("pixi")
            properties = [(full("ispe", struct.pack(">II", width, height)), False), *_colour(colour), *extra, aux]
            if pixi and bits:
                properties.append((box("pixi", bits), False))
            number = item("grid", grid_payload(rows, columns, width, height), properties)
            file.refer("dimg", number, *numbers)
        else:
            number = item(tiles[0].kind, tiles[0].data, [*_picture(tiles[0], colour, pixi), *extra, aux])
        file.refer("auxl", number, 1)
    return file.bytes()


def _number(file: Heif, data: bytes) -> int:
    """Returns the number of a property, which is in the file once."""
    return file.pool.index(data) + 1 if data in file.pool else file.property(data)
