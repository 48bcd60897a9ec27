"""What functions of tables make of one photo: a verdict, numbers, or files in a store."""

from __future__ import annotations

import dataclasses
import hashlib
import posixpath
from typing import Callable

from .._library import library
from ..errors import Error
from ..opening import open
from ..ranges import open_ranges, validate_ranges
from .looking import LACKING, OURS, Outcome, count, finding_rows, judged, policy_options, rejection, validated, whole
from .measuring import facts, measure, statistics
from .settings import Listed, Settings
from .sources import BudgetSpent, PhotoSource, Ranges
from .storage import Store, Unreadable

Work = Callable[[Listed, PhotoSource, Settings], Outcome]


def guarded(stage: str, work: Work) -> Work:
    """Returns the same work with what is wrong with a photo in the outcome; what is wrong with the system is raised."""

    def done(photo: Listed, source: PhotoSource, settings: Settings) -> Outcome:
        known = photo
        try:
            known = photo if photo.size >= 0 else source.listed(photo.path)
            return work(known, source, settings)
        except (*OURS, *LACKING):
            raise
        except BudgetSpent:
            message = f"headers take more than {settings.header_budget} bytes"
            return Outcome(rejected=rejection(known, "headers", "budget", message))
        except Unreadable as failure:
            return Outcome(rejected=rejection(known, "read", failure.code, str(failure)))
        except Error as failure:
            return Outcome(rejected=rejection(known, stage, failure.code, failure.message))

    return done


def _verdict(photo: Listed, source: PhotoSource, settings: Settings) -> Outcome:
    """Validates a photo."""
    named = dataclasses.replace(photo, path=relative(photo.path, settings.root))
    if settings.headers_only:
        ranges = Ranges(source, photo, settings.header_budget)
        report = judged(validate_ranges(photo.size, ranges.read, headers_only=True, **policy_options(named.path, settings)))
    else:
        report = validated(whole(photo, source), named, settings)
    row = {
        "path": photo.path, "bytes": photo.size, "container": report.container, "valid": report.valid,
        "errors": count(report, "error"), "warnings": count(report, "warning"), "notes": count(report, "info"),
    }
    first = next((finding for finding in report.findings if finding.severity == "error"), None)
    if first is not None:
        # Of two versions of a file, findings are of neither.
        source.check_unchanged(photo)
        row.update(stage="validate", code=first.rule, message=first.message)
    return Outcome(row=row, findings=finding_rows(photo, report))


def _numbers(photo: Listed, source: PhotoSource, settings: Settings) -> Outcome:
    """Measures the depth map of a photo; of the file, no more is read than its headers and the map."""
    ranges = Ranges(source, photo, settings.header_budget if settings.headers_only else photo.size)
    row = {"path": photo.path, "bytes": photo.size}
    with open_ranges(photo.size, ranges.read, max_memory=settings.memory) as opened:
        row.update(facts(opened))
        if opened.depth_image is not None and not settings.headers_only:
            row.update(statistics(opened.depth()))
    row["bytes_read"] = ranges.bytes_read
    return Outcome(row=row)


def _files(photo: Listed, source: PhotoSource, settings: Settings) -> Outcome:
    """Makes the files of a photo, where they are not in the store yet."""
    data = whole(photo, source)
    sha256 = hashlib.sha256(data).hexdigest()
    row = {"path": photo.path, "bytes": photo.size, "sha256": sha256, "written": False}
    with open(data, max_memory=settings.memory) as opened:
        if opened.depth_image is None:
            return Outcome(row=row)
        name = file_name(photo.path, sha256, settings)
        preview, depth = f"previews/{name}.png", f"depth/{name}"
        if settings.preview_side:
            row["preview"] = preview
        if settings.maps is not None:
            row["depth_map"] = f"{depth}.{settings.maps}"
        output = Store(settings.output, settings)
        if all(output.exists(str(row[key])) for key in ("preview", "depth_map") if key in row):
            return Outcome(row=row)
        measured = measure(opened, settings, preview, depth)
    return Outcome(row={**row, "written": True}, files=measured.files)


def file_name(path: str, sha256: str, settings: Settings) -> str:
    """Returns the name of what is made of a photo: its path, and a digest of its bytes, the settings and the library."""
    version: bytes = library().auxdepth_version()
    text = f"{sha256} {settings.digest(version.decode())}"
    return f"{relative(path, settings.root)}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def relative(path: str, root: str) -> str:
    """Returns a path or URL relative to a folder, without a scheme and steps upwards."""
    place, below = _schemeless(path), _schemeless(root).rstrip("/")
    if root and place.startswith(f"{below}/"):
        place = place[len(below):]
    # A path is joined to the store: it must not lead out of it.
    return posixpath.normpath(f"/{place}").lstrip("/")


def _schemeless(path: str) -> str:
    """Returns a path without its scheme: Spark writes `file:/photos`, others `file:///photos`."""
    scheme, colon, rest = path.partition(":")
    if colon and scheme.isalnum() and rest.startswith("/"):
        return rest[2:] if rest.startswith("//") else rest
    return path


verdict = guarded("validate", _verdict)
numbers = guarded("decode", _numbers)
files = guarded("decode", _files)
