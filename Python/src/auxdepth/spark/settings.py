"""What is asked for: everything that results depend on, and how patient and how careful the work is."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, Mapping, Union

from ..errors import usage

#: Grows where the same photo gives other results than before: what was done is then done again.
RESULTS_VERSION = 2

MapFormat = Literal["npy", "png"]
Policy = Union[Mapping[str, Any], str, Path]


@dataclass(frozen=True)
class Settings:
    """How photos are read, checked and decoded, and where results go, as every task gets it.

    Attributes:
        input, output: folders or prefixes, as `/data/photos` or `s3://bucket/photos`. With an empty input photos are
            named by their own paths and URLs.
        root: where photos are named by themselves, the folder that their names in results and policies are relative to.
        storage: options of fsspec for object stores, as `{"endpoint_url": ...}`; credentials are better kept in the
            environment.
        policy: what `auxdepth validate --policy` reads, or None.
        headers_only: whether photos are left undecoded: no depth, no previews.
        maps: the format of depth maps that are kept, `npy` of float32 metres or `png` with a meaning of its own; None for
            no maps.
        preview_side: the most pixels of a preview's longer side; 0 for no previews.
        buckets: into how many parts the photos of a job go; None for as many as suit their number, size and cluster.
        header_budget: the most bytes of a photo that are read before it is decoded.
        read_attempts: how often a read that failed is tried, with pauses that double from `read_pause` seconds.
        photo_attempts: how many processes may die over a photo before it is set aside.
        photo_seconds: the most time for a photo.
        memory: the most bytes of address space of a process that decodes.
    """

    input: str = ""
    output: str = ""
    root: str = ""
    storage: Mapping[str, Any] = field(default_factory=dict)
    policy: Mapping[str, Any] | None = None
    headers_only: bool = False
    maps: MapFormat | None = None
    preview_side: int = 192
    buckets: int | None = None
    header_budget: int = 512 << 10
    read_attempts: int = 5
    read_pause: float = 0.2
    photo_attempts: int = 4
    photo_seconds: float = 120
    memory: int = 4 << 30

    def __post_init__(self) -> None:
        if self.maps not in (None, "npy", "png"):
            raise usage(f"maps are npy or png, not {self.maps!r}", "maps")
        for name in ("read_attempts", "photo_attempts", "photo_seconds", "memory", "header_budget"):
            if getattr(self, name) <= 0:
                raise usage(f"{name} is more than 0, not {getattr(self, name)}", name)
        if self.preview_side < 0:
            raise usage(f"preview_side is 0 or more, not {self.preview_side}", "preview_side")
        if self.buckets is not None and self.buckets < 1:
            raise usage(f"buckets is 1 or more, not {self.buckets}", "buckets")

    def digest(self, library: str) -> str:
        """Returns what is common to all results of a library's version and these settings, where they depend on them."""
        names = ("policy", "headers_only", "maps", "preview_side", "header_budget", "memory")
        known = {name: value for name, value in asdict(self).items() if name in names}
        text = json.dumps([RESULTS_VERSION, library, known], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def policy_of(policy: Policy | None) -> dict[str, Any] | None:
    """Returns a policy, read from its file where that is given: executors do not have the files of the driver."""
    if policy is None or isinstance(policy, Mapping):
        return None if policy is None else dict(policy)
    try:
        value = json.loads(Path(policy).read_text())
    except (OSError, ValueError) as failure:
        raise usage(f"{policy}: the policy cannot be read: {failure}", "policy") from None
    if not isinstance(value, dict):
        raise usage(f"{policy}: a policy is a JSON object", "policy")
    return value


@dataclass(frozen=True, order=True)
class Listed:
    """A photo as a store lists it: its path below the input, its size, and what changes when it does.

    Attributes:
        content: the bytes of the file, where they came along.
    """

    path: str
    size: int
    version: str
    content: bytes | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Bucket:
    """Some of the photos; its name is the digest of them and of the settings."""

    name: str
    photos: tuple[Listed, ...]
