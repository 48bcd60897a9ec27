"""Photos of PQ and HLG: kept in other containers, or tone mapped by the standards' formulas."""
from __future__ import annotations

from typing import Any

from auxtools.containers import walk_heif

from .. import peers
from ..context import Context
from .registry import Step, check

_PEERS = ("numpy", "imagecodecs", "tifffile", "pillow")


def _codes(context: Context, name: str) -> Any:
    """Returns the samples of a picture, as shares of 1, by readers that are not the program's."""
    numpy, path = peers.module("numpy"), context.path(name)
    if name.endswith(".heic"):
        opened = peers.module("pillow-heif").open_heif(path, convert_hdr_to_8bit=False)
        return (numpy.asarray(opened)[..., :3] >> 6) / 1023
    if name.endswith(".avif"):
        return peers.module("imagecodecs").avif_decode(path.read_bytes())[..., :3] / 1023
    if name.endswith(".png"):
        samples = peers.module("imagecodecs").png_decode(path.read_bytes())
    elif name.endswith(".tiff"):
        samples = peers.module("tifffile").imread(path)
    else:
        samples = numpy.asarray(peers.module("pillow").open(path).convert("RGB"))
    return samples / numpy.iinfo(samples.dtype).max


def _icc_points(profile: bytes) -> list[int]:
    """Returns what a tag cicp of a profile says (ICC.1:2022, 10.3)."""
    for at in range(132, 132 + 12 * int.from_bytes(profile[128:132], "big"), 12):
        if profile[at:at + 4] == b"cicp":
            place = int.from_bytes(profile[at + 4:at + 8], "big")
            return list(profile[place + 8:place + 10])
    return []


def _points(context: Context, name: str) -> list[int]:
    """Returns the code points of primaries and transfer that a file states."""
    path = context.path(name)
    data = path.read_bytes()
    if name.endswith((".heic", ".avif")):
        file = walk_heif.walk(data)
        payload = next((p.payload for p in file.items[file.primary].properties
                        if p.kind == "colr" and p.payload[:4] == b"nclx"), b"")
        return [int.from_bytes(payload[at:at + 2], "big") for at in (4, 6)] if payload else []
    if name.endswith(".png"):
        at = data.find(b"cICP")
        return list(data[at + 4:at + 6]) if 0 < at < data.find(b"IDAT") else []
    tag = peers.module("tifffile").TiffFile(path).pages[0].tags.get(34675)
    return [] if tag is None else _icc_points(bytes(tag.value))


@check
def hdr_kept(context: Context, step: Step) -> None:
    """A file states the code points `points`, and its samples are codes.npy within `codes` of 1023 on average."""
    if not all(context.has(peer, "HDR kept") for peer in (*_PEERS, "pillow-heif")):
        return
    numpy, name = peers.module("numpy"), step["file"]
    context.expect(_points(context, name) == step["points"], f"code points of {name}", f"{_points(context, name)}")
    truth, seen = numpy.load(context.path("codes.npy")), _codes(context, name)
    if context.expect(seen.shape == truth.shape, f"size of {name}", f"{seen.shape}, not {truth.shape}"):
        off = float(numpy.abs(seen - truth).mean() * 1023)
        context.expect(off <= step["codes"], f"codes of {name}", f"off by {off} on average")
    if name.endswith(".png") and context.has("exiftool", "cICP"):
        shown = context.run(["exiftool", "-s3", "-n", "-ColorPrimaries", "-TransferCharacteristics", name]).text.split()
        context.expect([int(word) for word in shown] == step["points"], f"cICP of {name} by ExifTool", f"{shown}")


@check
def tone_mapped(context: Context, step: Step) -> None:
    """A picture is truth.npy within `codes` of 255: each sample, or on average where `mean` is true."""
    if not all(context.has(peer, "tone mapped") for peer in _PEERS):
        return
    numpy, name = peers.module("numpy"), step["file"]
    truth, seen = numpy.load(context.path("truth.npy")), _codes(context, name)
    if not context.expect(seen.shape == truth.shape, f"size of {name}", f"{seen.shape}, not {truth.shape}"):
        return
    errors = numpy.abs(seen * 255 - numpy.round(truth * 255))
    off = float(errors.mean() if step.get("mean") else errors.max())
    context.expect(off <= step["codes"] + 1e-6, f"samples of {name}", f"off by {off}")
