"""What generators need: small good files, and coded pictures, each made once by the program under test."""
from __future__ import annotations

import functools
import subprocess
import tempfile
import threading
from pathlib import Path
from types import TracebackType

from auxtools import png
from auxtools.containers import make_dng, make_jpeg, walk_heif
from auxtools.containers.write_heif import Coded, box


class Kit:
    """Coded pictures by size, in a folder that lives as long as the run."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self._folder = tempfile.TemporaryDirectory(prefix="torture-kit-")
        self._coded: dict[tuple[int, int, bool], Coded] = {}
        # Attacks that are made side by side share one folder.
        self._lock = threading.RLock()

    def __enter__(self) -> Kit:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._folder.cleanup()

    def companions(self) -> dict[str, bytes]:
        """Returns the good files beside those of an attack."""
        return {"matte.png": matte(), "good.jpg": photo(), "good.dng": good_dng(), "good.heic": self.good_heic()}

    @functools.cache
    def good_heic(self) -> bytes:
        """Returns a photo of 64x64 without auxiliary images."""
        return self.attached("plain.heic", photo(), matte(), remove=True)

    def attached(self, name: str, image: bytes, portrait: bytes, remove: bool = False) -> bytes:
        """Returns a photo with a matte as the program writes it; with `remove`, without it again."""
        with self._lock:
            return self._attached(name, image, portrait, remove)

    def _attached(self, name: str, image: bytes, portrait: bytes, remove: bool) -> bytes:
        folder = Path(self._folder.name)
        suffix = "png" if image.startswith(b"\x89PNG") else "jpg"
        (folder / f"in.{suffix}").write_bytes(image)
        (folder / "in-map.png").write_bytes(portrait)
        self._run("attach", f"in.{suffix}", "--portrait", "in-map.png", "--force", "-o", name)
        if remove:
            self._run("remove", name, "--all", "--in-place")
        return (folder / name).read_bytes()

    def _run(self, *arguments: str) -> None:
        done = subprocess.run([str(self.program), *arguments], cwd=self._folder.name, capture_output=True, text=True,
                              timeout=300, check=False)
        if done.returncode:
            raise RuntimeError(f"auxdepth {' '.join(arguments)} exits {done.returncode}: {done.stderr.strip()}")

    def coded(self, width: int = 64, height: int = 64, colour: bool = False) -> Coded:
        """Returns a flat picture as an HEVC item has it: gray, or in colours."""
        key = (width, height, colour)
        if key not in self._coded:
            if colour:
                data = self.attached("coded.heic", flat_png(width, height, png.RGB), flat_png(width, height))
            else:
                data = self.attached("coded.heic", photo(*_small(width, height)), flat_png(width, height))
            file = walk_heif.walk(data)
            item = file.items[file.primary] if colour else file.auxiliaries()[0]
            while item.kind == "grid":
                item = file.items[item.references["dimg"][0]]
            configuration = next(p for p in item.properties if p.kind in ("hvcC", "av1C"))
            size = item.payload("ispe")
            assert size is not None
            self._coded[key] = Coded(item.kind, box(configuration.kind, configuration.payload), item.data,
                                     int.from_bytes(size[4:8], "big"), int.from_bytes(size[8:], "big"))
        return self._coded[key]


def _small(width: int, height: int) -> tuple[int, int]:
    """Returns a size of the same shape that is quickly coded."""
    while width > 64 and width % 2 == 0 and height % 2 == 0:
        width, height = width // 2, height // 2
    return width, height


@functools.cache
def photo(width: int = 64, height: int = 64) -> bytes:
    """Returns a plain JPEG."""
    return make_jpeg.jpeg(width, height)


@functools.cache
def matte(width: int = 64, height: int = 64) -> bytes:
    """Returns a matte with a shape in it."""
    return png.gray8(width, height, [255 if x > width // 3 else y % 3 for y in range(height) for x in range(width)])


@functools.cache
def good_dng() -> bytes:
    """Returns a small DNG without auxiliary images."""
    return make_dng.dng()


@functools.cache
def flat_png(width: int, height: int, colour: int = png.GRAY, depth: int = 8, level: int = 9) -> bytes:
    """Returns a PNG of one value, about a thousandth of its pixels' size."""
    stride = (width * depth * (3 if colour == png.RGB else 1) + 7) // 8
    return png.encode(width, height, depth, colour, (b"\0" + b"\x80" * stride) * height, level)
