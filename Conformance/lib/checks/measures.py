"""Distances in a unit, cameras of maps and data sets, as numpy, Pillow, tifffile and OpenCV read them."""
from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from .. import peers
from ..context import Context
from .registry import Step, check

# Rows of the 2x2 matrix that turns stored points for display, by the Exif orientation.
_TURNS = {1: (1, 0, 0, 1), 2: (-1, 0, 0, 1), 3: (-1, 0, 0, -1), 4: (1, 0, 0, -1), 5: (0, 1, 1, 0), 6: (0, -1, 1, 0),
          7: (0, -1, -1, 0), 8: (0, 1, -1, 0)}
_FORMATS = {"json": 0.5, "colmap": 0.5, "nerfstudio": 0.5, "tum": 0.0, "opencv": 0.0}


def _array(path: Path) -> Any:
    """Reads an array with the library that the suffix belongs to."""
    numpy = peers.module("numpy")
    if path.suffix == ".npy":
        return numpy.load(path)
    if path.suffix == ".tiff":
        return peers.module("tifffile").imread(path)
    return numpy.asarray(peers.module("pillow").open(path))


def _libraries(context: Context, label: str, *names: str) -> bool:
    return all(context.has(name, label) for name in ("numpy", "pillow", *names))


@check
def distance_codes(context: Context, step: Step) -> None:
    """16-bit codes of `file` are the metres of `metres` at `perMetre` codes, within half a code; holes and what is too far are 0."""
    if not _libraries(context, "distance codes"):
        return
    numpy = peers.module("numpy")
    codes, metres = _array(context.path(step["file"])), _array(context.path(step["metres"])).astype("f8")
    context.expect(codes.dtype == numpy.uint16 and codes.shape == metres.shape, "distance codes: kind",
                   f"{codes.dtype} of {codes.shape}, not 16 bits of {metres.shape}")
    scaled = numpy.nan_to_num(metres * step["perMetre"], nan=0.0, posinf=1e30)
    fits = (scaled >= 0.5) & (scaled < 65535.5)
    context.expect(bool((codes[~fits] == 0).all()), "distance codes: holes",
                   f"{int((codes[~fits] != 0).sum())} samples that are holes have a code")
    worst = numpy.abs(codes[fits] - scaled[fits]).max() if fits.any() else math.inf
    context.expect(worst <= 0.5 + 1e-6, "distance codes: values", f"up to {worst} codes off")
    context.measure(f"{worst:.4f} codes")
    if "tooFar" in step:
        seen = int((scaled >= 65535.5).sum())
        context.expect(seen == step["tooFar"], "distance codes: too far", f"{seen} samples are, not {step['tooFar']}")


@check
def distance_numbers(context: Context, step: Step) -> None:
    """Floats of `file` are the metres of `metres`, times `perMetre`, as near as floats are."""
    if not _libraries(context, "distance numbers", "tifffile"):
        return
    numpy = peers.module("numpy")
    seen = _array(context.path(step["file"])).astype("f8")
    wanted = _array(context.path(step["metres"])).astype("f8") * step["perMetre"]
    worst = numpy.nanmax(numpy.abs(seen / wanted - 1))
    context.expect(worst < 1e-6, "distance numbers: values", f"up to {worst} off, in parts")


@check
def distances_of_numpy(context: Context, step: Step) -> None:
    """Codes that numpy writes of truth.npy, at `perMetre`, come back within half a code by `options`, holes as holes."""
    if not _libraries(context, "distances of numpy"):
        return
    numpy = peers.module("numpy")
    truth = _array(context.path("metres.npy")).astype("f8")
    codes = numpy.rint(numpy.clip(truth * step["perMetre"], 0, 65535)).astype("u2")
    codes[:4, :7] = 0
    peers.module("pillow").fromarray(codes).save(context.path("numpy.png"))
    done = context.auxdepth("convert", "numpy.png", "-o", "back.npy", "--as", "fdep", "--force", *step["options"])
    if not context.expect(done.status == 0, "distances of numpy: read", done.stderr.strip()):
        return
    back, valid = _array(context.path("back.npy")).astype("f8"), codes > 0
    worst = numpy.abs(back[valid] * step["perMetre"] - codes[valid]).max()
    context.expect(worst <= 0.5, "distances of numpy: values", f"up to {worst} codes off")


def _files(context: Context) -> dict[str, tuple[Any, Any, tuple[int, int]]]:
    """Returns the matrix, the coefficients and the size that each camera file states."""
    numpy, cv2 = peers.module("numpy"), peers.module("opencv")
    found = {}

    def camera(fx: float, fy: float, cx: float, cy: float) -> Any:
        return numpy.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])

    own = json.loads(context.path("camera.json").read_text())
    found["json"] = (numpy.array(own["intrinsicMatrix"]).reshape(3, 3).T, own["opencv"]["distCoeffs"],
                     (own["width"], own["height"]))
    words = context.path("camera.colmap").read_text().splitlines()[-1].split()
    numbers = [float(word) for word in words[4:]]
    found["colmap"] = (camera(*numbers[:4]), [*numbers[4:8], numbers[8] if len(numbers) > 8 else 0][:5] or [0] * 5,
                       (int(words[2]), int(words[3])))
    row = numpy.loadtxt(context.path("camera.tum"))
    size = context.path("camera.tum").read_text().split()[2:4]
    found["tum"] = (camera(*row[:4]), list(row[4:9]), (int(size[0]), int(size[1])))
    nerf = json.loads(context.path("camera.nerfstudio").read_text())
    found["nerfstudio"] = (camera(nerf["fl_x"], nerf["fl_y"], nerf["cx"], nerf["cy"]),
                           [nerf[key] for key in ("k1", "k2", "p1", "p2", "k3")], (nerf["w"], nerf["h"]))
    storage = cv2.FileStorage(str(context.path("camera.opencv")), cv2.FILE_STORAGE_READ)
    found["opencv"] = (storage.getNode("camera_matrix").mat(),
                       list(storage.getNode("distortion_coefficients").mat().ravel()),
                       (int(storage.getNode("image_width").real()), int(storage.getNode("image_height").real())))
    return found


def _table(calibration: dict[str, Any]) -> tuple[Any, float]:
    """Returns the lookup table of the coefficients, and the radius in pixels that it ends at: Specs/xmp.md, "Calibration"."""
    numpy = peers.module("numpy")
    (width, height), (x, y) = (calibration["intrinsicMatrixReferenceDimensions"], calibration["lensDistortionCenter"])
    largest = math.hypot(max(x, width - x), max(y, height - y))
    radius = largest * calibration["pixelSize"] * numpy.arange(42) / 41
    percent = sum(c * radius ** (2 * power) for power, c in enumerate(calibration["lensDistortionCoefficients"]))
    return 1 / (1 + percent / 100) - 1, largest


def _distorted(calibration: dict[str, Any], points: Any) -> Any:
    """Moves points of the reference image as Apple's table does."""
    numpy = peers.module("numpy")
    table, largest = _table(calibration)
    away = points - numpy.array(calibration["lensDistortionCenter"])
    radius = numpy.hypot(away[:, 0], away[:, 1])
    factor = numpy.interp(radius / largest * 41, numpy.arange(42), table)
    return numpy.array(calibration["lensDistortionCenter"]) + away * (1 + factor[:, None])


@check
def camera_files(context: Context, step: Step) -> None:
    """Each camera file projects points where the calibration does, turned and scaled with the map, and its distortion is as far
    from Apple's table as the JSON says."""
    if not _libraries(context, "camera files", "opencv"):
        return
    numpy, cv2 = peers.module("numpy"), peers.module("opencv")
    calibration = json.loads(context.path("calibration.json").read_text())
    matrix = numpy.array(calibration["intrinsicMatrix"]).reshape(3, 3).T
    size = numpy.array(calibration["intrinsicMatrixReferenceDimensions"], dtype="f8")
    turn = numpy.array(_TURNS[step["orientation"] if step["upright"] else 1], dtype="f8").reshape(2, 2)
    shown = numpy.abs(turn) @ size
    shift = numpy.where((turn < 0).any(axis=1), shown, 0)
    map_size = numpy.array(_array(context.path("map.npy")).shape[::-1], dtype="f8")
    scale = map_size / shown
    points = numpy.random.default_rng(5).uniform((-1, -1, 2), (1, 1, 6), (200, 3))
    stored = (points[:, :2] / points[:, 2:]) @ matrix[:2, :2].T + matrix[:2, 2]
    wanted = (stored @ turn.T + shift) * scale
    turned = numpy.column_stack([points[:, :2] @ turn.T, points[:, 2]])
    worst = 0.0
    for name, (camera, _, seen) in _files(context).items():
        context.expect(tuple(seen) == tuple(map_size.astype(int)), f"camera files: size in {name}",
                       f"{seen}, and the map has {map_size}")
        # Whole numbers are centres in OpenCV's convention: half a pixel more from the corner.
        found = cv2.projectPoints(turned, numpy.zeros(3), numpy.zeros(3), camera, None)[0][:, 0] + 0.5 - _FORMATS[name]
        off = numpy.abs(found - wanted).max()
        worst = max(worst, off)
        context.expect(off < 1e-4, f"camera files: points by {name}", f"up to {off} pixels off")
    context.measure(f"{worst:.2g} pixels")
    if "lensDistortionCoefficients" in calibration:
        _residual(context, calibration, turn, shift, scale, map_size)


def _residual(context: Context, calibration: dict[str, Any], turn: Any, shift: Any, scale: Any, map_size: Any) -> None:
    numpy, cv2 = peers.module("numpy"), peers.module("opencv")
    stated = json.loads(context.path("camera.json").read_text())["opencv"]["residual"]
    steps = numpy.arange(33) / 32
    grid = numpy.stack(numpy.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * map_size
    reference = (grid / scale - shift) @ numpy.linalg.inv(turn).T
    wanted = (_distorted(calibration, reference) @ turn.T + shift) * scale
    for name, (camera, coefficients, _) in _files(context).items():
        plane = numpy.column_stack([(grid - camera[:2, 2] + _FORMATS[name] - 0.5) / [camera[0, 0], camera[1, 1]],
                                    numpy.ones(len(grid))])
        found = cv2.projectPoints(plane, numpy.zeros(3), numpy.zeros(3), camera, numpy.array(coefficients, dtype="f8"))[0][:, 0]
        off = numpy.hypot(*(found + 0.5 - _FORMATS[name] - wanted).T)
        context.expect(abs(off.max() - stated["largest"]) < 1e-3, f"camera files: residual by {name}",
                       f"{off.max()} pixels, and {stated['largest']} is stated")
        rms = math.sqrt((off ** 2).mean())
        context.expect(abs(rms - stated["rms"]) < 1e-3, f"camera files: mean residual by {name}",
                       f"{rms} pixels, and {stated['rms']} is stated")
    # No other coefficients are nearer: a fit by numpy.
    camera, coefficients, _ = _files(context)["json"]
    x, y = (grid - camera[:2, 2]).T / [[camera[0, 0]], [camera[1, 1]]]
    r2 = x * x + y * y
    across = numpy.column_stack([x * r2, x * r2 ** 2, 2 * x * y, r2 + 2 * x * x, x * r2 ** 3]) * camera[0, 0]
    down = numpy.column_stack([y * r2, y * r2 ** 2, r2 + 2 * y * y, 2 * x * y, y * r2 ** 3]) * camera[1, 1]
    target = wanted - grid
    best = numpy.linalg.lstsq(numpy.concatenate([across, down]), numpy.concatenate(target.T), rcond=None)[0]
    context.expect(numpy.allclose(best, coefficients, rtol=1e-4, atol=1e-7), "camera files: fit",
                   f"{coefficients}, and numpy finds {list(best)}")


@check
def dataset_loads(context: Context, step: Step) -> None:
    """A loader of numpy and Pillow finds each frame of `folder`: pixels, depth in metres and intrinsics that fit, and `poses`."""
    if not _libraries(context, "dataset loads"):
        return
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    folder = context.path(step["folder"])
    frames = json.loads((folder / "cameras.json").read_text())["frames"]
    context.expect(len(frames) == step["frames"], "dataset loads: frames", f"{len(frames)}, not {step['frames']}")
    for frame in frames:
        photo, depth = pillow.open(folder / frame["photo"]["path"]), frame["depth"]
        metres = _array(folder / depth["path"]) / depth["perMetre"]
        label, size = f"dataset loads: {frame['name']}", (depth["width"], depth["height"])
        context.expect(photo.size == (frame["photo"]["width"], frame["photo"]["height"]), label, f"the photo has {photo.size}")
        context.expect(photo.getexif().get(0x0112, 1) == 1, label, "the photo is not upright")
        photo.load()
        context.expect(metres.shape == size[::-1] and metres.max() > 0, label, f"depth of {metres.shape}")
        context.expect(abs(photo.width / photo.height / (size[0] / size[1]) - 1) < 0.02, label,
                       f"a photo of {photo.size} and depth of {size}")
        for path in frame["mattes"].values():
            context.expect(pillow.open(folder / path).mode == "L", label, f"{path} is no matte")
        if "camera" in depth:
            matrix = numpy.array(depth["camera"]["intrinsicMatrix"]).reshape(3, 3).T
            inside = (0 < matrix[0, 2] < size[0]) and (0 < matrix[1, 2] < size[1])
            context.expect(inside, label, f"a principal point of {matrix[:2, 2]} in {size}")
    _loaders(context, folder, frames, step.get("poses", False))


def _loaders(context: Context, folder: Path, frames: list[dict[str, Any]], has_poses: bool) -> None:
    """What the documented formats of nerfstudio and Open3D ask for."""
    pillow = peers.module("pillow")
    nerf = json.loads((folder / "transforms.json").read_text())["frames"]
    cameras = [frame for frame in frames if "camera" in frame["depth"]]
    context.expect(len(nerf) == len(cameras), "dataset loads: nerfstudio", f"{len(nerf)} frames, not {len(cameras)}")
    for frame in nerf:
        context.expect(pillow.open(folder / frame["file_path"]).size == (frame["w"], frame["h"]),
                       "dataset loads: nerfstudio", f"{frame['file_path']} has another size")
        context.expect((folder / frame["depth_file_path"]).exists() and len(frame["transform_matrix"]) == 4,
                       "dataset loads: nerfstudio", "a depth map or a pose is missing")
    context.expect((folder / "trajectory.json").exists() == has_poses, "dataset loads: Open3D", "a trajectory and poses")
    if not has_poses:
        return
    numpy = peers.module("numpy")
    trajectory = json.loads((folder / "trajectory.json").read_text())
    context.expect(trajectory["class_name"] == "PinholeCameraTrajectory", "dataset loads: Open3D")
    for camera, frame in zip(trajectory["parameters"], cameras):
        matrix, own = camera["intrinsic"]["intrinsic_matrix"], frame["depth"]["camera"]["intrinsicMatrix"]
        off = max(abs(a - b) for a, b in zip(matrix, [*own[:6], own[6] - 0.5, own[7] - 0.5, 1]))
        context.expect(off < 1e-9 and len(camera["extrinsic"]) == 16, "dataset loads: Open3D", f"{off} off")
    for camera, frame in zip(trajectory["parameters"], nerf):
        # Open3D's cameras look along z with y down, and its matrices are by columns from the world.
        pose = numpy.array(frame["transform_matrix"]) @ numpy.diag([1, -1, -1, 1])
        off = abs(numpy.array(camera["extrinsic"]).reshape(4, 4).T @ pose - numpy.eye(4)).max()
        context.expect(off < 1e-9, "dataset loads: Open3D", f"the extrinsic matrix is {off} off the inverse of the pose")
