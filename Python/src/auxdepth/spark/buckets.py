"""Parts of the photos of a job: how many there are, what they are called, and the work on one."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Iterable

from .decoder import Decoder, decoder_of
from .measuring import Row
from .settings import Bucket, Listed, Settings
from .storage import Store
from .tables import TABLES, parquet

#: The table that is written last: where it is, the bucket is done.
LAST = "statistics"
#: What a bucket has at the most, where its number is not given: work of some seconds or minutes.
PHOTOS, BYTES = 200, 1 << 30
#: What a bucket has at the least, where there are more processors than work.
FEW = 16
#: Buckets for each task that the cluster runs at a time, so that none of them waits long for the others at the end.
ROUNDS = 4


@dataclass(frozen=True)
class Done:
    """What became of a bucket."""

    name: str
    photos: int
    results: int
    rejected: int
    skipped: bool


def chosen(count: int, size: int, slots: int, earlier: int | None = None) -> int:
    """Returns into how many buckets photos go: some hundred photos, and not too many bytes, each.

    It is a power of two, and that of an earlier run where photos still suit it, whatever the cluster: with another number
    all buckets would be new ones, and all the work would be done again.

    Args:
        count, size: of all photos, and their bytes.
        slots: how many tasks the cluster runs at a time.
        earlier: how many buckets there were before.
    """
    needed = power_of_two(max(-(-count // PHOTOS), -(-size // BYTES)))
    # A process that decodes takes a second to start: no buckets of a handful of photos for the sake of many processors.
    most = max(needed, count // FEW)
    if earlier is not None and needed <= 4 * earlier and earlier <= max(4 * needed, most):
        return earlier
    return power_of_two(max(needed, min(ROUNDS * slots, most)))


def power_of_two(number: int) -> int:
    """Returns the least power of two that is not less."""
    return 1 << (max(number, 1) - 1).bit_length()


def number_of(path: str, buckets: int) -> int:
    """Returns the number of a photo's bucket, by its path: a photo more changes its own bucket and no other."""
    return int.from_bytes(hashlib.sha256(path.encode()).digest()[:8], "big") % buckets


def bucket_of(number: int, buckets: int, photos: Iterable[Listed], settings: Settings, library: str) -> Bucket:
    """Returns the bucket of photos, whose name is the digest of all that its results depend on."""
    part = sorted(photos)
    text = json.dumps([settings.digest(library), buckets, [(each.path, each.size, each.version) for each in part]])
    return Bucket(f"{number:05}-{hashlib.sha256(text.encode()).hexdigest()[:16]}", tuple(part))


def table_path(table: str, bucket: str) -> str:
    return f"{table}/bucket-{bucket}.parquet"


def run_bucket(bucket: Bucket, settings: Settings, decoder: Decoder | None = None) -> Done:
    """Works on all photos of a bucket and writes their files.

    Two attempts at once write the same bytes under the same names, and each file as a whole; so nothing is wrong when both
    end, or one is killed anywhere.
    """
    output = Store(settings.output, settings)
    rows: dict[str, list[Row]] = {name: [] for name in TABLES}
    decoder = decoder or decoder_of(settings)
    for photo in bucket.photos:
        outcome = decoder.do("look", photo)
        for path, data in sorted(outcome.files.items()):
            output.write(path, data)
        rows["statistics"] += [outcome.row] if outcome.row else []
        rows["rejected"] += [outcome.rejected] if outcome.rejected else []
        rows["findings"] += outcome.findings
    for table in sorted(TABLES, key=lambda name: name == LAST):
        output.write(table_path(table, bucket.name), parquet(TABLES[table], rows[table]))
    return Done(bucket.name, len(bucket.photos), len(rows["statistics"]), len(rows["rejected"]), False)
