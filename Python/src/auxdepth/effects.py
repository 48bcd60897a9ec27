"""Pictures that are made of photos and their maps."""

from __future__ import annotations

import os
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _calls
from ._handles import Handle, checked
from ._keywords import takes
from ._options import RendererNew, RendererRender, RendererWrite
from .maps import Map
from .opening import open
from .photo import Photo
from .pictures import Picture

if TYPE_CHECKING:
    from typing_extensions import Unpack


#: The effects, as effects() lists them.
Effect = Literal[
    "blur", "grayscale", "mask", "matte", "spotlight", "highlight", "rosy", "composite", "normals", "stereo",
    "parallax",
]


class Renderer(Handle):
    """A decoded photo and its map, from which several pictures are made.

    Args:
        photo: a Photo or the path of one.
        map: takes the place of the photo's own depth map.
        upright: works on the photo, and takes `map`, as the photo is displayed; else as stored.
        bits: of the samples that effects work on, 8 or 16; as many as the photo has where it is not given.
        jobs: the most threads.
        stretch: whether `map` may have another aspect ratio than the photo.
    """

    _close_name = "auxdepth_renderer_close"

    @takes(RendererNew)
    def __init__(
        self,
        photo: Photo | str | os.PathLike[str],
        map: Map | None = None,
        *,
        upright: bool = True,
        **options: Unpack[RendererNew],
    ) -> None:
        if map is not None:
            checked(map, Map, "map")
        settings = _calls.options({**options, "upright": upright})
        source = photo if isinstance(photo, Photo) else open(photo)
        try:
            with source._use() as given:
                if map is None:
                    pointer = _calls.handle("auxdepth_renderer_new", given, None, settings)
                else:
                    with map._use() as values:
                        pointer = _calls.handle("auxdepth_renderer_new", given, values, settings)
        finally:
            if source is not photo:
                source.close()
        super().__init__(pointer)
        self._read_as(source)

    def __enter__(self) -> Renderer:
        return self

    @takes(RendererRender)
    def render(
        self, effect: Effect, *, background: ArrayLike | Picture | None = None, **options: Unpack[RendererRender]
    ) -> tuple[Picture, ...]:
        """Makes the picture of an effect: one, or both eyes' of the layout `pair`; as render().

        Args:
            **options
        """
        first, second = c_void_p(), c_void_p()
        behind = _picture(background)
        with self._use() as this, _Optional(behind) as given:
            settings = _calls.options(options)
            _calls.call(
                "auxdepth_renderer_render", this, _calls.text_bytes(effect, "effect"), settings, given, byref(first), byref(second), None
            )
        return tuple(Picture(made.value) for made in (first, second) if made.value is not None)

    @takes(RendererWrite)
    def save(
        self,
        effect: Effect,
        path: str | os.PathLike[str],
        *,
        background: ArrayLike | Picture | None = None,
        replace: bool = False,
        sync: bool = True,
        **options: Unpack[RendererWrite],
    ) -> list[dict[str, Any]]:
        """Writes the picture of an effect, with the photo's Exif and profile, as PNG, JPEG, HEIF, AVIF or TIFF.

        Args:
            path: of the file.
            background: (height, width, 3), the picture behind the subject in `composite`.
            replace: whether a file of that name may be replaced.
            sync: whether to wait for the disk.
            **options

        Returns:
            What was written; for the layout `pair`, two files.
        """
        report = c_void_p()
        behind = _picture(background)
        with self._use() as this, _Optional(behind) as given:
            _calls.call(
                "auxdepth_renderer_write",
                this,
                _calls.text_bytes(effect, "effect"),
                _calls.options(options),
                given,
                _calls.path_bytes(path),
                _calls.write_flags(replace, sync),
                byref(report),
            )
        return list(_calls.take_json(report))


class _Optional:
    """The pointer of a picture, or NULL."""

    def __init__(self, picture: Picture | None) -> None:
        self._use = None if picture is None else picture._use()

    def __enter__(self) -> int | None:
        return None if self._use is None else self._use.__enter__()

    def __exit__(self, *failure: Any) -> None:
        if self._use is not None:
            self._use.__exit__(*failure)


def _picture(pixels: ArrayLike | Picture | None) -> Picture | None:
    if pixels is None or isinstance(pixels, Picture):
        return pixels
    return Picture.from_array(pixels)


@takes(RendererRender)
def render(
    photo: Photo | str | os.PathLike[str],
    effect: Effect,
    *,
    map: Map | None = None,
    background: ArrayLike | Picture | None = None,
    upright: bool = True,
    bits: int | None = None,
    **options: Unpack[RendererRender],
) -> NDArray[Any]:
    """Makes the picture of an effect of a photo.

    Args:
        effect: `blur`, `grayscale`, `mask`, `matte`, `spotlight`, `highlight`, `rosy`, `composite`, `normals` or
            `stereo`; effects().
        map: takes the place of the photo's depth map.
        background: (height, width, 3), the picture behind the subject in `composite`.
        upright: the photo as it is displayed; else as stored.
        bits: 8 or 16, of the samples worked on; as many as the photo has where it is not given.
        **options

    Returns:
        (height, width, 3), or (height, width) of gray, of uint8 or uint16; both eyes of the layout `pair` as (2, ...).

    Raises:
        NoSuchImageError: the effect needs a map or a matte that is not there.
        UsageError: an option is out of range.
    """
    with Renderer(photo, map, upright=upright, bits=bits) as renderer:
        pictures = renderer.render(effect, background=background, **options)
    arrays = [picture.array() for picture in pictures]
    for picture in pictures:
        picture.close()
    if len(arrays) == 1:
        return arrays[0]
    return np.stack(arrays)


__all__ = ["Renderer", "render"]
