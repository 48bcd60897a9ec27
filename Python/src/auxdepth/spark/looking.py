"""What a job makes of one photo: headers by ranges first, then, of those that may be good, all of it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from ..errors import ChangedError, CodecMissingError, Error, InputOutputError, LibraryMissingError, UsageError
from ..opening import open
from ..ranges import open_ranges, validate_ranges
from ..validation import Report
from .measuring import Row, facts, measure
from .settings import Listed, Settings
from .sources import BudgetSpent, PhotoSource, Ranges
from .storage import Unreadable

#: These are faults of the job or of the machine: the task fails, and no photo is set aside for them.
OURS = (LibraryMissingError, CodecMissingError, UsageError)
#: What the system lacks, another process may have: the photo is tried again.
LACKING = (InputOutputError, ChangedError)


def judged(report: Report) -> Report:
    """Returns a report that says whether its photo is valid; raises what kept it from being judged."""
    if not report.judged and report.hindrance is not None:
        raise report.hindrance
    return report


@dataclass
class Outcome:
    """What became of a photo.

    Attributes:
        row: what was found; None where the photo was set aside.
        rejected: why it was set aside: path, bytes, stage, code and message; else None.
        findings: what validation found.
        files: files below the output, by their paths.
    """

    row: Row | None = None
    rejected: Row | None = None
    findings: list[Row] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)


def rejection(photo: Listed, stage: str, code: str, message: str) -> Row:
    """Returns the row of a photo that is set aside."""
    size = photo.size if photo.size >= 0 else None
    return {"path": photo.path, "bytes": size, "stage": stage, "code": code, "message": message}


def look(photo: Listed, source: PhotoSource, settings: Settings) -> Outcome:
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
        data = whole(photo, source)
        row.update(bytes_read=len(data), sha256=hashlib.sha256(data).hexdigest())
        stage = "validate"
        report = validated(data, photo, settings)
        if not report.valid:
            source.check_unchanged(photo)
            return set_aside(outcome, photo, stage, report)
        stage = "decode"
        with open(data, max_memory=settings.memory) as opened:
            measured = measure(opened, settings, f"previews/{photo.path}.png", f"depth/{photo.path}")
        row.update(measured.row)
        outcome.files.update(measured.files)
        return accepted(outcome, photo, row, report)
    except (*OURS, *LACKING):
        raise
    except Unreadable as failure:
        outcome.rejected = rejection(photo, stage, failure.code, str(failure))
    except Error as failure:
        outcome.rejected = rejection(photo, stage, failure.code, failure.message)
    return outcome


def headers(ranges: Ranges, settings: Settings) -> Report | None:
    """Checks what headers say; None where that takes more of the file than it may cost."""
    try:
        return judged(validate_ranges(
            ranges.photo.size, ranges.read, headers_only=True, **policy_options(ranges.photo.path, settings)
        ))
    except BudgetSpent:
        return None


def whole(photo: Listed, source: PhotoSource) -> bytes:
    """Returns all bytes of a photo."""
    data = source.read(photo.path)
    if len(data) != photo.size:
        raise Unreadable("changed", f"the file has {len(data)} bytes, and had {photo.size} when it was listed")
    return data


def validated(data: bytes, photo: Listed, settings: Settings) -> Report:
    """Checks all of a photo."""
    return judged(validate_ranges(
        len(data), lambda offset, count: data[offset:offset + count], **policy_options(photo.path, settings)
    ))


def policy_options(path: str, settings: Settings) -> dict[str, Any]:
    """Returns how a photo is checked: its folder below the input is that of the policy."""
    return {} if settings.policy is None else {"policy": settings.policy, "path": path}


def described(photo: Listed, ranges: Ranges) -> Row:
    """Returns what headers say of a photo; where they take too much of it, what the decoded file says comes later."""
    row: Row = {"path": photo.path, "bytes": photo.size, "version": photo.version}
    try:
        with open_ranges(photo.size, ranges.read) as opened:
            row.update(facts(opened))
    except BudgetSpent:
        pass
    row["header_bytes"] = ranges.bytes_read
    return row


def accepted(outcome: Outcome, photo: Listed, row: Row, report: Report) -> Outcome:
    """Ends with a row of statistics."""
    row.update(warnings=count(report, "warning"), notes=count(report, "info"))
    outcome.row = row
    outcome.findings = finding_rows(photo, report)
    return outcome


def set_aside(outcome: Outcome, photo: Listed, stage: str, report: Report) -> Outcome:
    """Ends with the first error as the reason; all findings are in their own table."""
    first = next(finding for finding in report.findings if finding.severity == "error")
    outcome.rejected = rejection(photo, stage, first.rule, first.message)
    outcome.findings = finding_rows(photo, report)
    return outcome


def count(report: Report, severity: str) -> int:
    return sum(1 for finding in report.findings if finding.severity == severity)


def finding_rows(photo: Listed, report: Report) -> list[Row]:
    """Returns findings as rows."""
    return [
        {"path": photo.path, "rule": each.rule, "severity": each.severity, "message": each.message,
         "offset": each.offset, "place": each.where}
        for each in report.findings
    ]
