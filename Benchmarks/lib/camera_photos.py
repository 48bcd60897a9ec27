"""Photos of cameras, of those in AUXDEPTH_SAMPLES, in folders of as many links as a batch has."""

import functools
import json
import os
import subprocess

from auxtools.environment import samples

from .measure import Unavailable, execute
from .programs import AUXDEPTH

# What is smaller was made by a program, and tests it.
LEAST_PIXELS = 1_000_000
NEEDED = {"all": None, "disparity": "disparity"}


@functools.cache
def photos(kind):
    """Returns the photos that are valid, all or those with a disparity map."""
    found = [path for path in samples(".jpg", ".jpeg", ".heic") if _is_camera_photo(path, NEEDED[kind])]
    if not found:
        raise Unavailable("AUXDEPTH_SAMPLES names no folder with photos of cameras")
    return found


def _is_camera_photo(path, needed):
    listed = subprocess.run([AUXDEPTH, "info", "--json", "--quiet", path], capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        return False
    photo = json.loads(listed.stdout)
    if photo["primary"]["width"] * photo["primary"]["height"] < LEAST_PIXELS:
        return False
    if needed and all(image.get("type") != needed for image in photo["auxiliary"]):
        return False
    return execute([AUXDEPTH, "validate", "--quiet", path]) == 0


def folder(place, kind, count):
    """Returns a folder of so many links to the photos by turns; copies where the samples are on another file system."""
    made = place / f"cameras-{kind}-{count}"
    if not made.exists():
        originals = place / "cameras"
        originals.mkdir(exist_ok=True)
        made.mkdir()
        for number in range(count):
            source = photos(kind)[number % len(photos(kind))]
            original = originals / source.name
            if not original.exists():
                original.write_bytes(source.read_bytes())
            os.link(original, made / f"{number:05}{source.suffix}")
    return made
