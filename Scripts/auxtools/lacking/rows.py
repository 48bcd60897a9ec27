"""The calls that are made, and the libraries that each needs: the data that `Scripts/test-lacking` checks."""
from __future__ import annotations

from dataclasses import dataclass

# The libraries by their names in `auxdepth codecs`.
HEIF, TIFF, EXR, WEBP, JXL = "libheif", "libtiff", "OpenEXR", "libwebp", "libjxl"
JPEG, HEVC, PNG = "libjpeg-turbo", "libde265", "libpng"
# Nothing needs ISA-L: without it PNG takes longer to write.
EXIV2 = "Exiv2"


@dataclass(frozen=True)
class Row:
    """A call.

    Attributes:
        name: what the table calls it.
        arguments: those of the program; of `c` and `python` rows, the photo.
        needs: the libraries without which the status is 69.
        optional: the libraries without which it may be 69, or all may be as ever.
        status: where nothing is lacking.
        keeps: whether outputs of what could be done stay where the rest failed.
        kind: `program`, `c` or `python`.
    """

    name: str
    arguments: tuple[str, ...]
    needs: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    status: int = 0
    keeps: bool = False
    kind: str = "program"


def _row(line: str, *needs: str, optional: tuple[str, ...] = (), status: int = 0, keeps: bool = False) -> Row:
    return Row(line, tuple(line.split()), needs, optional, status, keeps)


#: Reading the XMP that an auxiliary image has.
_XMP = (EXIV2,)
_DEPTH = "--depth depth.png --near 1 --far 4"

ROWS: tuple[Row, ...] = (
    _row("--version"),
    _row("codecs"),
    _row("conventions"),
    _row("validate --list-rules"),
    _row("validate --explain HEIF-HDLR"),
    _row("info p.jpg", optional=_XMP),
    _row("info --structure p.heic", optional=_XMP),
    _row("info p.avif", optional=_XMP),
    _row("info p.dng", optional=_XMP),
    _row("info photo.png photo.tiff photo.webp depth.exr"),
    _row("info photo.jxl"),
    _row("validate photo.jxl --decode-photo", JXL),
    _row("validate p.jpg", JPEG, EXIV2),
    _row("validate p.heic", HEVC, EXIV2),
    _row("validate p.avif", HEIF, EXIV2),
    _row("validate p.dng", EXIV2),
    _row("validate photo.jpg"),
    _row("validate --headers-only p.heic", EXIV2),
    _row("validate --no-sandbox p.heic", HEVC, EXIV2),
    _row("validate p.jpg p.heic --format sarif", JPEG, HEVC, EXIV2),
    _row("validate p.jpg p.heic --format junit", JPEG, HEVC, EXIV2),
    _row("validate p.jpg p.heic --format html", JPEG, HEVC, EXIV2),
    # A finding that was really made counts, whatever else could not be looked at.
    _row("validate bad.jpg", status=1, optional=_XMP),
    _row("validate p.heic bad.heic", status=1, optional=_XMP),
    _row("extract p.jpg --directory o", JPEG, optional=_XMP),
    _row("extract p.heic --directory o", HEVC, optional=_XMP),
    _row("extract p.avif --directory o", HEIF, optional=_XMP),
    _row("extract p.dng --directory o", optional=_XMP),
    _row("extract p.jpg --format tiff --directory o", TIFF, optional=_XMP),
    _row("extract p.jpg --format exr --directory o", JPEG, EXR, optional=_XMP),
    _row("extract p.jpg p.heic --directory o", JPEG, HEVC, optional=_XMP, keeps=True),
    _row("attach p.jpg --skin matte.png -o o.jpg", JPEG, PNG, optional=_XMP),
    _row("attach p.heic --skin matte.png -o o.heic", PNG, HEIF, HEVC, optional=_XMP),
    _row("attach p.avif --skin matte.png -o o.avif", PNG, HEIF, optional=_XMP),
    _row("attach p.dng --skin matte.png -o o.dng", PNG, optional=_XMP),
    _row("attach p.heic --skin matte.png --in-place", PNG, HEIF, HEVC, optional=_XMP),
    _row(f"attach photo.jpg {_DEPTH} -o o.jpg", JPEG, PNG, optional=_XMP),
    _row(f"attach photo.png {_DEPTH} -o o.heic", PNG, HEIF, HEVC, optional=_XMP),
    _row(f"attach photo.tiff {_DEPTH} -o o.jpg", PNG, TIFF, optional=_XMP),
    _row(f"attach photo.webp {_DEPTH} -o o.jpg", JPEG, PNG, WEBP, optional=_XMP),
    _row(f"attach photo.jxl {_DEPTH} -o o.jpg", JPEG, PNG, JXL, optional=_XMP),
    _row("attach photo.jpg --depth depth.exr -o o.jpg", JPEG, EXR, optional=_XMP),
    _row("attach photo.jpg --depth depth.tiff -o o.jpg", TIFF, optional=_XMP),
    _row("convert depth.png --near 1 --far 4 -o o.npy", PNG),
    _row("convert depth.tiff -o o.npy", TIFF),
    _row("convert depth.exr -o o.npy", EXR),
    _row("compare depth.exr depth.exr", EXR),
    _row("convert depth.png --near 1 --far 4 -o o.tiff", PNG, TIFF),
    _row("convert depth.png --near 1 --far 4 -o o.exr", PNG, EXR),
    _row("copy p.jpg photo.jpg -o o.jpg", JPEG, optional=_XMP),
    _row("copy p.heic photo.jpg -o o.jpg", JPEG, HEVC, optional=_XMP),
    _row("edit p.heic --rotate 90 --strip location -o o.heic", optional=_XMP),
    _row("edit p.heic -o o.jpg", JPEG, HEVC, optional=_XMP),
    _row("edit p.jpg --resize 50% -o o.jpg", JPEG, optional=_XMP),
    _row("remove p.heic --all -o o.heic", optional=_XMP),
    _row("render blur p.jpg -o o.png", JPEG, optional=(*_XMP, PNG)),
    _row("render blur p.heic -o o.png", HEVC, optional=(*_XMP, PNG)),
    _row("render blur p.avif -o o.png", HEIF, optional=(*_XMP, PNG)),
    _row("stream --color c.y4m --depth frames -o o.y4m --filter mask", EXR),
    # A page is whole, and says of each photo what could not be shown.
    _row("view p.jpg -o o.html", JPEG, optional=_XMP, keeps=True),
    _row("view p.heic -o o.html", HEVC, optional=_XMP, keeps=True),
)


def _callers(kind: str) -> tuple[Row, ...]:
    rows = []
    for photo, needs in (("p.jpg", (JPEG,)), ("p.heic", (HEVC,)), ("p.avif", (HEIF,)), ("p.dng", ())):
        rows.append(Row(f"{kind}: validate {photo}", ("validate", photo), (*needs, EXIV2), kind=kind))
        rows.append(Row(f"{kind}: read {photo}", ("read", photo), needs, _XMP, kind=kind))
    if kind == "python":
        rows.append(Row("python: validate_ranges p.jpg", ("ranges", "p.jpg"), (JPEG, EXIV2), kind=kind))
        rows.append(Row("python: validate_ranges p.heic", ("ranges", "p.heic"), (HEVC, EXIV2), kind=kind))
        rows.append(Row("python: attach p.heic", ("attach", "p.heic"), (HEIF, HEVC), _XMP, kind=kind))
    return tuple(rows)


CALLERS = _callers("c") + _callers("python")


def missing(row: Row, unavailable: set[str]) -> bool:
    """Whether a call needs what there is not."""
    return not unavailable.isdisjoint(row.needs)
