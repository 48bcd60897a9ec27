"""PLY and GLB files have the bytes of `extract`, open in trimesh, and can be written from changed arrays."""

from __future__ import annotations

import dataclasses
import pickle
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import auxdepth

from conftest import HEIGHT, PROGRAM, WIDTH, needs_program


@pytest.fixture(scope="module")
def depth(metres: Any) -> Any:
    """A slope with a nearer square before it."""
    depth = metres.copy()
    depth[30:60, 40:80] = 0.8
    return depth


@pytest.fixture(scope="module", params=["heif", "jpeg", "turned"])
def file(request: Any, depth: Any, pixels: Any, subject: Any, tmp_path_factory: Any) -> Path:
    """A photo with depth, a camera and a matte."""
    folder = tmp_path_factory.mktemp(request.param)
    made = auxdepth.new(pixels, "jpeg" if request.param == "jpeg" else "heif", orientation=6 if request.param == "turned" else 1)
    made.attach(depth=depth, portrait=subject, intrinsics=[100.0, 110.0, 60.0, 50.0], upright=False)
    path: Path = folder / ("photo.jpg" if request.param == "jpeg" else "photo.heic")
    made.save(path)
    return path


def extracted(photo: Path, output: Path, *options: str) -> bytes:
    subprocess.run([str(PROGRAM), "extract", photo, "-o", output, *options], check=True, capture_output=True)
    return output.read_bytes()


@needs_program
@pytest.mark.parametrize("options", [{}, {"stride": 3, "mask": "portrait"}, {"field_of_view": 50, "max_points": 99}], ids=str)
def test_points_are_the_file_of_the_program(file: Path, options: dict[str, Any], tmp_path: Path) -> None:
    names = {"field_of_view": "--fov", "max_points": "--max-points"}
    given = [text for key, value in options.items() for text in (names.get(key, "--" + key), str(value))]
    with auxdepth.open(file) as photo:
        photo.point_cloud(**options).save(tmp_path / "points.ply")
    assert (tmp_path / "points.ply").read_bytes() == extracted(file, tmp_path / "program.ply", *given)


@needs_program
@pytest.mark.parametrize("options", [{}, {"tolerance": 0, "mask": "portrait"}, {"texture_side": 64}], ids=str)
def test_a_mesh_is_the_file_of_the_program(file: Path, options: dict[str, Any], tmp_path: Path) -> None:
    given = [text for key, value in options.items() for text in ("--" + key.replace("_", "-"), str(value))]
    side = options.get("texture_side")
    with auxdepth.open(file) as photo:
        mesh = photo.mesh(**{key: value for key, value in options.items() if key != "texture_side"})
        mesh.save(tmp_path / "mesh.glb", texture_side=side)
    made = (tmp_path / "mesh.glb").read_bytes()
    assert made == extracted(file, tmp_path / "program.glb", *given)
    # A mesh that was pickled has forgotten its photo; any source of it is a texture.
    again = pickle.loads(pickle.dumps(mesh))
    again.save(tmp_path / "again.glb", texture=file, texture_side=side)
    again.save(tmp_path / "again.glb", texture=file.read_bytes(), texture_side=side, replace=True)
    assert (tmp_path / "again.glb").read_bytes() == made
    again.save(tmp_path / "white.glb")
    assert 0 < (tmp_path / "white.glb").stat().st_size < len(made)


@needs_program
def test_points_of_a_map_are_those_that_convert_writes(depth: Any, tmp_path: Path) -> None:
    np.save(tmp_path / "depth.npy", depth)
    command = [str(PROGRAM), "convert", tmp_path / "depth.npy", "--intrinsics", "100,110,60,50", "-o", tmp_path / "program.ply"]
    subprocess.run(command, check=True, capture_output=True)
    with auxdepth.from_array(depth, intrinsics=[100.0, 110.0, 60.0, 50.0]) as values:
        values.point_cloud().save(tmp_path / "points.ply")
        values.mesh().save(tmp_path / "mesh.glb")
        assert not values.point_cloud().is_relative
    assert (tmp_path / "points.ply").read_bytes() == (tmp_path / "program.ply").read_bytes()
    with auxdepth.from_array(1 / depth, convention="midas", near=0.8, far=5, intrinsics=[100.0, 110.0, 60.0, 50.0]) as values:
        assert values.point_cloud().is_relative and values.mesh().is_relative


def test_trimesh_reads_changed_points(file: Path, tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    with auxdepth.open(file) as photo:
        cloud = photo.point_cloud()
    near = cloud.points[:, 2] < 1
    part = auxdepth.PointCloud(2 * cloud.points[near].astype(np.float64), cloud.colours[near], cloud.normals[near])
    assert 0 < near.sum() < len(near)
    part.save(tmp_path / "part.ply")
    read = trimesh.load(tmp_path / "part.ply", process=False)
    # x to the right, y down, z away from the camera: the square is before the slope.
    np.testing.assert_array_equal(np.asarray(read.vertices, np.float32), 2 * cloud.points[near])
    np.testing.assert_array_equal(np.asarray(read.colors)[:, :3], cloud.colours[near])
    assert read.vertices[:, 2].min() > 0
    plain = auxdepth.PointCloud(cloud.points[near], np.empty((0, 3), np.uint8), np.empty((0, 3), np.float32))
    plain.save(tmp_path / "plain.ply")
    assert len(trimesh.load(tmp_path / "plain.ply", process=False).vertices) == near.sum()


def test_trimesh_reads_meshes(file: Path, tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    with auxdepth.open(file) as photo:
        mesh = photo.mesh()
        mesh.save(tmp_path / "mesh.glb")
        primary = photo.primary(bits=8)
        # A part of the triangles, and the same texture.
        part = dataclasses.replace(mesh, triangles=mesh.triangles[: len(mesh.triangles) // 2])
        part.save(tmp_path / "part.glb")
    (read,) = trimesh.load(tmp_path / "mesh.glb", process=False).geometry.values()
    # y up, z towards the viewer.
    np.testing.assert_array_equal(mesh.vertices * np.float32([1, -1, -1]), np.asarray(read.vertices, np.float32))
    np.testing.assert_array_equal(mesh.triangles, read.faces)
    assert read.vertices[:, 2].max() < 0
    texture = np.asarray(read.visual.material.baseColorTexture.convert("RGB")).astype(int)
    assert texture.shape == primary.shape and np.abs(texture - primary).mean() < 4
    (read,) = trimesh.load(tmp_path / "part.glb", process=False).geometry.values()
    assert len(read.faces) == len(mesh.triangles) // 2


def test_meshes_as_stored_have_the_texture_as_stored(depth: Any, pixels: Any, tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    made = auxdepth.new(pixels, "heif", orientation=6).attach(depth=depth, intrinsics=[100.0, 110.0, 60.0, 50.0], upright=False)
    with auxdepth.open(made.to_bytes()) as photo:
        photo.mesh(upright=False).save(tmp_path / "mesh.glb")
        photo.point_cloud(upright=False).save(tmp_path / "points.ply")
    (read,) = trimesh.load(tmp_path / "mesh.glb", process=False).geometry.values()
    assert read.visual.material.baseColorTexture.size == (WIDTH, HEIGHT)
    assert b"as the file stores it" in (tmp_path / "points.ply").read_bytes()


def test_what_cannot_be_written(file: Path, tmp_path: Path) -> None:
    with auxdepth.open(file) as photo:
        cloud, mesh = photo.point_cloud(), photo.mesh()
    with pytest.raises(auxdepth.UsageError, match="photo of the mesh is closed"):
        mesh.save(tmp_path / "mesh.glb")
    for name in ("points.obj", "points.glb"):
        with pytest.raises(auxdepth.UsageError, match="PLY"):
            cloud.save(tmp_path / name)
    empty = np.empty((0, 3), np.float32)
    for points, colours, normals in [
        (empty, empty.astype(np.uint8), empty),
        (cloud.points, cloud.colours[1:], cloud.normals),
        (cloud.points, cloud.colours / 255, cloud.normals),
        (cloud.points[:, :2], cloud.colours, cloud.normals),
    ]:
        with pytest.raises(auxdepth.UsageError):
            auxdepth.PointCloud(points, colours, normals).save(tmp_path / "points.ply")
    for changes in (
        {"triangles": mesh.triangles + len(mesh.vertices)},
        {"triangles": mesh.triangles - 1.0},
        {"vertices": mesh.vertices * np.inf},
        {"texture_coordinates": np.empty((0, 2), np.float32)},
    ):
        with pytest.raises(auxdepth.UsageError):
            dataclasses.replace(mesh, **changes).save(tmp_path / "mesh.glb", texture=file)
    cloud.save(tmp_path / "points.ply", sync=False)
    with pytest.raises(auxdepth.OutputExistsError):
        cloud.save(tmp_path / "points.ply")
    cloud.save(tmp_path / "points.ply", replace=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["points.ply"]
