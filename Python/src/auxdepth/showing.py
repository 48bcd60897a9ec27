"""How photos and maps look in a notebook: small pictures, PNG in HTML."""

from __future__ import annotations

import base64
import html
import struct
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .errors import Error

#: The longest side of a picture, in pixels.
SIDE = 512


class Shown:
    """What an auxiliary image of a photo looks like."""

    if TYPE_CHECKING:
        @property
        def is_depth(self) -> bool: ...
        def disparity(self) -> NDArray[np.float32]: ...
        def array(self) -> NDArray[Any]: ...

    def _repr_png_(self) -> bytes | None:
        shown = self._shown()
        return shown if isinstance(shown, bytes) else None

    def _shown(self) -> bytes | str:
        """Returns a PNG of the image, upright, or the reason why it cannot be decoded."""
        try:
            if self.is_depth:
                return png(nearness(self.disparity()))
            return png(small(self.array()))
        except Error as failure:
            return str(failure)


def small(array: NDArray[Any]) -> NDArray[Any]:
    """Returns every so many rows and columns, so that no side is longer than SIDE."""
    step = -(-max(array.shape[:2]) // SIDE)
    return array[::step, ::step]


def nearness(disparity: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Returns gray and alpha of a map in 1/metres: white is near, holes are transparent."""
    values = small(disparity)
    known = np.isfinite(values)
    result = np.zeros((*values.shape, 2), np.uint8)
    if known.any():
        # A few samples that are far off would leave one gray to all others.
        least, greatest = np.percentile(values[known], (1, 99))
        share = (np.where(known, values, least) - least) / max(greatest - least, 1e-9)
        result[:, :, 0] = np.clip(share * 255 + 0.5, 0, 255)
        result[:, :, 1] = np.where(known, 255, 0)
    return result


def png(array: NDArray[Any]) -> bytes:
    """Returns a PNG of (height, width), gray, or of (height, width, 2 or 3), gray and alpha or colours; 16 bits become 8."""
    if array.dtype == np.uint16:
        array = (array >> 8).astype(np.uint8)
    height, width = array.shape[:2]
    kind = 0 if array.ndim == 2 else {1: 0, 2: 4, 3: 2}[array.shape[2]]
    rows = np.ascontiguousarray(array).reshape(height, -1)
    # Each row begins with its filter, 0.
    data = np.concatenate([np.zeros((height, 1), np.uint8), rows], axis=1).tobytes()
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)),
        (b"IDAT", zlib.compress(data, 6)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        for name, content in chunks
    )


def figures(title: str, pictures: list[tuple[str, bytes | str]]) -> str:
    """Returns HTML of pictures side by side, each under its name; a picture may be a text that says why it is missing."""
    return "".join(
        [
            f"<div><code>{html.escape(title)}</code>"
            '<div style="display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start">',
            *(
                f'<figure style="margin:0"><figcaption>{html.escape(name)}</figcaption>{_shown(name, picture)}</figure>'
                for name, picture in pictures
            ),
            "</div></div>",
        ]
    )


def _shown(name: str, picture: bytes | str) -> str:
    if isinstance(picture, str):
        return f"<em>{html.escape(picture)}</em>"
    data = base64.b64encode(picture).decode()
    return f'<img alt="{html.escape(name)}" style="max-height:320px" src="data:image/png;base64,{data}">'


__all__ = ["figures", "nearness", "png", "small"]
