"""Color spaces of photos: ICC profiles of a matrix and a curve, and code points of ITU-T H.273."""
from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Callable

from .. import peers

# X, Y and Z of D50 (ICC.1:2022, 7.2.16) and of D65, and the Bradford matrix (ICC.1:2022, E.3).
_D50, _D65 = (0.9642, 1, 0.8249), (0.95047, 1, 1.08883)
_BRADFORD = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
_PRIMARIES_UNSTATED, _PQ = 2, 16


@dataclass(frozen=True, eq=False)
class Space:
    """A color space: the matrix from linear light to X, Y and Z under D50, and the curve from codes of 0...1 to linear light."""

    to_xyz: Any
    light: Callable[[Any], Any]

    def to(self, other: Space) -> Any:
        """Returns the matrix from linear light of this space to that of another."""
        numpy = peers.module("numpy")
        return numpy.linalg.inv(other.to_xyz) @ self.to_xyz

    def is_like(self, other: Space) -> bool:
        """Returns true if both have the same primaries, apart from rounding in profiles."""
        numpy = peers.module("numpy")
        return bool(numpy.abs(self.to(other) - numpy.eye(3)).max() < 0.005)


def srgb_light(codes: Any) -> Any:
    """Returns linear light of sRGB's codes (IEC 61966-2-1, 5.2)."""
    numpy = peers.module("numpy")
    return numpy.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)


def _pq_light(codes: Any) -> Any:
    """Returns linear light of PQ's codes, in multiples of diffuse white."""
    from .. import hdr_tool

    return hdr_tool.pq_eotf(codes) / hdr_tool.WHITE


def of_points(primaries: int, transfer: int) -> Space:
    """Returns the space of code points; what is unstated is sRGB's."""
    from .. import hdr_tool

    numpy = peers.module("numpy")
    bradford = numpy.array(_BRADFORD)
    cones = [bradford @ white for white in (_D50, _D65)]
    adapted = numpy.linalg.inv(bradford) @ numpy.diag(cones[0] / cones[1]) @ bradford
    to_xyz = adapted @ hdr_tool.to_xyz(1 if primaries == _PRIMARIES_UNSTATED else primaries)
    return Space(to_xyz, _pq_light if transfer == _PQ else srgb_light)


def of_icc(profile: bytes | None) -> Space:
    """Returns the space of an RGB profile; sRGB without one, or for a profile without colors."""
    tags = {}
    for at in range(132, 132 + 12 * int.from_bytes((profile or b"")[128:132], "big"), 12):
        name, start, size = struct.unpack_from(">4sII", profile or b"", at)
        tags[name] = (profile or b"")[start:start + size]
    if b"rXYZ" not in tags:
        return of_points(1, 13)
    columns = [struct.unpack_from(">3i", tags[name], 8) for name in (b"rXYZ", b"gXYZ", b"bXYZ")]
    curve = tags[b"rTRC"]
    return Space(peers.module("numpy").array(columns).T / 65536, lambda codes: _curve(curve, codes))


def icc(space: Space) -> bytes:
    """Returns a profile with a space's primaries and the curve of sRGB."""
    def numbers(kind: bytes, values: Any) -> bytes:
        return kind + bytes(4) + b"".join(struct.pack(">i", round(value * 65536)) for value in values)

    curve = numbers(b"para", (3 / 65536, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))
    curve = curve[:8] + struct.pack(">HH", 3, 0) + curve[12:]
    text = struct.pack(">4s4xII2sHII8s", b"mluc", 1, 12, b"en", 0x5553, 8, 28, "test".encode("utf-16-be"))
    tags = {b"desc": text, b"cprt": text, b"wtpt": numbers(b"XYZ ", _D50),
            **{name + b"XYZ": numbers(b"XYZ ", space.to_xyz[:, index]) for index, name in enumerate((b"r", b"g", b"b"))},
            **{name + b"TRC": curve for name in (b"r", b"g", b"b")}}
    table, body = struct.pack(">I", len(tags)), b""
    for name, tag in tags.items():
        table += struct.pack(">4sII", name, 132 + 12 * len(tags) + len(body), len(tag))
        body += tag
    head = struct.pack(">I4xI4s4s4s12x4s28x", 128 + len(table) + len(body), 0x04300000, b"mntr", b"RGB ", b"XYZ ", b"acsp")
    return (head + numbers(b"", _D50)[4:]).ljust(128, b"\0") + table + body


def _curve(tag: bytes, codes: Any) -> Any:
    """Returns linear light by a curve (ICC.1:2022, 10.6) or a parametric curve (10.18)."""
    numpy = peers.module("numpy")
    if tag[:4] == b"curv":
        count = int.from_bytes(tag[8:12], "big")
        numbers = struct.unpack_from(f">{count}H", tag, 12)
        if count < 2:
            return codes ** (numbers[0] / 256 if count else 1)
        return numpy.interp(codes, numpy.linspace(0, 1, count), numpy.array(numbers) / 65535)
    kind = int.from_bytes(tag[8:10], "big")
    count = (1, 3, 4, 5, 7)[kind]
    g, a, b, c, d, e, f = [n / 65536 for n in struct.unpack_from(f">{count}i", tag, 12)] + [0] * (7 - count)
    if kind == 0:
        return codes ** g
    if kind < 3:
        c, d, e, f = 0, -b / a, c, c
    return numpy.where(codes >= d, numpy.maximum(a * codes + b, 0) ** g + e, c * codes + f)


def of_colr(payload: bytes | None) -> Space:
    """Returns the space of a box `colr` (ISO/IEC 14496-12, 12.1.5); sRGB without one."""
    if payload is not None and payload[:4] == b"nclx":
        return of_points(*struct.unpack_from(">HH", payload, 4))
    return of_icc(payload[4:] if payload is not None and payload[:4] in (b"prof", b"rICC") else None)
