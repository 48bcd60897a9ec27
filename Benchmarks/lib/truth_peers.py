"""What others do for a blur by depth and for a pair of eyes, as short programs of ours with numpy and OpenCV."""

import math

# A step of the radius between the pictures of a stack, in pixels.
STACK_STEP = 1.0


def disc(radius):
    """Returns a disc with soft pixels at its edge, of sum 1."""
    import numpy as np
    reach = math.ceil(radius + 0.5)
    fine = (np.arange((2 * reach + 1) * 8) + 0.5) / 8 - reach - 0.5
    inside = (fine[None, :] ** 2 + fine[:, None] ** 2 <= radius**2).astype("f4")
    side = 2 * reach + 1
    cells = inside.reshape(side, 8, side, 8).sum(axis=(1, 3))
    return (cells / cells.sum()).astype("f4") if cells.sum() else np.ones((1, 1), "f4")


def disc_blur(picture, radius):
    import cv2
    return cv2.filter2D(picture, -1, disc(radius), borderType=cv2.BORDER_REPLICATE) if radius > 0.5 else picture


def gaussian_blur(picture, radius):
    import cv2
    if radius <= 0.5:
        return picture
    return cv2.GaussianBlur(picture, (0, 0), radius / 2, borderType=cv2.BORDER_REPLICATE)


def stack(picture, radii, blur):
    """Returns the picture blurred as a whole by each radius, and each pixel from the two that are next to its own."""
    import numpy as np
    place = radii / STACK_STEP
    result = np.zeros_like(picture)
    for index in range(math.ceil(float(place.max())) + 1):
        weight = np.clip(1 - abs(place - index), 0, 1)[..., None]
        if weight.any():
            result += weight * blur(picture, index * STACK_STEP)
    return result


def inpainted(light, signed):
    """Returns two layers: what is in front of the focus is cut out, `cv2.inpaint` fills the hole, both are blurred."""
    import cv2
    import numpy as np
    near = (signed > 1).astype("u1")
    wide = cv2.dilate(near, np.ones((3, 3), "u1"))
    codes = np.round(np.clip(light, 0, 1) ** (1 / 2.2) * 255).astype("u1")
    filled = (cv2.inpaint(codes, wide, 3, cv2.INPAINT_TELEA).astype("f4") / 255) ** np.float32(2.2)
    back = stack(
        np.where(wide[..., None] > 0, filled, light), np.where(near > 0, 0, abs(signed)).astype("f4"), disc_blur)
    if not near.any():
        return back
    radius = float(np.median(signed[near > 0]))
    cover = disc_blur(near.astype("f4"), radius)[..., None]
    front = disc_blur(light * near[..., None], radius)
    return back * (1 - cover) + front


def moved(shift, nearness, picture):
    """Returns an eye's picture with every pixel moved by a whole number of pixels, and its gaps filled by OpenCV."""
    import cv2
    import numpy as np
    height, width = shift.shape
    order = np.argsort(nearness, axis=None, kind="stable")
    rows, columns = np.unravel_index(order, shift.shape)
    target = np.rint(columns + shift[rows, columns]).astype(int)
    kept = (target >= 0) & (target < width)
    view, gaps = np.zeros_like(picture), np.ones((height, width), "u1")
    # Of what lands on the same pixel the last stays: the nearest.
    view[rows[kept], target[kept]] = picture[rows[kept], columns[kept]]
    gaps[rows[kept], target[kept]] = 0
    return cv2.inpaint(view, gaps, 3, cv2.INPAINT_TELEA)


def polylines(shift, nearness, picture):
    """Returns an eye's picture in which each row is a line through its moved pixels, stretched over the gaps."""
    import numpy as np
    height, width = shift.shape
    place = np.arange(width) + shift
    nearer = np.minimum(nearness[:, 1:], nearness[:, :-1])
    order = np.argsort(nearer, axis=None, kind="stable")
    rows, columns = np.unravel_index(order, nearer.shape)
    start, end = place[rows, columns], place[rows, columns + 1]
    view = picture.copy()
    depth = np.full((height, width), -1, "f4")
    for step in range(int(np.ceil(np.max(end - start))) + 1):
        target = np.ceil(start).astype(int) + step
        drawn = (target <= end) & (target >= 0) & (target < width) & (end > start)
        row, column, at = rows[drawn], columns[drawn], target[drawn]
        share = ((at - start[drawn]) / (end[drawn] - start[drawn]))[:, None]
        colour = picture[row, column] * (1 - share) + picture[row, column + 1] * share
        near = nearer[row, column]
        # The same pixel may be met several times in a step: the last, the nearest, stays.
        seen = near >= depth[row, at]
        view[row[seen], at[seen]] = np.round(colour[seen])
        depth[row[seen], at[seen]] = near[seen]
    return view
