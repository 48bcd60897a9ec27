"""Photos to work on: small ones of each container, made by the program, and maps for them."""
from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from auxtools import png

from .machine import Machine

CONTAINERS = ("jpg", "heic", "dng")
MATTES = ("portrait", "skin", "hair", "teeth", "glasses", "sky")


@dataclass(frozen=True)
class Photos:
    """The files that the checks copy."""
    folder: Path

    def photo(self, container: str) -> Path:
        """A photo of 96x64 with disparity and a matte of skin."""
        return self.folder / f"photo.{container}"

    def large(self, container: str) -> Path:
        """A photo whose writing takes a while."""
        return self.folder / f"large.{container}"

    def matte(self, name: str) -> Path:
        return self.folder / f"{name}.png"

    @property
    def map(self) -> Path:
        return self.folder / "depth.png"

    @property
    def picture(self) -> Path:
        return self.folder / "picture.png"

    @property
    def frame(self) -> Path:
        """A map of the size of the videos."""
        return self.folder / "frame.png"

    def video(self, name: str) -> Path:
        return self.folder / f"{name}.y4m"


def make(machine: Machine) -> Photos:
    """Makes all of them; a program that cannot is reported at once."""
    folder = machine.folder / "photos"
    folder.mkdir()
    photos = Photos(folder)
    (width, height) = (96, 64)
    photos.picture.write_bytes(_rgb(width, height, 1))
    (folder / "large.png").write_bytes(_rgb(1536, 1024, 7))
    photos.map.write_bytes(png.gray8(width, height, [x * 2 for _ in range(height) for x in range(width)]))
    for number, name in enumerate(MATTES):
        codes = [(x * (number + 1) + y) & 255 for y in range(height) for x in range(width)]
        photos.matte(name).write_bytes(png.gray8(width, height, codes))
    for container in CONTAINERS:
        for source, target in ((photos.picture, photos.photo(container)),
                               (folder / "large.png", photos.large(container))):
            ended = machine.run("attach", source, "-o", target, "--disparity", photos.map, "--min", "0.2", "--max",
                                "2", "--skin", photos.matte("skin"), cwd=folder, seconds=300)
            if ended.status != 0:
                raise SystemExit(f"the program makes no {container}: {ended.message}")
    photos.frame.write_bytes(png.gray8(32, 16, [x * 5 for _ in range(16) for x in range(32)]))
    for name, planes, count in (("colour", 3, 8), ("depth", 1, 8), ("longer", 1, 12)):
        header = b"YUV4MPEG2 W32 H16 F25:1 Ip A1:1 " + (b"C444" if planes == 3 else b"Cmono") + b"\n"
        frames = b"".join(b"FRAME\n" + bytes((n * 3 + i) & 255 for i in range(32 * 16 * planes)) for n in range(count))
        photos.video(name).write_bytes(header + frames)
    for path in folder.iterdir():
        os.chmod(path, 0o644)
    return photos


def _rgb(width: int, height: int, seed: int) -> bytes:
    rows = []
    value = seed
    for y in range(height):
        row = bytearray()
        for x in range(width):
            value = (value * 1103515245 + 12345) & 0x7FFFFFFF
            row += bytes(((x + y) & 255, (x * 2 + (value >> 24)) & 255, (y * 2) & 255))
        rows.append(bytes(row))
    return png.encode(width, height, 8, png.RGB, png.plain(rows))
