"""Images of several components, against decoders that are not the program's."""
from __future__ import annotations

import io
import plistlib
from typing import Any

from auxtools.containers import promote_heif, walk_heif, walk_jpeg

from .. import peers
from ..context import Context
from .registry import Step, check

_SUBSAMPLED = {"4:2:0": (2, 2), "4:2:2": (2, 1), "4:4:4": (1, 1)}
_PEERS = ("numpy", "imagecodecs", "tifffile")


def _stream(item: walk_heif.Item) -> tuple[str, bytes]:
    """Returns ffmpeg's name of the format and the bitstream of a coded image, configuration included."""
    configuration = item.payload("hvcC")
    if configuration is None:
        # A temporal delimiter begins what AV1 calls a temporal unit.
        return "obu", b"\x12\x00" + item.data
    out, at = b"", 23
    for _ in range(configuration[22]):
        count, at = int.from_bytes(configuration[at + 1:at + 3], "big"), at + 3
        for _ in range(count):
            size = int.from_bytes(configuration[at:at + 2], "big")
            out, at = out + b"\0\0\0\1" + configuration[at + 2:at + 2 + size], at + 2 + size
    at = 0
    while at < len(item.data):
        size = int.from_bytes(item.data[at:at + 4], "big")
        out, at = out + b"\0\0\0\1" + item.data[at + 4:at + 4 + size], at + 4 + size
    return "hevc", out


def _decoded(context: Context, item: walk_heif.Item, facts: dict[str, Any]) -> list[Any]:
    """Returns luma, Cb and Cr of a coded image by ffmpeg, as arrays of codes."""
    numpy = peers.module("numpy")
    kind, stream = _stream(item)
    source = context.path(f"item-{item.number}.{kind}")
    source.write_bytes(stream)
    done = context.run(["ffmpeg", "-v", "error", "-f", kind, "-i", source.name, "-frames:v", "1", "-f", "rawvideo", "-"])
    if done.status != 0:
        raise RuntimeError(f"ffmpeg: {done.stderr.strip()[-200:]}")
    codes = numpy.frombuffer(done.stdout, "u1" if facts["colour"]["bits"] == 8 else "<u2")
    size = item.payload("ispe")
    width, height = int.from_bytes(size[4:8], "big"), int.from_bytes(size[8:12], "big")
    across, down = _SUBSAMPLED[facts["colour"]["layout"]]
    planes, at = [], 0
    for x, y in ((1, 1), (across, down), (across, down)):
        shape = (-(-height // y), -(-width // x))
        planes.append(codes[at:at + shape[0] * shape[1]].reshape(shape))
        at += shape[0] * shape[1]
    return planes


def _assembled(context: Context, file: walk_heif.File, item: walk_heif.Item, facts: dict[str, Any]) -> list[Any]:
    """Returns the planes of an item that may be a grid."""
    if item.kind != "grid":
        return _decoded(context, item, facts)
    numpy = peers.module("numpy")
    rows, columns = item.data[2] + 1, item.data[3] + 1
    tiles = [_decoded(context, file.items[number], facts) for number in item.references["dimg"]]
    across, down = _SUBSAMPLED[facts["colour"]["layout"]]
    planes = []
    for index, (x, y) in enumerate(((1, 1), (across, down), (across, down))):
        whole = numpy.block([[tiles[row * columns + column][index] for column in range(columns)] for row in range(rows)])
        planes.append(whole[:-(-facts["height"] // y), :-(-facts["width"] // x)])
    return planes


def _ours(raw: bytes, facts: dict[str, Any]) -> list[Any]:
    """Returns luma, Cb and Cr of raw samples, as codes of their own bits."""
    numpy = peers.module("numpy")
    bits = facts["colour"]["bits"]
    samples = numpy.frombuffer(raw, "u1" if bits == 8 else "<u2") >> (0 if bits == 8 else 16 - bits)
    luma, chroma = facts["planes"]
    count = luma["width"] * luma["height"]
    pairs = samples[count:].reshape(chroma["height"], chroma["width"], 2)
    return [samples[:count].reshape(luma["height"], luma["width"]), pairs[:, :, 0], pairs[:, :, 1]]


def _scaled(picture: Any, bits: int) -> Any:
    """Returns samples of a picture with as many bits as the codes have."""
    numpy = peers.module("numpy")
    if picture.dtype == numpy.uint8:
        return picture.astype(int)
    return numpy.round(picture * (((1 << bits) - 1) / 65535)).astype(int)


def _shown(context: Context, data: bytes, item: walk_heif.Item, facts: dict[str, Any]) -> Any | None:
    """Returns red, green and blue by another reader, which shows the image as a primary."""
    numpy = peers.module("numpy")
    copy, bits = promote_heif.promoted(data, item.number), facts["colour"]["bits"]
    if facts["codec"] == "av1":
        picture = peers.module("imagecodecs").avif_decode(copy)
        return picture[:, :, :3].astype(int)
    if not context.has("pillow-heif", f"RGB of {facts['type']}"):
        return None
    opened = peers.module("pillow-heif").open_heif(io.BytesIO(copy), convert_hdr_to_8bit=False)
    picture = numpy.asarray(opened)
    return picture.astype(int) >> (0 if picture.dtype == numpy.uint8 else 16 - bits)


# Kr and Kb by matrix coefficients of ITU-T H.273; what is not stated is taken for 6.
_LUMA = {1: (0.2126, 0.0722), 2: (0.299, 0.114), 5: (0.299, 0.114), 6: (0.299, 0.114), 9: (0.2627, 0.0593)}


def _formula(planes: list[Any], colour: dict[str, Any]) -> Any:
    """Returns red, green and blue of luma, Cb and Cr, whose samples count for all pixels that they cover."""
    numpy, (kr, kb) = peers.module("numpy"), _LUMA[colour["matrix"]]
    across, down = _SUBSAMPLED[colour["layout"]]
    height, width = planes[0].shape
    full, unit = colour["range"] == "full", 1 << (colour["bits"] - 8)
    black, scales = (0, [255 * unit + unit - 1] * 2) if full else (16 * unit, [219 * unit, 224 * unit])
    y = (planes[0].astype(float) - black) / scales[0]
    cb, cr = ((plane.astype(float).repeat(down, 0).repeat(across, 1)[:height, :width] - 128 * unit) / scales[1]
              for plane in planes[1:])
    red, blue = y + 2 * (1 - kr) * cr, y + 2 * (1 - kb) * cb
    green = (y - kr * red - kb * blue) / (1 - kr - kb)
    codes = numpy.stack([red, green, blue], -1) * ((1 << colour["bits"]) - 1)
    return numpy.clip(numpy.round(codes), 0, (1 << colour["bits"]) - 1).astype(int)


def _pictures(context: Context, name: str, facts: dict[str, Any]) -> list[tuple[str, Any]]:
    """Returns the image as the program writes it to PNG, TIFF and NPY."""
    kind = facts["type"]
    read = {"png": lambda path: peers.module("imagecodecs").png_decode(path.read_bytes()),
            "tiff": lambda path: peers.module("tifffile").imread(path), "npy": peers.module("numpy").load}
    return [(suffix, opened(context.extract(name, kind, "--stored", "--format", suffix, suffix=suffix)))
            for suffix, opened in read.items()]


def _same_profile(context: Context, name: str, item: walk_heif.Item, kind: str) -> None:
    profile = next((p.payload[4:] for p in item.properties if p.kind == "colr" and p.payload[:4] in (b"prof", b"rICC")),
                   None)
    if not context.has("pillow", f"profile of {kind}"):
        return
    written = context.extract(name, kind, "--format", "png", suffix="png")
    seen = peers.module("pillow").open(written).info.get("icc_profile")
    context.expect(seen == profile, f"profile of {kind}", f"{len(seen or b'')} bytes, not {len(profile or b'')}")
    written = context.extract(name, kind, "--format", "tiff", suffix="tiff")
    tag = peers.module("tifffile").TiffFile(written).pages[0].tags.get(34675)
    context.expect((tag.value if tag else None) == profile, f"profile of {kind} in TIFF")


def _dictionary(context: Context, name: str, facts: dict[str, Any], raw: bytes) -> None:
    found = plistlib.loads(context.extract(name, facts["type"], "--format", "plist", suffix="plist").read_bytes())
    stated = found["kCGImageAuxiliaryDataInfoDataDescription"]
    wanted = {"PixelFormat": int.from_bytes(facts["pixelFormat"].encode(), "big"), "Width": facts["width"],
              "Height": facts["height"], "BytesPerRow": facts["bytesPerRow"],
              "MatrixCoefficients": facts["colour"]["matrix"]}
    wrong = {key: (stated.get(key), value) for key, value in wanted.items() if stated.get(key) != value}
    context.expect(not wrong, f"dictionary of {facts['type']}", f"(seen, wanted): {wrong}")
    context.expect(found["kCGImageAuxiliaryDataInfoData"] == raw, f"planes in the dictionary of {facts['type']}")


@check
def colour_planes(context: Context, step: Step) -> None:
    """Codes are those that ffmpeg decodes, RGB is within one code of another reader's, the profile is kept."""
    if not all(context.has(peer, "colour planes") for peer in _PEERS):
        return
    name, wanted = step["file"], step.get("formats")
    listed = [image for image in context.info(name)["auxiliary"] if "colour" in image]
    if wanted is not None:
        seen = [image["pixelFormat"] for image in listed]
        context.expect(seen == wanted, "pixel formats", f"{seen}, not {wanted}")
    if not listed:
        return None
    if context.info(name)["container"] == "jpeg":
        return _jpeg(context, name, listed)
    data = context.path(name).read_bytes()
    file = walk_heif.walk(data)
    for facts in listed:
        kind = facts["type"]
        item = next((item for item in file.items.values() if item.urn == facts["identifier"] and
                     "auxl" in item.references), None)
        if item is None:
            # A gain map that only a tone-mapped image names: the second of its two inputs (ISO/IEC 23008-12, tmap).
            derived = next(item for item in file.items.values() if item.kind == "tmap")
            item = file.items[derived.references["dimg"][1]]
        raw = context.extract(name, kind, "--format", "raw").read_bytes()
        if "planes" in facts and context.has("ffmpeg", f"codes of {kind}"):
            planes = _assembled(context, file, item, facts)
            pairs = list(zip(_ours(raw, facts), planes))
            same = [a.shape == b.shape and bool((a == b).all()) for a, b in pairs]
            context.expect(all(same), f"codes of {kind}", f"Y, Cb, Cr are the same: {same}")
        picture = _shown(context, data, item, facts)
        # Where libavif draws chroma between samples, others repeat it: a formula says what that is.
        if facts["codec"] == "av1" and "planes" in facts and facts["colour"]["layout"] != "4:4:4":
            picture = _formula(planes, facts["colour"]) if context.has("ffmpeg", f"RGB of {kind}") else None
        for suffix, ours in _pictures(context, name, facts) if picture is not None else []:
            ours = _scaled(ours, facts["colour"]["bits"])
            off = abs(ours - picture).max() if ours.shape == picture.shape else f"{ours.shape}, {picture.shape}"
            context.expect(isinstance(off, str) is False and off <= 1, f"RGB of {kind} in {suffix}", f"off by {off}")
        _same_profile(context, name, item, kind)
        _dictionary(context, name, facts, raw)
    return None


def _jpeg(context: Context, name: str, listed: list[dict[str, Any]]) -> None:
    """The pictures are those that Pillow decodes of the further JPEG images, byte for byte."""
    if not context.has("pillow", "RGB of JPEG"):
        return
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    data = context.path(name).read_bytes()
    further = [numpy.asarray(pillow.open(io.BytesIO(data[start:])).convert("RGB")).astype(int)
               for start in (image.start for image in walk_jpeg.walk(data).images[1:])]
    for facts in listed:
        for suffix, ours in _pictures(context, name, facts):
            off = min((abs(ours - other).max() for other in further if other.shape == ours.shape), default=255)
            context.expect(off <= 1, f"RGB of {facts['type']} in {suffix}", f"off by {off}")


def _profile(context: Context, name: str) -> bytes | None:
    """Returns the ICC profile of a picture as Pillow or pillow-heif gives it."""
    if name.endswith((".heic", ".avif")):
        items = walk_heif.walk(context.path(name).read_bytes())
        found = (p.payload[4:] for p in items.items[items.primary].properties
                 if p.kind == "colr" and p.payload[:4] == b"prof")
        return next(found, None)
    if name.endswith(".dng"):
        with peers.module("tifffile").TiffFile(context.path(name)) as file:
            tag = file.pages[0].tags.get("InterColorProfile") or file.pages[0].tags.get(50831)
            return None if tag is None else bytes(tag.value)
    return peers.module("pillow").open(context.path(name)).info.get("icc_profile")


@check
def profile_name(context: Context, step: Step) -> None:
    """The ICC profile of a picture, as other readers give it, has the description `profile`; null for none."""
    if not all(context.has(peer, "profile") for peer in ("pillow", "tifffile")):
        return
    from PIL import ImageCms
    found = _profile(context, step["file"])
    name = None if found is None else ImageCms.getProfileDescription(
        ImageCms.ImageCmsProfile(io.BytesIO(found))).strip()
    context.expect(name == step["profile"], f"profile of {step['file']}", f"{name}, not {step['profile']}")


@check
def tone_map_colours(context: Context, step: Step) -> None:
    """A tone-mapped image has the `colr` properties of the primary's tiles."""
    file = walk_heif.walk(context.path(step["file"]).read_bytes())
    toned = next(item for item in file.items.values() if item.kind == "tmap")
    tile = file.items[file.items[file.primary].references["dimg"][0]]
    seen, wanted = ([p.payload for p in item.properties if p.kind == "colr"] for item in (toned, tile))
    context.expect(bool(wanted) and seen == wanted, "colours of tmap", f"{len(seen)}, not {len(wanted)}")


@check
def heif_pixels(context: Context, step: Step) -> None:
    """An 8-bit picture is, within `codes`, what pillow-heif decodes of a HEIC."""
    if not all(context.has(peer, "pixels of pillow-heif") for peer in ("numpy", "pillow", "pillow-heif")):
        return
    numpy = peers.module("numpy")
    seen = numpy.asarray(peers.module("pillow").open(context.path(step["file"])).convert("RGB")).astype(int)
    other = numpy.asarray(peers.module("pillow-heif").open_heif(context.path(step["original"]))).astype(int)
    off = abs(seen - other[..., :3]).max() if seen.shape == other[..., :3].shape else 255
    context.expect(off <= step["codes"], "pixels of pillow-heif", f"off by {off}")


def _parts(file: walk_heif.File, identifier: str) -> list[tuple[bytes, set[tuple[str, bytes]]]]:
    """Returns bytes and properties of an auxiliary image and of its tiles."""
    item = next(item for item in file.items.values() if item.urn == identifier and "auxl" in item.references)
    tiles = [file.items[number] for number in item.references.get("dimg", [])]
    return [(part.data, {(p.kind, p.payload) for p in part.properties if p.kind not in ("irot", "imir")})
            for part in [item, *tiles]]


@check
def same_items(context: Context, step: Step) -> None:
    """An auxiliary image, its tiles and their properties are bit for bit those of another file."""
    seen, wanted = (_parts(walk_heif.walk(context.path(step[key]).read_bytes()), step["identifier"])
                    for key in ("file", "original"))
    context.expect([data for data, _ in seen] == [data for data, _ in wanted], "the coded bytes are the same")
    context.expect([found for _, found in seen] == [found for _, found in wanted], "the properties are the same")
