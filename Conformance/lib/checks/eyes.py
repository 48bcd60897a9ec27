"""Cameras of both eyes of a pair, as OpenCV projects points by the files that state where the other one is."""
from __future__ import annotations

import json
import math
from typing import Any

from .. import peers
from ..context import Context
from .registry import Step, check

#: The property of a spatial photo that has the x of a camera in micrometres. Source: Specs/heif.md, "Stereo pairs".
_EXTRINSICS = bytes.fromhex("4363E9145B7D4AAB97AEBEA69803B434")


def _eyes(context: Context) -> dict[str, tuple[Any, Any, Any, float]]:
    """Returns the matrix, R and T of the other eye, and where the centre of the first pixel is, of each camera file."""
    numpy, cv2 = peers.module("numpy"), peers.module("opencv")
    own = json.loads(context.path("camera.json").read_text())
    matrix = numpy.array(own["intrinsicMatrix"]).reshape(3, 3).T
    storage = cv2.FileStorage(str(context.path("camera.yml")), cv2.FILE_STORAGE_READ)
    return {
        "json": (matrix, numpy.eye(3), -numpy.array(own["otherEye"]), 0.5),
        "opencv": (storage.getNode("camera_matrix").mat(), storage.getNode("R").mat(), storage.getNode("T").mat().ravel(), 0.0),
    }


@check
def camera_pair(context: Context, step: Step) -> None:
    """Points are where the formula of a pair of parallel cameras of `fov` degrees and `baseline` mm sees them with both eyes."""
    if not all(context.has(name, "camera pair") for name in ("numpy", "opencv")):
        return
    numpy, cv2 = peers.module("numpy"), peers.module("opencv")
    height, width = numpy.load(context.path("map.npy")).shape
    # Pixels of the map are of the photo's shape where it was not stretched.
    columns, rows = step["photo"]
    focal = columns / 2 / math.tan(math.radians(float(step["fov"])) / 2)
    scale = numpy.array([width / columns, height / rows])
    points = numpy.random.default_rng(7).uniform((-1, -1, 0.5), (1, 1, 6), (500, 3))

    def formula(x: Any) -> Any:
        return (numpy.column_stack([x, points[:, 1]]) / points[:, 2:] * focal + [columns / 2, rows / 2]) * scale

    wanted = {"left": formula(points[:, 0]), "right": formula(points[:, 0] - float(step["baseline"]) / 1000)}
    worst = 0.0
    for name, (camera, turn, move, first) in _eyes(context).items():
        rotation = cv2.Rodrigues(turn)[0]
        for eye, vectors in {"left": (numpy.zeros(3), numpy.zeros(3)), "right": (rotation, move)}.items():
            found = cv2.projectPoints(points, *vectors, camera, None)[0][:, 0] + 0.5 - first
            off = numpy.abs(found - wanted[eye]).max()
            worst = max(worst, off)
            context.expect(off < 1e-4, f"camera pair: {eye} eye by {name}", f"up to {off} pixels off")
    context.measure(f"{worst:.2g} pixels")


@check
def camera_pair_of_file(context: Context, step: Step) -> None:
    """The other eye is as far to the right as the bytes of the photo say in micrometres."""
    if not context.has("numpy", "camera pair"):
        return
    data = context.path(step["file"]).read_bytes()
    places = []
    at = data.find(_EXTRINSICS)
    while at >= 0:
        flags = int.from_bytes(data[at + 17 : at + 20], "big")
        places.append(int.from_bytes(data[at + 20 : at + 24], "big", signed=True) if flags & 1 else 0)
        at = data.find(_EXTRINSICS, at + 16)
    stated = json.loads(context.path("camera.json").read_text())["otherEye"]
    ok = len(places) == 2 and abs(stated[0] - (places[1] - places[0]) / 1e6) < 1e-9 and stated[1:] == [0, 0]
    context.expect(ok, "camera pair: baseline", f"{stated} m, and the file has {places} micrometres")
    context.measure(f"{stated[0] * 1000:.3f} mm")
