"""Files that the rows with goals work on: made when the first row asks for them, of the bundled scene."""
from __future__ import annotations

import functools
import math
import os
import shutil
import subprocess
import sys

from auxtools import png

from . import camera_photos, scene
from .inputs import PHOTO_SIZE
from .measure import Unavailable, execute
from .programs import AUXDEPTH

# The quality that others' encoders are asked for, of a primary.
HEIC_QUALITY = 90


def make(*command):
    """Runs a command that makes an input."""
    try:
        made = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    except OSError as failure:
        raise Unavailable(f"{command[0]} does not start: {failure.strerror}") from None
    if made.returncode != 0:
        raise Unavailable(f"the inputs cannot be made: {(made.stderr.strip().splitlines() or ['?'])[-1]}")


def enlarged_map(width, height):
    """Returns the bundled map of distances at another size, with noise of 0.1 %, the same in every run."""
    import numpy as np
    from PIL import Image
    small = Image.fromarray(scene.stored_map())
    large = np.asarray(small.resize((width, height), Image.Resampling.BICUBIC))
    # What bicubic rings beyond the map's ends.
    large = np.clip(large, scene.stored_map().min(), scene.stored_map().max())
    noise = np.random.default_rng(3).normal(1, 0.001, (512, 512))
    tiled = np.tile(noise, (-(-height // 512), -(-width // 512)))[:height, :width]
    return (large * tiled).astype(np.float32)


class GoalInputs:
    """The files by name; `ours` and `theirs` are folders for what is written."""

    def __init__(self, folder):
        self.folder = folder
        self.ours, self.theirs = folder / "ours", folder / "theirs"
        # How many files the row at hand works on, ours and theirs.
        self.files = (1, 1)
        self.clear()

    def clear(self):
        """Empties the folders for what is written."""
        for place in self.ours, self.theirs:
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)

    @functools.cached_property
    def _photo(self):
        return scene.enlarged_photo(*PHOTO_SIZE)

    @functools.cached_property
    def picture(self):
        """The photo as PNG of 8 bits."""
        return self._saved("photo.png", compress_level=1)

    @functools.cached_property
    def jpeg(self):
        """The photo as JPEG."""
        return self._saved("photo.jpg", quality=92)

    def _saved(self, name, **options):
        try:
            from PIL import Image
        except ImportError:
            raise Unavailable("Pillow is not installed") from None
        Image.fromarray(self._photo).save(self.folder / name, **options)
        return self.folder / name

    @property
    def map(self):
        """The bundled map of 768x576, distances in metres."""
        return scene.FOLDER / "depth.pfm"

    @functools.cached_property
    def jpeg_with_map(self):
        return self._attached(self.jpeg, "with-map.jpg")

    @functools.cached_property
    def heic_with_map(self):
        # Of about the size that cameras write.
        return self._attached(self.picture, "with-map.heic", "--primary-quality", 60)

    def _attached(self, photo, name, *options):
        make(AUXDEPTH, "attach", photo, "--depth", self.map, *options, "-o", self.folder / name)
        return self.folder / name

    @functools.cached_property
    def heic(self):
        """The photo as HEIC."""
        make(AUXDEPTH, "remove", self.heic_with_map, "--all", "-o", self.folder / "photo.heic")
        return self.folder / "photo.heic"

    @functools.cached_property
    def _plane_codes(self):
        """The codes of the map as a photo stores them."""
        return self._codes(self.jpeg_with_map)

    def _codes(self, photo):
        raw = self.folder / "plane.raw"
        make(AUXDEPTH, "extract", photo, "--as", "L008", "--format", "raw", "-o", raw)
        codes = raw.read_bytes()
        raw.unlink()
        return codes

    @functools.cached_property
    def plane(self):
        """Those codes as PGM."""
        path = self.folder / "plane.pgm"
        path.write_bytes(b"P5\n%d %d\n255\n" % scene.MAP_SIZE + self._plane_codes)
        return path

    @functools.cached_property
    def plane_png(self):
        """Those codes as gray PNG."""
        return self._gray("plane.png", scene.MAP_SIZE, self._plane_codes)

    @functools.cached_property
    def large_map(self):
        """A map of the photo's size as NPY, distances in metres as float32."""
        import numpy as np
        path = self.folder / "large.npy"
        np.save(path, enlarged_map(*PHOTO_SIZE))
        return path

    @functools.cached_property
    def large_plane_png(self):
        """The codes of disparity, from the farthest to the nearest, of the map of the photo's size."""
        import numpy as np
        disparity = 1 / np.load(self.large_map)
        least, greatest = disparity.min(), disparity.max()
        codes = np.round((disparity - least) / (greatest - least) * 255).astype(np.uint8)
        return self._gray("large-plane.png", PHOTO_SIZE, codes.tobytes())

    def _gray(self, name, size, codes):
        width, height = size
        rows = (codes[y * width:(y + 1) * width] for y in range(height))
        path = self.folder / name
        path.write_bytes(png.encode(width, height, 8, png.GRAY, png.plain(rows), level=1))
        return path

    def portraits(self, ending, count):
        """Returns a folder of so many photos of 1000x750 with a map of distances, a matte and a camera; 40 differ."""
        place = self.folder / f"portraits-{ending}-{count}"
        if not place.exists():
            pictures, maps = self.folder / "pictures", self.folder / "maps"
            for folder in pictures, maps:
                folder.mkdir(exist_ok=True)
            try:
                names = scene.write_crops(pictures, maps, min(count, 40))
            except ImportError:
                raise Unavailable("Pillow is not installed") from None
            options = ["--container", "heif", "--primary-quality", 60] if ending == "heic" else [
                "--container", "jpeg", "--primary-quality", 90]
            make(AUXDEPTH, "attach", *names, *options, "--depth", maps / "{stem}.pfm", "--portrait", maps / "{stem}.png",
                 "--camera", "focal35=28", "--directory", place, "--no-sync", "--quiet")
            for folder in pictures, maps:
                shutil.rmtree(folder)
            made = sorted(place.iterdir())
            for number in range(len(made), count):
                os.link(made[number % len(made)], place / f"{number:04}{made[0].suffix}")
        return place

    def cameras(self, kind, count):
        """Returns a folder of so many photos of cameras, `all` or those with `disparity`."""
        return camera_photos.folder(self.folder, kind, count)

    def links(self, count):
        """Returns a folder of so many links to the two photos with maps."""
        place = self.folder / f"links-{count}"
        if not place.exists():
            photos = [self.jpeg_with_map, self.heic_with_map]
            place.mkdir()
            for number in range(count):
                source = photos[number % 2]
                os.link(source, place / f"{number:06}{source.suffix}")
        return place

    @functools.cached_property
    def matched_quality(self):
        """The least quality of ours whose PSNR is not below heif-enc's of `HEIC_QUALITY`, else 100."""
        from .goals import SAME_PSNR
        theirs, ours = self.folder / "their-primary.heic", self.folder / "our-primary.heic"
        make("heif-enc", "-q", HEIC_QUALITY, "-o", theirs, self.picture)
        wanted = self.psnr(theirs, self.picture) - SAME_PSNR
        least, most = 50, 100
        while least < most:
            quality = (least + most) // 2
            make(AUXDEPTH, "attach", self.picture, "--depth", self.map, "--primary-quality", quality, "--force",
                 "-o", ours)
            if self.psnr(ours, self.picture) >= wanted:
                most = quality
            else:
                least = quality + 1
        return most

    @staticmethod
    def psnr(coded, original):
        """Returns the PSNR of a HEIC photo's luma against a picture's in decibels."""
        import numpy as np
        import pillow_heif
        from PIL import Image

        def luma(picture):
            return np.asarray(picture.convert("RGB")).astype(np.float32) @ np.float32([0.299, 0.587, 0.114])

        decoded = luma(pillow_heif.open_heif(coded).to_pillow())
        error = float(np.mean((decoded - luma(Image.open(original))) ** 2, dtype=np.float64))
        return 10 * math.log10(255**2 / error) if error else math.inf

    def same_arrays(self, name):
        """Returns whether both have written the same array, as text."""
        import numpy as np
        ours, theirs = np.load(self.ours / name), np.load(self.theirs / name)
        if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
            return "DIFFERENT ARRAYS"
        if np.array_equal(ours, theirs):
            return "the same values"
        steps = abs(ours.view(np.int16).astype(int) - theirs.view(np.int16)).max()
        return f"values differ by up to {steps} steps of a half"


def importable(module):
    """Returns whether the interpreter of the peers' scripts has a module."""
    return execute([sys.executable, "-c", f"import {module}"]) == 0
