"""Readers of DNG: tifffile and LibRaw."""
from __future__ import annotations

from auxtools.containers import walk_tiff

from .. import peers
from ..context import Context
from .registry import Step, check


@check
def tifffile(context: Context, step: Step) -> None:
    """tifffile's pixels and tags of every depth and mask page are those that we read and the program extracts."""
    if not (context.has("tifffile", "tifffile: pages") and context.has("numpy", "tifffile: pages")):
        return
    name = step["file"]
    data = context.path(name).read_bytes()
    mine = walk_tiff.walk(data)
    with peers.module("tifffile").TiffFile(context.path(name)) as file:
        first = file.pages[0]
        for tag in range(51177, 51182):
            if tag in mine.values:
                seen = first.tags[tag].value
                wanted = mine.values[tag][0]
                context.expect(seen == wanted, f"tifffile: tag {tag}", f"{seen}, not {wanted}")
        pages = [page for page in first.pages if page.tags["PhotometricInterpretation"].value in (51177, 52527)]
        directories = [child for child in mine.children if child.number(262) in (51177, 52527)]
        context.expect(len(pages) == len(directories), "tifffile: pages", f"{len(pages)}, not {len(directories)}")
        for page, directory in zip(pages, directories):
            what = directory.text(52526) or "depth"
            seen = page.asarray().reshape(-1).tolist()
            context.expect(seen == directory.plane(data), f"tifffile: pixels ({what})", "differ from our own reader's")
            _extracted(context, name, what, seen, directory)


def _extracted(context: Context, name: str, what: str, pixels: list[int], directory: walk_tiff.Directory) -> None:
    """The program's codes are the pixels; those of a disparity map run the other way."""
    listed = context.info(name)["auxiliary"]
    facts = next(image for image in listed if (what == "depth") == (image["identifier"] == "DepthMap")
                 and what in ("depth", image["identifier"]))
    extra = ["--as", "L008"] if what == "depth" else []
    raw = context.extract(name, facts["type"], *extra, "--format", "raw").read_bytes()
    size = 1 if len(raw) == len(pixels) else 2
    codes = [int.from_bytes(raw[at:at + size], "little") for at in range(0, len(raw), size)]
    largest = (1 << directory.number(258)) - 1
    wanted = [largest - pixel for pixel in pixels] if facts["type"] == "disparity" else pixels
    context.expect(codes == wanted, f"tifffile: extracted codes ({what})", "differ from the pixels")


@check
def raw_identify(context: Context, step: Step) -> None:
    """LibRaw's raw-identify opens the file."""
    if not context.has("raw-identify", "raw-identify: opens"):
        return
    done = context.run(["raw-identify", step["file"]])
    context.expect(done.status == 0 and "is a" in done.text, "raw-identify: opens",
                   f"status {done.status}: {(done.text + done.stderr).strip()}")


@check
def linear_light(context: Context, step: Step) -> None:
    """The developed image of a DNG, read by tifffile, is the linear light of `truth.npy` within `codes` of 65535."""
    if not (context.has("tifffile", "linear light") and context.has("numpy", "linear light")):
        return
    numpy = peers.module("numpy")
    truth = numpy.load(context.path("truth.npy"))
    with peers.module("tifffile").TiffFile(context.path(step["file"])) as file:
        pages = [page for first in file.pages for page in (first, *(first.pages or ()))]
        image = next(page for page in pages if page.subfiletype == 0 and page.samplesperpixel == 3).asarray()
    if not context.expect(image.shape == truth.shape, "linear light: size", f"{image.shape}, not {truth.shape}"):
        return
    worst = float(numpy.abs(image - truth * 65535).max())
    context.expect(worst <= step["codes"], "linear light: samples", f"{worst} codes off, more than {step['codes']}")
