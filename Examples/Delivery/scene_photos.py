"""Photos with depth, a matte and a camera, cut out of Examples/scene: as many as are wanted, no two alike."""
from __future__ import annotations

import json
import os
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, Sequence

import numpy as np
from PIL import Image

SCENE = Path(__file__).resolve().parents[1] / "scene"
#: Of the scene's photo, in its own pixels.
WIDTH, HEIGHT, FOCAL = 2000, 1500, 2100.0
#: Metres at code 0 and at the largest code of the scene's depth map.
NEAR, FAR = 1, 12
PHOTO, MAP = (384, 288), (192, 144)
#: Containers by the extensions of their files.
CONTAINERS = {"jpg": "jpeg", "heic": "heif", "dng": "dng", "avif": "avif"}


@dataclass(frozen=True)
class Shot:
    """A photo before it has its depth: a part of the scene, turned as a camera would be."""

    name: str
    left: int
    top: int
    width: int
    orientation: int
    photo: tuple[int, int] = PHOTO
    map: tuple[int, int] = MAP

    @property
    def height(self) -> int:
        return self.width * 3 // 4


def shot(name: str, **changes: tuple[int, int]) -> Shot:
    """Chooses the part of a name: the same in every run, and always with the axis of the camera in it."""
    chance = random.Random(name)
    width = chance.randrange(1200, 1980, 4)
    left = chance.randrange(max(0, 1100 - width), min(WIDTH - width, 900) + 1)
    top = chance.randrange(max(0, 850 - width * 3 // 4), min(HEIGHT - width * 3 // 4, 650) + 1)
    return Shot(name, left, top, width, chance.choice((1, 1, 3, 6, 8)), **changes)


class Scene:
    """The pictures of the scene, and the parts of them that shots are."""

    def __init__(self) -> None:
        self.render = Image.open(SCENE / "render.png").convert("RGB")
        self.matte = Image.open(SCENE / "matte.png").convert("L")
        self.depth = np.asarray(Image.open(SCENE / "depth16.png")).astype(np.uint16)

    def expose(self, shot: Shot, folder: Path) -> None:
        """Writes what a shot is made of: `NAME.jpg`, `NAME.depth.png`, `NAME.matte.png` and `NAME.json`, its camera."""
        frame = (shot.left, shot.top, shot.left + shot.width, shot.top + shot.height)
        exif = Image.Exif()
        exif[274] = shot.orientation
        photo = self.render.resize(shot.photo, Image.Resampling.BOX, frame)
        photo.save(folder / f"{shot.name}.jpg", quality=88, exif=exif)
        # The maps of the scene have half of its photo's sides.
        half = tuple(side / 2 for side in frame)
        self.matte.resize(shot.map, Image.Resampling.BOX, half).save(folder / f"{shot.name}.matte.png")
        columns = (half[0] + (np.arange(shot.map[0]) + 0.5) * (half[2] - half[0]) / shot.map[0]).astype(int)
        rows = (half[1] + (np.arange(shot.map[1]) + 0.5) * (half[3] - half[1]) / shot.map[1]).astype(int)
        Image.fromarray(self.depth[np.ix_(rows, columns)]).save(folder / f"{shot.name}.depth.png")
        (folder / f"{shot.name}.json").write_text(json.dumps(camera(shot)))


def camera(shot: Shot) -> dict[str, object]:
    """Returns the calibration as `auxdepth info --json` prints it, in pixels of the photo as stored."""
    scale = shot.photo[0] / shot.width
    x, y = (WIDTH / 2 - shot.left) * scale, (HEIGHT / 2 - shot.top) * scale
    return {
        "intrinsicMatrix": [FOCAL * scale, 0, 0, 0, FOCAL * scale, 0, x, y, 1],
        "intrinsicMatrixReferenceDimensions": list(shot.photo),
        "extrinsicMatrix": [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
        "pixelSize": 0.0024,
        "lensDistortionCenter": [x, y],
        "lensDistortionCoefficients": [0] * 8,
        "inverseLensDistortionCoefficients": [0] * 8,
    }


def attach(
    program: Path, folder: Path, shots: Iterable[Shot], extension: str, out: Path, options: Sequence[str] | None = None
) -> None:
    """Gives shots of `folder` their depth and matte, and writes them into `out` as files of that extension.

    Args:
        options: what is attached, in place of the depth map in metres, the matte and the camera.
    """
    names = [shot.name for shot in shots]
    if not names:
        return
    given = complete() if options is None else list(options)
    photos = [f"{name}.jpg" for name in names]
    out.mkdir(parents=True, exist_ok=True)
    command = [str(program), "attach", *photos, *given, "--stored", "--container", CONTAINERS[extension], "--directory", str(out),
               "--no-sync", "--quiet"]
    run(command, folder)
    missing = [name for name in names if not (out / f"{name}.{extension}").exists()]
    if missing:
        raise RuntimeError(f"{out}: {', '.join(missing[:3])} of {extension} did not come")


def complete(near: float = NEAR, far: float = FAR, accuracy: str = "absolute", with_camera: bool = True) -> list[str]:
    """Returns the options of `attach` for all that a shot has."""
    camera = ["--calibration", "{stem}.json"] if with_camera else []
    return ["--depth", "{stem}.depth.png", "--near", str(near), "--far", str(far), "--accuracy", accuracy,
            "--portrait", "{stem}.matte.png", *camera]


def run(command: Sequence[str], folder: Path) -> None:
    """Runs a program, which has to succeed."""
    environment = {**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:3])} …: {done.stderr.strip()[-500:]}")
