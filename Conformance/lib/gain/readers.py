"""Other programs that read a gain map: libavif, libultrahdr, libheif's tools and library, Pillow and ExifTool."""
from __future__ import annotations

import io
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence

from auxtools.containers import walk_heif

from .. import peers
from . import meaning
from .meaning import Meaning

Meanings = Mapping[str, Meaning]
"""What a file says, by form."""
Verdict = tuple[str, str]
"""The reader, and what it says against a file; nothing where it reads it."""

# What each container's files are given to.
READERS: dict[str, tuple[str, ...]] = {
    "jpg": ("pillow", "libultrahdr"), "heic": ("pillow-heif", "heif-info", "heif-convert"),
    "avif": ("libavif", "pillow", "heif-info", "heif-convert")}


def verdicts(path: Path, container: str, meanings: Meanings, images: int | None) -> Iterator[Verdict]:
    """Yields what each reader that is there says of a file with a gain map, and with so many images besides the primary."""
    for name in READERS[container]:
        if peers.version(name) is None or not_for(name, path, meanings):
            continue
        try:
            problem = _READ[name](path, meanings, images)
        except Exception as error:  # noqa: BLE001 - whatever a library raises is its refusal
            problem = f"{type(error).__name__}: {error}"
        yield name, problem


def not_for(name: str, path: Path, meanings: Meanings) -> str:
    """Returns why a file is none that a reader is expected to read; nothing where it is."""
    if name == "libultrahdr":
        if not {"iso", "ultrahdr"} & set(meanings):
            return "libultrahdr takes no file for one of its own that has neither hdrgm's properties nor ISO's metadata"
        if "iso" not in meanings and len(meanings["ultrahdr"].channels) == 3:
            return "libultrahdr reads no lists in hdrgm's properties"
    if name in ("heif-info", "heif-convert") and _is_before(peers.version(name), (1, 17)):
        file = walk_heif.walk(path.read_bytes())
        if any(len(item.references.get("auxl", [])) > 1 for item in file.items.values()):
            return "libheif before 1.17 refuses files with an auxiliary image of primary and tmap, as iOS writes them"
    return ""


def _is_before(version: str | None, wanted: tuple[int, ...]) -> bool:
    return tuple(int(part) for part in re.findall(r"\d+", version or "")[:2]) < wanted


def absent(container: str) -> list[str]:
    """Returns the readers of a container that are not installed."""
    return [name for name in (*READERS[container], "exiftool") if peers.version(name) is None]


def _libavif(path: Path, _meanings: Meanings, _images: int | None) -> str:
    peers.module("libavif").avif_decode(path.read_bytes())
    return ""


def _libultrahdr(path: Path, _meanings: Meanings, _images: int | None) -> str:
    light = rendition(path)
    return "" if light.max() > 0 else "the rendition is black"


def rendition(path: Path) -> Any:
    """Returns linear light of the HDR rendition that libultrahdr makes, as it is stored."""
    return peers.module("libultrahdr").ultrahdr_decode(path.read_bytes())[:, :, :3].astype(float)


def _pillow(path: Path, meanings: Meanings, images: int | None) -> str:
    with peers.module("pillow").open(path) as image:
        image.load()
        # A JPEG with an index has all its images as frames, but for those that Pillow knows as Ultra HDR.
        found = getattr(image, "n_frames", 1)
        fine = image.format == "AVIF" or "ultrahdr" in meanings or (
            found > 1 if images is None else found == 1 + images)
        return "" if fine else f"{image.format} of {found} frames"


def _pillow_heif(path: Path, meanings: Meanings, _images: int | None) -> str:
    opened = peers.module("pillow-heif").open_heif(io.BytesIO(path.read_bytes()))
    if len(opened) != 1 or opened[0].size[0] == 0:
        return f"{len(opened)} images"
    opened[0].load()
    maps = [numbers for urn, numbers in opened.info.get("aux", {}).items() if "gainmap" in urn]
    if "apple" not in meanings:
        return ""
    if len(maps) != 1 or len(maps[0]) != 1:
        return f"auxiliary images {opened.info.get('aux')}"
    return "" if opened.get_aux_image(maps[0][0]).size[0] else "the gain map is empty"


def _heif_info(path: Path, _meanings: Meanings, _images: int | None) -> str:
    done = subprocess.run(["heif-info", path], capture_output=True, text=True, check=False, timeout=60)
    count = len(re.findall(r"^image: ", done.stdout, re.MULTILINE))
    return "" if done.returncode == 0 and count == 1 else f"status {done.returncode}, {count} images: {done.stderr.strip()}"


def _heif_convert(path: Path, meanings: Meanings, images: int | None) -> str:
    """heif-convert writes the primary and each image that an `auxl` reference makes auxiliary."""
    with tempfile.TemporaryDirectory(prefix="gainmaps-") as folder:
        done = subprocess.run(["heif-convert", "--with-aux", path, "picture.png"], cwd=folder, capture_output=True,
                              text=True, check=False, timeout=300)
        names = sorted(found.name for found in Path(folder).iterdir())
    wanted = 1 + (images or 0) - (0 if "apple" in meanings else 1)
    fine = done.returncode == 0 and len(names) >= max(wanted, 1)
    return "" if fine else f"status {done.returncode}, {names}: {done.stderr.strip()}"


_READ = {"libavif": _libavif, "libultrahdr": _libultrahdr, "pillow": _pillow, "pillow-heif": _pillow_heif,
         "heif-info": _heif_info, "heif-convert": _heif_convert}


def exiftool_warnings(paths: Sequence[Path]) -> dict[Path, str]:
    """Returns what ExifTool warns of, by file."""
    if not paths:
        return {}
    done = subprocess.run(["exiftool", "-q", "-q", "-a", "-p", "$Directory/$FileName\t$Warning", *paths],
                          capture_output=True, text=True, check=False, timeout=300)
    found: dict[Path, str] = {}
    for line in done.stdout.splitlines():
        name, _, warning = line.partition("\t")
        found[Path(name)] = warning
    return found


def maker_headroom(path: Path) -> float:
    """Returns the headroom by the camera's own tags, as ExifTool reads them; 0 without the first of them.

    Chromium takes the second for 0 if it is missing, as in photos of iOS 14 to 16.
    """
    if peers.version("exiftool") is None:
        return 0
    done = subprocess.run(["exiftool", "-n", "-T", "-HDRHeadroom", "-HDRGain", path], capture_output=True, text=True,
                          check=False, timeout=60)
    numbers = [float(word) if word not in ("-", "") else None for word in done.stdout.strip("\n").split("\t")]
    return 0 if numbers[0] is None else meaning.apple_headroom(numbers[0], numbers[-1] or 0)
