"""Guided upsampling against OpenCV's filters: time, and errors near the edges of the scene's exact depth."""

import time

from . import scene
from .effect_times import case_program
from .measure import Unavailable, rounds
from .tables import milliseconds, print_table, spread

# A step of the exact nearness that is an edge, and how far from one the band reaches, in pixels.
EDGE_STEP = 0.05
BAND_REACH = 8
# The parameters that OpenCV's filters are tried with; an epsilon as for a guide from 0 to 1, like ours.
RADII = (1, 2, 4, 8, 16)
SMALL_RADII = (1, 2, 4)
EPSILONS = (1e-6, 1e-5, 1e-4, 1e-3)
LAMBDAS = (10, 100, 1000, 10000)
SIGMAS = (1, 2, 5)
HOLES = 100


def show(runs, folder, jobs):
    import numpy as np
    try:
        import cv2
    except ImportError:
        raise Unavailable("opencv-contrib-python-headless is not installed: guided upsampling") from None
    cv2.setNumThreads(jobs)
    photo, exact = scene.photo(), scene.nearness(scene.depth(2000))
    band = edge_band(exact)
    stored, small = scene.nearness(scene.stored_map()), scene.nearness(scene.depth(384))
    noise = np.random.default_rng(1).normal(0, 0.02, small.shape)
    noisy = np.clip(small + noise, 0, 1).astype(np.float32)
    print(
        "### Guided upsampling to 2000x1500 against OpenCV {}\n\nErrors are of nearness, 0 to 1, against the scene's "
        "exact depth. The band, {:.1f} % of the picture, is within {} pixels of a step\nof more than {}.\n".format(
            cv2.__version__, band.mean() * 100, BAND_REACH, EDGE_STEP))
    for name, small_map in [
        ("the bundled map of 768x576", stored),
        ("an exact map of 384x288", small),
        ("the same with noise of standard deviation 0.02", noisy),
    ]:
        print(f"#### From {name}\n")
        _table(runs, folder, jobs, photo, np.ascontiguousarray(small_map), exact, band)
    print(
        "OpenCV's filters work on the map stretched bilinearly, which is part of their time. Each is shown with those "
        "parameters, of all that\nwere tried, that gave the least mean error in the band; ours has its defaults. "
        "scale: filtered at the size of the map.\n")
    _holes(folder, jobs, photo, np.ascontiguousarray(stored))


def edge_band(exact):
    """Returns which pixels are near a step of the exact nearness."""
    import cv2
    import numpy as np
    edges = np.zeros(exact.shape, np.uint8)
    columns = abs(np.diff(exact, axis=1)) > EDGE_STEP
    rows = abs(np.diff(exact, axis=0)) > EDGE_STEP
    edges[:, 1:] |= columns
    edges[:, :-1] |= columns
    edges[1:] |= rows
    edges[:-1] |= rows
    side = 2 * BAND_REACH + 1
    return cv2.dilate(edges, np.ones((side, side), np.uint8)) > 0


def _bilinear(photo, small):
    import cv2
    return cv2.resize(small, photo.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def _filters(photo, small):
    """Returns OpenCV's ways by name, each with the functions that it was tried as, by their parameters."""
    import cv2
    share = small.shape[1] / photo.shape[1]

    def guided(radius, epsilon, scale):
        # With a guide from 0 to 1 epsilon has next to no effect, and the errors are greater.
        return lambda: cv2.ximgproc.guidedFilter(
            photo, _bilinear(photo, small), radius, epsilon * 255**2, scale=scale)

    def smoothed(weight, sigma):
        return lambda: cv2.ximgproc.fastGlobalSmootherFilter(photo, _bilinear(photo, small), weight, sigma)

    return {
        "`resize`, bilinear": {"": lambda: _bilinear(photo, small)},
        "`guidedFilter`": {
            f"radius {radius}, eps {epsilon:g}": guided(radius, epsilon, 1)
            for radius in RADII for epsilon in EPSILONS},
        "`guidedFilter`, fast": {
            f"radius {radius}, eps {epsilon:g}, scale {share:.3g}": guided(radius, epsilon, share)
            for radius in SMALL_RADII for epsilon in EPSILONS},
        "`fastGlobalSmootherFilter`": {
            f"lambda {weight}, sigma {sigma}": smoothed(weight, sigma) for weight in LAMBDAS for sigma in SIGMAS},
    }


def _errors(result, exact, band):
    """Returns the mean error of all, that of the band, and the share of the band that is far off.

    A pixel that is not finite is as wrong as can be.
    """
    import numpy as np
    error = np.where(np.isfinite(result), abs(result - exact), 1)
    return float(error.mean()), float(error[band].mean()), float((error[band] > 0.05).mean())


def _stopped(body):
    start = time.perf_counter()
    body()
    return time.perf_counter() - start


def _table(runs, folder, jobs, photo, small, exact, band):
    output = folder / "upsampled.f32"
    best = {}
    for name, ways in _filters(photo, small).items():
        errors = {parameters: _errors(way(), exact, band) for parameters, way in ways.items()}
        parameters = min(errors, key=lambda way: errors[way][1])
        best[name] = (parameters, ways[parameters], errors[parameters])
    with case_program(folder, photo, small, jobs) as program:
        program.time(f"upsample > {output}")
        ours = _errors(_read(output, exact.shape), exact, band)
        cases = {"auxdepth": lambda: program.time("upsample")[0]}
        cases |= {name: lambda way=way: _stopped(way) for name, (_, way, _) in best.items()}
        taken = rounds(runs, cases)
    rows = []
    for name, parameters, errors in [
        ("auxdepth", "defaults", ours), *((name, some[0], some[2]) for name, some in best.items())
    ]:
        rows.append([
            name, parameters, spread(taken[name], milliseconds), f"{errors[0]:.5f}", f"{errors[1]:.5f}",
            f"{errors[2] * 100:.2f} %"])
    print_table(["way", "parameters", "ms", "mean error", "in the band", "band off by > 0.05"], rows)


def _read(path, shape):
    import numpy as np
    return np.fromfile(path, "<f4").reshape(shape)


def _holes(folder, jobs, photo, small):
    """Shows how far holes of the map spread."""
    import cv2
    import numpy as np
    print(f"#### {HOLES} holes in the bundled map\n")
    generator = np.random.default_rng(2)
    holed = small.copy()
    holed.reshape(-1)[generator.choice(small.size, HOLES, replace=False)] = np.nan
    results = []
    for values in small, holed:
        with case_program(folder, photo, values, jobs) as program:
            output = folder / "upsampled.f32"
            program.time(f"upsample > {output}")
            results.append(_read(output, photo.shape[:2]))
    ways = {"auxdepth": results}
    for name, body in [
        ("`resize`, bilinear", lambda values: _bilinear(photo, values)),
        ("`guidedFilter`, radius 4, eps 1e-4", lambda values: cv2.ximgproc.guidedFilter(
            photo, _bilinear(photo, values), 4, 1e-4 * 255**2)),
    ]:
        ways[name] = [body(small), body(holed)]
    rows = []
    for name, (whole, result) in ways.items():
        lost = ~np.isfinite(result)
        changed = lost | (abs(np.where(lost, 0, result) - whole) > 0.01)
        rows.append([name, *(f"{part.sum():,} ({part.mean() * 100:.3g} %)" for part in (lost, changed))])
    print_table(["way", "pixels that are not finite", "or changed by > 0.01"], rows)
    print(f"The holes are NaN, {HOLES / small.size * 100:.2g} % of the map.\n")
