"""Good files of each codec, with the place of their coded data and the command that decodes them."""
from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator

from auxtools.containers import walk_heif
from auxtools.containers.write_tiff import Tiff
from lib.dng import mask, root
from lib.fields import repair_png

from . import pictures


@dataclass(frozen=True)
class Seed:
    """A good file."""

    name: str
    data: bytes
    coded: range
    """The bytes in which bits are flipped."""
    share: int = 1
    """How many of the flips of its codec it gets, beside the other files."""
    arguments: tuple[str, ...] = ()
    """The command for one file, with IN, OUT and MAP in place of names; without one, its map is extracted."""
    output: str = ""
    """The extension of what the command writes."""
    map: Path | None = None
    """A map for photos without one."""
    repair: Callable[[bytearray], None] | None = None
    """Makes a changed file agree with its check sums."""


class Missing(Exception):
    """What a codec's files are made with is not installed."""


class Maker:
    """Makes the files by the program under test and others, in a folder."""

    def __init__(self, program: Path, folder: Path) -> None:
        self._program, self._folder = program, folder
        (folder / "gray.png").write_bytes(pictures.gray())
        (folder / "colour.png").write_bytes(pictures.colour())
        (folder / "small.png").write_bytes(pictures.gray(32, 24))

    def _auxdepth(self, *arguments: str) -> bytes:
        """Runs the program; returns what it wrote to its last argument."""
        subprocess.run([self._program, *arguments, "--force"], cwd=self._folder, check=True, capture_output=True)
        return (self._folder / arguments[-1]).read_bytes()

    def _photo(self, name: str, data: bytes, coded: range, share: int = 1) -> Seed:
        """Returns a photo that the program makes a picture from."""
        return Seed(name, data, coded, share, _PHOTO, "png", self._folder / "gray.png")

    def _map(self, name: str, *arguments: str) -> bytes:
        return self._auxdepth("attach", "small.png", "--portrait", "gray.png", "--stretch", *arguments, "-o", name)

    def _heif(self, kind: str) -> Iterator[Seed]:
        """The planes of a map, coded in two ways, and a photo with colours."""
        for name, arguments in (("exact", ("--lossless",)), ("lossy", ("--aux-quality", "60"))):
            data = self._map(f"{name}.{kind}", *arguments)
            yield Seed(f"{name}.{kind}", data, _range(data, walk_heif.walk(data).auxiliaries()[0].data), 3)
        data = self._auxdepth("render", "rosy", "colour.png", "--depth", "gray.png", "--near", "1", "--far", "9",
                              "--stretch", "-o", f"photo.{kind}")
        file = walk_heif.walk(data)
        item = file.items[file.primary]
        while item.kind == "grid":
            item = file.items[item.references["dimg"][0]]
        yield self._photo(f"photo.{kind}", data, _range(data, item.data), 2)

    def hevc(self) -> Iterator[Seed]:
        yield from self._heif("heic")
        # Large enough for several threads.
        (self._folder / "large.png").write_bytes(pictures.gray(1280, 1024))
        data = self._auxdepth("attach", "small.png", "--portrait", "large.png", "--stretch", "-o", "large.heic")
        yield Seed("large.heic", data, _range(data, walk_heif.walk(data).auxiliaries()[0].data))

    def av1(self) -> Iterator[Seed]:
        yield from self._heif("avif")

    def jpeg(self) -> Iterator[Seed]:
        data = self._map("map.jpg")
        yield Seed("map.jpg", data, range(data.rindex(b"\xff\xd8"), len(data)), 2)
        data = self._auxdepth("render", "rosy", "colour.png", "--depth", "gray.png", "--near", "1", "--far", "9",
                              "--stretch", "-o", "photo.jpg")
        yield self._photo("photo.jpg", data, range(data.index(b"\xff\xda"), len(data)))

    def lossless_jpeg(self) -> Iterator[Seed]:
        for rows in (0, 16):
            yield _mask(f"lossless-{rows}.dng", pictures.lossless_jpeg(96, 64, rows), (96, 64), 7)

    def jxl(self) -> Iterator[Seed]:
        if not shutil.which("cjxl"):
            raise Missing("cjxl, of Debian's libjxl-tools")
        for name, distance in (("exact", "0"), ("lossy", "2")):
            subprocess.run(["cjxl", "-d", distance, "gray.png", "out.jxl"], cwd=self._folder, check=True, capture_output=True)
            yield _mask(f"{name}.dng", (self._folder / "out.jxl").read_bytes(), pictures.GRAY, 52546)

    def tiff(self) -> Iterator[Seed]:
        data = self._auxdepth("convert", "gray.png", "-o", "map.tiff")
        yield Seed("map.tiff", data, range(8, len(data)), 1, _MAP, "npy")
        try:
            from PIL import Image
        except ImportError as error:
            raise Missing("Pillow") from error
        # Each of the codecs of libtiff that photos come with.
        for name in ("jpeg", "tiff_lzw", "packbits", "tiff_adobe_deflate"):
            place = self._folder / f"{name}.tiff"
            Image.open(self._folder / "colour.png").save(place, compression=name)
            data = place.read_bytes()
            yield self._photo(place.name, data, range(8, len(data)))

    def png(self) -> Iterator[Seed]:
        data = (self._folder / "gray.png").read_bytes()
        yield Seed("map.png", data, range(8, len(data)), 1, _MAP, "npy")
        yield Seed("summed.png", data, range(41, len(data) - 16), 1, _MAP, "npy", repair=repair_png)

    def exr(self) -> Iterator[Seed]:
        # Flipped bits in the header ask for other windows: the blocks, after their offsets, are what is decoded.
        data = self._auxdepth("convert", "gray.png", "--near", "1", "--far", "9", "-o", "map.exr")
        yield Seed("map.exr", data, range(data.index(b"screenWindowWidth"), len(data)), 1, _MAP, "npy")

    def webp(self) -> Iterator[Seed]:
        try:
            from PIL import Image
        except ImportError as error:
            raise Missing("Pillow") from error
        for name, options in (("exact", {"lossless": True}), ("lossy", {"quality": 70})):
            place = self._folder / f"{name}.webp"
            Image.open(self._folder / "colour.png").save(place, **options)
            data = place.read_bytes()
            yield self._photo(place.name, data, range(12, len(data)))


_PHOTO = ("render", "rosy", "IN", "--depth", "MAP", "--near", "1", "--far", "9", "--stretch", "-o", "OUT")
_MAP = ("convert", "IN", "-o", "OUT")

CODECS: dict[str, Callable[[Maker], Iterator[Seed]]] = {
    "HEVC": Maker.hevc, "AV1": Maker.av1, "JPEG": Maker.jpeg, "lossless JPEG": Maker.lossless_jpeg, "TIFF": Maker.tiff,
    "PNG": Maker.png, "OpenEXR": Maker.exr, "WebP": Maker.webp, "JPEG XL": Maker.jxl}


def _range(data: bytes, part: bytes) -> range:
    start = data.index(part)
    return range(start, start + len(part))


def _mask(name: str, stream: bytes, size: tuple[int, int], compression: int) -> Seed:
    """Returns a DNG with a mask in one strip."""
    tiff = Tiff()
    at = tiff.blob(stream)
    directory = mask(tiff, at, size, compression=compression, coded=len(stream))
    return Seed(name, tiff.bytes(root(tiff, [directory])), range(at, at + len(stream)))
