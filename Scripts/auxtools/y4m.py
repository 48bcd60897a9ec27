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
