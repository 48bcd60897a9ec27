"""What is made of one photo: headers by ranges first, then, of those that may be good, all of it."""
from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass, field
from typing import Any

import auxdepth
import numpy as np
from numpy.typing import NDArray

from .preview import preview
from .settings import Listed, Settings
from .storage import BudgetSpent, Ranges, Store, Unreadable

Row = dict[str, Any]
#: These are faults of the job or of the machine: the task fails, and no photo is set aside for them.
OURS = (auxdepth.LibraryMissingError, auxdepth.CodecMissingError, auxdepth.UsageError)
#: What the system lacks, another process may have: the photo is tried again.
LACKING = (auxdepth.InputOutputError, auxdepth.ChangedError)


def judged(report: auxdepth.Report) -> auxdepth.Report:
    """Returns a report that says whether its photo is valid; raises what kept it from being judged."""
    if not report.judged and report.hindrance is not None:
        raise report.hindrance
    return report


@dataclass
class Outcome:
    """What became of a photo: a row of statistics, or of what was set aside; findings of both."""

    statistics: Row | None = None
    rejected: Row | None = None
    findings: list[Row] = field(default_factory=list)
    #: Files below the output.
    files: dict[str, bytes] = field(default_factory=dict)


def rejection(photo: Listed, stage: str, code: str, message: str) -> Row:
    """Returns the row of a photo that is set aside."""
    return {"path": photo.path, "bytes": photo.size, "stage": stage, "code": code, "message": message}


def look(photo: Listed, source: Store, settings: Settings) -> Outcome:
    """Reads, validates and measures a photo; what is wrong with it is in the outcome, and raises nothing.

    What is wrong with the job is raised, and so is what the system lacks.
    """
    outcome = Outcome()
    stage = "headers"
    try:
        ranges = Ranges(source, photo, settings.header_budget)
        report = headers(ranges, settings)
        if report is not None and not report.valid:
            # What was put together of two versions is wrong in many ways, and none of them is the reason.
            source.check_unchanged(photo)
            return set_aside(outcome, photo, stage, report)
        row = described(photo, ranges)
        if settings.headers_only:
            if report is None:
                raise Unreadable("budget", f"headers take more than {settings.header_budget} bytes")
            return accepted(outcome, photo, row, report)
        stage = "read"
        data = source.read(photo.path)
        if len(data) != photo.size:
            raise Unreadable("changed", f"the file has {len(data)} bytes, and had {photo.size} when it was listed")
        row.update(bytes_read=len(data), sha256=hashlib.sha256(data).hexdigest())
        stage = "validate"
        report = validated(data, photo, settings)
        if not report.valid:
            source.check_unchanged(photo)
            return set_aside(outcome, photo, stage, report)
        stage = "decode"
        measure(data, photo, settings, row, outcome)
        return accepted(outcome, photo, row, report)
    except (*OURS, *LACKING):
        raise
    except Unreadable as failure:
        outcome.rejected = rejection(photo, stage, failure.code, str(failure))
    except auxdepth.Error as failure:
        outcome.rejected = rejection(photo, stage, failure.code, failure.message)
    return outcome


def headers(ranges: Ranges, settings: Settings) -> auxdepth.Report | None:
    """Checks what headers say; None where that takes more of the file than it may cost."""
    try:
        return judged(auxdepth.validate_ranges(
            ranges.photo.size, ranges.read, headers_only=True, **policy_of(ranges.photo, settings)
        ))
    except BudgetSpent:
        return None


def validated(data: bytes, photo: Listed, settings: Settings) -> auxdepth.Report:
    """Checks all of a photo."""
    return judged(auxdepth.validate_ranges(
        len(data), lambda offset, count: data[offset:offset + count], **policy_of(photo, settings)
    ))


def policy_of(photo: Listed, settings: Settings) -> dict[str, Any]:
    """Returns how a photo is checked: its folder below the input is that of the policy."""
    return {} if settings.policy is None else {"policy": settings.policy, "path": photo.path}


def described(photo: Listed, ranges: Ranges) -> Row:
    """Returns what headers say of a photo; where they take too much of it, what the decoded file says comes later."""
    row: Row = {"path": photo.path, "bytes": photo.size, "version": photo.version}
    try:
        with auxdepth.open_ranges(photo.size, ranges.read) as opened:
            row.update(facts(opened))
    except BudgetSpent:
        pass
    row["header_bytes"] = ranges.bytes_read
    return row


def facts(opened: auxdepth.Photo) -> Row:
    """Returns what a photo's headers say."""
    height, width = opened.shape
    row: Row = {
        "container": opened.container, "width": width, "height": height, "orientation": opened.orientation,
        "types": [image.type for image in opened.auxiliary],
    }
    image = opened.depth_image
    if image is not None:
        camera = image.intrinsics
        row.update(
            depth_type=image.type, depth_width=image.shape[1], depth_height=image.shape[0], accuracy=image.accuracy,
            quality=image.quality, filtered=image.filtered, focal_pixels=None if camera is None else float(camera[0, 0]),
        )
    return row


def measure(data: bytes, photo: Listed, settings: Settings, row: Row, outcome: Outcome) -> None:
    """Decodes the depth map: numbers into the row, files into the outcome."""
    with auxdepth.open(data, max_memory=settings.memory) as opened:
        row.update(facts(opened))
        if opened.depth_image is None:
            return
        metres = opened.depth()
        row.update(statistics(metres))
        if settings.preview_side:
            row["preview"] = f"previews/{photo.path}.png"
            outcome.files[row["preview"]] = preview(opened.depth(upright=True), settings.preview_side)
        if settings.maps:
            file = io.BytesIO()
            np.save(file, metres)
            row["depth_map"] = f"depth/{photo.path}.npy"
            outcome.files[row["depth_map"]] = file.getvalue()


def statistics(metres: NDArray[np.float32]) -> Row:
    """Returns the numbers of a depth map: of the samples that have a value, and the shares of those that have none."""
    known = metres[np.isfinite(metres)].astype(np.float64)
    numbers: Row = {"holes": float(np.isnan(metres).mean()), "background": float(np.isinf(metres).mean())}
    if known.size:
        numbers.update(
            depth_min=float(known.min()), depth_median=float(np.median(known)), depth_max=float(known.max()),
            depth_mean=float(known.mean()),
        )
    return numbers


def accepted(outcome: Outcome, photo: Listed, row: Row, report: auxdepth.Report) -> Outcome:
    """Ends with a row of statistics."""
    severities = [finding.severity for finding in report.findings]
    row.update(warnings=severities.count("warning"), notes=severities.count("info"))
    outcome.statistics = row
    outcome.findings = rows(photo, report)
    return outcome


def set_aside(outcome: Outcome, photo: Listed, stage: str, report: auxdepth.Report) -> Outcome:
    """Ends with the first error as the reason; all findings are in their own table."""
    first = next(finding for finding in report.findings if finding.severity == "error")
    outcome.rejected = rejection(photo, stage, first.rule, first.message)
    outcome.findings = rows(photo, report)
    return outcome


def rows(photo: Listed, report: auxdepth.Report) -> list[Row]:
    """Returns findings as rows."""
    return [
        {"path": photo.path, "rule": each.rule, "severity": each.severity, "message": each.message,
         "offset": each.offset, "place": each.where}
        for each in report.findings
    ]
