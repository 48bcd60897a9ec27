"""Does one thing with a photo by the package, and ends with the status that a program would: of `Scripts/test-lacking`."""
from __future__ import annotations

import sys
from pathlib import Path

import auxdepth
import numpy as np

STATUSES = {auxdepth.CodecMissingError: 69, auxdepth.InputOutputError: 74, auxdepth.ChangedError: 75}


def judged(report: auxdepth.Report) -> None:
    print({True: "valid", False: "invalid", None: "not judged"}[report.valid], [each.rule for each in report.findings])
    assert report.judged == (report.valid is not None)
    if report.hindrance is not None:
        raise report.hindrance
    sys.exit(0 if report.valid else 1)


def main(what: str, photo: str) -> None:
    if what == "validate":
        judged(auxdepth.validate(photo))
    elif what == "ranges":
        data = Path(photo).read_bytes()
        judged(auxdepth.validate_ranges(len(data), lambda offset, count: data[offset:offset + count]))
    with auxdepth.open(photo) as opened:
        if what == "read":
            print(opened.depth().shape)
        else:
            shape = opened.shape
            opened.attach(skin=np.full(shape, 7, np.uint8), replace=True).save("o.heic")


try:
    main(*sys.argv[1:])
except tuple(STATUSES) as failure:
    print(failure, file=sys.stderr)
    sys.exit(STATUSES[type(failure)])
