"""Functions for `DataFrame.mapInPandas` over photos: rows of binaryFile, or paths and URLs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal, Mapping, TypedDict

from ..errors import usage
from .decoder import decoder_of
from .looking import Outcome
from .measuring import Row
from .settings import Listed, MapFormat, Policy, Settings, policy_of
from .storage import Store
from .tables import EXTRACTS, FINDINGS, MEASURES, VERDICTS, Columns, ddl, frame

if TYPE_CHECKING:
    from typing_extensions import Unpack

Rows = Literal["photos", "findings"]
#: The severity of a photo that could not be judged, in rows of findings.
UNJUDGED = "unjudged"


@dataclass(frozen=True)
class PhotoFunction:
    """A function of tables of photos: `frame.mapInPandas(function, function.schema)`.

    It takes an iterator of DataFrames of pandas and gives another. The column `path` is needed. With `content`, the bytes of
    the file, as Spark's binaryFile gives them, nothing is read; without it, photos are read from their paths, local ones and
    URLs of fsspec, and `length` and `version` of list_photos() spare a request for each.

    Each process of Spark has a process of its own that decodes. Where that crashes, hangs or takes too much memory, the
    photo is tried again, and then its row says so; the others go on.

    Attributes:
        settings: how photos are read and decoded.
        schema: the columns of its results, as DDL of Spark.
    """

    settings: Settings
    work: str
    columns: Columns
    rows: Rows = "photos"

    @property
    def schema(self) -> str:
        return ddl(self.columns)

    @property
    def __name__(self) -> str:
        # Spark shows it in its plans.
        return f"auxdepth_{self.work}"

    def __call__(self, frames: Iterable[Any]) -> Iterator[Any]:
        decoder = decoder_of(self.settings)
        for given in frames:
            found: list[Row] = []
            for photo in photos_of(given):
                outcome = decoder.do(self.work, photo)
                self._write(outcome)
                found += self._rows(outcome)
            yield frame(self.columns, found)

    def _write(self, outcome: Outcome) -> None:
        if outcome.files:
            output = Store(self.settings.output, self.settings)
            for path, data in sorted(outcome.files.items()):
                output.write(path, data)

    def _rows(self, outcome: Outcome) -> list[Row]:
        if self.rows == "photos":
            return [outcome.row or outcome.rejected or {}]
        if outcome.rejected is None:
            return outcome.findings
        reason = outcome.rejected
        return [{"path": reason["path"], "rule": reason["code"], "severity": UNJUDGED, "message": reason["message"]}]


def photos_of(given: Any) -> Iterator[Listed]:
    """Gives the photos of the rows of a DataFrame of pandas."""
    if "path" not in given.columns:
        raise usage(f"a table of photos has a column path, not only {', '.join(map(str, given.columns))}", "path")
    versions = given["version"] if "version" in given.columns else [None] * len(given)
    lengths = given["length"] if "length" in given.columns else [None] * len(given)
    contents = given["content"] if "content" in given.columns else [None] * len(given)
    for path, version, length, content in zip(given["path"], versions, lengths, contents):
        if not isinstance(path, str):
            raise usage("a row of a table of photos has no path", "path")
        if isinstance(content, (bytes, bytearray, memoryview)):
            yield Listed(path, len(content), "", bytes(content))
        elif isinstance(version, str) and length == length and length is not None:
            yield Listed(path, int(length), version)
        else:
            yield Listed(path, -1, "")


class PhotoOptions(TypedDict, total=False):
    """How photos are read and decoded, as the attributes of Settings of these names."""

    root: str
    storage: Mapping[str, Any]
    header_budget: int
    read_attempts: int
    read_pause: float
    photo_attempts: int
    photo_seconds: float
    memory: int


def settings_of(options: PhotoOptions, **known: Any) -> Settings:
    """Returns settings of options; others are errors."""
    allowed = set(PhotoOptions.__annotations__)
    if strange := sorted(set(options) - allowed):
        raise usage(f"there is no option {', '.join(strange)}; there are {', '.join(sorted(allowed))}", strange[0])
    return Settings(**known, **options)


def validate(
    policy: Policy | None = None, *, rows: Rows = "photos", headers_only: bool = False, **options: Unpack[PhotoOptions]
) -> PhotoFunction:
    """Returns a function that validates photos.

    Args:
        policy: as of `auxdepth validate --policy`, an object or the path of its file, which is read here and now.
        rows: `photos`, a row for each with `valid`, counts of findings and the first error; `valid` is null where a photo could
            not be judged, and `code` and `message` say why. Or `findings`, a row for each finding; photos that could not be judged
            have one of the severity `unjudged`.
        headers_only: whether coded data is left alone; of files, no more than `header_budget` bytes are read then.
        **options: PhotoOptions.
    """
    if rows not in ("photos", "findings"):
        raise usage(f"rows are photos or findings, not {rows!r}", "rows")
    settings = settings_of(options, policy=policy_of(policy), headers_only=headers_only)
    return PhotoFunction(settings, "verdict", VERDICTS if rows == "photos" else FINDINGS, rows)


def statistics(*, headers_only: bool = False, **options: Unpack[PhotoOptions]) -> PhotoFunction:
    """Returns a function that measures depth: a row for each photo.

    Container and size of the photo, type, size, accuracy, quality and focal length of the map, the least, median, mean and
    greatest depth in metres, and the shares of holes and of background. Of files, headers and the coded map are read.
    `code` and `message` say what is wrong with a photo; else they are null.

    Args:
        headers_only: whether nothing is decoded: there are no metres then.
        **options: PhotoOptions.
    """
    return PhotoFunction(settings_of(options, headers_only=headers_only), "numbers", MEASURES)


def extract(
    output: str, *, maps: MapFormat | None = "npy", preview_side: int = 192, **options: Unpack[PhotoOptions]
) -> PhotoFunction:
    """Returns a function that puts maps and previews into a store: a row for each photo, with the names of its files.

    Names are by the path of the photo, below `root` where that is given, and by the digest of its bytes, the options and the
    version of the library: what is there already is not made again (`written` is false). Each file appears whole.

    Args:
        output: a folder, which all executors see, or a prefix of an object store.
        maps: `npy` of float32 metres, holes NaN, as stored; `png` as `auxdepth extract` writes it; None for no maps.
        preview_side: the most pixels of the longer side of a preview, a PNG as displayed; 0 for no previews.
        **options: PhotoOptions.
    """
    if maps is None and preview_side == 0:
        raise usage("neither maps nor previews are asked for", "maps")
    if not output:
        raise usage("output is a folder or a prefix", "output")
    return PhotoFunction(settings_of(options, output=output, maps=maps, preview_side=preview_side), "files", EXTRACTS)
