"""Other readers find in our files what we say is there; those that are absent are skipped, and say so."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

from conftest import PROGRAM, needs_program


def test_pillow_heif_reads_our_depth(portrait: bytes) -> None:
    pillow_heif = pytest.importorskip("pillow_heif", reason="pillow-heif is not installed")
    file = pillow_heif.open_heif(io.BytesIO(portrait))
    (image,) = file.info["depth_images"]
    codes = np.asarray(image.to_pillow())[:, :, ...]
    with auxdepth.open(portrait) as photo:
        np.testing.assert_array_equal(codes.reshape(96, 128), photo.auxiliary[0].codes())
        pixels = np.asarray(file.to_pillow().convert("RGB")).astype(int)
        assert np.abs(pixels - photo.primary()).max() <= 3


def test_pillow_reads_our_jpeg(plain: bytes, metres: Any) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    with auxdepth.open(plain) as photo:
        data = photo.attach(depth=metres).to_bytes()
        pixels = np.asarray(image.open(io.BytesIO(data)))
        np.testing.assert_array_equal(pixels, photo.primary())


@pytest.mark.skipif(shutil.which("exiftool") is None, reason="ExifTool is not installed")
@pytest.mark.parametrize("container", ["jpeg", "heif", "dng"])
def test_exiftool(tmp_path: Path, container: str, pixels: Any, metres: Any) -> None:
    path = tmp_path / "photo"
    path.write_bytes(auxdepth.new(pixels, container).attach(depth=metres).to_bytes())
    shown = subprocess.run(["exiftool", "-json", "-warning", "-error", "-a", path], capture_output=True, text=True)
    (facts,) = json.loads(shown.stdout)
    assert "Error" not in facts and "Warning" not in facts, facts


#: Reads with both libraries of HEIF in one process, in this order.
BOTH = """
import io, sys
import numpy as np
data = open(sys.argv[1], "rb").read()
def ours():
    import auxdepth
    return auxdepth.open(data).auxiliary[0].codes()
def theirs():
    import pillow_heif
    return np.asarray(pillow_heif.open_heif(io.BytesIO(data)).info["depth_images"][0].to_pillow()).reshape(96, 128)
first, second = (ours, theirs) if sys.argv[2] == "ours" else (theirs, ours)
for _ in range(3):
    assert (first() == second()).all()
maps = open("/proc/self/maps").read()
print(sorted({line.split("/")[-1] for line in maps.splitlines() if "heif" in line.split("/")[-1] and ".so" in line}))
"""


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_pillow_heif_in_the_same_process(tmp_path: Path, portrait: bytes, first: str) -> None:
    pytest.importorskip("pillow_heif", reason="pillow-heif is not installed")
    path = tmp_path / "a.heic"
    path.write_bytes(portrait)
    result = subprocess.run([sys.executable, "-c", BOTH, path, first], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


@needs_program
def test_open3d_reads_points_meshes_and_data_sets(portrait: bytes, tmp_path: Path) -> None:
    open3d = pytest.importorskip("open3d", reason="Open3D is not installed")
    (tmp_path / "photo.heic").write_bytes(portrait)

    def extract(*options: Any) -> None:
        subprocess.run([str(PROGRAM), "extract", tmp_path / "photo.heic", *options], check=True, capture_output=True)

    for name in ("points.ply", "mesh.glb"):
        extract("-o", tmp_path / name)
    # Quarter turns about y and z, and a translation.
    pose = np.array([[0, 0, 1, 0.5], [1, 0, 0, -2], [0, 1, 0, 3], [0, 0, 0, 1]], float)
    (tmp_path / "poses.json").write_text(json.dumps({"photo": pose.tolist()}))
    extract("--dataset", tmp_path / "set", "--poses", tmp_path / "poses.json")
    with auxdepth.open(portrait) as photo:
        own, surfaces = photo.point_cloud(upright=True), photo.mesh(upright=True)
    cloud = open3d.io.read_point_cloud(str(tmp_path / "points.ply"))
    np.testing.assert_array_equal(np.asarray(cloud.points), own.points)
    np.testing.assert_array_equal(np.asarray(cloud.normals), own.normals)
    np.testing.assert_allclose(np.asarray(cloud.colors) * 255, own.colours, atol=1e-6)
    mesh = open3d.io.read_triangle_mesh(str(tmp_path / "mesh.glb"), enable_post_processing=True)
    assert len(mesh.vertices) == len(surfaces.vertices) and len(mesh.triangles) == len(surfaces.triangles)
    assert mesh.has_vertex_normals() and mesh.has_triangle_uvs() and mesh.has_textures()
    np.testing.assert_array_equal(np.asarray(mesh.vertices) * [1, -1, -1], surfaces.vertices)
    trajectory = open3d.io.read_pinhole_camera_trajectory(str(tmp_path / "set/trajectory.json"))
    (camera,) = trajectory.parameters
    picture, depth = (open3d.io.read_image(str(tmp_path / "set" / name)) for name in ("color/photo.jpg", "depth/photo.png"))
    pair = open3d.geometry.RGBDImage.create_from_color_and_depth(picture, depth, depth_scale=1000, depth_trunc=100)
    found = open3d.geometry.PointCloud.create_from_rgbd_image(pair, camera.intrinsic, camera.extrinsic)
    # The codes of depth are whole millimetres. The camera of a pose looks along -z with y up.
    world = own.points * [1, -1, -1] @ pose[:3, :3].T + pose[:3, 3]
    np.testing.assert_allclose(np.asarray(found.points), world, atol=1e-3)
