"""Writes JPEG XL files with channels beside the colours, or a gain map, by libjxl's encoder: jxl_tool.py FILE KIND.

truth.npy has the codes or values of the map. KIND is one of those of `main`. cjxl makes no channels of depth.
"""
from __future__ import annotations

import ctypes
import struct
import sys
from pathlib import Path
from typing import Any, Sequence

import numpy as np

ALPHA, DEPTH = 0, 1
UINT8, UINT16, FLOAT = 2, 3, 0
SUCCESS, NEED_MORE = 0, 2


class BasicInfo(ctypes.Structure):
    """JxlBasicInfo of libjxl 0.7."""

    _fields_ = [
        ("have_container", ctypes.c_int), ("xsize", ctypes.c_uint32), ("ysize", ctypes.c_uint32),
        ("bits_per_sample", ctypes.c_uint32), ("exponent_bits_per_sample", ctypes.c_uint32),
        ("intensity_target", ctypes.c_float), ("min_nits", ctypes.c_float),
        ("relative_to_max_display", ctypes.c_int), ("linear_below", ctypes.c_float),
        ("uses_original_profile", ctypes.c_int), ("have_preview", ctypes.c_int),
        ("have_animation", ctypes.c_int), ("orientation", ctypes.c_int),
        ("num_color_channels", ctypes.c_uint32), ("num_extra_channels", ctypes.c_uint32),
        ("alpha_bits", ctypes.c_uint32), ("alpha_exponent_bits", ctypes.c_uint32),
        ("alpha_premultiplied", ctypes.c_int), ("rest", ctypes.c_uint8 * 160),
    ]


class ExtraChannelInfo(ctypes.Structure):
    """JxlExtraChannelInfo of libjxl 0.7."""

    _fields_ = [
        ("type", ctypes.c_int), ("bits_per_sample", ctypes.c_uint32),
        ("exponent_bits_per_sample", ctypes.c_uint32), ("dim_shift", ctypes.c_uint32),
        ("name_length", ctypes.c_uint32), ("alpha_premultiplied", ctypes.c_int),
        ("spot_color", ctypes.c_float * 4), ("cfa_channel", ctypes.c_uint32),
    ]


class PixelFormat(ctypes.Structure):
    """JxlPixelFormat."""

    _fields_ = [
        ("num_channels", ctypes.c_uint32), ("data_type", ctypes.c_int), ("endianness", ctypes.c_int),
        ("align", ctypes.c_size_t),
    ]


def _type(array: Any) -> tuple[int, int, int]:
    return {"uint8": (8, 0, UINT8), "uint16": (16, 0, UINT16), "float32": (32, 8, FLOAT)}[array.dtype.name]


def encode(colours: Any, extra: Sequence[tuple[int, Any, str]] = (), orientation: int = 1,
           boxes: Sequence[tuple[str, bytes, bool]] = ()) -> bytes:
    """Returns a file without loss of colours (height, width[, 3]) and channels (kind, array, name)."""
    lib = ctypes.CDLL("libjxl.so.0.7")
    for name in ("JxlEncoderCreate", "JxlEncoderFrameSettingsCreate"):
        getattr(lib, name).restype = ctypes.c_void_p
    encoder = ctypes.c_void_p(lib.JxlEncoderCreate(None))

    def call(name: str, *arguments: Any) -> None:
        status = getattr(lib, name)(*arguments)
        assert status == SUCCESS, f"{name}: {status}"

    gray = colours.ndim == 2
    bits, exponent, kind = _type(colours)
    info = BasicInfo()
    lib.JxlEncoderInitBasicInfo(ctypes.byref(info))
    info.ysize, info.xsize = colours.shape[:2]
    info.bits_per_sample, info.exponent_bits_per_sample = bits, exponent
    info.uses_original_profile, info.orientation = 1, orientation
    info.num_color_channels, info.num_extra_channels = 1 if gray else 3, len(extra)
    for channel, array, _ in extra:
        if channel == ALPHA:
            info.alpha_bits, info.alpha_exponent_bits = _type(array)[:2]
    if boxes:
        call("JxlEncoderUseBoxes", encoder)
    call("JxlEncoderUseContainer", encoder, int(bool(boxes)))
    # More than 8 bits of a channel need the level for it.
    lib.JxlEncoderSetCodestreamLevel(encoder, 10)
    call("JxlEncoderSetBasicInfo", encoder, ctypes.byref(info))
    encoding = (ctypes.c_uint8 * 256)()
    lib.JxlColorEncodingSetToSRGB(encoding, int(gray))
    call("JxlEncoderSetColorEncoding", encoder, encoding)
    for index, (channel, array, name) in enumerate(extra):
        about = ExtraChannelInfo()
        lib.JxlEncoderInitExtraChannelInfo(channel, ctypes.byref(about))
        about.bits_per_sample, about.exponent_bits_per_sample = _type(array)[:2]
        about.name_length = len(name)
        call("JxlEncoderSetExtraChannelInfo", encoder, ctypes.c_size_t(index), ctypes.byref(about))
        if name:
            call("JxlEncoderSetExtraChannelName", encoder, ctypes.c_size_t(index), name.encode(),
                 ctypes.c_size_t(len(name)))
    settings = ctypes.c_void_p(lib.JxlEncoderFrameSettingsCreate(encoder, None))
    call("JxlEncoderSetFrameLossless", settings, 1)
    for type_, content, packed in boxes:
        call("JxlEncoderAddBox", encoder, type_.encode(), content, ctypes.c_size_t(len(content)), int(packed))
    pixels = colours.tobytes()
    form = PixelFormat(1 if gray else 3, kind, 1, 0)
    call("JxlEncoderAddImageFrame", settings, ctypes.byref(form), pixels, ctypes.c_size_t(len(pixels)))
    for index, (_, array, _) in enumerate(extra):
        samples = array.tobytes()
        form = PixelFormat(1, _type(array)[2], 1, 0)
        call("JxlEncoderSetExtraChannelBuffer", settings, ctypes.byref(form), samples,
             ctypes.c_size_t(len(samples)), ctypes.c_uint32(index))
    lib.JxlEncoderCloseInput(encoder)
    out = bytearray()
    while True:
        room = (ctypes.c_uint8 * 65536)()
        at = ctypes.cast(room, ctypes.c_void_p)
        left = ctypes.c_size_t(len(room))
        status = lib.JxlEncoderProcessOutput(encoder, ctypes.byref(at), ctypes.byref(left))
        out += bytes(room[: len(room) - left.value])
        if status != NEED_MORE:
            break
    lib.JxlEncoderDestroy(encoder)
    assert status == SUCCESS, f"JxlEncoderProcessOutput: {status}"
    return bytes(out)


def codestream(file: bytes) -> bytes:
    """Returns the codestream of a file, which is one or has it in one box."""
    if file[:2] == b"\xff\x0a":
        return file
    at = 0
    while at < len(file):
        size, kind = struct.unpack(">I4s", file[at:at + 8])
        size = size or len(file) - at
        if kind == b"jxlc":
            return file[at + 8:at + size]
        at += size
    raise ValueError("no box jxlc")


def gain_map_box(metadata: bytes, gain_map: bytes) -> bytes:
    """Returns the content of a box jhgm: version 0, metadata, neither colours nor a profile, the codestream."""
    return b"\0" + struct.pack(">H", len(metadata)) + metadata + b"\0" + struct.pack(">I", 0) + codestream(gain_map)


def gain_map_metadata(stops: float) -> bytes:
    """Returns metadata of ISO 21496-1 of one component: gains of 0...stops, offsets of 1/64."""
    def ratio(value: float) -> bytes:
        return struct.pack(">iI", round(value * 64_000), 64_000)
    return struct.pack(">HHB", 0, 0, 0x40) + b"".join(map(ratio, (0, stops, 0, stops, 1, 1 / 64, 1 / 64)))


def main(target: str, kind: str) -> None:
    """Writes the file, and the truth of its map beside it."""
    height, width = 80, 120
    y, x = np.mgrid[:height, :width]
    colours = np.stack([x * 2, y * 3, x + y], -1).astype(np.uint8)
    codes = ((x * 31 + y * 7) % 256).astype(np.uint8)
    deep = ((x * 509 + y * 83) % 65536).astype(np.uint16)
    boxes: list[tuple[str, bytes, bool]] = []
    extra: list[tuple[int, Any, str]] = []
    truth: Any = codes
    if kind in ("gain", "gain-colour"):
        truth = np.ascontiguousarray(codes[::2, ::2])
        picture = truth if kind == "gain" else np.stack([truth, 255 - truth, truth // 2], -1)
        boxes = [("jhgm", gain_map_box(gain_map_metadata(2.5), encode(picture)), False)]
    else:
        truth = {"alpha": codes, "depth8": codes, "depth16": deep, "floats": (1 + x / 8 + y / 64).astype("f4")}[kind]
        spot = (2, codes, "spot")
        extra = [spot, (ALPHA if kind == "alpha" else DEPTH, truth, "Z")]
    Path(target).write_bytes(encode(colours, extra, orientation=6, boxes=boxes))
    np.save(Path(target).with_name("truth.npy"), truth)


if __name__ == "__main__":
    main(*sys.argv[1:])
