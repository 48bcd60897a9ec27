"""What auxdepth.h declares, for ctypes; a test compares this with the text of the header."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

#: The least AUXDEPTH_API_VERSION that has all of this.
API_VERSION = 5

# Statuses, families, quantities, units and so on, by the names of the header without AUXDEPTH_.
CONSTANTS = {
    "OK": 0,
    "USAGE": 64,
    "DATA": 65,
    "NO_INPUT": 66,
    "UNAVAILABLE": 69,
    "SOFTWARE": 70,
    "CANNOT_CREATE": 73,
    "IO": 74,
    "CHANGED": 75,
    "CANCELLED": 130,
    "SANDBOX_AUTOMATIC": 0,
    "SANDBOX_REQUIRED": 1,
    "SANDBOX_OFF": 2,
    "FAMILY_OTHER": 0,
    "FAMILY_DEPTH": 1,
    "FAMILY_PORTRAIT_MATTE": 2,
    "FAMILY_SEMANTIC_MATTE": 3,
    "FAMILY_GAIN_MAP": 4,
    "QUANTITY_NONE": 0,
    "QUANTITY_DEPTH": 1,
    "QUANTITY_DISPARITY": 2,
    "METRES": 0,
    "PER_METRE": 1,
    "AS_STORED": 0,
    "UPRIGHT": 1,
    "EYE_LEFT": 0,
    "EYE_RIGHT": 1,
    "UINT8": 0,
    "UINT16": 1,
    "FLOAT16": 2,
    "FLOAT32": 3,
    "HOLES_NAN": 0,
    "HOLES_FILLED": 1,
    "WRITE_NEW": 0,
    "WRITE_REPLACE": 1,
    "WRITE_IN_PLACE": 2,
    "WRITE_NO_SYNC": 4,
}
METRES, PER_METRE = CONSTANTS["METRES"], CONSTANTS["PER_METRE"]
FAMILY_DEPTH, FAMILY_GAIN_MAP = CONSTANTS["FAMILY_DEPTH"], CONSTANTS["FAMILY_GAIN_MAP"]
FAMILY_PORTRAIT_MATTE, FAMILY_SEMANTIC_MATTE = CONSTANTS["FAMILY_PORTRAIT_MATTE"], CONSTANTS["FAMILY_SEMANTIC_MATTE"]
UINT8, UINT16, FLOAT16, FLOAT32 = (CONSTANTS[name] for name in ("UINT8", "UINT16", "FLOAT16", "FLOAT32"))
HOLES_NAN, HOLES_FILLED = CONSTANTS["HOLES_NAN"], CONSTANTS["HOLES_FILLED"]
WRITE_NEW, WRITE_REPLACE, WRITE_IN_PLACE, WRITE_NO_SYNC = (
    CONSTANTS["WRITE_" + name] for name in ("NEW", "REPLACE", "IN_PLACE", "NO_SYNC")
)


class CError(ctypes.Structure):
    """auxdepth_error"""

    _fields_ = [
        ("status", c_int32),
        ("code", c_char_p),
        ("message", c_char_p),
        ("reason", c_char_p),
        ("path", c_char_p),
        ("place", c_char_p),
        ("offset", c_int64),
        ("remedy", c_char_p),
        ("remedy_text", c_char_p),
    ]


class Sized(ctypes.Structure):
    """A structure that the library fills as far as the caller knows it."""

    def __init__(self) -> None:
        super().__init__()
        self.struct_size = ctypes.sizeof(type(self))


class CPrimary(Sized):
    """auxdepth_primary"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("width", c_uint32),
        ("height", c_uint32),
        ("upright_width", c_uint32),
        ("upright_height", c_uint32),
        ("orientation", c_int32),
    ]


class CImage(Sized):
    """auxdepth_image"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("type", c_char_p),
        ("identifier", c_char_p),
        ("codec", c_char_p),
        ("quality", c_char_p),
        ("accuracy", c_char_p),
        ("failure", c_char_p),
        ("family", c_int32),
        ("quantity", c_int32),
        ("width", c_uint32),
        ("height", c_uint32),
        ("upright_width", c_uint32),
        ("upright_height", c_uint32),
        ("orientation", c_int32),
        ("pixel_format", c_uint32),
        ("stored_format", c_uint32),
        ("plane_count", c_int32),
        ("component_count", c_int32),
        ("code_bits", c_int32),
        ("code_quantity", c_int32),
        ("value_of_first_code", c_double),
        ("value_of_last_code", c_double),
        ("value_min", c_double),
        ("value_max", c_double),
        ("is_filtered", c_int32),
        ("has_calibration", c_int32),
        ("byte_count", c_uint64),
    ]


class CPlane(Sized):
    """auxdepth_plane"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("width", c_uint32),
        ("height", c_uint32),
        ("row_bytes", c_size_t),
    ]


class CIntrinsics(Sized):
    """auxdepth_intrinsics"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("fx", c_double),
        ("fy", c_double),
        ("cx", c_double),
        ("cy", c_double),
        ("reference_width", c_double),
        ("reference_height", c_double),
        ("pixel_size", c_double),
    ]


class CPictureInfo(Sized):
    """auxdepth_picture_info"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("width", c_uint32),
        ("height", c_uint32),
        ("channels", c_int32),
        ("bits", c_int32),
        ("orientation", c_int32),
        ("has_icc_profile", c_int32),
    ]


class CMapInfo(Sized):
    """auxdepth_map_info"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("width", c_uint32),
        ("height", c_uint32),
        ("read_width", c_uint32),
        ("read_height", c_uint32),
        ("kind", c_int32),
        ("quantity", c_int32),
        ("has_calibration", c_int32),
    ]


class CDepth(Sized):
    """auxdepth_depth"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("width", c_uint32),
        ("height", c_uint32),
        ("samples", c_void_p),
        ("unit", c_int32),
        ("orientation", c_int32),
        ("is_relative", c_int32),
    ]


class Arrays(Sized):
    """A structure whose members are addresses of arrays."""

    def take(self, member: str, array: Any) -> None:
        """Takes the address of an array, or NULL for an empty one, and keeps the array as long as this."""
        setattr(self, member, array.ctypes.data if array.size > 0 else None)
        self.__dict__.setdefault("arrays", []).append(array)


class CPoints(Arrays):
    """auxdepth_points"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("count", c_size_t),
        ("positions", c_void_p),
        ("normals", c_void_p),
        ("colours", c_void_p),
    ]


class CMesh(Arrays):
    """auxdepth_mesh"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("vertex_count", c_size_t),
        ("triangle_count", c_size_t),
        ("positions", c_void_p),
        ("normals", c_void_p),
        ("texture_coordinates", c_void_p),
        ("indices", c_void_p),
    ]


class CGainMap(Sized):
    """auxdepth_gain_map"""

    _fields_ = [
        ("struct_size", c_size_t),
        ("channel_count", c_int32),
        ("uses_base_colour_space", c_int32),
        ("base_headroom", c_double),
        ("alternate_headroom", c_double),
        ("gain_min", c_double * 3),
        ("gain_max", c_double * 3),
        ("gamma", c_double * 3),
        ("base_offset", c_double * 3),
        ("alternate_offset", c_double * 3),
    ]


#: Structures by their names in the header.
STRUCTURES: dict[str, type[ctypes.Structure]] = {
    "auxdepth_error": CError,
    "auxdepth_primary": CPrimary,
    "auxdepth_image": CImage,
    "auxdepth_plane": CPlane,
    "auxdepth_intrinsics": CIntrinsics,
    "auxdepth_picture_info": CPictureInfo,
    "auxdepth_map_info": CMapInfo,
    "auxdepth_depth": CDepth,
    "auxdepth_points": CPoints,
    "auxdepth_mesh": CMesh,
    "auxdepth_gain_map": CGainMap,
}

#: Called with each file that was validated: context, done, count, path, json.
Validated = ctypes.CFUNCTYPE(c_int32, c_void_p, c_size_t, c_size_t, c_char_p, c_char_p)
#: Called with each photo of a data set: context, done, count, path, json.
Progress = Validated

#: Asked for bytes of a file: context, offset, count, and where they go.
ReadRange = ctypes.CFUNCTYPE(c_int32, c_void_p, c_uint64, c_size_t, c_void_p)
#: Called when a context is no longer used.
Release = ctypes.CFUNCTYPE(None, c_void_p)

HANDLE = c_void_p
#: A text that the library allocated: c_char_p would lose the pointer that is to be freed.
TEXT = c_void_p
STATUS = c_int32
TO_HANDLE, TO_TEXT, TO_SIZE, TO_ERROR = POINTER(HANDLE), POINTER(TEXT), POINTER(c_size_t), POINTER(POINTER(CError))
TEXTS = POINTER(c_char_p)
#: Where samples begin, how far apart rows are, and the bytes of all.
SAMPLES = (c_void_p, c_size_t, c_size_t)

#: Pixels, and their width and height.
PIXELS = (c_void_p, c_uint32, c_uint32)

#: What each function returns and takes.
FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "auxdepth_error_free": (None, (POINTER(CError),)),
    "auxdepth_free": (None, (c_void_p,)),
    "auxdepth_version": (c_char_p, ()),
    "auxdepth_api_version": (c_int32, ()),
    "auxdepth_codecs_json": (TEXT, ()),
    "auxdepth_effects_json": (TEXT, ()),
    "auxdepth_sandbox_use": (STATUS, (c_int32, TO_ERROR)),
    "auxdepth_sandbox_json": (TEXT, ()),
    "auxdepth_cancellation_new": (STATUS, (TO_HANDLE, TO_ERROR)),
    "auxdepth_cancellation_close": (None, (HANDLE,)),
    "auxdepth_cancellation_cancel": (None, (HANDLE,)),
    "auxdepth_cancellation_use": (None, (HANDLE,)),
    "auxdepth_photo_open": (STATUS, (c_char_p, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_photo_open_memory": (STATUS, (c_void_p, c_size_t, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_photo_open_ranges": (
        STATUS,
        (c_uint64, ReadRange, Release, c_void_p, c_char_p, TO_HANDLE, TO_ERROR),
    ),
    "auxdepth_photo_close": (None, (HANDLE,)),
    "auxdepth_photo_info_json": (STATUS, (HANDLE, TO_TEXT, TO_ERROR)),
    "auxdepth_photo_notes_json": (STATUS, (HANDLE, TO_TEXT, TO_ERROR)),
    "auxdepth_photo_container": (c_char_p, (HANDLE,)),
    "auxdepth_photo_primary": (STATUS, (HANDLE, POINTER(CPrimary), TO_ERROR)),
    "auxdepth_image_count": (c_size_t, (HANDLE,)),
    "auxdepth_image_find": (c_int64, (HANDLE, c_char_p)),
    "auxdepth_image_find_depth": (c_int64, (HANDLE,)),
    "auxdepth_image_describe": (STATUS, (HANDLE, c_size_t, POINTER(CImage), TO_ERROR)),
    "auxdepth_image_read_floats": (STATUS, (HANDLE, c_size_t, c_int32, c_int32, *SAMPLES, TO_ERROR)),
    "auxdepth_image_read_halves": (STATUS, (HANDLE, c_size_t, c_int32, c_int32, *SAMPLES, TO_ERROR)),
    "auxdepth_image_read_codes": (STATUS, (HANDLE, c_size_t, c_int32, c_int32, *SAMPLES, TO_ERROR)),
    "auxdepth_image_read_rgb": (STATUS, (HANDLE, c_size_t, c_int32, c_int32, *SAMPLES, TO_ERROR)),
    "auxdepth_image_describe_plane": (STATUS, (HANDLE, c_size_t, c_int32, POINTER(CPlane), TO_ERROR)),
    "auxdepth_image_read_plane": (STATUS, (HANDLE, c_size_t, c_int32, *SAMPLES, TO_ERROR)),
    "auxdepth_image_intrinsics": (STATUS, (HANDLE, c_size_t, c_int32, POINTER(CIntrinsics), TO_ERROR)),
    "auxdepth_image_calibration_json": (STATUS, (HANDLE, c_size_t, c_int32, TO_TEXT, TO_ERROR)),
    "auxdepth_image_camera_text": (STATUS, (HANDLE, c_size_t, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_image_points": (STATUS, (HANDLE, c_size_t, c_char_p, POINTER(CPoints), TO_TEXT, TO_ERROR)),
    "auxdepth_image_mesh": (STATUS, (HANDLE, c_size_t, c_char_p, POINTER(CMesh), TO_TEXT, TO_ERROR)),
    "auxdepth_image_read_rays": (STATUS, (HANDLE, c_size_t, c_char_p, *SAMPLES, TO_ERROR)),
    "auxdepth_map_points": (STATUS, (HANDLE, c_char_p, POINTER(CPoints), TO_TEXT, TO_ERROR)),
    "auxdepth_map_mesh": (STATUS, (HANDLE, c_char_p, POINTER(CMesh), TO_TEXT, TO_ERROR)),
    "auxdepth_points_write": (STATUS, (POINTER(CPoints), c_char_p, c_char_p, c_uint32, TO_ERROR)),
    "auxdepth_mesh_write": (STATUS, (POINTER(CMesh), c_char_p, HANDLE, c_char_p, c_uint32, c_char_p, TO_ERROR)),
    "auxdepth_map_read_rays": (STATUS, (HANDLE, *SAMPLES, TO_ERROR)),
    "auxdepth_map_camera_text": (STATUS, (HANDLE, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_image_gain_map": (STATUS, (HANDLE, c_size_t, POINTER(CGainMap), TO_ERROR)),
    "auxdepth_photo_read_depth": (STATUS, (HANDLE, c_int32, c_int32, POINTER(CDepth), TO_ERROR)),
    "auxdepth_photo_picture": (STATUS, (HANDLE, c_int32, TO_HANDLE, TO_ERROR)),
    "auxdepth_photo_eye": (STATUS, (HANDLE, c_int32, c_int32, TO_HANDLE, TO_ERROR)),
    "auxdepth_picture_new": (
        STATUS,
        (*PIXELS, c_int32, c_int32, c_size_t, c_size_t, c_void_p, c_size_t, c_char_p, TO_HANDLE, TO_ERROR),
    ),
    "auxdepth_picture_close": (None, (HANDLE,)),
    "auxdepth_picture_describe": (STATUS, (HANDLE, POINTER(CPictureInfo), TO_ERROR)),
    "auxdepth_picture_read": (STATUS, (HANDLE, c_int32, c_int32, *SAMPLES, TO_ERROR)),
    "auxdepth_picture_icc_profile": (STATUS, (HANDLE, TO_HANDLE, TO_SIZE, TO_ERROR)),
    "auxdepth_picture_notes_json": (STATUS, (HANDLE, TO_TEXT, TO_ERROR)),
    "auxdepth_map_open": (STATUS, (c_char_p, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_map_open_memory": (STATUS, (c_void_p, c_size_t, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_map_new": (
        STATUS,
        (c_void_p, c_int32, c_uint32, c_uint32, c_size_t, c_size_t, c_char_p, TO_HANDLE, TO_ERROR),
    ),
    "auxdepth_map_lend": (
        STATUS,
        (c_void_p, c_uint32, c_uint32, c_size_t, c_size_t, Release, c_void_p, c_char_p, TO_HANDLE, TO_ERROR),
    ),
    "auxdepth_map_of_image": (STATUS, (HANDLE, c_size_t, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_map_close": (None, (HANDLE,)),
    "auxdepth_map_describe": (STATUS, (HANDLE, POINTER(CMapInfo), TO_ERROR)),
    "auxdepth_map_read_samples": (STATUS, (HANDLE, *SAMPLES, TO_ERROR)),
    "auxdepth_map_read_floats": (STATUS, (HANDLE, c_int32, c_int32, *SAMPLES, TO_ERROR)),
    "auxdepth_map_calibration_json": (STATUS, (HANDLE, TO_TEXT, TO_ERROR)),
    "auxdepth_map_compare": (STATUS, (HANDLE, HANDLE, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_map_write": (STATUS, (HANDLE, c_char_p, c_uint32, c_char_p, TO_ERROR)),
    "auxdepth_image_write": (STATUS, (HANDLE, c_size_t, c_char_p, c_uint32, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_image_write_memory": (STATUS, (HANDLE, c_size_t, c_char_p, TO_HANDLE, TO_SIZE, TO_TEXT, TO_ERROR)),
    "auxdepth_edit_new": (STATUS, (HANDLE, c_char_p, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_edit_new_picture": (STATUS, (HANDLE, c_char_p, HANDLE, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_edit_new_spatial": (STATUS, (HANDLE, HANDLE, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_edit_new_edited": (STATUS, (HANDLE, c_char_p, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_edit_plan_json": (STATUS, (HANDLE, c_char_p, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_edit_close": (None, (HANDLE,)),
    "auxdepth_edit_attach_depth": (STATUS, (HANDLE, HANDLE, c_char_p, TO_ERROR)),
    "auxdepth_edit_attach_matte": (
        STATUS,
        (HANDLE, c_char_p, c_void_p, c_int32, c_uint32, c_uint32, c_size_t, c_size_t, c_char_p, TO_ERROR),
    ),
    "auxdepth_edit_attach_gain_map": (
        STATUS,
        (
            HANDLE, c_void_p, c_int32, c_uint32, c_uint32, c_size_t, c_size_t, POINTER(CGainMap), c_char_p, TO_ERROR,
        ),
    ),
    "auxdepth_edit_attach_matte_file": (STATUS, (HANDLE, c_char_p, c_char_p, c_char_p, TO_ERROR)),
    "auxdepth_edit_attach_dictionary": (STATUS, (HANDLE, c_char_p, c_char_p, TO_ERROR)),
    "auxdepth_edit_describe_gain_map": (STATUS, (HANDLE, c_char_p, TO_ERROR)),
    "auxdepth_edit_remove": (STATUS, (HANDLE, TEXTS, c_size_t, TO_SIZE, TO_ERROR)),
    "auxdepth_edit_copy": (STATUS, (HANDLE, HANDLE, TEXTS, c_size_t, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_edit_prepare_portrait": (STATUS, (HANDLE, HANDLE, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_edit_notes_json": (STATUS, (HANDLE, TO_TEXT, TO_ERROR)),
    "auxdepth_edit_warnings_json": (STATUS, (HANDLE, TO_TEXT, TO_ERROR)),
    "auxdepth_edit_write": (STATUS, (HANDLE, c_char_p, c_uint32, TO_TEXT, TO_ERROR)),
    "auxdepth_edit_write_memory": (STATUS, (HANDLE, TO_HANDLE, TO_SIZE, TO_TEXT, TO_ERROR)),
    "auxdepth_validate": (STATUS, (TEXTS, c_size_t, c_char_p, Validated, c_void_p, TO_ERROR)),
    "auxdepth_validate_memory": (STATUS, (c_void_p, c_size_t, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_validate_ranges": (STATUS, (c_uint64, ReadRange, c_void_p, c_char_p, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_repair": (STATUS, (c_char_p, c_uint32, c_char_p, TO_TEXT, TO_ERROR)),
    "auxdepth_report_judgement": (STATUS, (c_char_p,)),
    "auxdepth_renderer_new": (STATUS, (HANDLE, HANDLE, c_char_p, TO_HANDLE, TO_ERROR)),
    "auxdepth_renderer_close": (None, (HANDLE,)),
    "auxdepth_renderer_render": (
        STATUS,
        (HANDLE, c_char_p, c_char_p, HANDLE, TO_HANDLE, TO_HANDLE, TO_TEXT, TO_ERROR),
    ),
    "auxdepth_renderer_write": (
        STATUS,
        (HANDLE, c_char_p, c_char_p, HANDLE, c_char_p, c_uint32, TO_TEXT, TO_ERROR),
    ),
    "auxdepth_view": (STATUS, (TEXTS, c_size_t, c_char_p, c_char_p, c_uint32, TO_TEXT, TO_ERROR)),
    "auxdepth_dataset_write": (
        STATUS,
        (TEXTS, c_size_t, c_char_p, c_uint32, c_char_p, Progress, c_void_p, TO_TEXT, TO_ERROR),
    ),
    "auxdepth_stream": (STATUS, (c_char_p, c_char_p, c_char_p, c_char_p, c_uint32, c_char_p, TO_TEXT, TO_ERROR)),
}

#: Functions that return known facts: they are fast and call no Python.
AT_ONCE = frozenset({
    "auxdepth_photo_notes_json",
    "auxdepth_photo_primary",
    "auxdepth_image_describe",
    "auxdepth_image_describe_plane",
    "auxdepth_image_intrinsics",
    "auxdepth_image_gain_map",
    "auxdepth_picture_describe",
    "auxdepth_picture_icc_profile",
    "auxdepth_picture_notes_json",
    "auxdepth_map_describe",
    "auxdepth_map_calibration_json",
    "auxdepth_edit_notes_json",
    "auxdepth_edit_warnings_json",
})

#: The functions that close the handles which functions make.
CLOSED_BY = {
    "auxdepth_photo_open": "auxdepth_photo_close",
    "auxdepth_photo_open_memory": "auxdepth_photo_close",
    "auxdepth_photo_open_ranges": "auxdepth_photo_close",
    "auxdepth_photo_picture": "auxdepth_picture_close",
    "auxdepth_photo_eye": "auxdepth_picture_close",
    "auxdepth_picture_new": "auxdepth_picture_close",
    "auxdepth_map_open": "auxdepth_map_close",
    "auxdepth_map_open_memory": "auxdepth_map_close",
    "auxdepth_map_new": "auxdepth_map_close",
    "auxdepth_map_lend": "auxdepth_map_close",
    "auxdepth_map_of_image": "auxdepth_map_close",
    "auxdepth_edit_new": "auxdepth_edit_close",
    "auxdepth_edit_new_picture": "auxdepth_edit_close",
    "auxdepth_edit_new_edited": "auxdepth_edit_close",
    "auxdepth_edit_new_spatial": "auxdepth_edit_close",
    "auxdepth_renderer_new": "auxdepth_renderer_close",
}


def declare(library: ctypes.CDLL) -> None:
    """Gives the functions of a library their types; AttributeError where one is missing."""
    for name, (result, parameters) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = parameters
