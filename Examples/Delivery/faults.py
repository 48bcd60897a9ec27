"""What goes wrong with photos between a camera and a catalogue: each fault, how it comes about, and the rule that names it."""
from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Scripts"))

from auxtools.containers import changes
from PIL import Image

import scene_photos
from scene_photos import Scene, Shot, attach, complete, run, shot


@dataclass(frozen=True)
class Workshop:
    """Where photos are made, and with what."""

    program: Path
    folder: Path
    scene: Scene

    def make(self, shot: Shot, extension: str, options: list[str] | None = None) -> bytes:
        """Returns a photo with depth, matte and camera, or with what the options of `attach` say."""
        self.scene.expose(shot, self.folder)
        attach(self.program, self.folder, [shot], extension, self.folder / "made", options)
        return (self.folder / "made" / f"{shot.name}.{extension}").read_bytes()

    def through(self, data: bytes, name: str, *command: str) -> bytes:
        """Returns what a program makes of a file that it changes in place."""
        path = self.folder / name
        path.write_bytes(data)
        if shutil.which(command[0]) is None:
            raise RuntimeError(f"{command[0]} is needed for {name}, and is not installed")
        run([*command, str(path)], self.folder)
        return path.read_bytes()


#: Makes the file of that stem, as it is delivered.
Make = Callable[[Workshop, str], bytes]


@dataclass(frozen=True)
class Fault:
    """A fault: the rule that finds it and no other does, and the files that have it."""

    rule: str
    story: str
    files: tuple[str, ...]
    make: Make


def _stem(name: str) -> tuple[str, str]:
    path = Path(name)
    return path.stem, path.suffix.lstrip(".")


def _attached(*options: str, **how: object) -> Make:
    def make(workshop: Workshop, name: str) -> bytes:
        stem, extension = _stem(name)
        given = [*complete(**how), *(option.format(stem=stem) for option in options)]  # type: ignore[arg-type]
        return workshop.make(shot(stem), extension, given)
    return make


def _sized(photo: tuple[int, int], map: tuple[int, int]) -> Make:
    def make(workshop: Workshop, name: str) -> bytes:
        stem, extension = _stem(name)
        return workshop.make(shot(stem, photo=photo, map=map), extension)
    return make


def _surgery(*steps: dict[str, object]) -> Make:
    def make(workshop: Workshop, name: str) -> bytes:
        stem, extension = _stem(name)
        # Turned by a quarter, so that the turn of a photo and that of its map can contradict each other.
        taken = shot(stem)
        turned = Shot(stem, taken.left, taken.top, taken.width, 6)
        data = workshop.make(turned, extension)
        for step in steps:
            data = changes.changed(data, step)
        return data
    return make


def _saved_by_pillow(workshop: Workshop, name: str) -> bytes:
    """An editor that knows one picture a file opens the photo and saves it."""
    import pillow_heif

    pillow_heif.register_heif_opener()
    stem, extension = _stem(name)
    path = workshop.folder / name
    path.write_bytes(workshop.make(shot(stem), extension))
    with Image.open(path) as photo:
        photo.load()
        photo.convert("RGB").save(path, quality=90)
    return path.read_bytes()


def _without_matte(workshop: Workshop, name: str) -> bytes:
    stem, extension = _stem(name)
    data = workshop.make(shot(stem), extension)
    return workshop.through(data, name, str(workshop.program), "remove", "--type", "portrait", "--in-place", "--quiet")


def _commented(workshop: Workshop, name: str) -> bytes:
    """exiv2 puts a comment before the index of images, and leaves the offsets in it."""
    stem, extension = _stem(name)
    return workshop.through(workshop.make(shot(stem), extension), name, "exiv2", "-c", "checked by the desk")


def _turned_by_jpegtran(workshop: Workshop, name: str) -> bytes:
    """jpegtran keeps the index of images, and drops the images."""
    stem, extension = _stem(name)
    return workshop.through(workshop.make(shot(stem), extension), name, "jpegtran", "-copy", "all", "-optimize",
                            "-outfile", str(workshop.folder / name))


def _error_page(_: Workshop, name: str) -> bytes:
    return f"<!DOCTYPE html><title>503</title><p>{name} is not available at present.</p>\n".encode()


def _block_lost(workshop: Workshop, name: str) -> bytes:
    """A block of the depth map's coded data did not arrive: zeros are in its place."""
    stem, extension = _stem(name)
    data = workshop.make(shot(stem), extension)
    # The second scan of the file is that of the first auxiliary image, the depth map.
    scan = data.index(b"\xff\xda", data.index(b"\xff\xd9\xff\xd8") + 2)
    return data[:scan + 2000] + bytes(600) + data[scan + 2600:]


def _followed(workshop: Workshop, name: str) -> bytes:
    stem, extension = _stem(name)
    return workshop.make(shot(stem), extension) + b"--upload-boundary-7d1c--\r\n"


FAULTS = (
    Fault("POLICY-REQUIRE", "saved by a program that keeps one picture, or its matte removed",
          ("studio/saved-again.jpg", "studio/saved-again.heic"), _saved_by_pillow),
    Fault("POLICY-REQUIRE", "its matte removed", ("archive/no-matte.dng",), _without_matte),
    Fault("POLICY-FORBID", "a gain map that the catalogue does not want",
          ("mobile/gain-map.jpg",), _attached("--gainmap", "{stem}.matte.png", "--gainmap-headroom", "4")),
    Fault("POLICY-CONTAINER", "a container that the catalogue does not take", ("mobile/modern.avif",), _attached()),
    Fault("POLICY-SIZE", "taken with a small preset: the map has too few pixels",
          ("mobile/small.jpg", "mobile/small.heic"), _sized((192, 144), (96, 72))),
    Fault("POLICY-SHARE", "scaled up: the map is small for its photo", ("studio/large.jpg",), _sized((1152, 864), (192, 144))),
    Fault("POLICY-RANGE", "millimetres taken for metres",
          ("mobile/millimetres.heic", "archive/millimetres.dng"), _attached(near=1000, far=12000)),
    Fault("POLICY-CALIBRATION", "no camera", ("mobile/no-camera.heic",), _attached(with_camera=False)),
    Fault("POLICY-ACCURACY", "depth of a model, not measured", ("studio/estimated.heic",), _attached(accuracy="relative")),
    Fault("FILE-OPEN", "an error page under the name of a photo", ("mobile/not-found.jpg",), _error_page),
    Fault("JPEG-MPF-STALE", "a comment added by exiv2: offsets of the index are stale",
          ("studio/commented.jpg",), _commented),
    Fault("JPEG-MPF-DANGLING", "optimised by jpegtran: the index names images that are gone",
          ("drafts/optimised.jpg",), _turned_by_jpegtran),
    Fault("AUX-DECODE", "a block of the map lost in a transfer", ("mobile/lost-block.jpg",), _block_lost),
    Fault("JPEG-TRAILER", "data of an upload form follows the photo", ("mobile/form-data.jpg",), _followed),
    Fault("HEIF-TRANSFORM", "written by a program that forgot to turn the map",
          ("studio/turned.heic", "mobile/turned-too.heic"), _surgery({"place": "heif/association/depth/irot", "number": 0})),
    Fault("DNG-ORIENTATION", "a program wrote 0 for an orientation that it did not know",
          ("archive/unknown-turn.dng",), _surgery({"place": "tiff/ifd0/274/value", "number": 0})),
)

POLICY = {
    "version": 1,
    "name": "catalogue of portraits",
    "require": ["disparity", "portrait"],
    "forbid": ["gainmap"],
    "containers": ["jpeg", "heif", "dng"],
    "minSize": {"disparity": "160x120"},
    "minShare": {"disparity": 0.18},
    "range": {"nearest": 0.1, "farthest": 100, "minCodes": 16},
    "calibration": True,
    "accuracy": "absolute",
    "maxHoles": 0,
    "rules": {"JPEG-TRAILER": "error"},
    "folders": {"drafts/**": {"require": [], "calibration": False}},
}
