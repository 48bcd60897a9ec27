"""The keywords of functions are the options that the library has."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import auxdepth
from auxdepth import _calls, _options
from auxdepth._declarations import FUNCTIONS
from auxdepth._keywords import names, takes

#: What takes the options of each function of the library, and those that it spells otherwise.
CALLERS: dict[str, tuple[Callable[..., Any], set[str]]] = {
    "auxdepth_photo_open": (auxdepth.open, set()),
    "auxdepth_photo_open_memory": (auxdepth.open, set()),
    "auxdepth_photo_open_ranges": (auxdepth.open_ranges, set()),
    "auxdepth_picture_new": (auxdepth.Picture.from_array, set()),
    "auxdepth_map_open": (auxdepth.read_map, set()),
    "auxdepth_map_open_memory": (auxdepth.read_map, set()),
    "auxdepth_map_new": (auxdepth.from_array, set()),
    "auxdepth_map_lend": (auxdepth.Photo.attach, {"quantity"}),
    "auxdepth_map_compare": (auxdepth.compare, set()),
    "auxdepth_map_write": (auxdepth.Map.save, set()),
    "auxdepth_image_write": (auxdepth.AuxiliaryImage.save, set()),
    "auxdepth_image_write_memory": (auxdepth.AuxiliaryImage.to_bytes, set()),
    "auxdepth_image_points": (auxdepth.Photo.point_cloud, set()),
    "auxdepth_image_mesh": (auxdepth.Photo.mesh, set()),
    "auxdepth_image_read_rays": (auxdepth.Photo.rays, set()),
    "auxdepth_map_points": (auxdepth.Map.point_cloud, set()),
    "auxdepth_map_mesh": (auxdepth.Map.mesh, set()),
    "auxdepth_image_camera_text": (auxdepth.Photo.camera_text, set()),
    "auxdepth_map_camera_text": (auxdepth.Map.camera_text, set()),
    "auxdepth_edit_new": (auxdepth.Photo.save, set()),
    "auxdepth_edit_new_picture": (auxdepth.NewPhoto.save, set()),
    "auxdepth_edit_new_edited": (auxdepth.edit, set()),
    "auxdepth_edit_plan_json": (auxdepth.edited, set()),
    "auxdepth_edit_attach_depth": (auxdepth.Photo.attach, set()),
    "auxdepth_edit_attach_matte": (auxdepth.Photo.attach, {"form"}),
    # The path of a picture is all that is said of a matte in a file.
    "auxdepth_edit_attach_matte_file": (auxdepth.Photo.attach, {"form", "component", "channel", "key", "raw"}),
    "auxdepth_edit_attach_dictionary": (auxdepth.Photo.attach_dictionary, set()),
    "auxdepth_edit_attach_gain_map": (auxdepth.Photo.attach, {"form"}),
    "auxdepth_edit_prepare_portrait": (auxdepth.Photo.prepare_portrait, set()),
    "auxdepth_edit_describe_gain_map": (auxdepth.Photo.describe_gain_map, set()),
    "auxdepth_edit_copy": (auxdepth.Photo.copy_from, set()),
    "auxdepth_validate": (auxdepth.validate, set()),
    "auxdepth_validate_memory": (auxdepth.validate, set()),
    "auxdepth_validate_ranges": (auxdepth.validate_ranges, set()),
    "auxdepth_repair": (auxdepth.repair, set()),
    "auxdepth_renderer_new": (auxdepth.Renderer.__init__, set()),
    "auxdepth_renderer_render": (auxdepth.render, set()),
    "auxdepth_renderer_write": (auxdepth.Renderer.save, set()),
    "auxdepth_view": (auxdepth.view, set()),
    "auxdepth_mesh_write": (auxdepth.Mesh.save, set()),
    "auxdepth_edit_new_spatial": (auxdepth.spatial, set()),
    "auxdepth_dataset_write": (auxdepth.write_dataset, set()),
    "auxdepth_stream": (auxdepth.stream, set()),
}


def kind_of(function: str) -> Any:
    """Returns the type of a function's options: `MapOpen` of `auxdepth_map_open`."""
    return getattr(_options, "".join(word.capitalize() for word in function.split("_")[1:]))


def test_every_function_with_options_is_called() -> None:
    described = {
        match[1]
        for kind in vars(_options).values()
        if inspect.isclass(kind) and (match := re.match(r"Options of (auxdepth_\w+)\(\)\.", kind.__doc__ or ""))
    }
    assert described == set(CALLERS) and described <= set(FUNCTIONS)


@pytest.mark.parametrize("function", CALLERS)
def test_keywords(function: str) -> None:
    caller, otherwise = CALLERS[function]
    parameters = inspect.signature(caller).parameters
    # What takes any option hands all of them on.
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values()):
        return
    assert set(names(kind_of(function))) - otherwise <= set(parameters)


def test_descriptions() -> None:
    text = inspect.getdoc(auxdepth.from_array) or ""
    assert re.search(r"^ +white_is_near: true where white is near", text, re.M) and "**options" not in text
    for caller, _ in CALLERS.values():
        assert "**options" not in (caller.__doc__ or ""), caller


@pytest.mark.parametrize("is_indented", [True, False])
def test_descriptions_by_docstrings_of_any_python(is_indented: bool) -> None:
    """Python 3.13 and later take the common indentation out of docstrings."""
    texts = ["Options of one().\n\n    size: how large\n    ", "Does it.\n\n        Args:\n            **options: more.\n        "]
    described, text = texts if is_indented else map(inspect.cleandoc, texts)
    kind = type("One", (), {"__doc__": described, "__annotations__": {"size": "int"}})

    def one(**options: Any) -> None: ...

    one.__doc__ = text
    assert inspect.getdoc(takes(kind)(one)) == "Does it.\n\nArgs:\n    size: how large"


def test_names_that_are_not_known(pixels: Any, metres: Any) -> None:
    for call in (
        lambda: auxdepth.from_array(metres, nearest=1),  # type: ignore[call-arg]
        lambda: auxdepth.new(pixels, "jpeg").attach(depth=metres, quantity="depth"),
        lambda: auxdepth.new(pixels, "jpeg").save("a.jpg", colour=1),  # type: ignore[call-arg]
        lambda: auxdepth.validate("a.jpg", quick=True),  # type: ignore[call-arg]
    ):
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            call()


def options_of(photo: auxdepth.Photo, folder: Path) -> dict[str, Callable[[bytes], None]]:
    """Returns what calls each function with options that the library cannot take."""
    from ctypes import byref, c_size_t, c_void_p

    from auxdepth import _arrays
    from auxdepth._declarations import CMesh, CPoints, ReadRange, Release, Validated

    made, size, text = c_void_p(), c_size_t(), c_void_p()
    codes = np.zeros((96, 128), np.uint8)
    place, rows, count = _arrays.buffer(codes)
    path = str(folder / "a.png").encode()
    picture = photo.picture()
    map = auxdepth.from_array(np.ones((96, 128), np.float32))
    renderer = auxdepth.Renderer(photo)
    edit = photo._edit("heif", {})
    handles = {name: one.__enter__() for name, one in {
        "photo": photo._use(), "picture": picture._use(), "map": map._use(), "renderer": renderer._use(),
        "edit": edit._use(),
    }.items()}
    p, e, m, r = handles["photo"], handles["edit"], handles["map"], handles["renderer"]
    plane = (place, 0, 128, 96, rows, count)
    nothing = ReadRange(lambda *_: 1)
    gain_map = auxdepth.GainMapMetadata((0.0,), (1.0,), alternate_headroom=1.0)._structure()
    kept = (gain_map, codes, nothing, picture, map, renderer, handles)
    calls: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
        "auxdepth_photo_open": ((path,), (byref(made),)),
        "auxdepth_photo_open_memory": ((place, count), (byref(made),)),
        "auxdepth_photo_open_ranges": ((10, nothing, Release(), None), (byref(made),)),
        "auxdepth_picture_new": ((place, 128, 96, 1, 8, rows, count, None, 0), (byref(made),)),
        "auxdepth_map_open": ((path,), (byref(made),)),
        "auxdepth_map_open_memory": ((place, count), (byref(made),)),
        "auxdepth_map_new": (plane, (byref(made),)),
        "auxdepth_map_lend": ((place, 128, 96, 0, count, Release(), None), (byref(made),)),
        "auxdepth_map_compare": ((m, m), (byref(text),)),
        "auxdepth_map_write": ((m, path, 0), ()),
        "auxdepth_image_write": ((p, 0, path, 0), (None,)),
        "auxdepth_image_write_memory": ((p, 0), (byref(made), byref(size), None)),
        "auxdepth_image_points": ((p, 0), (byref(CPoints()), None)),
        "auxdepth_image_mesh": ((p, 0), (byref(CMesh()), None)),
        "auxdepth_image_read_rays": ((p, 0), (place, 0, count)),
        "auxdepth_map_points": ((m,), (byref(CPoints()), None)),
        "auxdepth_map_mesh": ((m,), (byref(CMesh()), None)),
        "auxdepth_image_camera_text": ((p, 0), (byref(text),)),
        "auxdepth_map_camera_text": ((m,), (byref(text),)),
        "auxdepth_edit_new": ((p, b"heif"), (byref(made),)),
        "auxdepth_edit_new_picture": ((handles["picture"], b"heif", None), (byref(made),)),
        "auxdepth_edit_new_edited": ((p, b"heif"), (byref(made),)),
        "auxdepth_edit_plan_json": ((p, b"heif"), (byref(text),)),
        "auxdepth_edit_attach_depth": ((e, m), ()),
        "auxdepth_edit_attach_matte": ((e, b"skin", *plane), ()),
        "auxdepth_edit_attach_matte_file": ((e, b"skin", path), ()),
        "auxdepth_edit_attach_dictionary": ((e, path), ()),
        "auxdepth_edit_attach_gain_map": ((e, *plane, byref(gain_map)), ()),
        "auxdepth_edit_describe_gain_map": ((e,), ()),
        "auxdepth_edit_prepare_portrait": ((e, None), (None,)),
        "auxdepth_edit_copy": ((e, p, *_calls.texts(())), (None,)),
        "auxdepth_validate": ((*_calls.texts(("a.jpg",)),), (Validated(), None)),
        "auxdepth_validate_memory": ((place, count), (byref(text),)),
        "auxdepth_validate_ranges": ((10, nothing, None, None), (byref(text),)),
        "auxdepth_repair": ((b"a.jpg", 0), (byref(text),)),
        "auxdepth_renderer_new": ((p, m), (byref(made),)),
        "auxdepth_renderer_render": ((r, b"blur"), (None, byref(made), None, None)),
        "auxdepth_renderer_write": ((r, b"blur"), (None, path, 0, None)),
        "auxdepth_view": ((*_calls.texts(("a.jpg",)),), (path, 0, None)),
        "auxdepth_mesh_write": ((byref(CMesh()), None, None, path, 0), ()),
        "auxdepth_edit_new_spatial": ((p, p), (byref(made),)),
        "auxdepth_dataset_write": ((*_calls.texts(("a.jpg",)), path, 0), (Validated(), None, None)),
        "auxdepth_stream": ((b"a.y4m", b"b.y4m", None, path, 0), (None,)),
    }

    def caller(function: str) -> Callable[[bytes], None]:
        before, after = calls[function]
        return lambda options: (_calls.call(function, *before, options, *after), kept)[0]

    return {function: caller(function) for function in calls}


def test_what_functions_take(portrait: bytes, tmp_path: Path) -> None:
    """Each function knows the options that its type has, and no others."""
    every = {name for function in CALLERS for name in names(kind_of(function))}
    with auxdepth.open(portrait) as photo:
        calls = options_of(photo, tmp_path)
        assert calls.keys() == CALLERS.keys()
        for function, call in calls.items():
            known = set(names(kind_of(function)))
            # Those of gain maps are not options of a matte.
            known -= {"form", "headroom"} if "attach_matte" in function else set()
            for name in every:
                key = _calls.camel(name)
                # Python has a parameter of its own for this; a calibration that cannot be is one of data.
                if key in ("calibration", "upright"):
                    continue
                with pytest.raises(auxdepth.UsageError) as caught:
                    call(b'{"%s": [[]]}' % key.encode())
                is_known = "there is no option of that name" not in str(caught.value)
                assert is_known == (name in known), (function, name, str(caught.value))
