"""Writes photos, depth maps and mattes as JPEG and PNG, as one would with pillow-heif and Pillow: IN COUNT OUT.

Depth stays codes over the range of its photo, spread over 16 bits: metres would need the XMP of each map.
"""
import sys
from pathlib import Path

import numpy as np
import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()


def pictures(path):
    """Returns the photo, its map and its matte."""
    if path.suffix == ".jpg":
        # Of an MPO file the pictures after the first are the auxiliary images.
        with Image.open(path) as file:
            found = []
            for number in range(file.n_frames):
                file.seek(number)
                found.append(file.copy())
            return found
    file = pillow_heif.open_heif(path)
    matte = next(iter(file.info["aux"].values()))[0]
    return [file.to_pillow(), file.info["depth_images"][0].to_pillow(), file.get_aux_image(matte).to_pillow()]


source, count, target = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
for name in "color", "depth", "mattes":
    (target / name).mkdir(parents=True, exist_ok=True)
for path in sorted(source.iterdir())[:count]:
    photo, depth, matte = pictures(path)
    if path.suffix == ".jpg":
        (target / "color" / path.name).write_bytes(path.read_bytes())
    else:
        photo.save(target / "color" / f"{path.stem}.jpg", quality=92)
    codes = np.asarray(depth.convert("L")).astype(np.uint16) * 257
    Image.fromarray(codes).save(target / "depth" / f"{path.stem}.png")
    matte.convert("L").save(target / "mattes" / f"{path.stem}.png")
