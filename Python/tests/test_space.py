"""Points, meshes, rays and cameras: the arrays are those of the program's files, as other programs read them."""

from __future__ import annotations

import gc
import importlib
import json
import pickle
import plistlib
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

from conftest import HEIGHT, PROGRAM, REPOSITORY, WIDTH, needs_program

FORMATS = ["json", "colmap", "tum", "nerfstudio", "opencv"]
COEFFICIENTS = [0, -0.358, -1.356, 1.443, -0.582, 0.125, -0.0157, 0.000886]


def distorted() -> dict[str, Any]:
    """A calibration of a photo of 128 x 96 whose lens moves points at the corners by some pixels."""
    return {
        "intrinsicMatrix": [100, 0, 0, 0, 110, 0, 60, 50, 1],
        "intrinsicMatrixReferenceDimensions": [WIDTH, HEIGHT],
        "pixelSize": 0.024,
        "lensDistortionCenter": [61.0, 47.0],
        "lensDistortionCoefficients": [-number for number in COEFFICIENTS],
        "inverseLensDistortionCoefficients": COEFFICIENTS,
    }


@pytest.fixture(scope="module")
def steps(metres: Any) -> Any:
    """A slope with a nearer square before it, and a hole."""
    depth = metres.copy()
    depth[30:60, 40:80] = 0.8
    depth[5:8, 5:9] = np.nan
    return depth


@pytest.fixture(scope="module", params=[1, 6], ids=["upright", "turned"])
def photo(request: Any, steps: Any, pixels: Any, subject: Any) -> Any:
    made = auxdepth.new(pixels, "heif", orientation=request.param)
    # DNG and floats alone have holes: the map of codes is filled.
    made.attach(depth=np.nan_to_num(steps, nan=2), portrait=subject, calibration=distorted(), accuracy="absolute", upright=False)
    with auxdepth.open(made.to_bytes()) as opened:
        yield opened


def extracted(photo: Any, folder: Path, name: str, *options: str) -> Path:
    (folder / "photo.heic").write_bytes(photo.to_bytes())
    command = [str(PROGRAM), "extract", folder / "photo.heic", "-o", folder / name, *options]
    subprocess.run(command, check=True, capture_output=True)
    return folder / name


@needs_program
@pytest.mark.parametrize(
    "options", [{}, {"stride": 3}, {"near": 1.5, "far": 3.5}, {"max_points": 500}, {"mask": "portrait"}, {"field_of_view": 50}],
    ids=lambda options: "-".join(options) or "none",
)
def test_points_are_those_of_the_file(photo: Any, options: dict[str, Any], tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    names = {"field_of_view": "--fov"}
    given = [text for key, value in options.items() for text in (names.get(key, "--" + key.replace("_", "-")), str(value))]
    read = trimesh.load(extracted(photo, tmp_path, "points.ply", *given), process=False)
    cloud = photo.point_cloud(upright=True, **options)
    np.testing.assert_array_equal(cloud.points, np.asarray(read.vertices, np.float32))
    np.testing.assert_array_equal(cloud.colours, np.asarray(read.colors)[:, :3])
    raw = read.metadata["_ply_raw"]["vertex"]["data"]
    np.testing.assert_array_equal(cloud.normals, np.stack([raw[name] for name in ("nx", "ny", "nz")], 1).reshape(-1, 3))
    assert cloud.camera == ("fieldOfView" if "field_of_view" in options else "calibration") and not cloud.is_relative


@needs_program
@pytest.mark.parametrize("options", [{}, {"tolerance": 0}, {"mask": "portrait", "stride": 2}], ids=str)
def test_a_mesh_is_that_of_the_file(photo: Any, options: dict[str, Any], tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    given = [text for key, value in options.items() for text in ("--" + key, str(value))]
    scene = trimesh.load(extracted(photo, tmp_path, "mesh.glb", *given), process=False)
    (read,) = scene.geometry.values()
    mesh = photo.mesh(upright=True, **options)
    # glTF has y up and z towards the viewer.
    np.testing.assert_array_equal(mesh.vertices * np.float32([1, -1, -1]), np.asarray(read.vertices, np.float32))
    np.testing.assert_array_equal(mesh.normals * np.float32([1, -1, -1]), np.asarray(read.vertex_normals, np.float32))
    np.testing.assert_array_equal(mesh.triangles, read.faces)
    # trimesh measures v from below.
    places = np.asarray(read.visual.uv) * [1, -1] + [0, 1]
    np.testing.assert_allclose(mesh.texture_coordinates, places, atol=1e-6)
    assert mesh.vertices.dtype == mesh.normals.dtype == np.float32 and mesh.triangles.dtype == np.uint32


def undistorted(points: Any) -> Any:
    """Where points are without the distortion of `distorted()`: the table of 42 radii of Apple's calibration, linear between."""
    centre, size = np.array([61.0, 47.0]), np.array([WIDTH, HEIGHT])
    largest = np.hypot(*np.maximum(centre, size - centre))
    radii = largest * 0.024 * np.arange(42) / 41
    percent = sum(k * radii ** (2 * power) for power, k in enumerate(COEFFICIENTS))
    table = (1 / (1 + percent / 100) - 1).astype(np.float32)
    away = points - centre
    return centre + away * (1 + np.interp(np.hypot(away[..., 0], away[..., 1]), largest * np.arange(42) / 41, table)[..., None])


def test_lens_distortion_is_taken_out(steps: Any, pixels: Any) -> None:
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
    seen = np.stack([x, y], -1)
    moved = undistorted(seen)
    wanted = np.dstack([(moved - [60, 50]) / [100, 110], np.ones((HEIGHT, WIDTH))])
    assert np.abs(moved - seen).max() > 0.9
    with auxdepth.from_array(steps, calibration=distorted()) as values:
        rays, cloud = values.rays(), values.point_cloud()
        np.testing.assert_allclose(rays, wanted, atol=2e-5)
        known = np.isfinite(steps)
        np.testing.assert_allclose(cloud.points, rays[known] * steps[known][:, None], rtol=1e-6)
        assert cloud.colours.shape == (0, 3) and cloud.normals.shape == cloud.points.shape and cloud.camera is None
        data = auxdepth.new(pixels, "dng").attach(depth=values, pixel_format="fdep").to_bytes()
    with auxdepth.open(data) as written:
        np.testing.assert_allclose(written.rays(), wanted, atol=2e-5)
        points = written.point_cloud().points
        depth = written.depth()
        np.testing.assert_allclose(points, (written.rays() * depth[..., None]).reshape(-1, 3), rtol=1e-5)


def test_meshes_of_maps(steps: Any) -> None:
    # More than 256 values: the terraces of 8-bit codes would be smoothed.
    steps = steps * np.linspace(1, 1.1, HEIGHT, dtype=np.float32)[:, None]
    with auxdepth.from_array(steps, intrinsics=[100, 110, 60, 50]) as values:
        mesh = values.mesh(tolerance=0)
    places = mesh.texture_coordinates * [WIDTH, HEIGHT] - 0.5
    cells = np.rint(places).astype(int)
    np.testing.assert_allclose(cells, places, atol=1e-4)
    depth = steps[cells[:, 1], cells[:, 0]]
    assert np.isfinite(depth).all()
    np.testing.assert_allclose(mesh.vertices[:, 2], depth, rtol=1e-5)
    # No triangle goes from the square to what is behind it.
    near = (depth < 0.9)[mesh.triangles]
    assert (near.all(1) | ~near.any(1)).all() and near.any()


@pytest.mark.skipif(not (REPOSITORY / "Conformance/lib/truth/space.py").exists(), reason="the ray-traced scene is not here")
def test_a_ray_traced_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points are within 0.5 mm of where rays meet the scene at 2 m, and no triangle goes from one surface over a step to another."""
    monkeypatch.syspath_prepend(str(REPOSITORY / "Conformance"))
    scene = importlib.import_module("lib.truth.space")
    traced, camera = scene.traced(), scene.CAMERA
    own = auxdepth.Intrinsics(camera.fx, camera.fy, camera.cx, camera.cy, camera.width, camera.height)
    picture = auxdepth.new(traced.colours, "dng")
    with auxdepth.from_array(traced.depth.astype(np.float32), intrinsics=own) as values:
        clouds, meshes = [values.point_cloud()], [values.mesh()]
        data = picture.attach(depth=values, pixel_format="fdis").to_bytes()
    with auxdepth.open(data) as photo:
        clouds.append(photo.point_cloud())
        meshes.append(photo.mesh())
    true = (camera.rays() * traced.depth[..., None]).reshape(-1, 3)
    for cloud in clouds:
        off = np.linalg.norm(cloud.points - true, axis=1) * (2 / true[:, 2]) ** 2
        assert len(cloud.points) == len(true) and off.max() < 0.0005
        inner = np.abs((cloud.normals * traced.normals.reshape(-1, 3)).sum(1) - 1) < 0.001
        assert inner.mean() > 0.95
    for mesh in meshes:
        cells = np.rint(mesh.texture_coordinates * [camera.width, camera.height] - 0.5).astype(int)
        surface, depth = (array[cells[:, 1], cells[:, 0]][mesh.triangles] for array in (traced.surface, traced.depth))
        assert not ((surface.min(1) != surface.max(1)) & (depth.max(1) > 1.06 * depth.min(1))).any()
        assert (np.abs(mesh.vertices - true.reshape(camera.height, camera.width, 3)[cells[:, 1], cells[:, 0]]) < 0.1).mean() > 0.98


def test_stored_and_upright_are_the_same_scene(photo: Any) -> None:
    """Rows of one are rows or columns of the other, and what was down is to the left."""
    (height, width), depth = photo.stored_shape, photo.depth(upright=False)
    stored = photo.point_cloud(upright=False).points.reshape(height, width, 3)
    np.testing.assert_array_equal(stored[..., 2], depth)
    if photo.orientation == 6:
        stored = np.rot90(stored, -1)
        stored = np.stack([-stored[..., 1], stored[..., 0], stored[..., 2]], -1)
    upright = photo.point_cloud(upright=True)
    np.testing.assert_allclose(upright.points, stored.reshape(-1, 3), atol=1e-5)
    # Normals are turned with them: those of the mesh are those of its vertices.
    assert np.abs(np.linalg.norm(upright.normals, axis=1) - 1).max() < 1e-4 and (upright.normals[:, 2] < 0.9).all()
    assert photo.rays(upright=True).shape == (*photo.shape, 3)


@needs_program
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("upright", [False, True])
def test_cameras_are_those_of_the_program(photo: Any, form: Any, upright: bool, tmp_path: Path) -> None:
    given = ["--type", "depthmap", "--camera", str(tmp_path / "camera"), "--camera-format", form, "--resize", "50%"]
    extracted(photo, tmp_path, "map.npy", *given, *([] if upright else ["--stored"]))
    text = photo.camera_text(format=form, upright=upright, resize="50%")
    assert text.encode() == (tmp_path / "camera").read_bytes()
    assert photo.depth_image.camera_text(format=form, upright=upright, resize="50%") == text


@pytest.fixture
def matte_with_a_camera(pixels: Any, metres: Any, subject: Any, tmp_path: Path) -> bytes:
    """A JPEG photo with a matte, whose own XMP has a calibration, and without a depth map."""
    key, folder = "kCGImageAuxiliaryDataInfoMetadata", tmp_path / "matte.plist"
    photo = auxdepth.new(pixels, "jpeg").attach(depth=metres, portrait=subject, intrinsics=[100.0, 110.0, 60.0, 50.0])
    with auxdepth.open(photo.to_bytes()) as both:
        depth, matte = (plistlib.loads(both.find(name).to_bytes(format="plist")) for name in ("depthmap", "portrait"))
    text, end = depth[key].decode(), "</rdf:Description>"
    camera = text[text.index("<depthData:PixelSize>") : text.index(end)]
    space = 'xmlns:depthData="http://ns.apple.com/depthData/1.0/" xmlns:portraitEffectsMatte'
    matte[key] = matte[key].decode().replace("xmlns:portraitEffectsMatte", space).replace(end, camera + end).encode()
    folder.write_bytes(plistlib.dumps(matte))
    with auxdepth.open(auxdepth.new(pixels, "jpeg").to_bytes()) as plain:
        return plain.attach_dictionary(folder).to_bytes()


@needs_program
@pytest.mark.parametrize("form", FORMATS)
def test_the_camera_of_a_matte_alone(matte_with_a_camera: bytes, form: Any, tmp_path: Path) -> None:
    with auxdepth.open(matte_with_a_camera) as photo:
        assert photo.depth_image is None and [image.type for image in photo.auxiliary] == ["portraitEffectsMatte"]
        text = photo.camera_text(format=form)
        np.testing.assert_allclose(photo.auxiliary[0].rays()[10, 20], [(20.5 - 60) / 100, (10.5 - 50) / 110, 1], rtol=1e-6)
        extracted(photo, tmp_path, "matte.png", "--camera", str(tmp_path / "camera"), "--camera-format", form)
    assert text.encode() == (tmp_path / "camera").read_bytes()


def test_cameras_project_as_opencv_does(tmp_path: Path) -> None:
    cv2 = pytest.importorskip("cv2", reason="OpenCV is not installed")
    points = np.random.default_rng(3).uniform((-1, -1, 2), (1, 1, 6), (100, 3))
    wanted = points[:, :2] / points[:, 2:] * [50, 55] + [30, 25]
    matrix = np.array([[100.0, 0, 60], [0, 110, 50], [0, 0, 1]])
    half = np.full((HEIGHT, WIDTH), 2, np.float32)
    with auxdepth.from_array(half, intrinsics=matrix, resize=[64, 48]) as values:
        (tmp_path / "camera.yml").write_text(values.camera_text(format="opencv"))
        own = json.loads(values.camera_text())
        line = values.camera_text(format="colmap").splitlines()[-1].split()
    storage = cv2.FileStorage(str(tmp_path / "camera.yml"), cv2.FILE_STORAGE_READ)
    read = {
        "opencv": (storage.getNode("camera_matrix").mat(), 0.5),
        "json": (np.array(own["intrinsicMatrix"]).reshape(3, 3).T, 0),
        "colmap": (np.array([[float(line[4]), 0, float(line[6])], [0, float(line[5]), float(line[7])], [0, 0, 1]]), 0),
    }
    assert (own["width"], own["height"]) == (64, 48) and line[2:4] == ["64", "48"]
    for name, (camera, shift) in read.items():
        found, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), camera, None)
        np.testing.assert_allclose(found[:, 0] + shift, wanted, atol=1e-4, err_msg=name)


def test_what_there_is_no_camera_for(pixels: Any, plain: bytes, metres: Any, subject: Any) -> None:
    with auxdepth.open(plain) as photo, pytest.raises(auxdepth.NoSuchImageError, match="depth map"):
        photo.point_cloud()
    with auxdepth.open(auxdepth.new(pixels, "heif").attach(depth=metres, portrait=subject, accuracy="relative").to_bytes()) as photo:
        for call in (photo.rays, photo.point_cloud, photo.mesh, photo.camera_text):
            with pytest.raises(auxdepth.NoSuchImageError, match="camera"):
                call()
        cloud = photo.point_cloud(field_of_view=90)
        assert cloud.camera == "fieldOfView" and cloud.is_relative
        np.testing.assert_allclose(cloud.points[0, 0] / cloud.points[0, 2], -1 + 1 / WIDTH, rtol=1e-5)
        with pytest.raises(auxdepth.UsageError, match="1 to 175"):
            photo.rays(field_of_view=200)
    with auxdepth.from_array(metres) as values:
        for call in (values.rays, values.point_cloud, values.mesh, values.camera_text):
            with pytest.raises(auxdepth.NoSuchImageError, match="camera"):
                call()


def test_options_that_cannot_be(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        for options in ({"stride": 0}, {"near": 3, "far": 2}, {"near": 50}, {"mask": "nose"}, {"max_points": 0}):
            with pytest.raises(auxdepth.UsageError):
                photo.point_cloud(**options)
        with pytest.raises(auxdepth.NoSuchImageError, match="Sky"):
            photo.mesh(mask="sky")
        with pytest.raises(TypeError, match="tolerance"):
            photo.point_cloud(tolerance=0)
        np.testing.assert_array_equal(photo.point_cloud(far=float("inf")).points, photo.point_cloud().points)


def test_arrays_outlive_their_photo(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        cloud, mesh = photo.point_cloud(), photo.mesh()
    points, total = cloud.points[::7], float(mesh.vertices.sum())
    copy = pickle.loads(pickle.dumps(cloud))
    del cloud
    gc.collect()
    assert len(copy) == 2 and copy.points[::7].tolist() == points.tolist() and copy.normals.shape == copy.points.shape
    assert copy.camera == "calibration" and float(mesh.vertices.sum()) == total
    points[0] = 0
    assert points.flags.writeable and mesh.triangles.max() < len(mesh.vertices)
