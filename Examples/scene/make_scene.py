#!/usr/bin/env python3
"""Render the example scene of auxdepth: a photo with exact depth and a matte.

All pictures come from one pinhole camera, so they line up exactly.  Points
and directions are float32 arrays of shape (3, N), in metres: x right, y up,
z forward.  Solids are signed distance functions, found by sphere tracing.
"""
from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Scripts"))

from auxtools import pfm, png as png_files

Array = np.ndarray
Look = Callable[[Array, Array], Array]  # of ray origins and directions
Z_NEAR, Z_FAR = 1.0, 12.0         # range of depth16.png in metres
FOCAL = 2100 / 2000               # fx = fy, in units of the image width
EYE = np.array([[0], [1.05], [0]], np.float32)  # the camera is here ...
PITCH = 5.0                       # ... and looks this many degrees down
BACKDROP = 11.8                   # z of the painted sky: leaves no holes
CHUNK = 20_000                    # rays at once: small enough for the cache

(DUCK, BEAK, PUPIL, SCARF, RED, ORANGE, GREEN, BLUE, MARBLE, TRIM, STONE,
 PLINTH, BALL, FLOOR, SKY) = range(15)
MATERIALS = np.array([  # linear red, green, blue; gloss
    (.95, .45, .02, 1), (.88, .16, .01, 1), (.01, .01, .01, 1.5),
    (.03, .17, .46, .3), (.66, .06, .04, 1), (.90, .36, .03, 1),
    (.10, .40, .20, 1), (.06, .27, .56, 1), (.74, .67, .58, 0),
    (.74, .67, .58, 0), (.52, .25, .17, 0), (.54, .50, .46, .6),
    (.80, .80, .76, 1), (0, 0, 0, .4), (0, 0, 0, 0)], np.float32)
SUN = np.array([[-0.742], [0.568], [-0.356]], np.float32)


def length(*v: Array) -> Array:
    return np.sqrt(sum(c * c for c in v))


def turn(a: Array, b: Array, degrees: float) -> tuple[Array, Array]:
    c, s = (float(f(np.radians(degrees))) for f in (np.cos, np.sin))
    return c * a + s * b, c * b - s * a


def prism(qx: Array, qy: Array, r: float) -> Array:
    """Meet of two sides with the edge rounded, from distances to both."""
    corner = length(np.maximum(qx + r, 0), np.maximum(qy + r, 0))
    return corner + np.minimum(np.maximum(qx, qy), -r)


def box(x: Array, y: Array, z: Array, h: tuple, r: float = 0.012) -> Array:
    return prism(prism(abs(x) - h[0], abs(z) - h[2], r), abs(y) - h[1], r)


def egg(x: Array, y: Array, z: Array, a: float, b: float, c: float) -> Array:
    k = length(x / a, y / b, z / c)
    slope = length(x / (a * a), y / (b * b), z / (c * c))
    return k * (k - 1) / np.maximum(slope, 1e-6)


def blend(a: Array, b: Array, k: float) -> Array:
    """Smooth union: rounds the seam over a width of about k."""
    return np.minimum(a, b) - np.maximum(k - abs(a - b), 0) ** 2 / (4 * k)


def duck(x: Array, y: Array, z: Array) -> list[Array]:
    """The hero: body, beak, pupils and scarf."""
    x, z = turn((x + 0.42) / 0.8, (z - 2.75) / 0.8, -43)
    y, side = (y - 0.22) / 0.8, abs(z)
    h = np.clip(((x + 0.30) * -0.36 + (y - 0.45) * 0.28) / 0.208, 0, 1)
    tail = length(x + 0.30 + 0.36 * h, y - 0.45 - 0.28 * h, z) + 0.12 * h
    wing = egg(*turn(x + 0.08, y - 0.42, -14), side - 0.38, 0.33, 0.19, 0.10)
    body = blend(egg(x, y - 0.37, z, 0.58, 0.38, 0.43), tail - 0.17, 0.16)
    body = blend(body, length(x - 0.27, y - 0.95, z) - 0.30, 0.13)
    beak = blend(egg(x - 0.59, y - 0.905, z, 0.17, 0.045, 0.15),
                 egg(x - 0.55, y - 0.845, z, 0.14, 0.040, 0.12), 0.03)
    pupil = length(x - 0.475, y - 1.05, side - 0.165) - 0.055
    sx, sy = turn(x - 0.215, y - 0.70, 12)
    sy = np.maximum(abs(sy + 0.025) - 0.03, 0)
    scarf = length(length(sx, z) - 0.247, sy) - 0.057
    return [d * 0.8 for d in (blend(body, wing, 0.035), beak, pupil, scarf)]


def toys(x: Array, y: Array, z: Array) -> list[Array]:
    """A tower of rings, and blocks: red, orange, green and blue parts."""
    r = length(x + 1.22, z - 5.1)
    out = [length(r - 0.36 + 0.065 * i, y - 0.13 - 0.245 * i) - 0.13
           for i in (3, 2, 1, 0)]
    for i, u, v, w, h, angle in ((0, 0.62, 0.25, 4.95, 0.25, 24),
                                 (3, 0.10, 0.25, 5.35, 0.25, -12),
                                 (2, 0.42, 0.71, 5.10, 0.21, 40)):
        bx, bz = turn(x - u, z - w, angle)
        out[i] = np.minimum(out[i], box(bx, y - v, bz, (h, h, h), 0.03))
    return out


def columns(x: Array, y: Array, z: Array) -> list[Array]:
    """One column, mirrored in x and repeated in z, under a beam."""
    x, near = abs(x) - 1.95, z - 3.05
    cz = near - 1.65 * np.clip(np.round(near / 1.65), 0, 3)
    r = length(x, cz)
    flutes = 0.17 + 0.010 * np.cos(np.arctan2(cz, x) * 14)
    pads = box(x, abs(abs(y - 1.38) - 1.31) - 0.02, cz, (0.27, 0.05, 0.27))
    rings = length(r - 0.18, abs(y - 1.36) - 1.19) - 0.055
    beam = box(x, y - 2.84, z - 5.5, (0.23, 0.17, 2.8))
    shaft = np.maximum((r - flutes) * 0.85, y - 2.7)
    return [np.minimum(np.minimum(shaft, pads), np.minimum(rings, beam))]


def arcade(x: Array, y: Array, z: Array) -> list[Array]:
    """Trim and wall of arched openings, one every 1.4 m."""
    arch = length(x - 1.4 * np.round(x / 1.4), np.maximum(y - 1.45, 0)) - 0.47
    depth = abs(z - 10.1)
    rim = np.maximum(abs(arch - 0.04) - 0.05, depth - 0.27)
    cap = prism(abs(y - 3.04) - 0.08, depth - 0.32, 0.015)
    return [np.minimum(rim, cap),
            np.maximum(prism(y - 3, depth - 0.22, 0.01), -arch)]


def parts(p: Array) -> Array:
    """Distance to each material but floor and sky, one row each."""
    x, y, z = p
    out = np.empty((FLOOR, x.size), np.float32)
    hub = length(x + 0.42, z - 2.75)
    for solid, start, end, hull in (
            (duck, DUCK, RED, length(hub, y - 0.74) - 0.76),
            (toys, RED, MARBLE, length(x + 0.3, y - 0.5, z - 5.1) - 1.5),
            (columns, MARBLE, TRIM, abs(abs(x) - 1.95) - 0.27),
            (arcade, TRIM, PLINTH, abs(z - 10.1) - 0.32)):
        out[start:end] = hull     # a cheaper bound, enough when far off
        near = np.flatnonzero(hull < 0.4)
        out[start:end, near] = solid(x[near], y[near], z[near])
    marble = length(x - 0.72, y - 0.12, z - 2.72) - 0.12
    out[ORANGE] = np.minimum(out[ORANGE], marble)
    out[PLINTH] = prism(hub - 0.62, abs(y - 0.11) - 0.11, 0.03)
    out[BALL] = length(x - 0.98, y - 0.42, z - 3.85) - 0.42
    return out


def trace(o: Array, d: Array) -> tuple[Array, Array]:
    """Ray length to the first hit, and its material."""
    # Planes first: sphere tracing is slowest where rays graze them.
    with np.errstate(divide="ignore"):
        floor = np.where(d[1] < 0, -o[1] / d[1], np.inf)
        back = np.where(d[2] > 0, (BACKDROP - o[2]) / d[2], np.inf)
    end = np.minimum(np.minimum(floor, back), 60).astype(np.float32)
    what = np.where(floor < back, FLOOR, SKY)
    t, live = np.zeros_like(end), np.arange(end.size)
    for _ in range(110):
        gap = parts(o[:, live] + d[:, live] * t[live]).min(axis=0)
        t[live] += gap
        live = live[(gap > 3e-4) & (t[live] < end[live])]
    i = np.flatnonzero(t < end)
    end[i], what[i] = t[i], parts(o[:, i] + d[:, i] * t[i]).argmin(axis=0)
    return end, what


def sunlight(p: Array) -> Array:
    """Soft shadow: how closely the ray to the sun passes by any solid."""
    lit, t, live = np.ones_like(p[0]), 0 * p[0] + 0.02, np.arange(p[0].size)
    for _ in range(60):
        gap = parts(p[:, live] + SUN * t[live]).min(axis=0)
        lit[live] = np.clip(14 * gap / t[live], 0, lit[live])
        t[live] += np.clip(gap, 0.012, 0.5)
        live = live[(lit[live] > 0) & (t[live] < 5.5)]
    return lit * lit * (3 - 2 * lit)


def albedo(what: Array, p: Array) -> Array:
    rgb = MATERIALS[what, :3]
    i = np.flatnonzero(what == FLOOR)
    u, v = p[0, i] / 0.55 + 0.5, p[2, i] / 0.55
    fu, fv = np.floor(u), np.floor(v)
    tile = np.where((fu + fv)[:, None] % 2, (.06, .15, .18), (.62, .53, .43))
    edge = 0.5 - np.maximum(abs(u - fu - 0.5), abs(v - fv - 0.5))
    rgb[i] = 0.2 + (tile - 0.2) * np.clip(edge / 0.012 - 0.8, 0, 1)[:, None]
    # Beach ball: six segments round a tilted axis, with a white button.
    i = np.flatnonzero(what == BALL)
    bx, by = turn(p[0, i] - 0.98, p[1, i] - 0.42, 28)
    by, bz = turn(by, p[2, i] - 3.85, -32)
    seg = np.floor((np.arctan2(bz, bx) / np.pi + 1) * 3).astype(int) % 6
    seg[length(bx, bz) < 0.075] = 1
    rgb[i] = MATERIALS[np.take((RED, BALL, BLUE, BALL, ORANGE, BALL), seg), :3]
    return rgb


def shade(o: Array, d: Array, mirror: bool = False) -> Array:
    """Linear colour seen along each ray, shape (N, 3)."""
    t, what = trace(o, d)
    # Sky by direction, so reflections have one: warm haze below, blue above.
    up = np.clip(d[1] * 4.2, 0, 1)[:, None]
    rgb = (1 - up) * (1.45, 1.02, 0.66) + up * (0.11, 0.33, 0.74)
    i = np.flatnonzero(what != SKY)
    o, d, t, what, haze = o[:, i], d[:, i], t[i], what[i], rgb[i]
    p, n = o + d * t, np.float32([[0], [1], [0]]) * (what == FLOOR)
    s = np.flatnonzero(what != FLOOR)  # the normal is the field's gradient
    for k in ((1, -1, -1), (-1, -1, 1), (-1, 1, -1), (1, 1, 1)):
        way = np.float32(k)[:, None]
        n[:, s] += way * parts(p[:, s] + way * np.float32(0.0015)).min(axis=0)
    n /= length(*n)
    paint, p = albedo(what, p), p + n * np.float32(0.002)
    ao = np.ones_like(t)          # ambient light: less where solids are near
    for h, w in ((0.03, 0.44), (0.09, 0.36), (0.2, 0.28), (0.4, 0.18)):
        q = p + n * np.float32(h)
        ao -= w / h * np.maximum(h - np.minimum(parts(q).min(axis=0), q[1]), 0)
    ao, up = np.clip(ao, 0.12, 1)[:, None], 0.5 + 0.5 * n[1][:, None]
    sun = np.clip((SUN * n).sum(axis=0), 0, 1)
    s = np.flatnonzero(sun)
    sun[s] *= sunlight(p[:, s])
    gloss, half = MATERIALS[what, 3], SUN - d
    shine = np.clip((n * half).sum(axis=0) / length(*half), 0, 1) ** 100
    shine = 0.5 * gloss * shine * np.minimum(sun * 4, 1)
    out = (paint * sun[:, None] + shine[:, None]) * (3.4, 2.8, 2.0)
    out += paint * ao * (up * (0.0, 0.16, 0.40) + (0.28, 0.21, 0.15))
    if mirror:
        g = np.flatnonzero(gloss)
        cos = np.clip(-(d[:, g] * n[:, g]).sum(axis=0), 0, 1)
        fresnel = gloss[g] * (0.045 + 0.4 * (1 - cos) ** 5)
        seen = shade(p[:, g], d[:, g] + 2 * cos * n[:, g])
        out[g] += (seen - out[g]) * fresnel[:, None]
    rgb[i] = haze + (out - haze) * np.exp(-0.0016 * t * t)[:, None]  # fog
    return rgb


def colour(o: Array, d: Array) -> Array:
    x = shade(o, d, mirror=True) * 0.5  # then Narkowicz's film curve, sRGB
    x = np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0, 1)
    return np.where(x < 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)


def depth(o: Array, d: Array) -> Array:
    """Distance along the optical axis, not along the ray."""
    return trace(o, d)[0] * turn(*d[1:], PITCH)[1]


def render(look: Look, w: int, n: int = 1, limit: float = 0) -> Array:
    """Picture w wide; n x n samples where neighbours differ above limit."""
    image = np.empty((w * 3 // 4, w, 3), np.float32)
    todo = np.arange(w * w * 3 // 4)
    for m in sorted({1, n}):
        for start in range(0, todo.size, CHUNK):  # bands, to save memory
            row, column = np.divmod(todo[start:start + CHUNK], w)
            total = np.float32(0)
            for k in range(m * m):
                x = (column + (k % m + 0.5) / m) / w - 0.5
                y = 0.375 - (row + (k // m + 0.5) / m) / w
                d = np.stack((x, *turn(y, np.full_like(y, FOCAL), -PITCH)))
                d = (d / length(*d)).astype(np.float32)
                total = total + look(np.broadcast_to(EYE, d.shape), d)
            image[row, column] = total.reshape(row.size, -1) / (m * m)
        differ = [abs(image - np.roll(image, *by)).max(axis=2) > limit
                  for by in ((1, 0), (-1, 0), (1, 1), (-1, 1))]
        todo = np.flatnonzero(np.any(differ, axis=0))
    return image


def png(image: Array, srgb: bytes = b"") -> bytes:
    """Encode an array of shape (height, width, 1 or 3), 8 or 16-bit."""
    height, width, colours = image.shape
    kind = png_files.GRAY if colours == 1 else png_files.RGB
    rows = image.astype(image.dtype.newbyteorder(">")).view(np.uint8)
    # Filter 2, the difference to the row above, suits smooth pictures.
    rows = np.diff(rows.reshape(height, -1), axis=0, prepend=np.uint8(0))
    return png_files.encode(width, height, 8 * image.itemsize, kind,
                            np.insert(rows, 0, 2, axis=1).tobytes(), level=9,
                            chunks=[srgb] if srgb else [])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", type=int, default=2000, metavar="WIDTH",
                        help="width of render.png (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent,
                        help="folder to write to (default: the script's)")
    args = parser.parse_args()
    if args.size < 64 or args.size % 8:
        parser.error("--size must be a multiple of 8, from 64 upwards")
    # Depth is never averaged: a mean of near and far would be on neither.
    z, small = (render(depth, width)[:, :, :1]
                for width in (args.size // 2, round(args.size * 0.096) * 4))
    print(f"depth {z.min():.4f} m to {z.max():.4f} m")
    assert Z_NEAR <= z.min() and z.max() <= Z_FAR
    grey = np.round((z - Z_NEAR) / (Z_FAR - Z_NEAR) * 65535)
    matte = render(lambda o, d: trace(o, d)[1] <= SCARF, args.size // 2, 6)
    rgb = render(colour, args.size, 3, 0.06)
    args.out.mkdir(parents=True, exist_ok=True)
    for name, data in (
            ("depth16.png", png(grey.astype(np.uint16))),
            ("depth.pfm", pfm.encode(small.shape[1], small.shape[0],
                                     small.astype("=f4").tobytes())),
            ("matte.png", png(np.round(matte[:, :, :1] * 255).astype("u1"))),
            ("render.png", png(np.round(rgb * 255).astype("u1"), b"sRGB\0"))):
        (args.out / name).write_bytes(data)
        print(name, len(data), "bytes")


if __name__ == "__main__":
    main()
