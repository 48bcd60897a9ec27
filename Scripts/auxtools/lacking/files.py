"""The files of `Scripts/test-lacking`, small ones, made by the program while nothing is lacking."""
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from auxtools import png, y4m

SIZE = (64, 48)


def _run(program: Path, folder: Path, line: str) -> None:
    done = subprocess.run([program, *line.split()], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"test-lacking: auxdepth {line}: {done.returncode}: {done.stderr}")


def _replaced(data: bytes, old: bytes, new: bytes) -> bytes:
    """Returns bytes with one change, of the same length."""
    if data.count(old) == 0 or len(old) != len(new):
        raise SystemExit(f"test-lacking: {old!r} is not in the file")
    at = data.index(old)
    return data[:at] + new + data[at + len(old):]


def make(program: Path, folder: Path) -> set[str]:
    """Makes the files; returns the names of those that others make, Pillow and cjxl, and that are absent without these."""
    width, height = SIZE
    (folder / "photo.png").write_bytes(png.picture(width, height))
    (folder / "depth.png").write_bytes(
        png.gray16(width, height, [(x + y) * 500 for y in range(height) for x in range(width)]))
    (folder / "matte.png").write_bytes(png.gray8(width, height, [x * 4 & 255 for y in range(height) for x in range(width)]))
    for kind in ("jpg", "heic", "avif", "dng"):
        _run(program, folder, f"attach photo.png -o p.{kind} --depth depth.png --near 1 --far 4 --portrait matte.png")
    for kind in ("exr", "tiff", "npy"):
        _run(program, folder, f"convert depth.png --near 1 --far 4 -o depth.{kind}")
    _run(program, folder, "remove p.jpg --all -o photo.jpg")
    _run(program, folder, "render grayscale photo.png --depth depth.png --near 1 --far 4 -o photo.tiff")
    frames = folder / "frames"
    frames.mkdir()
    for number in range(2):
        (frames / f"{number}.exr").write_bytes((folder / "depth.exr").read_bytes())
    frame = bytes(range(256)) * (width * height // 256) + bytes([128]) * (width * height // 2)
    (folder / "c.y4m").write_bytes(b"".join(y4m.encode(width, height, "25:1", "C420", [frame, frame])))
    # The version of the index, and the width that an image is said to have.
    index = (folder / "p.jpg").read_bytes()
    (folder / "bad.jpg").write_bytes(index[:index.index(b"MPF\0")] + _replaced(index[index.index(b"MPF\0"):], b"0100", b"0200"))
    (folder / "bad.heic").write_bytes(
        _replaced((folder / "p.heic").read_bytes(), b"ispe" + bytes([0, 0, 0, 0, 0, 0, 0, width]),
                  b"ispe" + bytes([0, 0, 0, 0, 0, 0, 0, width + 1])))
    absent: set[str] = set()
    try:
        from PIL import Image
        Image.open(folder / "photo.png").save(folder / "photo.webp", lossless=True)
    except (ImportError, KeyError, OSError):
        absent.add("photo.webp")
    if shutil.which("cjxl"):
        subprocess.run(["cjxl", "-d", "0", "photo.png", "photo.jxl"], cwd=folder, capture_output=True, check=True)
    else:
        absent.add("photo.jxl")
    return absent
