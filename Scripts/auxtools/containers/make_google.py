"""Writes JPEG files with Google's depth maps: GDepth, in one XMP packet or in portions, and Dynamic Depth."""
from __future__ import annotations

import base64
from typing import Mapping

from . import make_jpeg
from .make_xmp import attributes, wrapped

_DEPTH = "http://ns.google.com/photos/1.0/depthmap/"
_DYNAMIC = "http://ns.google.com/photos/dd/1.0/"


def gdepth(width: int, height: int, plane: bytes, properties: Mapping[str, str], portion: int = 0,
           confidence: bytes | None = None) -> bytes:
    """Returns a photo with a map; with `portion` its data are extended XMP, so many bytes a segment, the last first."""
    data = {"Data": base64.b64encode(plane).decode()}
    if confidence is not None:
        data |= {"Confidence": base64.b64encode(confidence).decode(), "ConfidenceMime": "image/png"}
    described = f'<rdf:Description rdf:about="" xmlns:GDepth="{_DEPTH}" '
    if not portion:
        whole = wrapped(described + attributes("GDepth", {**properties, **data}) + "/>")
        return make_jpeg.jpeg(width, height, segments=make_jpeg.xmp(whole))
    digest, parts = make_jpeg.extended_xmp(wrapped(described + attributes("GDepth", data) + "/>"), portion)
    note = f' xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="{digest}"/>'
    standard = make_jpeg.xmp(wrapped(described + attributes("GDepth", properties) + note))
    return make_jpeg.jpeg(width, height, segments=standard + b"".join(reversed(parts)))


def dynamic_depth(width: int, height: int, plane: bytes, properties: Mapping[str, str], padding: int = 0,
                  confidence: bytes | None = None) -> bytes:
    """Returns a photo with another picture, the map and its confidence after it, and a directory of them."""
    names = ("primary", "android/original", "android/depthmap", "android/confidencemap")
    other = make_jpeg.jpeg(width // 2, height // 2)
    sizes = (0, len(other), len(plane)) + ((len(confidence),) if confidence else ())
    mimes = ("image/jpeg", "image/jpeg", "image/png", "image/png")
    items = "".join(
        f'<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="{mime}" Item:Length="{size}" '
        f'Item:Padding="{padding}" Item:DataURI="{name}"/></rdf:li>' for name, mime, size in zip(names, mimes, sizes))
    spaces = " ".join(f'xmlns:{name}="{_DYNAMIC}{name.lower()}/"'
                      for name in ("Device", "Camera", "DepthMap", "Container", "Item"))
    named = {"DepthURI": names[2], "ItemSemantic": "Depth"} | ({"ConfidenceURI": names[3]} if confidence else {})
    depth_map = attributes("DepthMap", {**properties, **named})
    packet = wrapped(
        f'<rdf:Description rdf:about="" {spaces}><Device:Container rdf:parseType="Resource"><Container:Directory>'
        f"<rdf:Seq>{items}</rdf:Seq></Container:Directory></Device:Container><Device:Cameras><rdf:Seq>"
        '<rdf:li rdf:parseType="Resource"><Device:Camera rdf:parseType="Resource">'
        f"<Camera:DepthMap {depth_map}/></Device:Camera></rdf:li></rdf:Seq></Device:Cameras></rdf:Description>")
    gap = b"\0" * padding
    last = confidence + gap if confidence else b""
    return make_jpeg.jpeg(width, height, segments=make_jpeg.xmp(packet)) + gap + other + gap + plane + gap + last
