"""Cameras of maps, the rays of their pixels, their points with colours, and their surfaces."""

from __future__ import annotations

import dataclasses
import json
import os
from contextlib import contextmanager, nullcontext
from ctypes import byref, c_void_p
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterator, Mapping, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _calls
from ._declarations import CIntrinsics, CMesh, CPoints
from ._keywords import takes
from ._library import library
from ._options import ImageCameraText, ImageMesh, ImagePoints, MeshWrite
from .calibration import Calibration, Intrinsics
from .errors import NoSuchImageError, UsageError, usage

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .opening import Source
    from .photo import Photo


class _PointsAndColours(NamedTuple):
    points: NDArray[np.float32]
    colours: NDArray[np.uint8]


class PointCloud(_PointsAndColours):
    """Points of a depth map, by rows of the map; a tuple of `points` and `colours`.

    Attributes:
        points: (N, 3) of float32 in metres: x to the right, y down, z away from the camera, as OpenCV has them.
        colours: (N, 3) of uint8, red, green and blue of the photo there, in sRGB; (0, 3) where they were not asked for.
        normals: (N, 3) of float32: the surface's normals, towards the camera, of length 1.
        camera: where the camera of a photo is known from: `calibration`, `fieldOfView`, `stereoPair` or `exif`; None of a map.
        is_relative: whether distances are relative to each other only, so that metres may not be metres.
    """

    normals: NDArray[np.float32]
    camera: str | None
    is_relative: bool
    #: What the library reported of the points, for save().
    _about: str | None

    def __new__(
        cls,
        points: NDArray[np.float32],
        colours: NDArray[np.uint8],
        normals: NDArray[np.float32],
        camera: str | None = None,
        is_relative: bool = False,
    ) -> PointCloud:
        self = super().__new__(cls, points, colours)
        self.normals, self.camera, self.is_relative = normals, camera, is_relative
        self._about = None
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self.points, self.colours, self.normals, self.camera, self.is_relative)

    def save(self, path: str | os.PathLike[str], *, replace: bool = False, sync: bool = True) -> None:
        """Writes the points as a PLY file: that of `auxdepth extract`, unless the arrays were changed.

        Args:
            path: of the file, `.ply`.
            replace: whether a file of that name may be replaced.
            sync: whether to wait for the disk.

        Raises:
            UsageError: there is no point, the arrays are not of the same points, or the name is that of another kind of file.
        """
        given, count = CPoints(), len(self.points)
        given.count = count
        given.take("positions", _numbers(self.points, "points", count, 3, np.float32))
        given.take("normals", _numbers(self.normals, "normals", count, 3, np.float32))
        given.take("colours", _numbers(self.colours, "colours", count, 3, np.uint8))
        about = None if self._about is None else self._about.encode()
        _calls.call("auxdepth_points_write", byref(given), about, _calls.path_bytes(path), _calls.write_flags(replace, sync))


@dataclass(frozen=True, eq=False)
class Mesh:
    """The surfaces of a depth map as triangles, torn where depth steps.

    Attributes:
        vertices: (N, 3) of float32 in metres, in the axes of PointCloud.
        triangles: (M, 3) of uint32: the vertices of each, counter-clockwise as the camera sees them.
        normals: (N, 3) of float32: the surface's normals, towards the camera, of length 1.
        texture_coordinates: (N, 2) of float32: x from the left and y from the top of the photo, 0...1.
        camera, is_relative: as of PointCloud.
    """

    vertices: NDArray[np.float32]
    triangles: NDArray[np.uint32]
    normals: NDArray[np.float32]
    texture_coordinates: NDArray[np.float32]
    camera: str | None = None
    is_relative: bool = False
    #: What the library reported of the mesh, and the photo that it is of, for save().
    _about: str | None = field(default=None, repr=False)
    _photo: Photo | None = field(default=None, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_photo": None}

    @takes(MeshWrite)
    def save(
        self,
        path: str | os.PathLike[str],
        *,
        texture: Photo | Source | None = None,
        replace: bool = False,
        sync: bool = True,
        **options: Unpack[MeshWrite],
    ) -> None:
        """Writes the mesh as a GLB file, with y up and z towards the viewer: that of `auxdepth extract`, unless the arrays were changed.

        Args:
            path: of the file, `.glb`.
            texture: the photo in which the texture coordinates are, or what open() takes. By default it is the photo that the mesh was
                made of, which has to be open still; the mesh of a Map, or one that was pickled, has none and becomes white.
            replace: whether a file of that name may be replaced.
            sync: whether to wait for the disk.
            **options

        Raises:
            UsageError: there is no triangle, the arrays are not of the same vertices, or the name is that of another kind of file.
        """
        from .opening import open
        from .photo import Photo

        given = CMesh()
        given.vertex_count, given.triangle_count = count, triangles = len(self.vertices), len(self.triangles)
        given.take("positions", _numbers(self.vertices, "vertices", count, 3, np.float32))
        given.take("normals", _numbers(self.normals, "normals", count, 3, np.float32))
        given.take("texture_coordinates", _numbers(self.texture_coordinates, "texture_coordinates", count, 2, np.float32))
        given.take("indices", _numbers(self.triangles, "triangles", triangles, 3, np.uint32))
        if texture is None and self._photo is not None and self._photo.closed:
            raise usage("the photo of the mesh is closed: give it, or its path, as texture", "texture")
        about = None if self._about is None else self._about.encode()
        arguments = (_calls.path_bytes(path), _calls.write_flags(replace, sync), _calls.options(options))
        source = self._photo if texture is None else texture
        if source is None:
            _calls.call("auxdepth_mesh_write", byref(given), about, None, *arguments)
            return
        with nullcontext(source) if isinstance(source, Photo) else open(source) as photo, photo._use() as this:
            _calls.call("auxdepth_mesh_write", byref(given), about, this, *arguments)


def _numbers(values: Any, name: str, count: int, columns: int, dtype: Any) -> NDArray[Any]:
    """Returns an array of so many rows as C reads it, or of none."""
    array, wanted = _arrays.plain(values, name), np.dtype(dtype)
    if array.size > 0 and array.shape != (count, columns):
        raise usage(f"{name} has the shape {array.shape}; ({count}, {columns}) is wanted", name)
    if wanted.kind == "u" and array.size > 0:
        if array.dtype.kind not in "iu" or array.min() < 0 or array.max() > np.iinfo(wanted).max:
            raise usage(f"{name} are whole numbers that {wanted} holds, not {array.dtype}", name)
    elif array.dtype.kind not in "fiu":
        raise usage(f"{name} are numbers, not {array.dtype}", name)
    return np.ascontiguousarray(array, wanted)


class InSpace:
    """The camera of an auxiliary image, and what it says of space."""

    if TYPE_CHECKING:
        _photo: Photo
        _has_calibration: bool
        index: int
        shape: tuple[int, int]

        def _shape(self, upright: bool) -> tuple[int, int]: ...

    def intrinsics(self, *, upright: bool = True) -> Intrinsics | None:
        """Returns the pinhole camera in pixels of this image, or None if the file gives none.

        `intrinsics().scaled(width, height)` is that of another size, as of the photo; `calibration().intrinsics()` has the size that
        the file refers to.
        """
        if not self._has_calibration:
            return None
        found = CIntrinsics()
        with self._photo._use() as photo:
            _calls.call("auxdepth_image_intrinsics", photo, self.index, upright, byref(found))
        camera = Intrinsics(
            found.fx,
            found.fy,
            found.cx,
            found.cy,
            found.reference_width,
            found.reference_height,
            found.pixel_size,
        )
        height, width = self._shape(upright)
        return camera.scaled(width, height)

    def calibration(self, *, upright: bool = True) -> Calibration | None:
        """Returns the whole calibration, with extrinsics and distortion; None where the file has none."""
        if not self._has_calibration:
            return None
        with self._photo._use() as photo:
            value = _calls.json_of("auxdepth_image_calibration_json", photo, self.index, upright)
        return Calibration.from_json(value)

    @takes(ImageCameraText)
    def camera_text(self, *, upright: bool = True, **options: Unpack[ImageCameraText]) -> str:
        """Returns the camera in pixels of this image as a text, as `auxdepth extract --camera` writes it.

        Args:
            upright: whether the image is as the photo is displayed; else as stored.
            **options

        Raises:
            NoSuchImageError: the file says nothing of a camera.
        """
        settings = _settings(options, upright)
        with self._photo._use() as photo:
            return _calls.text_of("auxdepth_image_camera_text", photo, self.index, settings)

    def rays(self, *, upright: bool = True, field_of_view: float | None = None) -> NDArray[np.float32]:
        """Returns the direction of each pixel: (height, width, 3) of float32, x to the right, y down, and z = 1.

        Times depth() they are points in metres. Lens distortion is taken out where the file has a calibration of it.

        Args:
            upright: whether axes are as the photo is displayed; else as stored.
            field_of_view: of the upright photo in degrees, in place of what the file says.

        Raises:
            NoSuchImageError: the file gives no camera.
        """
        array = _arrays.empty((*self._shape(upright), 3), np.float32)
        settings = _settings({"field_of_view": field_of_view}, upright)
        with self._photo._use() as photo, _needing_a_camera():
            _calls.call("auxdepth_image_read_rays", photo, self.index, settings, *_arrays.buffer(array))
        return array

    @takes(ImagePoints)
    def point_cloud(self, *, upright: bool = True, **options: Unpack[ImagePoints]) -> PointCloud:
        """Returns the samples of depth data as points in metres, holes left out, with the colours of the photo.

        Upright they are those of the file that `auxdepth extract --format ply` writes. Lens distortion is taken out.

        Args:
            upright: whether axes are as the photo is displayed; else as stored.
            **options

        Returns:
            `points`, (N, 3) of float32, and `colours`, (N, 3) of uint8; `normals` is an attribute.

        Raises:
            NoSuchImageError: the file gives no camera.
            UsageError: no sample is left.
        """
        with self._photo._use() as photo:
            return points("auxdepth_image_points", photo, self.index, _settings(options, upright))

    @takes(ImageMesh)
    def mesh(self, *, upright: bool = True, **options: Unpack[ImageMesh]) -> Mesh:
        """Returns the surfaces of depth data as a mesh, torn where depth steps, whose outlines are those of the photo.

        Upright it is that of the file that `auxdepth extract --format glb` writes, where y and z have the other sign. Its texture
        is the photo: `photo.primary(upright=upright)`.

        Args:
            upright: whether axes are as the photo is displayed; else as stored.
            **options

        Raises:
            NoSuchImageError: the file gives no camera.
            UsageError: no triangle is left.
        """
        with self._photo._use() as photo:
            made = mesh("auxdepth_image_mesh", photo, self.index, _settings(options, upright))
        return dataclasses.replace(made, _photo=self._photo)


def settings_of(options: Mapping[str, Any]) -> bytes | None:
    """Returns options as the library takes them; infinitely far is no bound."""
    return _calls.options({name: value for name, value in options.items() if name != "far" or not _calls.is_infinite(value)})


def _settings(options: Mapping[str, Any], upright: bool) -> bytes | None:
    return settings_of({**options, "upright": upright})


@contextmanager
def _needing_a_camera() -> Iterator[None]:
    """What nothing says of the field of view is missing in the file, too."""
    try:
        yield
    except UsageError as failure:
        if failure.suggestion_code != "stateFieldOfView":
            raise
        reason = f"nothing is known of the camera: {failure.reason}; field_of_view gives it"
        raise NoSuchImageError(reason, code="missingImage", reason=reason, path=failure.path) from None


def points(name: str, *arguments: Any) -> PointCloud:
    """Calls a function that fills a structure with points."""
    found = CPoints()
    about, report = _filled(name, found, ("positions", "normals", "colours"), arguments)
    count = found.count
    cloud = PointCloud(
        _arrays.owned(found.positions, (count, 3), np.float32),
        _arrays.owned(found.colours, (count if found.colours else 0, 3), np.uint8),
        _arrays.owned(found.normals, (count, 3), np.float32),
        report.get("camera"),
        report.get("scale") == "unknown",
    )
    cloud._about = about
    return cloud


def mesh(name: str, *arguments: Any) -> Mesh:
    """Calls a function that fills a structure with a mesh."""
    found = CMesh()
    about, report = _filled(name, found, ("positions", "normals", "texture_coordinates", "indices"), arguments)
    return Mesh(
        _arrays.owned(found.positions, (found.vertex_count, 3), np.float32),
        _arrays.owned(found.indices, (found.triangle_count, 3), np.uint32),
        _arrays.owned(found.normals, (found.vertex_count, 3), np.float32),
        _arrays.owned(found.texture_coordinates, (found.vertex_count, 2), np.float32),
        report.get("camera"),
        report.get("scale") == "unknown",
        about,
    )


def _filled(
    name: str, found: CPoints | CMesh, members: tuple[str, ...], arguments: tuple[Any, ...]
) -> tuple[str, dict[str, Any]]:
    """Calls a function that fills a structure with arrays; returns its report, as a text and as an object."""
    report = c_void_p()

    def undo() -> None:
        for memory in (*(getattr(found, member) for member in members), report):
            library().auxdepth_free(memory)

    with _needing_a_camera():
        _calls.call(name, *arguments, byref(found), byref(report), undo=undo)
    text = _calls.take_text(report) or "{}"
    return text, json.loads(text)


__all__ = ["Mesh", "PointCloud"]
