"""Decodes auxiliary images of photos in two processes, as one would with pillow-heif and Pillow: all|depth IN COUNT OUT.

`all` decodes each auxiliary image that pillow-heif can; `depth` writes the first depth map, or the first picture beside the photo, as PNG.
"""
import sys
from multiprocessing import Pool
from pathlib import Path

import pillow_heif
from PIL import Image


def pictures(path):
    """Yields the auxiliary images, depth maps first."""
    if path.suffix.lower() != ".heic":
        # Of an MPO file the pictures after the first are the auxiliary images.
        with Image.open(path) as file:
            for number in range(1, getattr(file, "n_frames", 1)):
                file.seek(number)
                yield file.copy()
        return
    file = pillow_heif.open_heif(path)
    for depth in file.info.get("depth_images", []):
        yield depth.to_pillow()
    for numbers in file.info.get("aux", {}).values():
        for number in numbers:
            try:
                picture = file.get_aux_image(number).to_pillow()
            except NotImplementedError:
                # Such as 10 bits, which it does not decode.
                continue
            yield picture


def decode(path):
    return sum(picture.width * picture.height for picture in pictures(path))


def write(path):
    picture = next(pictures(path), None)
    if picture:
        picture.save(target / f"{path.stem}.png")


kind, source, count, target = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
if __name__ == "__main__":
    with Pool(2) as processes:
        processes.map({"all": decode, "depth": write}[kind], sorted(source.iterdir())[:count], chunksize=4)
