"""New images have the layout that ImageIO gives them; Specs/ names what is expected."""
from __future__ import annotations

from auxtools import pfm
from auxtools.containers import walk_heif, walk_jpeg, walk_tiff

from ..context import Context
from .registry import Step, check

_SECONDARY = ["APP1:XMP", "APP2:MPF", "DQT", "DRI", "SOF0", "DHT", "SOS"]


@check
def jpeg_layout(context: Context, step: Step) -> None:
    """The index is exact, and the last `added` images have Apple's order of segments.

    Unless `plain` is false, AMPF is there and the attributes are Apple's.
    """
    file = walk_jpeg.walk(context.path(step["file"]).read_bytes())
    primary, further = file.images[0], file.images[1:]
    entries = walk_jpeg.mpf_entries(primary)
    wanted = [(image.end - image.start, image.start) for image in file.images]
    context.expect([entry[1:] for entry in entries] == wanted, "layout: sizes and offsets of the index",
                   f"{[entry[1:] for entry in entries]}, in the file {wanted}")
    if step.get("plain", True):
        names = [segment.name for segment in primary.segments]
        context.expect(names[0] == "APP0:AMPF", "layout: AMPF first", f"{names}")
        attributes = [hex(entry[0]) for entry in entries]
        context.expect(attributes == ["0x30000"] + ["0x0"] * len(further), "layout: attributes of the index",
                       f"{attributes}")
    for image in further[-step["added"]:]:
        seen: list[str] = []
        for segment in image.segments:
            # What the photo was before may be in a comment: Specs/jpeg-mpf.md, "Taken back".
            if segment.name == "COM" and segment.payload.startswith(b"auxdepth 1 "):
                continue
            if seen[-1:] != [segment.name]:
                seen.append(segment.name)
        context.expect(seen == _SECONDARY, "layout: segments of a further image", f"{seen}, not {_SECONDARY}")
        components = [s.payload[5] for s in image.segments if s.name == "SOF0"]
        context.expect(components == [1], "layout: one component", f"{components}")
        packet = image.xmp or b""
        context.expect(packet.startswith(b"<x:xmpmeta") and b"<?xpacket" not in packet, "layout: bare XMP packet",
                       f"it begins with {packet[:20]!r}")


@check
def heif_layout(context: Context, step: Step) -> None:
    """Every auxiliary image is a hidden hvc1 item with the property set of ImageIO's, and hidden XMP beside it."""
    file = walk_heif.walk(context.path(step["file"]).read_bytes())
    primary = file.items[file.primary]
    turned = [p for p in primary.properties if p.kind in ("irot", "imir")]
    found = file.auxiliaries()
    context.expect(len(found) == step["images"], "layout: auxiliary items", f"{len(found)}, not {step['images']}")
    for item in found:
        name = (item.urn or "?").rsplit(":", 1)[-1]
        context.expect(item.hidden and item.kind == "hvc1", f"layout: hidden hvc1 ({name})",
                       f"{item.kind} {item.hidden}")
        kinds = {p.kind: p.essential for p in item.properties}
        wanted = {"hvcC": True, "ispe": False, "pixi": False, "auxC": True} | {p.kind: True for p in turned}
        context.expect(kinds == wanted, f"layout: properties ({name})", f"{kinds}, not {wanted}")
        context.expect([p for p in item.properties if p.kind in ("irot", "imir")] == turned,
                       f"layout: orientation as the primary's ({name})", "irot and imir differ")
        context.expect(item.payload("pixi") == b"\0\0\0\0\x01\x08", f"layout: pixi ({name})",
                       f"{item.payload('pixi')!r}")
        context.expect((item.payload("hvcC") or b"")[12:13] not in (b"", b"\xff"), f"layout: level ({name})",
                       "general_level_idc is 255")
        packets = file.metadata(item)
        context.expect([(p.kind, p.hidden, p.content_type) for p in packets] == [("mime", True, "application/rdf+xml")],
                       f"layout: XMP item ({name})", f"{[(p.kind, p.hidden, p.content_type) for p in packets]}")


@check
def avif_layout(context: Context, step: Step) -> None:
    """Every auxiliary image is a hidden item of AV1, monochrome and of full range, with XMP; no item is HEVC."""
    file = walk_heif.walk(context.path(step["file"]).read_bytes())
    kinds = sorted({item.kind for item in file.items.values()})
    context.expect("hvc1" not in kinds and "av01" in kinds, "layout: coding", f"items of {kinds}")
    turned = [p for p in file.items[file.primary].properties if p.kind in ("irot", "imir")]
    found = file.auxiliaries()
    context.expect(len(found) == step["images"], "layout: auxiliary items", f"{len(found)}, not {step['images']}")
    for item in found:
        urn = item.urn or "?"
        name = urn.rsplit(":", 1)[-1]
        context.expect(item.hidden and item.kind == "av01", f"layout: hidden av01 ({name})", f"{item.kind} {item.hidden}")
        context.expect(not urn.startswith("urn:mpeg:hevc:"), f"layout: URN ({name})", urn)
        context.expect((item.payload("auxC") or b"").endswith(b"\0") and len(item.payload("auxC") or b"") == 5 + len(urn),
                       f"layout: no HEVC message ({name})", f"{item.payload('auxC')!r}")
        has = {p.kind: p.essential for p in item.properties}
        wanted = {"av1C": True, "ispe": False, "pixi": False, "auxC": True} | {p.kind: True for p in turned}
        context.expect(has == wanted, f"layout: properties ({name})", f"{has}, not {wanted}")
        context.expect([p for p in item.properties if p.kind in ("irot", "imir")] == turned,
                       f"layout: orientation as the primary's ({name})", "irot and imir differ")
        context.expect(item.payload("pixi") == b"\0\0\0\0\x01\x08", f"layout: pixi ({name})", f"{item.payload('pixi')!r}")
        # Marker and version, then 8 bits, monochrome.
        record = item.payload("av1C") or b"\0\0\0\0"
        context.expect(record[0] == 0x81 and record[2] & 0x70 == 0x10, f"layout: av1C ({name})", record.hex())
        # A sequence header comes first: no temporal delimiter.
        context.expect(item.data[0] >> 3 & 15 == 1, f"layout: first unit ({name})", item.data[:2].hex())
        packets = file.metadata(item)
        context.expect([(p.kind, p.hidden, p.content_type) for p in packets] == [("mime", True, "application/rdf+xml")],
                       f"layout: XMP item ({name})", f"{[(p.kind, p.hidden, p.content_type) for p in packets]}")


@check
def dng_layout(context: Context, step: Step) -> None:
    """Depth tags are in IFD 0, the map and masks in SubIFDs, with tag 700."""
    data = context.path(step["file"]).read_bytes()
    first = walk_tiff.walk(data)
    depth = [child for child in first.children if child.number(254) == 8]
    context.expect(len(depth) == step["depth"], "layout: depth directories", f"{len(depth)}, not {step['depth']}")
    for child in depth:
        seen = {tag: child.number(tag) for tag in (258, 259, 262, 277)}
        context.expect(seen == {258: 16, 259: 8, 262: 51177, 277: 1}, "layout: depth directory", f"{seen}")
        context.expect(700 in child.values, "layout: XMP of the depth map", "there is no tag 700")
        context.expect((first.number(51177), first.number(51180)) == (step["depthFormat"], 1),
                       "layout: DepthFormat and DepthUnits", f"{first.number(51177)}, {first.number(51180)}")
        context.expect(0 < first.rational(51178) < first.rational(51179), "layout: DepthNear < DepthFar",
                       f"{first.rational(51178)}, {first.rational(51179)}")
    names = [child.text(52526) for child in first.children if child.number(254) == 65540]
    context.expect(names == step.get("masks", []), "layout: semantic masks", f"{names}")
    for child in first.children:
        if child.number(254) == 65540:
            seen = {tag: child.number(tag) for tag in (258, 262, 277)}
            context.expect(seen == {258: 8, 262: 52527, 277: 1}, "layout: mask directory", f"{seen}")
    version = list(first.values[50706])[:2]  # type: ignore[arg-type]
    context.expect(version >= [1, 6 if names else 5], "layout: DNGVersion", f"{version}")


@check
def dng_values(context: Context, step: Step) -> None:
    """Distances by DNG's own formula, from tags and codes read by us, are those that the program extracts."""
    data = context.path(step["file"]).read_bytes()
    first = walk_tiff.walk(data)
    child = next(child for child in first.children if child.number(254) == 8)
    largest = (1 << child.number(258)) - 1
    near, far = first.rational(51178), first.rational(51179)
    wanted = []
    for code in child.plane(data):
        t = code / largest
        inverse = 1 / (1 / near + t * (1 / far - 1 / near))
        wanted.append(near + t * (far - near) if first.number(51177) == 1 else inverse)
    kind = "depth" if first.number(51177) == 1 else "disparity"
    seen = pfm.read(context.extract(step["file"], kind, "--as", "fdep", suffix="pfm")).values
    worst = max(abs(a - b) / b for a, b in zip(seen, wanted))
    context.expect(worst <= step["relative"], "dng: distances by the formula",
                   f"relative difference {worst}, more than {step['relative']}")
