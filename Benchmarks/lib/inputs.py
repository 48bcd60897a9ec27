"""Photos and maps that the listing and attaching of files is measured with."""

import random
import struct
import subprocess

from auxtools import png

from .measure import Unavailable
from .programs import AUXDEPTH

PHOTO_SIZE = (4032, 3024)
MAP_SIZE = (768, 576)


def photo_rows(width, height):
    """Yields the rows of a colour picture: slopes, edges and grain, the same in every run."""
    noise = random.Random(1)
    mask = int.from_bytes(bytes([0x0F]) * (width * 3), "big")
    slope = bytes(
        value for x in range(width) for value in (x * 160 // width, (x // 96 % 2) * 90 + 40, 150 - x * 90 // width))
    for y in range(height):
        turn = (y // 128) * 96 * 3 % len(slope)
        base = int.from_bytes(slope[turn:] + slope[:turn], "big")
        # No byte carries into the next: the picture stays below 170 and the grain below 16.
        grain = int.from_bytes(noise.randbytes(width * 3), "big") & mask
        yield (base + grain).to_bytes(width * 3, "big")


def map_rows(width, height):
    """Yields the rows of a 16-bit map: a floor that recedes, and two upright things in front of it."""
    for y in range(height):
        row = [20000 + 45000 * (height - y) // height + x % 7 for x in range(width)]
        if height // 4 < y < height * 3 // 4:
            row[width // 5:width // 3] = [9000] * (width // 3 - width // 5)
            row[width // 2:width * 2 // 3] = [15000 + y % 5] * (width * 2 // 3 - width // 2)
        yield struct.pack(f">{width}H", *(min(value, 65535) for value in row))


class Inputs:
    """Files that the program makes of pictures that this script makes."""

    def __init__(self, folder):
        self.folder = folder
        picture = folder / "photo.png"
        self.map = folder / "map.png"
        self.with_map = folder / "with-map.jpg"
        self.photo = folder / "photo.jpg"
        self.plane = folder / "plane.pgm"
        picture.write_bytes(png.encode(*PHOTO_SIZE, 8, png.RGB, png.plain(photo_rows(*PHOTO_SIZE)), level=1))
        self.map.write_bytes(png.encode(*MAP_SIZE, 16, png.GRAY, png.plain(map_rows(*MAP_SIZE)), level=1))
        self._make(self.attach(picture, self.with_map))
        self._make([AUXDEPTH, "remove", self.with_map, "--all", "-o", self.photo])
        picture.unlink()
        codes = folder / "plane.raw"
        self._make([AUXDEPTH, "extract", self.with_map, "--as", "L008", "--format", "raw", "-o", codes])
        self.plane.write_bytes(b"P5\n%d %d\n255\n" % MAP_SIZE + codes.read_bytes())
        codes.unlink()

    def attach(self, photo, output):
        return [AUXDEPTH, "attach", photo, "--depth", self.map, "--near", "0.5", "--far", "10", "--force",
                "-o", output]

    @staticmethod
    def _make(command):
        made = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            raise Unavailable(f"the inputs cannot be made: {made.stderr.strip()}")
