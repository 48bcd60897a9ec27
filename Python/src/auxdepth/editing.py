"""What is written into photos: depth maps, mattes, gain maps, and the images of other photos."""

from __future__ import annotations

import os
from collections import abc
from ctypes import byref, c_size_t, c_void_p
from typing import TYPE_CHECKING, Any, Mapping, Sequence, TypeVar, Union

from numpy.typing import ArrayLike

from . import _arrays, _calls
from ._handles import Handle, checked
from ._keywords import names, takes
from ._options import (
    Attach,
    Component,
    EditAttachDepth,
    EditAttachDictionary,
    EditAttachMatte,
    EditCopy,
    EditDescribeGainMap,
    EditPreparePortrait,
    GainmapForm,
    MapNew,
)
from .errors import usage
from .gainmaps import GainMapMetadata
from .images import AuxiliaryImage
from .maps import Map, from_array, lent, read_map
from .writing import Edit, Writable

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .photo import Photo

#: Samples, a map, or the path of a map file.
MapLike = Union[ArrayLike, Map, "os.PathLike[str]", str]

#: What attach() says of a depth map, and what of all images.
_MEANING = [name for name in names(MapNew) if name != "quantity"]
_RECORDING = names(EditAttachDepth)
_ATTACHING = [name for name in names(EditAttachMatte) if name in _RECORDING]

Self = TypeVar("Self", bound="Editable")


def _is_path(value: Any) -> bool:
    return isinstance(value, (str, bytes, os.PathLike))


class Editable(Writable):
    """What is attached to a photo, removed from it and copied, in the order of the calls."""

    @takes(Attach, without=("quantity",))
    def attach(
        self: Self,
        *,
        depth: MapLike | None = None,
        disparity: MapLike | None = None,
        portrait: MapLike | None = None,
        skin: MapLike | None = None,
        hair: MapLike | None = None,
        teeth: MapLike | None = None,
        glasses: MapLike | None = None,
        sky: MapLike | None = None,
        mattes: Mapping[str, MapLike] | None = None,
        gain_map: MapLike | None = None,
        gain_map_form: GainmapForm | Sequence[GainmapForm] | None = None,
        headroom: float | None = None,
        gain_map_metadata: GainMapMetadata | None = None,
        upright: bool = True,
        channel: str | None = None,
        key: str | None = None,
        component: Component | None = None,
        copy: bool = True,
        **options: Unpack[Attach],
    ) -> Self:
        """Attaches a depth map, mattes, or a gain map; returns the photo.

        Each is an array, (height, width), the path of a map file, or, of depth, a Map. Its aspect ratio is that of the photo.

        Args:
            depth, disparity: floats in metres or 1/metres, NaN a hole; or codes of uint8 or uint16, which `near` and `far`, or
                `min` and `max`, say the ends of.
            portrait, skin, hair, teeth, glasses, sky: mattes, 0 none and white all; floats are 0...1, bool and 0 and 1 too.
            mattes: others by the names of their types.
            gain_map: samples of a gain map; `gain_map_form` is `apple`, `iso`, `ultrahdr`, or several of them, `headroom` a
                ratio of at least 1.
            gain_map_metadata: what the samples of the gain map mean, in place of `headroom`; the form is then `iso` without another.
            upright: whether all of these are as the photo is displayed; else as stored. A map file that says which needs none.
            channel, key: the channel of an OpenEXR file and the array of an NPZ archive, of the file of the depth map; without a depth
                map, the channel is of the files of mattes.
            component: of a file of a matte with colours and alpha, what the matte is: `alpha` or `luma`.
            copy: whether an array of depth is copied, so that it may change afterwards. Without a copy it must not, until the photo
                is closed: save() raises UsageError then. An array of 50 megapixels of float32 needs 200 MB less so, if it has no
                holes and none of `convention`, `clip`, `radial`, `normalised` and `resize` is given. It is copied all the same in a
                subinterpreter.
            **options

        `intrinsics` may also be an Intrinsics, which knows its size, or a 3 x 3 matrix in pixels of the map.

        Raises:
            UsageError: options contradict each other, a map does not fit, or the photo has such an image already. Nothing is
                attached then.

        Warns:
            QualityWarning: the result is likely not what was meant, for example since one sample that is far too near takes the
                precision of all others. Where the container is not known yet, save() warns.

        Where the container is not known yet, as of new() without one, the photo may be refused by save() for what that container
        does not hold, as `gdepth` in other files than JPEG, and edited() for an image that the photo has already.
        """
        given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
        attaching = {name: given[name] for name in _ATTACHING if name in given}
        attaching["upright"] = upright
        recording = {name: given[name] for name in _RECORDING if name in given}
        meaning = {name: given[name] for name in _MEANING if name in given}
        if depth is not None and disparity is not None:
            raise usage("a photo gets depth or disparity, not both", "disparity")
        values = depth if depth is not None else disparity
        named = dict(portrait=portrait, skin=skin, hair=hair, teeth=teeth, glasses=glasses, sky=sky)
        wanted = {**named, **({} if mattes is None else checked(mattes, abc.Mapping, "mattes"))}
        planes = {name: value for name, value in wanted.items() if value is not None}
        if values is None and not planes and gain_map is None:
            raise usage("there is nothing to attach: neither depth or disparity, nor a matte, nor a gain map")
        if values is None and meaning:
            raise usage(f"{', '.join(sorted(meaning))}: for a depth map, and there is no depth map", sorted(meaning)[0])
        with self._together():
            if values is not None:
                quantity = "disparity" if depth is None else None if meaning.get("convention") else "depth"
                described = _map_of(values, {**meaning, "quantity": quantity}, {"channel": channel, "key": key}, copy)
                self._attach_depth(described, {**recording, **attaching})
            for name, plane in planes.items():
                of_file = {"component": component, "channel": channel if values is None else None} if _is_path(plane) else {}
                self._attach_plane(name, plane, {**attaching, **of_file})
            if gain_map is not None:
                forms = gain_map_form if gain_map_form is None or isinstance(gain_map_form, str) else list(gain_map_form)
                if gain_map_metadata is not None:
                    if headroom is not None:
                        raise usage("gain_map_metadata say the headroom themselves", "headroom")
                    self._attach_gain_map(gain_map, gain_map_metadata, {**attaching, "form": forms})
                else:
                    self._attach_plane("hdrGainMap", gain_map, {**attaching, "form": forms, "headroom": headroom})
            elif gain_map_metadata is not None:
                raise usage("gain_map_metadata: for a gain map, and there is no gain map", "gain_map_metadata")
        return self

    def _attach_depth(self, values: Handle, options: Mapping[str, Any]) -> None:
        settings = _calls.options(options)

        def change(edit: Edit) -> None:
            with edit._use() as this, values._use() as given:
                _calls.call("auxdepth_edit_attach_depth", this, given, settings)

        self._change(change, is_tried=True)

    def _change_by(self, name: str, *arguments: Any, is_tried: bool = False) -> None:
        """Adds a change that is a call of the library, with an edit as its first argument."""

        def change(edit: Edit) -> None:
            with edit._use() as this:
                _calls.call(name, this, *arguments)

        self._change(change, is_tried=is_tried)

    def _attach_plane(self, name: str, plane: Any, options: Mapping[str, Any]) -> None:
        settings, kind = _calls.options(options), _calls.text_bytes(name, "mattes")
        if _is_path(plane):
            path = _calls.path_bytes(plane)
            self._change_by("auxdepth_edit_attach_matte_file", kind, path, settings, is_tried=True)
        else:
            samples = _copied(plane, name)
            self._change_by("auxdepth_edit_attach_matte", kind, *samples, settings, is_tried=True)

    def _attach_gain_map(self, plane: Any, metadata: GainMapMetadata, options: Mapping[str, Any]) -> None:
        if _is_path(plane):
            raise usage("gain_map_metadata are of an array, not of a file", "gain_map_metadata")
        settings, described = _calls.options(options), checked(metadata, GainMapMetadata, "gain_map_metadata")._structure()
        samples = _copied(plane, "gain_map")
        self._change_by("auxdepth_edit_attach_gain_map", *samples, byref(described), settings, is_tried=True)

    @takes(EditPreparePortrait)
    def prepare_portrait(self: Self, donor: Photo | None = None, **options: Unpack[EditPreparePortrait]) -> list[str]:
        """Gives the disparity map what Apple's Photos was reported to need for editing a portrait; call it after attach().

        Args:
            donor: a portrait of the same make, model and lens, whose calibration and blur are taken.
            **options

        Returns:
            What Photos would lack, in words; that it edits the file is no promise.

        Raises:
            UsageError: nothing gives a calibration, or the donor is of another camera.
            NoSuchImageError, UnsupportedError: there is no disparity map; the container is neither JPEG nor HEIC.
        """
        from .photo import Photo

        if donor is not None:
            checked(donor, Photo, "donor")
        settings = _calls.options(options)
        missing: list[str] = []

        def change(edit: Edit) -> None:
            with edit._use() as this:
                if donor is None:
                    missing[:] = _calls.json_of("auxdepth_edit_prepare_portrait", this, None, settings)
                    return
                with donor._use() as given:
                    edit._read_as(donor)
                    missing[:] = _calls.json_of("auxdepth_edit_prepare_portrait", this, given, settings)

        self._change(change)
        return missing

    @takes(EditAttachDictionary)
    def attach_dictionary(
        self: Self, path: str | os.PathLike[str], **options: Unpack[EditAttachDictionary]
    ) -> Self:
        """Attaches the auxiliary data-info dictionary of a property list, as AuxiliaryImage.save() makes it.

        Its samples are as the photo is stored.

        Args:
            **options
        """
        settings = _calls.options(options)
        self._change_by("auxdepth_edit_attach_dictionary", _calls.path_bytes(path), settings, is_tried=True)
        return self

    @takes(EditDescribeGainMap)
    def describe_gain_map(self: Self, **options: Unpack[EditDescribeGainMap]) -> Self:
        """Describes the photo's gain map in other forms, so that other readers find it; returns the photo.

        Its coded bytes stay where its codes mean the same in them.

        Args:
            **options

        Raises:
            NoSuchImageError: the photo has no gain map.
            UnsupportedError: the container does not have the form, or it cannot say what the map means.
        """
        self._change_by("auxdepth_edit_describe_gain_map", _calls.options(options))
        return self

    def remove(self: Self, *types: str) -> Self:
        """Removes the photo's images of these types or groups, or all, but no attached ones; returns the photo.

        `notes` names the types without an image.

        Raises:
            NoSuchImageError: the photo has no image of any named type.
        """
        self._change_by("auxdepth_edit_remove", *_calls.texts(types), byref(c_size_t()))
        return self

    @takes(EditCopy)
    def copy_from(self: Self, other: Photo, *types: str, **options: Unpack[EditCopy]) -> Self:
        """Copies the images of these types or groups, or all, of another photo, undecoded where both containers store them alike.

        Args:
            **options
        """
        from .photo import Photo

        checked(other, Photo, "other")
        settings = _calls.options(options)

        def change(edit: Edit) -> None:
            with edit._use() as this, other._use() as given:
                edit._read_as(other)
                _calls.call("auxdepth_edit_copy", this, given, *_calls.texts(types), settings, c_void_p())

        self._change(change)
        return self


def _copied(plane: Any, name: str) -> tuple[Any, ...]:
    """Returns a copy of samples as the library takes them: it is read for every container that is written."""
    array, kind = _arrays.samples(_arrays.codes(plane, name), name)
    address, rows, size = _arrays.buffer(array := array.copy())
    height, width = array.shape
    return address, kind, width, height, rows, size


def _map_of(values: Any, options: Mapping[str, Any], file: Mapping[str, Any], copy: bool) -> Handle:
    """Returns the map that an argument is or describes; without a copy, floats stay where they are.

    `file` are the options of a map file.
    """
    if isinstance(values, AuxiliaryImage):
        # With its camera.
        values = values.as_map()
    if isinstance(values, Map):
        given = sorted(name for name, value in {**options, **file}.items() if value is not None and name != "quantity")
        if given:
            raise usage(f"{', '.join(given)}: a Map says itself what its samples are", given[0])
        return values
    if _is_path(values):
        return read_map(values, **options, **file)
    for name, value in file.items():
        if value is not None:
            raise usage(f"{name}: of a map file, and the depth map is an array", name)
    return from_array(values, **options) if copy else lent(values, options)


__all__ = ["Editable", "MapLike"]
