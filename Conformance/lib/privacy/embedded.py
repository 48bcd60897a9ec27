"""What photos hold of other formats: small pictures, videos, manifests, color profiles."""
from __future__ import annotations

import importlib
import struct

from auxtools.containers import make_jpeg
from auxtools.containers.write_heif import box, full

from .marks import LATITUDE_DECIMAL, MARK

C2PA_UUID = bytes.fromhex("d8fec3d61b0e483c92975828877ec481")
MARKED = MARK.encode()
# Six pixels of RGB.
PIXELS = MARKED.ljust(18, b"\0")


def comment(text: bytes = MARKED) -> bytes:
    """Returns a COM segment."""
    return make_jpeg.segment(0xFE, text)


def small(*segments: bytes) -> bytes:
    """Returns a small JPEG, with the mark in a segment that is of no kind if no segments are given."""
    return make_jpeg.jpeg(32, 24, segments=b"".join(segments) or make_jpeg.segment(0xE9, MARKED))


def _named(kind: str, text: str) -> bytes:
    """Returns a text of `udta`, as QuickTime has it."""
    return box(kind, struct.pack(">HH", len(text), 0x15C7), text.encode())


def location_box() -> bytes:
    """Returns `udta` with the point where a video was taken."""
    return box("udta", _named("\xa9xyz", f"+{LATITUDE_DECIMAL}+002.000000/"))


def video(sound: bytes = b"silence", has_location: bool = False) -> bytes:
    """Returns an MP4 without tracks, whose media data are the sound."""
    times = struct.pack(">IIIIIH", 0, 0, 1000, 1000, 0x10000, 0x100) + bytes(10)
    matrix = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    header = full("mvhd", times, matrix, bytes(24), struct.pack(">I", 2))
    moov = box("moov", header, location_box() if has_location else b"")
    return box("ftyp", b"mp42", bytes(4), b"mp42isom") + moov + box("mdat", sound)


def _described(kind: str, label: bytes) -> bytes:
    return box("jumd", kind.encode(), bytes.fromhex("00110010800000aa00389b71"), b"\x03", label + b"\0")


def manifest(text: str = MARK) -> bytes:
    """Returns a C2PA manifest store, not signed, whose one assertion holds the text."""
    assertion = box("jumb", _described("json", b"stds.exif"), box("json", f'{{"exif:Text":"{text}"}}'.encode()))
    store = box("jumb", _described("c2as", b"c2pa.assertions"), assertion)
    return box("jumb", _described("c2pa", b"c2pa"), box("jumb", _described("c2ma", b"urn:uuid:1"), store))


def location_manifest() -> str:
    """Returns the text of an assertion with a point."""
    return f'","exif:GPSLatitude":"{LATITUDE_DECIMAL}'


def profile() -> bytes:
    """Returns an sRGB profile with the mark in its copyright."""
    library = importlib.import_module("PIL.ImageCms")
    made: bytes = library.ImageCmsProfile(library.createProfile("sRGB")).tobytes()
    old = "No copyright, use freely"
    return made.replace(old.encode("utf-16-be"), MARK.ljust(len(old)).encode("utf-16-be"))
