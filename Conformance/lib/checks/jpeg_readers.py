"""Readers of JPEG: djpeg, Pillow, and ExifTool's further images."""
from __future__ import annotations

import io
import warnings

from .. import peers
from ..context import Context
from .registry import Step, check
from .values import codes


def _pgm(data: bytes) -> tuple[int, int, bytes]:
    parts = data.split(maxsplit=4) if data[:2] == b"P5" else []
    if len(parts) < 4:
        raise ValueError("djpeg wrote no PGM")
    width, height = int(parts[1]), int(parts[2])
    return width, height, data[-width * height:]


@check
def further_jpeg(context: Context, step: Step) -> None:
    """`exiftool -b -MPImageN` is a JPEG that djpeg and Pillow decode to the codes that the program extracts."""
    if not context.has("exiftool", "further image: exiftool finds it"):
        return
    number = step["number"]
    done = context.run(["exiftool", "-b", f"-MPImage{number}", step["file"]])
    if not context.expect(done.stdout[:3] == b"\xff\xd8\xff", f"further image {number}: a JPEG",
                          f"{len(done.stdout)} bytes, {done.stdout[:4]!r}"):
        return
    facts = context.auxiliary(step["file"], step["type"])
    count = facts["width"] * facts["height"]
    wanted = bytes(codes(context.extract(step["file"], step["type"], "--as", "L008", "--format", "raw")
                         if facts["type"] in ("disparity", "depth")
                         else context.extract(step["file"], step["type"], "--format", "raw"), count))
    context.path("further.jpg").write_bytes(done.stdout)
    if context.has("djpeg", "further image: djpeg"):
        decoded = context.run(["djpeg", "-dct", "int", "further.jpg"])
        context.expect(_pgm(decoded.stdout) == (facts["width"], facts["height"], wanted),
                       f"further image {number}: djpeg's pixels", "differ from ours " + decoded.stderr.strip())
    if context.has("pillow", "further image: Pillow"):
        with warnings.catch_warnings():
            # A further image has an index without entries, as Apple's have.
            warnings.filterwarnings("ignore", message="Image appears to be a malformed MPO")
            image = peers.module("pillow").open(io.BytesIO(done.stdout))
        context.expect((image.mode, image.size, image.tobytes()) == ("L", (facts["width"], facts["height"]), wanted),
                       f"further image {number}: Pillow's pixels", "differ from ours")


@check
def same_picture(context: Context, step: Step) -> None:
    """djpeg and Pillow decode the primaries of two files to the same pixels."""
    first, second = step["files"]
    if context.has("djpeg", "same picture: djpeg"):
        pictures = [context.run(["djpeg", name]).stdout for name in (first, second)]
        context.expect(len(pictures[0]) > 0 and pictures[0] == pictures[1], "same picture: djpeg", "pixels differ")
    if context.has("pillow", "same picture: Pillow"):
        images = [peers.module("pillow").open(context.path(name)) for name in (first, second)]
        context.expect(images[0].tobytes() == images[1].tobytes(), "same picture: Pillow", "pixels differ")


@check
def pillow_frames(context: Context, step: Step) -> None:
    """Pillow opens the file as one of several pictures, and each frame decodes."""
    if not context.has("pillow", "Pillow: frames"):
        return
    image = peers.module("pillow").open(context.path(step["file"]))
    frames = getattr(image, "n_frames", 1)
    context.expect((image.format, frames) == ("MPO", step["frames"]), "Pillow: frames", f"{image.format}, {frames}")
    for index in range(frames):
        image.seek(index)
        image.load()
    context.expect(True, "Pillow: every frame decodes")
