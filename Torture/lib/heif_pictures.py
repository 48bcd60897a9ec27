"""HEIF: pictures that are decoded more often, or larger, than what was asked for."""
from __future__ import annotations

import struct

from auxtools.containers.write_heif import Heif, box, grid_payload, started

from .attack import Made, Run, attack, photo
from .kit import Kit

_BOMBS = "decode bombs"
_SIDE = 2048


def _grid(heif: Heif, tiles: list[int], columns: int, rows: int, size: tuple[int, int], *more: int,
          hidden: bool = True) -> int:
    payload = heif.blob(grid_payload(rows, columns, *size))
    grid = heif.item("grid", [payload], [heif.size_property(*size), *more], hidden=hidden)
    heif.refer("dimg", grid, *tiles)
    return grid


@attack(_BOMBS, 2, 4, 8)
def heif_grid_of_one_tile(kit: Kit, n: int) -> Made:
    """A matte of n x 8 tiles that are all one picture of 2048x2048; the picture shows the first."""
    heif = started(kit.coded())
    tile = heif.picture(kit.coded(_SIDE, _SIDE))
    grid = _grid(heif, [tile] * (8 * n), 8, n, (_SIDE, _SIDE), heif.auxiliary_type())
    heif.refer("auxl", grid, 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", pixels=_SIDE * _SIDE))


@attack(_BOMBS, 64, slow=True)
def heif_grid_of_one_large_tile(kit: Kit, n: int) -> Made:
    """A matte of n tiles that are all one picture of 4096x4096; the picture shows the first."""
    heif = started(kit.coded())
    tile = heif.picture(kit.coded(4096, 4096))
    heif.refer("auxl", _grid(heif, [tile] * n, 8, n // 8, (4096, 4096), heif.auxiliary_type()), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", pixels=4096 * 4096))


@attack(_BOMBS, 2, 4, 8)
def heif_grid_shown_whole(kit: Kit, n: int) -> Made:
    """A matte of n x 2 tiles that are all one picture of 2048x2048; it shows all."""
    heif = started(kit.coded())
    tile = heif.picture(kit.coded(_SIDE, _SIDE))
    heif.refer("auxl", _grid(heif, [tile] * (2 * n), 2, n, (2 * _SIDE, n * _SIDE), heif.auxiliary_type()), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", pixels=2 * n * _SIDE * _SIDE))


@attack(_BOMBS, 4, 8, 16)
def heif_extents_repeat_picture(kit: Kit, n: int) -> Made:
    """A matte whose n extents are each the same coded picture of 2048x2048."""
    heif = started(kit.coded())
    coded = kit.coded(_SIDE, _SIDE)
    properties = [heif.property(coded.configuration), heif.size_property(_SIDE, _SIDE), heif.auxiliary_type()]
    heif.refer("auxl", heif.item(coded.kind, [heif.blob(coded.data)] * n, properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", pixels=_SIDE * _SIDE))


@attack(_BOMBS, 4, 8, 16)
def heif_pictures_in_one_item(kit: Kit, n: int) -> Made:
    """A matte whose bytes are n coded pictures of 2048x2048, one after the other."""
    heif = started(kit.coded())
    coded = kit.coded(_SIDE, _SIDE)
    properties = [heif.property(coded.configuration), heif.size_property(_SIDE, _SIDE), heif.auxiliary_type()]
    heif.refer("auxl", heif.item(coded.kind, [heif.blob(coded.data * n)], properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", pixels=_SIDE * _SIDE))


@attack(_BOMBS, 10, 20, 40)
def heif_shared_payload(kit: Kit, n: int) -> Made:
    """n mattes of 2048x2048 that are all the same bytes."""
    heif = started(kit.coded())
    coded = kit.coded(_SIDE, _SIDE)
    properties = [heif.property(coded.configuration), heif.size_property(_SIDE, _SIDE), heif.auxiliary_type()]
    extent = heif.blob(coded.data)
    for _ in range(n):
        heif.refer("auxl", heif.item(coded.kind, [extent], properties), 1)
    # Once decoded; what the user has of it is n files.
    runs = photo("a.heic", pixels=_SIDE * _SIDE, without=("extract",))
    extract = Run(["extract", "a.heic", "--directory", "out"], _SIDE * _SIDE, n * _SIDE * _SIDE // 2)
    return Made({"a.heic": heif.bytes()}, [*runs, extract])


@attack(_BOMBS, 10, 20, 40)
def heif_size_unlike_picture(kit: Kit, n: int) -> Made:
    """n mattes that are said to have 64x64 pixels, and whose shared picture has 2048x2048."""
    heif = started(kit.coded())
    coded = kit.coded(_SIDE, _SIDE)
    properties = [heif.property(coded.configuration), heif.size_property(64, 64), heif.auxiliary_type()]
    extent = heif.blob(coded.data)
    for _ in range(n):
        heif.refer("auxl", heif.item(coded.kind, [extent], properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic", all_pixels=4096 * n))


@attack(_BOMBS, 1)
def heif_picture_unlike_size(kit: Kit, n: int) -> Made:
    """A matte that is said to have 16384x16384 pixels, and whose picture has 64x64."""
    heif = started(kit.coded())
    coded = kit.coded()
    properties = [heif.property(coded.configuration), heif.size_property(16384, 16384), heif.auxiliary_type()]
    heif.refer("auxl", heif.item(coded.kind, [heif.blob(coded.data)], properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


def _rendered(name: str, pixels: int, all_pixels: int | None = None) -> list[Run]:
    return [Run(["info", "--json", name]), Run(["validate", "--json", name], pixels, all_pixels),
            Run(["render", "grayscale", name, "--disparity", "matte.png", "--min", "0.1", "--max", "1", "--stretch",
                 "-o", "r.png"], pixels, all_pixels),
            Run(["attach", name, "--sky", "matte.png", "--stretch", "-o", "out.jpg"], pixels, all_pixels)]


@attack(_BOMBS, 250, 500, 1000)
def heif_overlay_of_one_picture(kit: Kit, n: int) -> Made:
    """A primary that lays one picture of 512x512 n times onto a canvas of that size."""
    heif = Heif()
    heif.primary = 2
    part = heif.picture(kit.coded(512, 512, colour=True))
    payload = struct.pack(f">BB4HHH{2 * n}h", 0, 0, 0, 0, 0, 0, 512, 512, *[0] * (2 * n))
    overlay = heif.item("iovl", [heif.blob(payload)], [heif.size_property(512, 512)], hidden=False)
    heif.refer("dimg", overlay, *[part] * n)
    return Made({"a.heic": heif.bytes()}, _rendered("a.heic", 512 * 512))


@attack(_BOMBS, 2, 4, 8)
def heif_identity_chain(kit: Kit, n: int) -> Made:
    """A primary that is the image that is the image, n times, of a picture of 1024x1024; the last is the first."""
    heif = Heif()
    size = heif.size_property(1024, 1024)
    for number in range(n):
        item = heif.item("iden", (), [size], hidden=number > 0)
        heif.refer("dimg", item, item + 1 if number + 1 < n else 1)
    return Made({"a.heic": heif.bytes()}, _rendered("a.heic", 1024 * 1024))


@attack(_BOMBS, 1)
def heif_grids_in_a_circle(kit: Kit, n: int) -> Made:
    """Two grids; each is the only tile of the other, and one that is its own."""
    heif = started(kit.coded())
    kind = heif.auxiliary_type()
    for step in (1, -1, 0):
        number = len(heif.items) + 1
        heif.refer("auxl", _grid(heif, [number + step], 1, 1, (64, 64), kind), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))


@attack(_BOMBS, 16, 32, 64)
def heif_primary_grid_of_one_tile(kit: Kit, n: int) -> Made:
    """A primary of n tiles that are all one picture of 1024x1024; it shows the first."""
    heif = Heif()
    heif.primary = 2
    tile = heif.picture(kit.coded(1024, 1024, colour=True))
    _grid(heif, [tile] * n, 8, n // 8, (1024, 1024), hidden=False)
    return Made({"a.heic": heif.bytes()}, _rendered("a.heic", 1024 * 1024))


@attack("memory for each pixel", 1, 2, 4, slow=True)
def heif_large_primary(kit: Kit, n: int) -> Made:
    """A primary of 2 x n tiles that are all one flat picture of 2048x2048."""
    heif = Heif()
    heif.primary = 2
    tile = heif.picture(kit.coded(_SIDE, _SIDE, colour=True))
    _grid(heif, [tile] * (2 * n), 2, n, (2 * _SIDE, n * _SIDE), hidden=False)
    heif.refer("auxl", heif.picture(kit.coded(), more=[heif.auxiliary_type()]), 2)
    pixels = 2 * n * _SIDE * _SIDE
    line = ["a.heic", "--disparity", "matte.png", "--min", "0.1", "--max", "1", "--stretch", "-o"]
    drawn = [Run(["render", effect, *line, "r.jpg"], pixels, label=f"render {effect}")
             for effect in ("blur", "spotlight", "rosy")]
    drawn += [Run(["render", "stereo", "--layout", layout, *line, "r.jpg"], pixels, pixels * 2,
                  label=f"render {layout}") for layout in ("anaglyph", "left-right")]
    return Made({"a.heic": heif.bytes()}, [*_rendered("a.heic", pixels), *drawn])


@attack("memory for each pixel", 1, 2, 4, slow=True)
def heif_large_map(kit: Kit, n: int) -> Made:
    """A primary and a disparity map of it, each of 2 x n tiles that are all one flat picture of 2048x2048."""
    heif = Heif()
    heif.primary = 2
    size, pixels = (2 * _SIDE, n * _SIDE), 2 * n * _SIDE * _SIDE
    tile = heif.picture(kit.coded(_SIDE, _SIDE, colour=True))
    _grid(heif, [tile] * (2 * n), 2, n, size, hidden=False)
    tile = heif.picture(kit.coded(_SIDE, _SIDE))
    kind = heif.auxiliary_type(b"urn:mpeg:hevc:2015:auxid:2")
    heif.refer("auxl", _grid(heif, [tile] * (2 * n), 2, n, size, kind), 2)
    runs = [Run(["render", effect, "a.heic", "-o", "r.jpg"], pixels, label=f"render {effect}")
            for effect in ("grayscale", "blur", "highlight")]
    runs.append(Run(["render", "stereo", "a.heic", "--layout", "anaglyph", "-o", "r.jpg"], pixels,
                    label="render anaglyph"))
    runs += [Run(["extract", "a.heic", "-o", f"out.{kind}"], pixels, label=f"extract {kind}")
             for kind in ("png", "pfm", "exr", "plist")]
    return Made({"a.heic": heif.bytes()}, runs)


@attack("memory for each pixel", 4, slow=True)
def heif_huge_primary(kit: Kit, n: int) -> Made:
    """A primary of n x n tiles that are all one flat picture of 2048x2048."""
    heif = Heif()
    heif.primary = 2
    tile = heif.picture(kit.coded(_SIDE, _SIDE, colour=True))
    _grid(heif, [tile] * (n * n), n, n, (n * _SIDE, n * _SIDE), hidden=False)
    return Made({"a.heic": heif.bytes()}, _rendered("a.heic", n * n * _SIDE * _SIDE)[:3])


@attack(_BOMBS, 1)
def heif_long_parameter_sets(kit: Kit, n: int) -> Made:
    """A matte whose parameter sets are 200 KB of nothing."""
    heif = started(kit.coded())
    coded = kit.coded()
    arrays = b"".join(struct.pack(">BHH", 0x20, 1, 0xFFFF) + bytes(0xFFFF) for _ in range(3))
    payload = coded.configuration[8:30] + b"\x03" + arrays
    wrong = heif.property(box("hvcC", payload))
    properties = [wrong, heif.size_property(64, 64), heif.auxiliary_type()]
    heif.refer("auxl", heif.item(coded.kind, [heif.blob(coded.data)], properties), 1)
    return Made({"a.heic": heif.bytes()}, photo("a.heic"))
