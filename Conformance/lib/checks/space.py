"""Points and meshes in space, compared with a ray-traced scene and with other programs' readers."""
from __future__ import annotations

import io
import json
import struct
from typing import Any

from .. import peers
from ..context import Context
from ..truth import space
from .registry import Step, check

_PLY = [("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("nx", "<f4"), ("ny", "<f4"), ("nz", "<f4"), ("red", "u1"),
        ("green", "u1"), ("blue", "u1")]
_COMPONENTS = {5123: ("<u2", 2), 5125: ("<u4", 4), 5126: ("<f4", 4)}
_COUNTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}


def _ply(data: bytes) -> tuple[list[str], Any]:
    """Returns the header's lines and the points of a PLY file, by the header alone."""
    numpy = peers.module("numpy")
    head, _, body = data.partition(b"end_header\n")
    lines = head.decode("ascii").splitlines()
    types = {"float": "<f4", "uchar": "u1"}
    fields = [(line.split()[2], types[line.split()[1]]) for line in lines if line.startswith("property ")]
    count = int(next(line.split()[2] for line in lines if line.startswith("element vertex")))
    return lines, numpy.frombuffer(body, numpy.dtype(fields), count=count)


def _glb(context: Context, data: bytes) -> tuple[dict[str, Any], list[Any], bytes] | None:
    """Checks a GLB file by the rules of glTF 2.0; returns its JSON, its accessors' arrays and its image."""
    numpy = peers.module("numpy")
    magic, version, length = struct.unpack_from("<4sII", data)
    size, kind = struct.unpack_from("<I4s", data, 12)
    ok = (magic, version, length, kind) == (b"glTF", 2, len(data), b"JSON") and size % 4 == 0
    if not context.expect(ok, "glb: header", f"{magic!r} {version} {length} {kind!r}"):
        return None
    document = json.loads(data[20 : 20 + size])
    count, kind = struct.unpack_from("<I4s", data, 20 + size)
    buffer = data[28 + size :]
    ok = kind == b"BIN\0" and count == len(buffer) == document["buffers"][0]["byteLength"] and count % 4 == 0
    context.expect(ok, "glb: buffer", f"{kind!r} {count} {len(buffer)}")
    views = document["bufferViews"]
    ends = [view["byteOffset"] + view["byteLength"] for view in views]
    context.expect(max(ends) <= count and all(view["byteOffset"] % 4 == 0 for view in views), "glb: views", f"{views}")
    arrays = []
    for accessor in document["accessors"]:
        dtype, width = _COMPONENTS[accessor["componentType"]]
        view = views[accessor["bufferView"]]
        numbers = _COUNTS[accessor["type"]]
        fits = accessor["count"] * numbers * width <= view["byteLength"]
        context.expect(fits and view["byteOffset"] % width == 0, "glb: accessor", f"{accessor} in {view}")
        array = numpy.frombuffer(buffer, dtype, accessor["count"] * numbers, view["byteOffset"])
        arrays.append(array.reshape(-1, numbers))
    primitive = document["meshes"][0]["primitives"][0]
    positions = arrays[primitive["attributes"]["POSITION"]]
    bounds = document["accessors"][primitive["attributes"]["POSITION"]]
    same = numpy.array_equal(numpy.float32(bounds["min"]), positions.min(0)) and numpy.array_equal(
        numpy.float32(bounds["max"]), positions.max(0))
    context.expect(same, "glb: bounds of POSITION", f"{bounds}")
    lengths = numpy.linalg.norm(arrays[primitive["attributes"]["NORMAL"]], axis=1)
    context.expect(bool(abs(lengths - 1).max() < 1e-4), "glb: normals of length 1", f"{lengths.min()}...{lengths.max()}")
    indices = arrays[primitive["indices"]]
    primitives = indices.reshape(-1, 3)
    context.expect(bool(indices.max() < len(positions)), "glb: indices", f"{indices.max()} of {len(positions)}")
    distinct = (primitives[:, 0] != primitives[:, 1]) & (primitives[:, 1] != primitives[:, 2])
    context.expect(bool((distinct & (primitives[:, 0] != primitives[:, 2])).all()), "glb: no degenerate triangle")
    used = set(document.get("extensionsUsed", [])) >= set(document.get("extensionsRequired", []))
    context.expect(used and "extensionsRequired" not in document, "glb: needs no extension")
    view = views[document["images"][0]["bufferView"]]
    return document, arrays, buffer[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]


def _photo(context: Context, step: Step, scene: space.Traced) -> bool:
    """Makes the photo of a traced scene, turned as `orientation` says, with its depth as 16-bit codes or 8-bit ones."""
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    camera, side = space.CAMERA, step.get("enlarged", 1)
    picture = numpy.kron(scene.colours, numpy.ones((side, side, 1), numpy.uint8))
    turned = step.get("orientation", 1) == 6
    # The photo is displayed turned clockwise: it is stored turned the other way.
    stored = numpy.rot90(picture) if turned else picture
    exif = pillow.Exif()
    exif[0x0112] = step.get("orientation", 1)
    pillow.fromarray(stored).save(context.path("plain.jpg"), quality=95, subsampling=0, exif=exif)
    numpy.save(context.path("depth.npy"), scene.depth.astype(numpy.float32))
    out = "photo." + step["suffix"]
    done = context.auxdepth(
        "attach", "plain.jpg", "-o", out, "--depth", "depth.npy", "--intrinsics",
        f"{camera.fx},{camera.fy},{camera.cx},{camera.cy},{camera.width},{camera.height}", "--accuracy", "absolute",
        *(["--aux-quality", "100"] if out.endswith("jpg") else ["--lossless"]))
    return context.expect(done.status == 0, "space: the photo", done.stderr.strip())


def _pixels(points: Any) -> Any:
    """Returns the column and row of the map that each point projects to, as whole numbers where it is a sample's."""
    numpy, camera = peers.module("numpy"), space.CAMERA
    x = points[:, 0] / points[:, 2] * camera.fx + camera.cx - 0.5
    y = points[:, 1] / points[:, 2] * camera.fy + camera.cy - 0.5
    return numpy.stack([x, y], axis=-1)


@check
def space_scene(context: Context, step: Step) -> None:
    """Points and mesh of a traced scene are where it is: within `metres` at 2 m; torn at its steps and nowhere else."""
    if not all(context.has(name, "space") for name in ("numpy", "pillow", "trimesh")):
        return
    scene = space.traced()
    if not _photo(context, step, scene):
        return
    photo = "photo." + step["suffix"]
    for name in ("points.ply", "mesh.glb"):
        done = context.auxdepth("extract", photo, "-o", name)
        if not context.expect(done.status == 0, f"space: {name}", done.stderr.strip()):
            return
    _points(context, step, scene)
    _mesh(context, step, scene)


def _points(context: Context, step: Step, scene: space.Traced) -> None:
    numpy, trimesh = peers.module("numpy"), peers.module("trimesh")
    lines, points = _ply(context.path("points.ply").read_bytes())
    context.expect(points.dtype == numpy.dtype(_PLY), "ply: properties", f"{points.dtype}")
    context.expect("comment unit: metres" in lines, "ply: comment", f"{lines}")
    context.expect(len(points) == scene.depth.size, "ply: a point a sample", f"{len(points)}")
    found = numpy.stack([points[axis] for axis in "xyz"], axis=-1).astype(float)
    true = (space.CAMERA.rays() * scene.depth[..., None]).reshape(-1, 3)
    # The metres are of what is 2 m away: the codes of a map are as fine as disparity is.
    off = numpy.linalg.norm(found - true, axis=1) * (2 / true[:, 2]) ** 2
    context.measure(f"points {off.max() * 1000:.3f} mm off at most at 2 m")
    context.expect(bool(off.max() <= step["metres"]), "ply: points", f"{off.max()} m off at 2 m")
    colours = numpy.stack([points[name] for name in ("red", "green", "blue")], axis=-1).astype(int)
    wrong = abs(colours - scene.colours.reshape(-1, 3)).max(axis=1)
    context.expect(bool(numpy.percentile(wrong, 99) <= 12), "ply: colours", f"{numpy.percentile(wrong, [50, 99, 100])}")
    normals = numpy.stack([points[name] for name in ("nx", "ny", "nz")], axis=-1).reshape(*scene.depth.shape, 3)
    cosine = (normals * scene.normals).sum(-1)[_inner(scene)]
    angle = numpy.degrees(numpy.arccos(numpy.clip(cosine, -1, 1)))
    context.measure(f"normals {numpy.median(angle):.3f} degrees off in the median")
    context.expect(bool(numpy.percentile(angle, 99) <= step["degrees"]), "ply: normals",
                   f"{numpy.percentile(angle, [50, 90, 99])} degrees off")
    cloud = trimesh.load(context.path("points.ply"))
    same = numpy.allclose(numpy.asarray(cloud.vertices), found, atol=1e-6)
    context.expect(same and len(cloud.colors) == len(points), "ply: trimesh reads it")


def _inner(scene: space.Traced) -> Any:
    """Returns where a sample and those around it are of one surface, and seen at less than 80 degrees."""
    numpy = peers.module("numpy")
    inner = numpy.ones(scene.surface.shape, bool)
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            inner &= numpy.roll(scene.surface, (y, x), (0, 1)) == scene.surface
    inner[[0, -1]] = inner[:, [0, -1]] = False
    rays = space.CAMERA.rays()
    towards = -(rays * scene.normals).sum(-1) / numpy.linalg.norm(rays, axis=-1)
    return inner & (towards > 0.17)


def _mesh(context: Context, step: Step, scene: space.Traced) -> None:
    numpy, pillow, trimesh = peers.module("numpy"), peers.module("pillow"), peers.module("trimesh")
    read = _glb(context, context.path("mesh.glb").read_bytes())
    if read is None:
        return
    document, arrays, image = read
    primitive = document["meshes"][0]["primitives"][0]
    vertices, places = arrays[primitive["attributes"]["POSITION"]] * [1.0, -1, -1], arrays[primitive["attributes"]["TEXCOORD_0"]]
    faces = arrays[primitive["indices"]].reshape(-1, 3).astype(int)
    camera = space.CAMERA
    cells = numpy.rint(places * [camera.width, camera.height] - 0.5).astype(int)
    off = abs(_pixels(vertices) - cells).max()
    context.expect(bool(off < 0.002), "glb: places in the photo are where the camera sees vertices", f"{off} samples off")
    # Each face is of one surface where these are apart, and neighbours of one surface are on one face.
    surfaces = scene.surface[cells[:, 1], cells[:, 0]][faces]
    depths = scene.depth[cells[:, 1], cells[:, 0]][faces]
    bridges = (surfaces.min(1) != surfaces.max(1)) & (depths.max(1) > depths.min(1) * 1.06)
    context.expect(not bridges.any(), "glb: torn at steps", f"{bridges.sum()} of {len(faces)} faces over a step")
    _gaps(context, scene, cells, faces)
    corners = vertices[faces]
    facing = numpy.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    context.expect(bool(((facing * corners[:, 0]).sum(1) < 0).all()), "glb: faces are counter-clockwise")
    picture = numpy.asarray(pillow.open(io.BytesIO(image)).convert("RGB"))
    side = step.get("enlarged", 1)
    shape = (camera.height * side, camera.width * side)
    if context.expect(picture.shape[:2] == shape, "glb: texture", f"{picture.shape}"):
        wrong = abs(picture[side // 2 :: side, side // 2 :: side].astype(int) - scene.colours).max(axis=2)
        context.expect(bool(numpy.percentile(wrong, 99) <= 20), "glb: texture's colours", f"{numpy.percentile(wrong, [50, 99])}")
    is_copy = image[2:4] != b"\xff\xe0" or b"Exif" not in image[:2000]
    context.expect(is_copy, "glb: the texture has no metadata")
    mesh = next(iter(trimesh.load(context.path("mesh.glb")).geometry.values()))
    context.expect(len(mesh.faces) == len(faces), "glb: trimesh reads it", f"{len(mesh.faces)} of {len(faces)} faces")
    context.measure(f"{len(vertices)} vertices of {scene.depth.size} samples")


def _gaps(context: Context, scene: space.Traced, cells: Any, faces: Any) -> None:
    """Every border of the mesh is at the picture's edge or at a step between surfaces."""
    numpy = peers.module("numpy")
    sides = numpy.sort(numpy.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    unique, count = numpy.unique(sides, axis=0, return_counts=True)
    context.expect(bool(count.max() <= 2), "glb: two faces at a side at most", f"{count.max()}")
    borders = cells[unique[count == 1]]
    near = numpy.zeros(scene.surface.shape, bool)
    near[[0, -1]] = near[:, [0, -1]] = True
    for axis in (0, 1):
        for shift in (-2, -1, 1, 2):
            near |= numpy.roll(scene.surface, shift, axis) != scene.surface
    ends = near[borders[..., 1], borders[..., 0]].all(axis=1)
    context.expect(bool(ends.all()), "glb: no gap on a surface", f"{(~ends).sum()} of {len(ends)} border sides")


@check
def space_distortion(context: Context, step: Step) -> None:
    """Lens distortion is taken out: points are where the formula of the table says."""
    if not all(context.has(name, "space") for name in ("numpy", "pillow")):
        return
    numpy, pillow = peers.module("numpy"), peers.module("pillow")
    width, height, size = 120, 90, (2400.0, 1800.0)
    pillow.new("RGB", (240, 180), (90, 90, 90)).save(context.path("plain.jpg"))
    numpy.save(context.path("depth.npy"), numpy.full((height, width), 2.0, numpy.float32))
    inverse = step["inverse"]
    calibration = {
        "intrinsicMatrix": [2000, 0, 0, 0, 2000, 0, 1210, 893, 1], "intrinsicMatrixReferenceDimensions": list(size),
        "extrinsicMatrix": [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], "pixelSize": 0.002, "lensDistortionCenter": step["center"],
        "lensDistortionCoefficients": [-k for k in inverse], "inverseLensDistortionCoefficients": inverse}
    context.path("camera.json").write_text(json.dumps(calibration))
    done = context.auxdepth("attach", "plain.jpg", "-o", "photo.heic", "--depth", "depth.npy", "--calibration", "camera.json")
    if not context.expect(done.status == 0, "distortion: the photo", done.stderr.strip()):
        return
    done = context.auxdepth("extract", "photo.heic", "-o", "points.ply")
    if not context.expect(done.status == 0, "distortion: points", done.stderr.strip()):
        return
    points = _ply(context.path("points.ply").read_bytes())[1]
    y, x = numpy.mgrid[:height, :width] + 0.5
    seen = numpy.stack([x * size[0] / width, y * size[1] / height], axis=-1)
    true = space.undistorted(seen, inverse, step["center"], size, 0.002).reshape(-1, 2)
    found = numpy.stack([points["x"] / points["z"] * 2000 + 1210, points["y"] / points["z"] * 2000 + 893], axis=-1)
    off, moved = abs(found - true).max(), abs(true - seen.reshape(-1, 2)).max()
    context.measure(f"distortion of up to {moved:.1f} pixels, points {off:.4f} off")
    context.expect(bool(off < 0.01 < moved), "distortion: points", f"{off} of {moved} pixels off")


@check
def space_samples(context: Context, step: Step) -> None:
    """Points and mesh of a camera's photo, as trimesh reads them; a photo without a map or a camera says what it lacks."""
    if not all(context.has(name, "space") for name in ("numpy", "trimesh")):
        return
    trimesh = peers.module("trimesh")
    for name in ("points.ply", "mesh.glb"):
        done = context.auxdepth("extract", step["file"], "-o", name)
        if done.status != 0:
            lacks = ("has no depth map", "is a stereo pair without a depth map", "gives the field of view")
            context.expect(any(text in done.stderr for text in lacks), f"space: {name}", done.stderr.strip())
            continue
        loaded = trimesh.load(context.path(name))
        if name == "points.ply":
            context.expect(len(loaded.vertices) > 1000, "ply: points", f"{len(loaded.vertices)}")
        else:
            mesh = next(iter(loaded.geometry.values()))
            context.expect(len(mesh.faces) > 1000, "glb: faces", f"{len(mesh.faces)}")
            _glb(context, context.path(name).read_bytes())
