"""What a job is asked for: everything that its results depend on."""
from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any

#: Grows where the same photo gives other results than before: what was done is then done again.
RESULTS_VERSION = 1


@dataclass(frozen=True)
class Settings:
    """The options of a job, as they go to every task.

    Attributes:
        input, output: folders or prefixes, as `/data/photos` or `s3://bucket/photos`.
        storage: options of fsspec for both, as `{"endpoint_url": ...}`; credentials are better kept in the environment.
        policy: what `auxdepth validate --policy` reads, or None.
        headers_only: whether photos are left undecoded: no depth, no previews.
        maps: whether depth maps are kept as `.npy` in metres, too.
        preview_side: the most pixels of a preview's longer side; 0 for no previews.
        buckets: into how many parts the photos go, by their names; each is one task.
        header_budget: the most bytes of a photo that are read before it is decoded.
        read_attempts: how often a read that failed is tried, with pauses that double from `read_pause` seconds.
        photo_attempts: how many processes may die over a photo before it is set aside.
        photo_seconds: the most time for a photo.
        memory: the most bytes of address space of a process that decodes.
    """

    input: str
    output: str
    storage: dict[str, Any] = field(default_factory=dict)
    policy: dict[str, Any] | None = None
    headers_only: bool = False
    maps: bool = False
    preview_side: int = 192
    buckets: int = 64
    header_budget: int = 512 << 10
    read_attempts: int = 5
    read_pause: float = 0.2
    photo_attempts: int = 4
    photo_seconds: float = 120
    memory: int = 4 << 30

    def digest(self, library: str) -> str:
        """Returns what is common to all results of a library's version and these settings, where they depend on them."""
        names = ("policy", "headers_only", "maps", "preview_side", "header_budget", "memory")
        known = {name: value for name, value in asdict(self).items() if name in names}
        text = json.dumps([RESULTS_VERSION, library, known], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, order=True)
class Listed:
    """A photo as the store lists it: its path below the input, its size, and what changes when it does."""

    path: str
    size: int
    version: str


@dataclass(frozen=True)
class Bucket:
    """Some of the photos; its name says which, and of which settings."""

    name: str
    photos: tuple[Listed, ...]


def bucketed(photos: list[Listed], settings: Settings, library: str) -> list[Bucket]:
    """Divides photos by their paths: a photo more, or another one, changes its own bucket and no other."""
    parts: dict[int, list[Listed]] = {}
    for photo in sorted(photos):
        number = int.from_bytes(hashlib.sha256(photo.path.encode()).digest()[:8], "big") % settings.buckets
        parts.setdefault(number, []).append(photo)
    common = settings.digest(library)
    buckets = []
    for number, part in sorted(parts.items()):
        text = json.dumps([common, settings.buckets, [(each.path, each.size, each.version) for each in part]])
        buckets.append(Bucket(f"{number:05}-{hashlib.sha256(text.encode()).hexdigest()[:16]}", tuple(part)))
    return buckets
