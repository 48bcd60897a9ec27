"""A ray-traced scene for points and meshes: its camera, its depth, and where its points and normals really are."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import peers


@dataclass(frozen=True)
class Camera:
    """A pinhole in pixels of the map, from its corner: the centre of the first pixel is at (0.5, 0.5)."""

    fx: float
    fy: float
    cx: float
    cy: float
    width: int
    height: int

    def rays(self) -> Any:
        """Returns the direction of each pixel: x right, y down, z = 1."""
        numpy = peers.module("numpy")
        y, x = numpy.mgrid[: self.height, : self.width] + 0.5
        return numpy.stack([(x - self.cx) / self.fx, (y - self.cy) / self.fy, numpy.ones_like(x)], axis=-1)


CAMERA = Camera(fx=520.0, fy=500.0, cx=247.0, cy=188.0, width=480, height=360)
#: A ball before a slanted wall, and a floor below the camera.
CENTRE, RADIUS = (0.15, 0.05, 2.0), 0.35


@dataclass(frozen=True)
class Traced:
    """What each pixel shows; a surface has a number."""

    depth: Any
    normals: Any
    surface: Any
    colours: Any


def traced() -> Traced:
    """Returns the scene: floor y = 0.8, wall z = 3 + 0.2 x, and the ball, each with a pattern of its own."""
    numpy = peers.module("numpy")
    rays = CAMERA.rays()
    planes = [((0.0, 1.0, 0.0), 0.8), ((-0.2, 0.0, 1.0), 3.0)]
    depths, normals = [], []
    for normal, offset in planes:
        n = numpy.array(normal)
        with numpy.errstate(divide="ignore"):
            depth = offset / (rays @ n)
        depths.append(numpy.where(depth > 0, depth, numpy.inf))
        normals.append(numpy.broadcast_to(-n / numpy.linalg.norm(n), rays.shape))
    centre = numpy.array(CENTRE)
    a, b, c = (rays**2).sum(-1), rays @ centre, centre @ centre - RADIUS**2
    inside = b**2 - a * c
    ball = numpy.where(inside > 0, (b - numpy.sqrt(numpy.maximum(inside, 0))) / a, numpy.inf)
    depths.append(ball)
    with numpy.errstate(invalid="ignore"):
        normals.append((rays * ball[..., None] - centre) / RADIUS)
    stack = numpy.stack(depths)
    surface = stack.argmin(axis=0)
    depth = stack.min(axis=0)
    normal = numpy.take_along_axis(numpy.stack(normals), surface[None, ..., None], axis=0)[0]
    shades = numpy.array([[70, 120, 60], [190, 180, 160], [210, 60, 50]])[surface]
    x, y = numpy.meshgrid(numpy.arange(CAMERA.width), numpy.arange(CAMERA.height))
    colours = numpy.clip(shades + (x % 16)[..., None] - (y % 16)[..., None], 0, 255).astype(numpy.uint8)
    return Traced(depth, normal, surface, colours)


def undistorted(points: Any, coefficients: Any, centre: Any, size: Any, pixel: float) -> Any:
    """Returns where distorted points of the reference size are without distortion: the formula of ImageIO's table.

    At 42 radii the table has 1 / (1 + p / 100) - 1, p the polynomial in even powers of the radius in millimetres; between, it
    is linear. Source: Specs/xmp.md, "Calibration".
    """
    numpy = peers.module("numpy")
    centre, size = numpy.asarray(centre, float), numpy.asarray(size, float)
    largest = numpy.hypot(*numpy.maximum(centre, size - centre))
    radii = largest * pixel * numpy.arange(42) / 41
    percent = sum(k * radii ** (2 * power) for power, k in enumerate(coefficients))
    table = (1 / (1 + percent / 100) - 1).astype(numpy.float32)
    away = points - centre
    share = numpy.interp(numpy.hypot(away[..., 0], away[..., 1]), largest * numpy.arange(42) / 41, table)
    return centre + away * (1 + share[..., None])
