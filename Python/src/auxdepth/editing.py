"""What photos that are to be written get: depth maps, mattes, gain maps, and the images of other photos."""

from __future__ import annotations

import os
from ctypes import byref, c_size_t, c_void_p
from typing import TYPE_CHECKING, Any, Mapping, Sequence, TypeVar, Union

from numpy.typing import ArrayLike

from . import _arrays, _calls
from .calibration import Calibration, Intrinsics
from .errors import usage
from .maps import Map, from_array, read_map
from .writing import Edit, Writable

if TYPE_CHECKING:
    from .photo import Photo

#: Samples, a map, or the path of a map file.
MapLike = Union[ArrayLike, Map, "os.PathLike[str]", str]

#: Mattes by the names of attach()'s parameters, which are their short names.
_MATTES = ("portrait", "skin", "hair", "teeth", "glasses", "sky")

Self = TypeVar("Self", bound="Editable")


def _is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


class Editable(Writable):
    """What is attached to a photo, removed from it and copied, in the order of the calls."""

    def attach(
        self: Self,
        *,
        depth: MapLike | None = None,
        disparity: MapLike | None = None,
        near: float | None = None,
        far: float | None = None,
        min: float | None = None,
        max: float | None = None,
        convention: str | None = None,
        white_is_near: bool | None = None,
        linear_in: str | None = None,
        normalised: bool | None = None,
        unit: str | None = None,
        scale: float | None = None,
        holes: str | None = None,
        intrinsics: ArrayLike | Intrinsics | None = None,
        calibration: Calibration | Mapping[str, Any] | None = None,
        radial: bool | None = None,
        resize: Sequence[int] | str | None = None,
        format: str = "hdis",
        quality: str | None = None,
        accuracy: str | None = None,
        filtered: bool | None = None,
        dng_bits: int | None = None,
        portrait: MapLike | None = None,
        skin: MapLike | None = None,
        hair: MapLike | None = None,
        teeth: MapLike | None = None,
        glasses: MapLike | None = None,
        sky: MapLike | None = None,
        mattes: Mapping[str, MapLike] | None = None,
        gain_map: MapLike | None = None,
        gain_map_form: str | None = None,
        headroom: float | None = None,
        upright: bool = False,
        stretch: bool | None = None,
        aux_quality: int | None = None,
        lossless: bool | None = None,
        replace: bool | None = None,
        keep_properties: bool | None = None,
    ) -> Self:
        """Attaches a depth map, mattes, or a gain map; returns the photo.

        Each is an array, (height, width), the path of a map file, or, of depth, a Map. Its aspect ratio is that of the photo.

        Args:
            depth, disparity: floats in metres or 1/metres, NaN a hole; or codes of uint8 or uint16, which `near` and `far`, or
                `min` and `max`, say the ends of.
            near, far: of codes the metres at black and at white, of floats the bounds; `far` may be inf.
            min, max: of codes of disparity the 1/metres at black and at white.
            convention: what made the map: `apple`, `midas`, `depth-anything`, `metric`, `zoedepth`, `depth-pro`, `blender`, `nuke`.
            white_is_near, linear_in, normalised, unit, scale, radial: what else the samples are; see from_array().
            holes: `fill` (default), `far` or `error`: what becomes of NaN and of what is not positive.
            intrinsics: an Intrinsics, a 3 x 3 matrix in pixels of the map, or `f`, (fx, fy), (fx, fy, cx, cy) or (fx, fy, cx,
                cy, width, height).
            calibration: a Calibration, in place of `intrinsics`.
            resize: (width, height), `half` (of the photo) or `apple` (768 on the long side).
            format: `hdis`, `fdis`, `hdep` or `fdep`, the pixel format that is recorded.
            quality, accuracy, filtered: `high` or `low`, `absolute` or `relative`, True or False, as they are recorded.
            dng_bits: 8 or 16, of codes in DNG.
            portrait, skin, hair, teeth, glasses, sky: mattes, 0 none and white all; floats are 0...1, bool and 0 and 1 too.
            mattes: others by the names of their types.
            gain_map: samples of a gain map; `gain_map_form` is `apple`, `iso` or `ultrahdr`, `headroom` a ratio of at least 1.
            upright: whether all of these lie as the photo is displayed; else as stored.
            stretch: takes a map of another aspect ratio.
            aux_quality: 1...100, of the coded images; `lossless` brings every code back.
            replace: whether images of the same type may be replaced.
            keep_properties: whether properties and calibration of a map that is replaced stay (True).

        Raises:
            UsageError: options contradict each other, a map does not fit, or the photo has such an image already. Nothing is
                attached then.
        """
        lying = {
            "placement": "oriented" if upright else None,
            "stretch": stretch,
            "aux_quality": aux_quality,
            "lossless": lossless,
            "replace": replace,
            "keep_properties": keep_properties,
        }
        if depth is not None and disparity is not None:
            raise usage("a photo gets depth or disparity, not both", "disparity")
        values = depth if depth is not None else disparity
        meaning = {
            "near": near, "far": far, "min": min, "max": max, "convention": convention, "white_is_near": white_is_near,
            "linear_in": linear_in, "normalised": normalised, "unit": unit, "scale": scale, "holes": holes,
            "intrinsics": intrinsics, "calibration": calibration, "radial": radial, "resize": resize,
        }  # fmt: skip
        recording = {
            "as": format, "quality": quality, "accuracy": accuracy, "filtered": filtered, "dng_bits": dng_bits,
        }  # fmt: skip
        wanted = {name: value for name, value in zip(_MATTES, (portrait, skin, hair, teeth, glasses, sky))}
        wanted.update(mattes or {})
        planes = {name: value for name, value in wanted.items() if value is not None}
        if values is None and not planes and gain_map is None:
            raise usage("there is nothing to attach: neither depth or disparity, nor a matte, nor a gain map")
        if values is None and any(value is not None for value in meaning.values()):
            given = sorted(name for name, value in meaning.items() if value is not None)
            raise usage(f"{', '.join(given)}: said of a depth map, and there is none", given[0])
        with self._together():
            if values is not None:
                quantity = "disparity" if depth is None else None if convention else "depth"
                self._attach_depth(_map_of(values, {**meaning, "quantity": quantity}), {**recording, **lying})
            for name, plane in planes.items():
                self._attach_plane(name, plane, lying)
            if gain_map is not None:
                name = "isoGainMap" if gain_map_form == "iso" else "hdrGainMap"
                self._attach_plane(name, gain_map, {**lying, "form": gain_map_form, "headroom": headroom})
        return self

    def _attach_depth(self, values: Map, options: Mapping[str, Any]) -> None:
        settings = _calls.options(options)

        def change(edit: Edit) -> None:
            with edit._use() as this, values._use() as given:
                _calls.call("auxdepth_edit_attach_depth", this, given, settings)

        self._change(change)

    def _attach_plane(self, name: str, plane: Any, options: Mapping[str, Any]) -> None:
        settings = _calls.options(options)
        if _is_path(plane):
            path = _calls.path_bytes(plane)

            def change_by_file(edit: Edit) -> None:
                with edit._use() as this:
                    _calls.call("auxdepth_edit_attach_matte_file", this, name.encode(), path, settings)

            self._change(change_by_file)
            return
        array, kind = _arrays.samples(plane, name)
        # It is read again for every container that is written, and is not to change until then.
        array = array.copy()
        height, width = array.shape

        def change(edit: Edit) -> None:
            with edit._use() as this:
                address, rows, size = _arrays.buffer(array)
                _calls.call(
                    "auxdepth_edit_attach_matte", this, name.encode(), address, kind, width, height, rows, size, settings
                )

        self._change(change)

    def attach_dictionary(
        self: Self, path: str | os.PathLike[str], *, upright: bool = False, replace: bool | None = None
    ) -> Self:
        """Attaches the auxiliary data-info dictionary of a property list, as AuxiliaryImage.save() makes it."""
        settings = _calls.options({"placement": "oriented" if upright else None, "replace": replace})
        name = _calls.path_bytes(path)

        def change(edit: Edit) -> None:
            with edit._use() as this:
                _calls.call("auxdepth_edit_attach_dictionary", this, name, settings)

        self._change(change)
        return self

    def remove(self: Self, *types: str) -> Self:
        """Removes the images of these types that the photo has, or all, not what was attached; returns the photo.

        Raises:
            NoSuchImageError: there is none of a type that is named.
        """

        def change(edit: Edit) -> None:
            removed = c_size_t()
            with edit._use() as this:
                _calls.call("auxdepth_edit_remove", this, *_calls.texts(types), byref(removed))

        self._change(change)
        return self

    def copy_from(
        self: Self,
        other: Photo,
        *types: str,
        placement: str | None = None,
        crop: Sequence[int] | None = None,
        turn: int | None = None,
        aux_quality: int | None = None,
        lossless: bool | None = None,
        replace: bool | None = None,
    ) -> Self:
        """Copies the images of these types, or all, of another photo, undecoded where both containers store them alike.

        Args:
            placement: `compared` (default): both pictures are decoded and compared, so that maps are cut and turned as the
                photo was; or `tags`: by sizes and orientations alone.
            crop: (x, y, width, height) of the other photo as displayed, which is what this one shows; nothing is compared.
            turn: 1...8, the turn between both as stored; nothing is compared.
        """
        settings = _calls.options(
            {"placement": placement, "crop": crop, "turn": turn, "aux_quality": aux_quality, "lossless": lossless,
             "replace": replace}  # fmt: skip
        )

        def change(edit: Edit) -> None:
            with edit._use() as this, other._use() as given:
                edit._read_as(other)
                _calls.call("auxdepth_edit_copy", this, given, *_calls.texts(types), settings, c_void_p())

        self._change(change)
        return self


def _map_of(values: Any, options: Mapping[str, Any]) -> Map:
    """Returns a map of what is one; a Map says itself what it is."""
    if isinstance(values, Map):
        given = sorted(name for name, value in options.items() if value is not None and name != "quantity")
        if given:
            raise usage(f"{', '.join(given)}: a Map says itself what its samples are", given[0])
        return values
    return read_map(values, **options) if _is_path(values) else from_array(values, **options)


__all__ = ["Editable", "MapLike"]
