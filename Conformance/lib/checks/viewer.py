"""The page of `view`, read without the program: its frame, previews, samples, values and structure."""
from __future__ import annotations

import base64
import html.parser
import io
import json
import math
import re
import struct
import zlib
from typing import Any

from .. import peers
from ..context import Context
from .registry import Step, check

_POLICY = "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; worker-src blob:"
_KINDS = {"uint8": "B", "uint16": "H", "float32": "f"}


class _Page(html.parser.HTMLParser):
    """The elements of a page, and the contents of its data, title and policy."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.titles: list[str] = []
        self.policies: list[str | None] = []
        self.addresses: list[str] = []
        self._open: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "script":
            self.scripts.append((attributes, ""))
        if tag == "title":
            self.titles.append("")
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy":
            self.policies.append(attributes.get("content"))
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "action", "srcset")]
        self._open = tag

    def handle_endtag(self, tag: str) -> None:
        self._open = None

    def handle_data(self, data: str) -> None:
        if self._open == "script":
            attributes, text = self.scripts[-1]
            self.scripts[-1] = attributes, text + data
        if self._open == "title":
            self.titles[-1] += data

    def content(self, identifier: str) -> bytes:
        """The bytes of a part."""
        return base64.b64decode(self.part(identifier), validate=True)

    def part(self, identifier: str) -> str:
        """The content of the one element of an identifier."""
        texts = [text for attributes, text in self.scripts if attributes.get("id") == identifier]
        if len(texts) != 1 or "<" in texts[0]:
            raise ValueError(f"{len(texts)} elements {identifier}")
        return texts[0]

    @property
    def data(self) -> dict[str, Any]:
        """The JSON object of the page, with those of its files and of what is read of each when it is opened."""
        data: dict[str, Any] = {**json.loads(self.part("auxdepth-data")), **json.loads(self.part("auxdepth-rules"))}
        data["files"] = [json.loads(text) for attributes, text in self.scripts if "data-file" in attributes]
        for file in data["files"]:
            if "details" in file:
                file |= json.loads(zlib.decompress(self.content(file["details"])))
            for entry in file.get("maps", []):
                if "part" in entry:
                    entry["data"] = self.content(entry["part"])
        return data


def _page(context: Context, step: Step) -> _Page:
    return _Page(context.path(step["page"]).read_text(encoding="utf-8"))


def _file(context: Context, step: Step) -> dict[str, Any]:
    return dict(_page(context, step).data["files"][0])


def _from_residuals(values: list[int], width: int, size: int) -> list[int]:
    """Adds the median of the neighbours' expectations to each code, as JPEG-LS has them."""
    for index, code in enumerate(values):
        left = values[index - 1] if index % width else 0
        above = values[index - width] if index >= width else 0
        corner = values[index - width - 1] if index % width and index >= width else 0
        expected = sorted((left, above, left + above - corner))[1]
        values[index] = (code + expected) % size
    return values


def samples(entry: dict[str, Any]) -> list[float]:
    """The samples of a map in any exact coding."""
    kind, coding = _KINDS[entry["sample"]], entry["coding"]
    values = list(struct.unpack(f"<{entry['width'] * entry['height']}{kind}", zlib.decompress(entry["data"])))
    return _from_residuals(values, entry["width"], 1 << 8 * struct.calcsize(kind)) if coding == "median" else values


@check
def page_alone(context: Context, step: Step) -> None:
    """The page is whole, names its photos, and needs and asks for nothing that is not in it."""
    page = _page(context, step)
    data = page.data
    names = [file["name"] for file in data["files"]]
    context.expect(names == step["titles"], "page: files", f"{names}")
    failed = [file["name"] for file in data["files"] if "failure" in file]
    context.expect(failed == step.get("failed", []), "page: failures", f"{failed}")
    context.expect(all(file["findings"] and not file["valid"] for file in data["files"] if "failure" in file),
                   "page: findings of what cannot be read", f"{data['files']}"[:300])
    context.expect(data.get("compare") == step.get("compare"), "page: comparison", f"{data.get('compare')}")
    code = [text for attributes, text in page.scripts if "type" not in attributes]
    types = {attributes.get("type", "") for attributes, _ in page.scripts}
    context.expect(data["version"] == 3 and len(code) == 1 and types <= {"", "application/json", "text/plain"},
                   "page: data and script", f"version {data['version']}, {len(code)} scripts, {types}")
    context.expect(len(page.titles) == 1 and all(name in page.titles[0] for name in step["titles"]), "page: title",
                   f"{page.titles}")
    context.expect(page.policies == [_POLICY], "page: policy", f"{page.policies}")
    elsewhere = [address for address in page.addresses if not address.startswith("#")]
    context.expect(not elsewhere, "page: addresses", f"{elsewhere}")


@check
def page_preview(context: Context, step: Step) -> None:
    """The preview is the photo, upright, of its size as far as 2,048 pixels go."""
    if not (context.has("pillow", "page: preview") and context.has("numpy", "page: preview")):
        return
    numpy, image = peers.module("numpy"), peers.module("pillow")
    from PIL import ImageOps

    page = _page(context, step)
    photo = page.data["files"][0]["photo"]
    shown = image.open(io.BytesIO(page.content(photo["preview"]["part"])))
    kind = image.MIME[shown.format]
    context.expect(kind == photo["preview"]["type"], "page: preview's type", f"{kind}, not {photo['preview']['type']}")
    given = ImageOps.exif_transpose(image.open(context.path(step["photo"]))).convert("RGB")
    sizes = [shown.size, (photo["width"], photo["height"]), (photo["preview"]["width"], photo["preview"]["height"])]
    if context.expect(all(size == given.size for size in sizes), "page: preview's size", f"{sizes}, not {given.size}"):
        distance = numpy.abs(numpy.asarray(shown.convert("RGB"), int) - numpy.asarray(given, int)).mean()
        context.expect(distance <= step["maxMean"], "page: preview's pixels", f"{distance} codes apart")


@check
def page_values(context: Context, step: Step) -> None:
    """The values of codes are those of `info` at the ends and of `extract` everywhere, in metres."""
    from auxtools import pfm

    maps = _file(context, step)["maps"]
    listed = context.info(step["file"])["auxiliary"]
    context.expect([each["type"] for each in maps] == [each["type"] for each in listed], "page: types", f"{maps}"[:300])
    for entry, facts in zip(maps, listed):
        if "floatMin" not in facts:
            context.expect(entry["value"] == {"kind": "linear", "offset": 0, "scale": 1 / 255}, "page: a matte is 0...1",
                           f"{entry.get('value')}")
            continue
        value, unit = entry["value"], entry["unit"]
        stated = (value["offset"] + value["scale"] * code for code in samples(entry))
        seen = [1 / number if value["kind"] == "inverse" else number for number in stated]
        raw = context.extract(step["file"], facts["type"], "--as", "fdep" if unit == "m" else "fdis", suffix="pfm")
        wanted = pfm.read(raw).values
        worst = max(abs(a - b) / max(abs(b), 1e-6) for a, b in zip(seen, wanted) if math.isfinite(b))
        context.expect(len(seen) == len(wanted) and worst < 1e-5, f"page: values in {unit}", f"{worst} apart")


def _same(context: Context, entry: dict[str, Any], wanted: list[int], peer: str) -> None:
    context.expect(samples(entry) == wanted, f"page: codes of {entry['type']} by {peer}", "they differ")


@check
def page_heif(context: Context, step: Step) -> None:
    """pillow-heif decodes the codes that the page holds."""
    if not (context.has("pillow-heif", "page: codes") and context.has("numpy", "page: codes")):
        return
    numpy = peers.module("numpy")
    opened = peers.module("pillow-heif").open_heif(str(context.path(step["file"])))
    for entry, facts in zip(_file(context, step)["maps"], context.info(step["file"])["auxiliary"]):
        if entry["kind"] in ("depth", "disparity"):
            image = opened.info["depth_images"][0]
        else:
            image = opened.get_aux_image(opened.info["aux"][facts["identifier"]][0])
        _same(context, entry, numpy.asarray(image).reshape(-1).tolist(), "pillow-heif")


@check
def page_jpeg(context: Context, step: Step) -> None:
    """Pillow decodes the codes that the page holds, of the further images of the file in their order."""
    if not (context.has("pillow", "page: codes") and context.has("numpy", "page: codes")):
        return
    from PIL import ImageOps

    numpy, file = peers.module("numpy"), peers.module("pillow").open(context.path(step["file"]))
    turn = file.getexif().get(0x0112, 1)
    for number, entry in enumerate(_file(context, step)["maps"], 1):
        file.seek(number)
        frame = file.convert("L").copy()
        # A further image has no Exif; it is turned as the photo is.
        frame.getexif()[0x0112] = turn
        upright = ImageOps.exif_transpose(frame)
        _same(context, entry, numpy.asarray(upright).reshape(-1).tolist(), "Pillow")


@check
def page_dng(context: Context, step: Step) -> None:
    """tifffile decodes the codes that the page holds; those of a disparity map run the other way."""
    if not (context.has("tifffile", "page: codes") and context.has("numpy", "page: codes")):
        return
    numpy = peers.module("numpy")
    with peers.module("tifffile").TiffFile(context.path(step["file"])) as file:
        first = file.pages[0]
        turn = first.tags["Orientation"].value if "Orientation" in first.tags else 1
        pages = {page.tags["PhotometricInterpretation"].value: page.asarray() for page in first.pages}
    for entry in _file(context, step)["maps"]:
        codes = pages[51177 if entry["kind"] in ("depth", "disparity") else 52527]
        if entry["kind"] == "disparity":
            codes = numpy.iinfo(codes.dtype).max - codes
        upright = {1: codes, 6: numpy.rot90(codes, -1)}[int(turn)]
        _same(context, entry, upright.reshape(-1).tolist(), "tifffile")


@check
def page_structure(context: Context, step: Step) -> None:
    """Each part's place has the part's name."""
    data = context.path(step["file"]).read_bytes()
    nodes = _file(context, step)["structure"]
    context.expect(len(nodes) > 8 and nodes[0]["level"] == 0, "page: structure", f"{nodes}"[:200])
    wrong = [node for node in nodes if node["name"] == "error" or not 0 <= node.get("offset", 0) <= len(data)]
    context.expect(not wrong, "page: places inside the file", f"{wrong[:3]}")
    steps = [after["level"] - before["level"] for before, after in zip(nodes, nodes[1:])]
    context.expect(max(steps) <= 1, "page: levels", f"{steps}")
    misnamed = [node for node in nodes if not _is_there(data, node)]
    context.expect(not misnamed, "page: names of parts", f"{misnamed[:3]}")
    listed = [node["text"] for node in nodes if "auxiliary image " in node.get("text", "")]
    kinds = [re.search(r"auxiliary image (\w+) by ", text) for text in listed]
    shown = sorted({"matte": "portraitEffectsMatte"}.get(entry["kind"], entry["kind"]) for entry in _file(context, step)["maps"])
    named = sorted(kind[1] for kind in kinds if kind)
    context.expect(named == shown, "page: the list of images is that of the maps", f"{named}, not {shown}")


def _is_there(data: bytes, node: dict[str, Any]) -> bool:
    """Whether the bytes at a part's place are those of a part of that name, as far as they say."""
    name, offset, size = node["name"], node.get("offset"), node.get("size")
    if offset is None:
        return True
    if re.fullmatch(r"APP\d+|SOF\d+|DQT|DHT|DRI|SOS", name):
        return data[offset] == 0xFF and int.from_bytes(data[offset + 2:offset + 4], "big") + 2 == size
    if re.fullmatch(r"image \d+", name):
        return data[offset:offset + 2] == b"\xff\xd8" and data[offset + size - 2:offset + size] == b"\xff\xd9"
    if data[4:8] == b"ftyp" and re.fullmatch(r"[!-~]{4}", name) and name != "item":
        return data[offset + 4:offset + 8] == name.encode() and int.from_bytes(data[offset:offset + 4], "big") in (size, 1)
    if re.fullmatch(r"(Sub)?IFD\d+", name):
        order = "little" if data[:2] == b"II" else "big"
        return node["text"].split(",")[0] == f"{int.from_bytes(data[offset:offset + 2], order)} tags"
    return True


@check
def page_space(context: Context, step: Step) -> None:
    """The camera in space is that of a focal length on 35 mm film, by diagonals; outlines move within the map."""
    file = _file(context, step)
    camera, photo = file["effects"]["camera"], file["photo"]
    entry = file["maps"][camera["map"]]
    context.expect(entry["kind"] in ("depth", "disparity"), "page: map in space", f"{entry['type']}")
    context.expect(camera["origin"] == "calibration", "page: origin of the camera", f"{camera}")
    sides = (camera["width"], camera["height"])
    same = abs(sides[0] / sides[1] - photo["width"] / photo["height"]) < 0.01
    context.expect(same, "page: the camera is upright", f"{sides} of {photo['width']}x{photo['height']}")
    focal = step["focal"] / math.hypot(36, 24) * math.hypot(*sides)
    context.expect(all(abs(found / focal - 1) < 1e-3 for found in camera["focal"]), "page: focal length", f"{camera['focal']}, {focal}")
    middle = all(abs(found - side / 2) < 0.51 for found, side in zip(camera["center"], sides))
    context.expect(middle, "page: principal point", f"{camera['center']} of {sides}")
    if "outlines" not in file:
        return
    width, height = entry["width"], entry["height"]
    data = _page(context, step).content(file["outlines"]["part"])
    moves = samples({**file["outlines"], "sample": "uint8", "width": width, "height": height, "data": data})
    context.expect(len(moves) == width * height, "page: moves of outlines", f"{len(moves)} for {width}x{height}")
    for index, move in enumerate(moves):
        if move == 0:
            continue
        column, row = index % width + (move - 1) % 7 - 3, index // width + (move - 1) // 7 - 3
        inside = move <= 49 and move != 25 and 0 <= column < width and 0 <= row < height
        if not context.expect(inside, "page: a sample moves to one around it", f"{move} at {index}"):
            return
