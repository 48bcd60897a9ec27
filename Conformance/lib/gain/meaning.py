"""What the codes of a gain map mean: formulas of Specs/gainmaps.md, and readers of each form's metadata.

Nothing here is the program's: the formulas are written from ISO 21496-1, Adobe's Gain map specification 1.0 and Apple's
"Applying Apple HDR effect to your photos".
"""
from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from .. import peers

HDRGM = "http://ns.adobe.com/hdr-gain-map/1.0/"
APPLE = "http://ns.apple.com/HDRGainMap/1.0/"
# A headroom that no tag and no property states is one for source and copy alike.
_UNSTATED = 4
_USES_BASE = 0x40
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"


@dataclass(frozen=True)
class Channel:
    """What ISO's and Adobe's form say of one component."""

    low: float
    high: float
    gamma: float = 1
    base_offset: float = 0
    alternate_offset: float = 0


@dataclass(frozen=True)
class Meaning:
    """What one form says: channels, or Apple's headroom, a ratio; headrooms are log2."""

    channels: tuple[Channel, ...] = ()
    base_headroom: float = 0
    alternate_headroom: float = 0
    apple_headroom: float = 0
    # Whether the gain applies to light in the base's primaries, or in those of the alternate image.
    uses_base: bool = True

    def alternate(self, light: Any, codes: Any) -> Any:
        """Returns linear light of the alternate rendition, of that of the base and codes of 0...1, both with channels."""
        numpy = peers.module("numpy")
        if not self.channels:
            # Codes have the transfer function of Rec. ITU-R BT.709.
            linear = numpy.where(codes < 0.081, codes / 4.5, ((codes + 0.099) / 1.099) ** (1 / 0.45))
            return light * (1 + ((self.apple_headroom or _UNSTATED) - 1) * linear)
        count = codes.shape[2]
        planes = []
        for component in range(3):
            channel = self.channels[min(component, len(self.channels) - 1)]
            code = codes[:, :, min(component, count - 1)]
            stops = channel.low + (channel.high - channel.low) * code ** (1 / channel.gamma)
            planes.append((light[:, :, component] + channel.base_offset) * 2 ** stops - channel.alternate_offset)
        return numpy.stack(planes, -1)

    def in_chromium(self) -> Meaning:
        """Returns what Chromium takes a map of Apple's form for: its codes are shares of the headroom's stops."""
        if self.channels:
            return self
        stops = math.log2(self.apple_headroom or _UNSTATED)
        return Meaning((Channel(0, stops),), 0, stops)


def of_iso(payload: bytes) -> Meaning | None:
    """Reads the metadata of ISO 21496-1, C.2; None for a version that nobody knows, and for the versions alone."""
    if len(payload) < 5 or struct.unpack_from(">H", payload)[0] != 0:
        return None
    flags, at = payload[4], 5
    common = 0
    if flags & 0x08:
        common, at = struct.unpack_from(">I", payload, at)[0], at + 4

    def fraction(signed: bool) -> float:
        nonlocal at
        number = struct.unpack_from(">i" if signed else ">I", payload, at)[0]
        at += 4
        if common:
            return float(number / common)
        at += 4
        return float(number / struct.unpack_from(">I", payload, at - 4)[0])

    base, alternate = fraction(False), fraction(False)
    channels = tuple(Channel(fraction(True), fraction(True), fraction(False), fraction(True), fraction(True))
                     for _ in range(3 if flags & 0x80 else 1))
    if at != len(payload):
        raise ValueError(f"{len(payload) - at} bytes follow the metadata of ISO's form")
    return Meaning(channels, base, alternate, uses_base=bool(flags & _USES_BASE))


def iso_payload(meaning: Meaning) -> bytes:
    """Returns the metadata of ISO 21496-1, C.2, in fractions of a million."""
    flags = (_USES_BASE if meaning.uses_base else 0) | (0x80 if len(meaning.channels) == 3 else 0)
    out = struct.pack(">HHB", 0, 0, flags)
    for value in (meaning.base_headroom, meaning.alternate_headroom):
        out += struct.pack(">II", round(value * 1_000_000), 1_000_000)
    for c in meaning.channels:
        for value in (c.low, c.high, c.gamma, c.base_offset, c.alternate_offset):
            out += struct.pack(">iI", round(value * 1_000_000), 1_000_000)
    return out


def properties(packet: bytes, namespace: str) -> dict[str, list[str]]:
    """Returns the properties that a packet has in a namespace, as attributes or as elements; of an array all members."""
    start, end = packet.find(b"<rdf:RDF"), packet.rfind(b"</rdf:RDF>")
    found: dict[str, list[str]] = {}
    if start < 0:
        return found
    # Who opens the packet around it may declare names as well; RDF's own are all that is used of these.
    text = packet[start:end + 10]
    if b"xmlns:rdf" not in text[:text.find(b">")]:
        text = text.replace(b"<rdf:RDF", b'<rdf:RDF xmlns:rdf="' + _RDF[1:-1].encode() + b'"', 1)
    for description in ElementTree.fromstring(text).iter(f"{_RDF}Description"):
        for name, value in description.attrib.items():
            if name.startswith("{" + namespace):
                found[name[len(namespace) + 2:]] = [value]
        for child in description:
            if child.tag.startswith("{" + namespace):
                members = [member.text or "" for member in child.iter(f"{_RDF}li")]
                found[child.tag[len(namespace) + 2:]] = members or [(child.text or "").strip()]
    return found


def of_hdrgm(packet: bytes) -> Meaning | None:
    """Reads Adobe's properties, and those that ImageIO calls HDRToneMap, whose headrooms have ISO's names."""
    own = properties(packet, HDRGM)
    if "Version" not in own or "GainMapMax" not in own:
        return None

    def numbers(name: str, standard: float | None = None) -> list[float]:
        if name not in own and standard is not None:
            return [standard] * 3
        values = [float(text) for text in own[name]]
        return values * 3 if len(values) == 1 else values

    is_hdr = (own.get("BaseRenditionIsHDR") or ["False"])[0].lower() in ("true", "1")
    lists = [numbers("GainMapMin", 0), numbers("GainMapMax"), numbers("Gamma", 1), numbers("OffsetSDR", 1 / 64),
             numbers("OffsetHDR", 1 / 64)]
    if is_hdr:
        lists[3:] = lists[:2:-1]
    channels = tuple(Channel(*values) for values in zip(*lists))
    channels = channels[:1] if len(set(channels)) == 1 else channels
    if "AlternateHeadroom" in own:
        base, alternate = numbers("BaseHeadroom", 0)[0], numbers("AlternateHeadroom")[0]
    else:
        base, alternate = numbers("HDRCapacityMin", 0)[0], numbers("HDRCapacityMax")[0]
        if is_hdr:
            base, alternate = alternate, base
    return Meaning(channels, base, alternate)


def of_apple(packet: bytes, otherwise: float = 0) -> Meaning | None:
    """Reads Apple's properties; `otherwise` is the headroom that the camera's own tags state."""
    own = properties(packet, APPLE)
    if "HDRGainMapVersion" not in own:
        return None
    headroom = float(own["HDRGainMapHeadroom"][0]) if "HDRGainMapHeadroom" in own else otherwise
    return Meaning(apple_headroom=headroom)


def apple_headroom(h: float, g: float) -> float:
    """Returns the headroom of Apple's maker's note: tag 33 is h, tag 48 is g."""
    if h < 1:
        stops = 1.8 - 20 * g if g <= 0.01 else 1.601 - 0.101 * g
    else:
        stops = 3 - 70 * g if g <= 0.01 else 2.303 - 0.303 * g
    return float(2 ** max(stops, 0))
