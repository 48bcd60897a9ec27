"""Y4M videos."""
from __future__ import annotations

from typing import Iterable, Iterator

_FRAME = b"FRAME\n"


def encode(width: int, height: int, rate: str, tags: str, frames: Iterable[bytes]) -> Iterator[bytes]:
    """Yields a video in pieces; `tags` are those of the header after the rate, frames their planes."""
    yield f"YUV4MPEG2 W{width} H{height} F{rate} {tags}\n".encode()
    for frame in frames:
        yield _FRAME
        yield frame


def planes(video: bytes, size: int) -> list[memoryview]:
    """Returns the planes of each frame, of `size` bytes; a frame's own tags are not known here."""
    header, _, rest = video.partition(b"\n")
    step = len(_FRAME) + size
    if not header.startswith(b"YUV4MPEG2 ") or len(rest) % step != 0:
        raise ValueError("this is not the video that was asked for")
    return [memoryview(rest)[at + len(_FRAME):at + step] for at in range(0, len(rest), step)]


# What red and blue have of luma.
_WEIGHTS = {"BT601": (0.299, 0.114), "BT709": (0.2126, 0.0722), "BT2020": (0.2627, 0.0593)}


def depth(tag: str) -> int:
    """Returns the bits of a sample of frames of a tag, such as 420mpeg2, 422p10 or mono16."""
    digits = tag.partition("p")[2] if tag[:4] != "mono" else tag[4:]
    return int(digits) if digits.isdigit() else 8


def counts(tag: str, width: int, height: int) -> list[int]:
    """Returns the samples of each plane."""
    if tag.startswith("mono"):
        return [width * height]
    chroma = width * height // {"420": 4, "422": 2, "444": 1}[tag[:3]]
    return [width * height, chroma, chroma]


def codes(colour: list[float], matrix: str, bits: int, full: bool) -> list[float]:
    """Returns luma, Cb and Cr of red, green and blue of 0...255, as codes that are not rounded."""
    red, blue = _WEIGHTS[matrix]
    r, g, b = (value / 255 for value in colour)
    y = red * r + (1 - red - blue) * g + blue * b
    differences = [(b - y) / (2 - 2 * blue), (r - y) / (2 - 2 * red)]
    if full:
        most = (1 << bits) - 1
        return [y * most] + [value * most + (1 << bits - 1) for value in differences]
    unit = 1 << bits - 8
    return [(16 + 219 * y) * unit] + [(128 + 224 * value) * unit for value in differences]


def packed(samples: Iterable[int], bits: int) -> bytes:
    """Returns samples as a frame has them: bytes, or two bytes each, the lower first."""
    if bits == 8:
        return bytes(samples)
    return b"".join(sample.to_bytes(2, "little") for sample in samples)
