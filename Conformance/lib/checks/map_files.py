"""Map files of others: numpy, tifffile, OpenEXR; and property lists, by Python's plistlib."""
from __future__ import annotations

import plistlib
from pathlib import Path
from typing import Any, Sequence

from auxtools import pfm
from auxtools.plane import Plane

from .. import peers
from ..context import Context
from .registry import Step, check
from .values import codes

_PEERS = {".npy": "numpy", ".tiff": "tifffile", ".exr": "openexr"}
_DATA, _DESCRIPTION = "kCGImageAuxiliaryDataInfoData", "kCGImageAuxiliaryDataInfoDataDescription"
_METADATA = "kCGImageAuxiliaryDataInfoMetadata"


def _has(context: Context, path: Path, label: str) -> bool:
    peer = _PEERS.get(path.suffix)
    return peer is None or (context.has("numpy", label) and context.has(peer, label))


def _read(path: Path) -> Plane:
    """Reads a map with the library that its suffix belongs to, our own reader for PFM."""
    if path.suffix == ".pfm":
        return pfm.read(path)
    if path.suffix == ".npy":
        array = peers.module("numpy").load(path)
    elif path.suffix == ".tiff":
        array = peers.module("tifffile").imread(path)
    else:
        channels = peers.module("openexr").File(str(path), separate_channels=True).channels()
        array = next(iter(channels.values())).pixels
    height, width = array.shape[:2]
    return Plane(width, height, array.astype("float64").reshape(-1).tolist())


def _write(path: Path, plane: Plane) -> None:
    array = peers.module("numpy").array(plane.values, dtype="float32").reshape(plane.height, plane.width)
    if path.suffix == ".npy":
        peers.module("numpy").save(path, array)
    elif path.suffix == ".tiff":
        peers.module("tifffile").imwrite(path, array)
    else:
        exr = peers.module("openexr")
        header = {"compression": exr.ZIP_COMPRESSION, "type": exr.scanlineimage}
        exr.File(header, {"Z": array}).write(str(path))


def _worst(seen: Sequence[float], wanted: Sequence[float]) -> float:
    return max(abs(a - b) for a, b in zip(seen, wanted))


@check
def map_read(context: Context, step: Step) -> None:
    """Another library reads the samples of `map` out of `file`; floats stay bit for bit."""
    path = context.path(step["file"])
    if not _has(context, path, f"map read: {path.suffix}"):
        return
    wanted, seen = pfm.read(context.path(step["map"])), _read(path)
    context.expect((seen.width, seen.height) == (wanted.width, wanted.height), "map read: size",
                   f"{seen.width}x{seen.height}, not {wanted.width}x{wanted.height}")
    context.expect(list(seen.values) == list(wanted.values), "map read: samples",
                   f"up to {_worst(seen.values, wanted.values)} off")


@check
def array_truth(context: Context, step: Step) -> None:
    """The samples of `file`, times `scale`, are those of truth.npy, as near as floats are."""
    path = context.path(step["file"])
    if not (context.has("numpy", "array truth") and context.has("pillow", "array truth")):
        return
    numpy = peers.module("numpy")
    wanted = numpy.load(context.path("truth.npy")).astype("f8")
    seen = numpy.load(path) if path.suffix == ".npy" else numpy.asarray(peers.module("pillow").open(path))
    if context.expect(seen.shape == wanted.shape, "array truth: size", f"{seen.shape}, not {wanted.shape}"):
        worst = numpy.abs(seen.astype("f8") * step["scale"] - wanted).max() / step["scale"]
        context.expect(worst <= step.get("within", 1e-7), "array truth: samples", f"up to {worst} off")


@check
def map_back(context: Context, step: Step) -> None:
    """The program turns a file that another library wrote of `map` into the same samples."""
    path = context.path(f"theirs.{step['suffix']}")
    if not _has(context, path, f"map back: {path.suffix}"):
        return
    wanted = pfm.read(context.path(step["map"]))
    _write(path, wanted)
    done = context.auxdepth("convert", path.name, "-o", "back.pfm")
    if context.expect(done.status == 0, "map back: exit status", f"{done.status}: {done.stderr.strip()}"):
        seen = pfm.read(context.path("back.pfm"))
        context.expect(list(seen.values) == list(wanted.values), "map back: samples",
                       f"up to {_worst(seen.values, wanted.values)} off")


@check
def map_inverse(context: Context, step: Step) -> None:
    """Depth that was converted to disparity is 1 / depth, within a float's rounding."""
    path = context.path(step["file"])
    if not _has(context, path, f"map inverse: {path.suffix}"):
        return
    wanted = [1 / value for value in pfm.read(context.path(step["map"])).values]
    worst = max(abs(a - b) / b for a, b in zip(_read(path).values, wanted))
    context.expect(worst <= step["relative"], "map inverse: samples", f"up to {worst} off, in relation")


def _list(context: Context, name: str) -> dict[str, Any]:
    return plistlib.loads(context.path(name).read_bytes())


@check
def plist_read(context: Context, step: Step) -> None:
    """plistlib reads the dictionary: its keys, format and sizes, a packet, and the samples that `extract` gives."""
    found, facts = _list(context, step["plist"]), context.auxiliary(step["file"], step["type"])
    about = found.get(_DESCRIPTION, {})
    wanted = {"PixelFormat": step["fourcc"], "Width": facts["width"], "Height": facts["height"]}
    context.expect({key: about.get(key) for key in wanted} == wanted, "plist: description", f"{about}, not {wanted}")
    packet = found.get(_METADATA, b"")
    context.expect(b"rdf:RDF" in packet, "plist: packet", f"{packet[:40]!r}")
    width = 2 if step["fourcc"] != 0x4C303038 else 1
    stride, rows = about["BytesPerRow"], about["Height"]
    data = b"".join(found[_DATA][stride * row:stride * row + width * about["Width"]] for row in range(rows))
    samples = context.extract(step["file"], step["type"], "--format", "raw").read_bytes()
    context.expect(data == samples, "plist: samples", "differ from those that extract gives")


@check
def plist_rewritten(context: Context, step: Step) -> None:
    """The other form of the list, written by plistlib, gives the same codes when it is attached."""
    content = context.path(step["plist"]).read_bytes()
    other = plistlib.FMT_XML if content.startswith(b"bplist") else plistlib.FMT_BINARY
    context.path("other.plist").write_bytes(plistlib.dumps(plistlib.loads(content), fmt=other))
    done = context.auxdepth("attach", step["photo"], "-o", "other.jpg", "--dictionary", "other.plist")
    if not context.expect(done.status == 0, "plist: other form", f"{done.status}: {done.stderr.strip()}"):
        return
    context.written.append("other.jpg")
    count = context.auxiliary("other.jpg", step["type"])
    size = count["width"] * count["height"]
    planes = [codes(context.extract(name, step["type"], "--as", "L008", "--format", "raw"), size)
              for name in (step["file"], "other.jpg")]
    context.expect(planes[0] == planes[1], "plist: other form's codes", "differ")
