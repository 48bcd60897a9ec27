"""Makes files out of descriptions, as `case.json` and the corpus of defects have them."""
from __future__ import annotations

import math
import plistlib
import struct
from typing import Any, Callable, Mapping

from . import pfm, png, y4m
from .containers import make_dng, make_google, make_jpeg, make_trailers, make_xmp
from .containers.changes import changed

Description = Mapping[str, Any]
_MAKERS: dict[str, Callable[[Description], bytes]] = {}


def _maker(function: Callable[[Description], bytes]) -> Callable[[Description], bytes]:
    _MAKERS[function.__name__.strip("_").replace("_", "-")] = function
    return function


def made(what: Description) -> bytes:
    """Returns the bytes of the kind of file that `make` names, after the changes of `then`."""
    return with_changes(_MAKERS[what["make"]](what), what)


def with_changes(data: bytes, what: Description) -> bytes:
    """Returns the data after the changes of `then`."""
    for change in what.get("then", []):
        data = changed(data, change)
    return data


def shape(width: int, height: int, name: str = "scene") -> list[float]:
    """Returns numbers of 0...1: waves with a box and a disc in front, a ramp, a constant, two halves, or noise."""
    values = []
    for y in range(height):
        for x in range(width):
            u, v = x / max(width - 1, 1), y / max(height - 1, 1)
            if name == "constant":
                values.append(0.5)
            elif name == "halves":
                values.append(0.0 if u < 0.5 else 1.0)
            elif name == "noise":
                values.append(_mixed(x * 374761393 + y * 668265263) / (1 << 32))
            elif name == "ramp":
                values.append((x + y * width) / max(width * height - 1, 1))
            elif abs(u - 0.3) < 0.12 and abs(v - 0.5) < 0.2:
                values.append(0.02 + 0.1 * v)
            elif math.hypot(u - 0.7, v - 0.4) < 0.18:
                values.append(0.2)
            else:
                values.append(0.55 + 0.45 * math.sin(9 * u + 2 * v) * math.cos(5 * v))
    return values


def _mixed(number: int) -> int:
    """Returns a number of 32 bits that has little to do with the given one."""
    number = (number ^ number >> 13) * 1274126177 % (1 << 32)
    return number ^ number >> 16


@_maker
def _picture(what: Description) -> bytes:
    return png.picture(what["width"], what["height"], what.get("bits", 8))


@_maker
def _jpeg(what: Description) -> bytes:
    segments = bytes.fromhex(what.get("segments", "")) + (make_jpeg.profile() if what.get("profile") else b"")
    return make_jpeg.jpeg(
        what["width"], what["height"], what.get("components", 3), what.get("orientation"), what.get("jfif", True),
        segments, bytes.fromhex(what.get("trailer", "")))


@_maker
def _photo(what: Description) -> bytes:
    """A JPEG with an index and one further image; `claims` replaces (size, offset) that the index has of it."""
    secondary = make_jpeg.auxiliary(
        what.get("auxWidth", 32), what.get("auxHeight", 24), {**what["properties"], **what.get("numbers", {})},
        what.get("auxComponents", 1))
    if "claimedSize" in what:
        at = secondary.index(b"\xff\xc0") + 5
        width, height = what["claimedSize"]
        secondary = secondary[:at] + struct.pack(">HH", height, width) + secondary[at + 4:]
    first = make_jpeg.indexed(what["width"], what["height"], [len(secondary)], order=what.get("order", ">"))
    if "claims" in what:
        size, offset = what["claims"]
        index = make_jpeg.mpf([(0x030000, len(first), 0), (0, size, offset)], what.get("order", ">"))
        first = make_jpeg.jpeg(what["width"], what["height"], segments=index)
    return first + secondary


@_maker
def _ultra_hdr(what: Description) -> bytes:
    """A JPEG with a gain map after it that XMP and GContainer announce; `index`: whether there is an MPF index, too.

    `elements`: whether hdrgm:Version is an element; `prefix`: that of GContainer; `items`: more items of the directory,
    the hexadecimal bytes that follow by their semantic.
    """
    container, item, hdrgm = ("http://ns.google.com/photos/1.0/container/",
                              "http://ns.google.com/photos/1.0/container/item/", "http://ns.adobe.com/hdr-gain-map/1.0/")
    values = {"Version": "1.0", "GainMapMin": "0", "GainMapMax": str(what.get("stops", 2)), "Gamma": "1",
              "OffsetSDR": "0.015625", "OffsetHDR": "0.015625", "HDRCapacityMin": "0",
              "HDRCapacityMax": str(what.get("stops", 2)), "BaseRenditionIsHDR": "False"}

    def packet(inner: str) -> bytes:
        return make_jpeg.xmp(make_xmp.wrapped(inner))

    size = what.get("gainWidth", 32), what.get("gainHeight", 24)
    gain_map = make_jpeg.jpeg(*size, components=1, segments=packet(
        f'<rdf:Description rdf:about="" xmlns:hdrgm="{hdrgm}" {make_xmp.attributes("hdrgm", values)}/>'))
    others = [(semantic, bytes.fromhex(data)) for semantic, data in what.get("items", {}).items()]
    c = what.get("prefix", "Container")
    entries = [("Primary", "image/jpeg", None), ("GainMap", "image/jpeg", len(gain_map))]
    entries += [(semantic, "video/mp4", len(data)) for semantic, data in others]
    listed = "".join(
        f'<rdf:li rdf:parseType="Resource"><{c}:Item Item:Semantic="{semantic}" Item:Mime="{mime}"'
        + (f' Item:Length="{length}"' if length is not None else "") + "/></rdf:li>" for semantic, mime, length in entries)
    version = "<hdrgm:Version>1.0</hdrgm:Version>" if what.get("elements") else ""
    announced = packet(
        f'<rdf:Description rdf:about="" xmlns:{c}="{container}" xmlns:Item="{item}" xmlns:hdrgm="{hdrgm}"'
        + ("" if version else ' hdrgm:Version="1.0"')
        + f'>{version}<{c}:Directory><rdf:Seq>{listed}</rdf:Seq></{c}:Directory></rdf:Description>')
    rest = gain_map + b"".join(data for _, data in others)
    if not what.get("index", True):
        return make_jpeg.jpeg(what["width"], what["height"], segments=announced) + rest
    return make_jpeg.indexed(what["width"], what["height"], [len(gain_map)], announced) + rest


@_maker
def _dng(what: Description) -> bytes:
    options = {key: tuple(value) if isinstance(value, list) else value
               for key, value in what.items() if key not in ("make", "then")}
    return make_dng.dng(**options)


@_maker
def _map(what: Description) -> bytes:
    width, height = what["width"], what["height"]
    low, high = what.get("low", 0), what.get("high", 1)
    values = [low + g * (high - low) for g in shape(width, height, what.get("shape", "scene"))]
    if what["kind"] == "pfm":
        for name, value in (("nan", float("nan")), ("inf", float("inf")), ("zero", 0.0), ("negative", -1.0)):
            for index in what.get(name, []):
                values[index] = value
        return pfm.encode(width, height, values, what.get("bigEndian", False))
    if what["kind"] == "gray8":
        return png.gray8(width, height, [round(value * 255) for value in values])
    return png.gray16(width, height, [round(value * 65535) for value in values])


@_maker
def _dictionary(what: Description) -> bytes:
    """A property list as ImageIO's dictionary of disparity in halves, with XMP of `properties`.

    `description` replaces members of its description, `bytes` cuts the samples, `metadata` is other text than XMP.
    """
    width, height, low, high = what["width"], what["height"], what["low"], what["high"]
    values = [low + g * (high - low) for g in shape(width, height)]
    content = {
        "kCGImageAuxiliaryDataInfoData": struct.pack(f"<{len(values)}e", *values)[:what.get("bytes")],
        "kCGImageAuxiliaryDataInfoDataDescription": {
            "PixelFormat": int.from_bytes(b"hdis", "big"), "Width": width, "Height": height, "BytesPerRow": 2 * width,
            **what.get("description", {})}}
    if "properties" in what or "metadata" in what:
        packet = what["metadata"].encode() if "metadata" in what else make_xmp.packet(what["properties"])
        content["kCGImageAuxiliaryDataInfoMetadata"] = packet
    return plistlib.dumps(content)


@_maker
def _gdepth(what: Description) -> bytes:
    plane = made(what["map"])
    confidence = made(what["confidence"]) if "confidence" in what else None
    return make_google.gdepth(
        what["width"], what["height"], plane, what["properties"], what.get("portion", 0), confidence)


@_maker
def _dynamic_depth(what: Description) -> bytes:
    plane = made(what["map"])
    confidence = made(what["confidence"]) if "confidence" in what else None
    return make_google.dynamic_depth(
        what["width"], what["height"], plane, what["properties"], what.get("padding", 0), confidence)


@_maker
def _maker_data(what: Description) -> bytes:
    """A photo with a maker's data after it: `maker`, and `width` and `height` of its depth map, a ramp of codes."""
    width, height = what["width"], what["height"]
    samples = bytes((3 * x + 5 * y) % 256 for y in range(height) for x in range(width))
    return make_trailers.maker_data(what["maker"], width, height, samples, what.get("jfif", True))


@_maker
def _leading(what: Description) -> bytes:
    """A photo with a number that refers to data after its images: `number`."""
    return make_trailers.leading(what["number"], what.get("jfif", True))


@_maker
def _y4m(what: Description) -> bytes:
    """A video of colour (420jpeg) or of depth (mono): ramps that move."""
    width, height, chroma = what["width"], what["height"], what["chroma"]
    frames = []
    for number in range(what["frames"]):
        luma = bytes((16 + 3 * x + 5 * y + 7 * number) % 256 for y in range(height) for x in range(width))
        colours = bytes((90 + x + 2 * number) % 256 for x in range(width * height // 4))
        frames.append(luma if chroma == "mono" else luma + colours + colours[::-1])
    return b"".join(y4m.encode(width, height, what.get("rate", "24:1"), f"C{chroma}", frames))


@_maker
def _y4m_colours(what: Description) -> bytes:
    """A video whose frames have one colour each, of a tag, a matrix and a range."""
    width, height, tag = what["width"], what["height"], what["tag"]
    bits, full = y4m.depth(tag), what["range"] == "FULL"
    frames = []
    for colour in what["colours"]:
        code = y4m.codes(colour, what["matrix"], bits, full)
        samples = [round(value) for value, count in zip(code, y4m.counts(tag, width, height)) for _ in range(count)]
        frames.append(y4m.packed(samples, bits))
    stated = f" XCOLORSPACE={what['matrix']}" if what.get("stated", True) else ""
    return b"".join(y4m.encode(width, height, "24:1", f"C{tag} XCOLORRANGE={what['range']}{stated}", frames))


@_maker
def _y4m_model(what: Description) -> bytes:
    """A gray video of a ramp; each frame has a factor and a term of its own, as depth of models has."""
    width, height = what["width"], what["height"]
    ramp = [64 + 128 * ((x * 5 + y * 3) % 32) / 32 for y in range(height) for x in range(width)]
    frames = [bytes(round(value * factor + term) for value in ramp) for factor, term in what["lines"]]
    return b"".join(y4m.encode(width, height, "24:1", "Cmono", frames))


@_maker
def _bytes(what: Description) -> bytes:
    return bytes.fromhex(what.get("hex", "")) + what.get("text", "").encode()
