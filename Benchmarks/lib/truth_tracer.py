"""A ray tracer with a thin lens, in linear light: many rays a pixel, the whole picture at once.

Places are in metres: x to the right, y down, z away from the camera. A ray is (x, y, 0) + z (across, down, 1), so that
the distance along it is the depth. What it meets are things with `cast(rays)`, which gives the depth and the colour
where it is hit.
"""

import math

# The focal length in widths of the picture.
FOCAL = 0.875
# Places of the lens that each pixel is seen through, squared.
LENS_SIDE = 12


class Rays:
    """One ray for each pixel: where it passes the lens, and its slopes."""

    def __init__(self, x, y, across, down):
        self.x, self.y, self.across, self.down = x, y, across, down

    def part(self, rows, columns):
        def cut(value):
            return value[rows, columns] if getattr(value, "ndim", 0) == 2 else value

        return Rays(cut(self.x), cut(self.y), cut(self.across), cut(self.down))


def texel(texture, u, v):
    """Returns the texture at u and v, 0 to 1 across and down, repeated."""
    import cv2
    import numpy as np
    height, width = texture.shape[:2]
    columns = np.mod(u, 1).astype("f4") * width - 0.5
    rows = np.mod(v, 1).astype("f4") * height - 0.5
    return cv2.remap(texture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)


def lit(x, y, z):
    """Returns the light on a surface with that normal: from the left, above and the camera."""
    import numpy as np
    return 0.4 + 0.6 * np.maximum(0, -0.5 * x - 0.5 * y - 0.7 * z)


class Wall:
    """A plane that faces the camera, with a texture repeated in squares of `width`."""

    def __init__(self, z, texture, width):
        self.z, self.texture, self.width = z, texture, width

    def bounds(self, reach):
        return None

    def cast(self, rays):
        import numpy as np
        height = self.width * self.texture.shape[0] / self.texture.shape[1]
        u = (rays.x + self.z * rays.across) / self.width + 0.5
        v = (rays.y + self.z * rays.down) / height + 0.5
        return np.float32(self.z), texel(self.texture, u, v), None


class Floor:
    """A level plane below the camera."""

    def __init__(self, y, texture, width):
        self.y, self.texture, self.width = y, texture, width

    def bounds(self, reach):
        return (-9, 9, 0.02 - reach, 9)

    def cast(self, rays):
        import numpy as np
        hit = rays.down > 0.02
        z = (self.y - rays.y) / np.where(hit, rays.down, 1)
        u = (rays.x + z * rays.across) / self.width
        return z.astype("f4"), texel(self.texture, u, z / self.width), hit


class CutOut:
    """An upright picture with opacity, solid where that is over a half; x and y are its middle."""

    def __init__(self, x, y, z, picture, width):
        self.x, self.y, self.z, self.picture, self.width = x, y, z, picture, width
        self.height = width * picture.shape[0] / picture.shape[1]

    def bounds(self, reach):
        across, down = self.width / 2 / self.z + reach, self.height / 2 / self.z + reach
        x, y = self.x / self.z, self.y / self.z
        return x - across, x + across, y - down, y + down

    def cast(self, rays):
        import cv2
        import numpy as np
        height, width = self.picture.shape[:2]
        columns = ((rays.x + self.z * rays.across - self.x) / self.width + 0.5) * width - 0.5
        rows = ((rays.y + self.z * rays.down - self.y) / self.height + 0.5) * height - 0.5
        sample = cv2.remap(
            self.picture, columns.astype("f4"), rows.astype("f4"), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return np.float32(self.z), sample[..., :3], sample[..., 3] > 0.5


class Ball:
    """A sphere, lit, its texture laid on from the front, `repeats` times across."""

    def __init__(self, x, y, z, radius, texture, repeats):
        self.x, self.y, self.z, self.radius, self.texture, self.repeats = x, y, z, radius, texture, repeats

    def bounds(self, reach):
        nearest = self.z - self.radius
        half = self.radius / nearest + reach + 0.02
        centre = (self.x / self.z, self.y / self.z)
        skew = [abs(part) * self.radius / nearest for part in centre]
        return (centre[0] - half - skew[0], centre[0] + half + skew[0],
                centre[1] - half - skew[1], centre[1] + half + skew[1])

    def cast(self, rays):
        import numpy as np
        x, y, z = rays.x - self.x, rays.y - self.y, -self.z
        square = rays.across**2 + rays.down**2 + 1
        half = x * rays.across + y * rays.down + z
        root = half**2 - square * (x**2 + y**2 + z**2 - self.radius**2)
        hit = root > 0
        depth = (-half - np.sqrt(np.maximum(root, 0))) / square
        normal = [(x + depth * rays.across) / self.radius, (y + depth * rays.down) / self.radius,
                  (z + depth) / self.radius]
        colour = texel(self.texture, normal[0] * self.repeats / 2 + 0.5, normal[1] * self.repeats / 2 + 0.5)
        return depth.astype("f4"), colour * lit(*normal)[..., None].astype("f4"), hit


class Camera:
    """A camera of a picture's size; a place on the plane `plane` metres away stays where it is, wherever the eye is."""

    def __init__(self, things, width, height):
        import numpy as np
        self.things, self.width, self.height = things, width, height
        focal = FOCAL * width
        self.columns = ((np.arange(width) - width / 2) / focal).astype("f4")[None, :]
        self.rows = ((np.arange(height) - height / 2) / focal).astype("f4")[:, None]
        self.pixel = 1 / focal

    def trace(self, x, y, plane, right, below):
        """Returns depth and colour of one ray a pixel, through (x, y) of the lens and that place inside the pixel."""
        import numpy as np
        shape = (self.height, self.width)
        rays = Rays(
            x, y, np.broadcast_to(self.columns + right * self.pixel - x / plane, shape),
            np.broadcast_to(self.rows + below * self.pixel - y / plane, shape))
        reach = float(np.max(np.abs(x)) + np.max(np.abs(y))) / min(plane, 0.5) + 4 * self.pixel
        depth, colour = np.full(shape, np.inf, "f4"), np.zeros((*shape, 3), "f4")
        for thing in self.things:
            place = self._window(thing.bounds(reach))
            if place is None:
                continue
            z, light, hit = thing.cast(rays.part(*place))
            z = np.broadcast_to(z, light.shape[:2])
            nearer = (z < depth[place]) & (z > 0.05)
            if hit is not None:
                nearer &= hit
            np.copyto(depth[place], z, where=nearer)
            np.copyto(colour[place], light, where=nearer[..., None])
        return depth, colour

    def _window(self, bounds):
        if bounds is None:
            return slice(0, self.height), slice(0, self.width)
        left, right, top, bottom = (value / self.pixel for value in bounds)
        columns = slice(max(0, int(left + self.width / 2)), min(self.width, max(0, int(right + self.width / 2) + 2)))
        rows = slice(max(0, int(top + self.height / 2)), min(self.height, max(0, int(bottom + self.height / 2) + 2)))
        return None if columns.stop <= columns.start or rows.stop <= rows.start else (rows, columns)

    def depth(self, x=0.0, plane=1.0):
        """Returns the exact depth at the centres of the pixels."""
        import numpy as np
        return self.trace(np.float32(x), np.float32(0), plane, 0.5, 0.5)[0]

    def eye(self, x=0.0, plane=1.0, side=8):
        """Returns what a pinhole at x sees, with side * side rays a pixel."""
        import numpy as np
        random = np.random.default_rng(3)
        total = 0
        for row in range(side):
            for column in range(side):
                across, down = random.random((2, self.height, self.width), "f4")
                total = total + self.trace(
                    np.float32(x), np.float32(0), plane, (column + across) / side, (row + down) / side)[1]
        return total / side**2

    def lens(self, radius, plane, side=LENS_SIDE):
        """Returns what a lens of that radius sees, focused on the plane, with side * side places of the lens a pixel.

        Each pixel has its own places: rings and sectors of equal area, turned by chance, and one in each.
        """
        import numpy as np
        random = np.random.default_rng(4)
        shape = (self.height, self.width)
        turned, shift = random.random(shape, "f4"), random.random((2, *shape), "f4")
        total = 0
        for index in range(side * side):
            ring, sector = divmod(index, side)
            chance = random.random((2, *shape), "f4")
            distance = np.sqrt((ring + chance[0]) / side) * np.float32(radius)
            turn = ((sector + chance[1]) / side + turned) * np.float32(2 * math.pi)
            # Additive recurrence with the plastic number: spread evenly over the pixel.
            right = (shift[0] + np.float32((index * 0.7548776662) % 1)) % 1
            below = (shift[1] + np.float32((index * 0.5698402909) % 1)) % 1
            total = total + self.trace(distance * np.cos(turn), distance * np.sin(turn), plane, right, below)[1]
        return total / side**2
