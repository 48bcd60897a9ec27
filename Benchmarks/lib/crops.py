"""Whether `auxdepth copy` finds random crops of photos: right, refused or wrong."""

import collections
import json
import random
import re
import subprocess
import tempfile
import time
from pathlib import Path

from lib.programs import AUXDEPTH

# Right is within this share of the photo's longer side, at each edge.
TOLERANCE = 0.01


def rectangle(width, height, numbers):
    """Returns a rectangle of 10 % to 90 % of each side."""
    across, down = (max(8, round(side * numbers.uniform(0.1, 0.9))) for side in (width, height))
    left, top = numbers.randrange(width - across + 1), numbers.randrange(height - down + 1)
    return left, top, left + across, top + down


def found(error, size):
    """Returns the part that the note of `copy` names, in pixels as displayed, or the whole photo without a note."""
    part = re.search(r"the part (\d+),(\d+),(\d+),(\d+) of the photo as displayed", error)
    left, top, width, height = map(int, part.groups()) if part else (0, 0, *size)
    return left, top, left + width, top + height


def judge(path, count, seed):
    """Copies the maps of a photo to crops of it, and returns how many were right, refused and wrong, and the seconds."""
    from PIL import Image, ImageOps
    picture = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    numbers = random.Random(f"{seed} {path.name}")
    results, slowest = collections.Counter(), 0.0
    with tempfile.TemporaryDirectory(prefix="auxdepth-crops-") as name:
        crop, output = Path(name, "crop.jpg"), Path(name, "out.jpg")
        for _ in range(count):
            box = rectangle(*picture.size, numbers)
            picture.crop(box).save(crop, quality=90)
            started = time.monotonic()
            done = subprocess.run(
                [AUXDEPTH, "copy", path, crop, "-o", output, "--force", "--no-sync"], capture_output=True, text=True,
                check=False)
            slowest = max(slowest, time.monotonic() - started)
            if done.returncode != 0:
                results["refused"] += 1
                continue
            place = found(done.stderr, picture.size)
            off = max(abs(one - two) for one, two in zip(place, box)) / max(picture.size)
            # A turn that is not there is wrong, too.
            is_right = off <= TOLERANCE and "rows turned" not in done.stderr
            results["right" if is_right else "wrong"] += 1
            if not is_right:
                print(f"{path.name}: {box} was taken for {place}: {done.stderr.strip()[-200:]}", flush=True)
    return results, slowest


def table(files, count, seed):
    """Prints a table of random crops of all files that have auxiliary images; returns whether none was wrong."""
    total = collections.Counter()
    print("| photo | right | refused | wrong | slowest, s |\n|---|---|---|---|---|")
    for path in files:
        info = subprocess.run([AUXDEPTH, "info", "--json", path], capture_output=True, text=True, check=False)
        document = json.loads(info.stdout) if info.returncode == 0 else {}
        document = document[0] if isinstance(document, list) else document
        if not document.get("auxiliary"):
            continue
        results, slowest = judge(path, count, seed)
        total += results
        counts = " | ".join(str(results[name]) for name in ("right", "refused", "wrong"))
        print(f"| {path.name} | {counts} | {slowest:.2f} |", flush=True)
    print(f"{total['right']} right, {total['refused']} refused, {total['wrong']} wrong")
    return sum(total.values()) > 0 and total["wrong"] == 0
