"""What a task does: all photos of a bucket, and then their tables."""
from __future__ import annotations

from dataclasses import dataclass

from .isolation import Decoder
from .photos import Outcome, Row
from .settings import Bucket, Settings
from .storage import Store
from .tables import TABLES, parquet

#: The table that is written last: where it is, the bucket is done.
LAST = "statistics"


@dataclass(frozen=True)
class Done:
    """What became of a bucket."""

    name: str
    results: int
    rejected: int


def table_path(table: str, bucket: str) -> str:
    return f"{table}/bucket-{bucket}.parquet"


#: Of this process: Spark gives it one task after the other, and starting a process that decodes takes a second.
_decoders: dict[tuple[str, str], Decoder] = {}


def decoder_of(settings: Settings, entry: str = "depthjob.child") -> Decoder:
    """Returns the process that decodes for this one; it ends when this one does."""
    key = repr(settings), entry
    if key not in _decoders:
        for other in _decoders.values():
            other.end()
        _decoders.clear()
        _decoders[key] = Decoder(settings, entry)
    return _decoders[key]


def run_bucket(bucket: Bucket, settings: Settings, decoder: Decoder | None = None) -> Done:
    """Works on all photos of a bucket and writes their files.

    Two attempts at once write the same bytes under the same names, and each file as a whole; so nothing is wrong when both
    end, or one is killed anywhere.
    """
    output = Store(settings.output, settings)
    rows: dict[str, list[Row]] = {name: [] for name in TABLES}
    decoder = decoder or decoder_of(settings)
    for photo in bucket.photos:
        outcome: Outcome = decoder.look(photo)
        for path, data in sorted(outcome.files.items()):
            output.write(path, data)
        rows["statistics"] += [outcome.statistics] if outcome.statistics else []
        rows["rejected"] += [outcome.rejected] if outcome.rejected else []
        rows["findings"] += outcome.findings
    for table in sorted(TABLES, key=lambda name: name == LAST):
        output.write(table_path(table, bucket.name), parquet(table, rows[table]))
    return Done(bucket.name, len(rows["statistics"]), len(rows["rejected"]))
