"""Writes a picture of PQ or HLG, and what it is as SDR: hdr_tool.py FILE TRANSFER PRIMARIES [BRIGHT].

FILE is .avif (10 bits, without loss) or .png (16 bits, with a chunk cICP). TRANSFER is pq or hlg, PRIMARIES a code point.
codes.npy has the codes as they were written, as shares of 1; truth.npy the SDR codes by the formulas of BT.2100-2 (tables 4
and 5), BT.2390 (5.4.1) and IEC 61966-2-1, as shares of 1. BRIGHT false leaves out what is brighter than diffuse white.
"""
from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np

WIDTH, HEIGHT = 96, 64
WHITE = 203.0
PRIMARIES = {
    1: (0.64, 0.33, 0.3, 0.6, 0.15, 0.06), 9: (0.708, 0.292, 0.17, 0.797, 0.131, 0.046),
    12: (0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
}
D65 = (0.3127, 0.329)


def pq_eotf(code: Any) -> Any:
    """Returns the luminance of codes of PQ in cd/m2 (BT.2100-2, table 4)."""
    m1, m2 = 2610 / 16384, 2523 / 4096 * 128
    c1, c2, c3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
    power = np.power(code, 1 / m2)
    return 10000 * np.power(np.maximum(power - c1, 0) / (c2 - c3 * power), 1 / m1)


def pq_inverse(luminance: Any) -> Any:
    """Returns the codes of luminance."""
    m1, m2 = 2610 / 16384, 2523 / 4096 * 128
    c1, c2, c3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
    power = np.power(np.asarray(luminance) / 10000, m1)
    return np.power((c1 + c2 * power) / (1 + c3 * power), m2)


def hlg_display(code: Any, weights: Any) -> Any:
    """Returns displayed light in cd/m2 on a display of 1,000 (BT.2100-2, table 5: inverse OETF, then OOTF)."""
    a = 0.17883277
    b, c = 1 - 4 * a, 0.5 - a * np.log(4 * a)
    scene = np.where(code <= 0.5, code ** 2 / 3, (np.exp((code - c) / a) + b) / 12)
    luminance = scene @ weights
    return 1000 * np.power(luminance, 0.2, where=luminance > 0, out=np.zeros_like(luminance))[..., None] * scene


def eetf(luminance: Any, peak: float) -> Any:
    """Returns BT.2390's mapping from a peak to diffuse white, blacks of 0."""
    top = pq_inverse(peak)
    share, target = pq_inverse(np.minimum(luminance, peak)) / top, pq_inverse(WHITE) / top
    knee = 1.5 * target - 0.5
    t = (share - knee) / (1 - knee)
    spline = (2 * t**3 - 3 * t**2 + 1) * knee + (t**3 - 2 * t**2 + t) * (1 - knee) + (3 * t**2 - 2 * t**3) * target
    return pq_eotf(np.where(share < knee, share, spline) * top)


def to_xyz(primaries: int) -> Any:
    """Returns the matrix to X, Y and Z of primaries with a white of D65."""
    points = np.array((*PRIMARIES[primaries], *D65)).reshape(4, 2)
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in points]).T
    return columns[:, :3] * np.linalg.solve(columns[:, :3], columns[:, 3])


def standard(codes: Any, transfer: str, primaries: int) -> Any:
    """Returns codes of sRGB, or of Display P3 where the primaries are not those of Rec. 709, of 0...1."""
    own = to_xyz(primaries)
    light = pq_eotf(codes) if transfer == "pq" else hlg_display(codes, own[1])
    greatest = light.max(-1, keepdims=True)
    peak = float(greatest.max())
    if peak > WHITE:
        light = light * np.divide(eetf(greatest, peak), greatest, out=np.ones_like(greatest), where=greatest > 0)
    target = to_xyz(1 if primaries == 1 else 12)
    linear = np.clip(light / WHITE @ (np.linalg.inv(target) @ own).T, 0, 1)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.power(linear, 1 / 2.4) - 0.055)


def picture(largest: int, bright: bool) -> Any:
    """Returns codes of three slopes, with grays and saturated colours among them."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    shares = np.stack([x / (WIDTH - 1), y / (HEIGHT - 1), (WIDTH - 1 - x + y) / (WIDTH + HEIGHT - 2)], -1)
    shares[:8] = (x[:8] / (WIDTH - 1))[..., None]
    shares[8:12, :, 1:] = 0
    return np.round(shares * largest * (0.8 if bright else 0.5)).astype(np.uint16)


def png(codes: Any, points: bytes) -> bytes:
    """Returns a PNG of 16 bits."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in codes)
    header = struct.pack(">IIBBBBB", codes.shape[1], codes.shape[0], 16, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"cICP", points)
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def main(target: str, transfer: str, primaries: str, bright: str = "true") -> None:
    """Writes the file, its codes and its truth."""
    path, number, point = Path(target), int(primaries), {"pq": 16, "hlg": 18}[transfer]
    largest = 1023 if path.suffix == ".avif" else 65535
    codes = picture(largest, bright == "true")
    if path.suffix == ".avif":
        import imagecodecs
        path.write_bytes(imagecodecs.avif_encode(
            codes, level=100, bitspersample=10, pixelformat="444", codec="aom", primaries=number, transfer=point,
            matrix=0))
    else:
        path.write_bytes(png(codes, bytes([number, point, 0, 1])))
    np.save(path.with_name("codes.npy"), codes / largest)
    np.save(path.with_name("truth.npy"), standard(codes / largest, transfer, number))


if __name__ == "__main__":
    main(*sys.argv[1:])
