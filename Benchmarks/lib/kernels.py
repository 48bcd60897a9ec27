"""Conversions of samples, against numpy."""

import time

from .measure import Unavailable, pairs
from .programs import KERNELS, CaseProgram
from .tables import milliseconds, print_table, ratio_text, spread, time_cells

SAMPLES = 12_000_000


def part(runs, _folder, _inputs):
    print(f"## Kernels: {SAMPLES:,} samples, one thread\n")
    try:
        import numpy as np
    except ImportError:
        raise Unavailable("numpy is not installed") from None
    words = (np.arange(SAMPLES, dtype=np.uint64) * 2_654_435_761).astype(np.uint32)
    floats = np.float32(0.25) + (words >> 8).astype(np.float32) * np.float32(2**-22)
    codes = (words >> 24).astype(np.uint8)
    steps = np.arange(256, dtype=np.float64)
    table = ((0.25 * (255 - steps) + 4.25 * steps) / 255).astype(np.float32).astype(np.float16)
    del words
    with CaseProgram(KERNELS, SAMPLES) as kernels:
        sums = {}

        def ours(case):
            seconds, sums["ours"] = kernels.time(case)
            return seconds

        def theirs(body):
            start = time.perf_counter()
            result = body()
            seconds = time.perf_counter() - start
            sums["theirs"] = int(result.view(np.uint16).sum(dtype=np.uint64))
            return seconds

        def half():
            return floats.astype(np.float16)

        def lookup():
            return np.take(table, codes)

        rows = []
        for name, case, body, call in [
            ("float32 → half, kernel", "floatsToHalves", half, "astype(float16)"),
            ("float32 → half, `converting(toDepthDataType:)`", "converting", half, "astype(float16)"),
            ("8-bit codes → half, kernel", "codesToHalves", lookup, "take(table, codes)"),
            ("8-bit codes → half, `depthData()`", "depthData", lookup, "take(table, codes)"),
        ]:
            taken = pairs(runs, lambda: ours(case), lambda: theirs(body))
            copies = pairs(runs, lambda: kernels.time(case)[0], lambda: kernels.time("memcpy")[0])
            rows.append([
                name, *time_cells(taken)[:2], call, time_cells(taken)[2],
                spread([copy for _, copy in copies], milliseconds),
                spread([copy / own for own, copy in copies], ratio_text),
                "same" if sums["ours"] == sums["theirs"] else "DIFFERENT"])
    print_table(
        ["conversion", "auxdepth ms", "numpy ms", "numpy call", "numpy / auxdepth", "memcpy ms", "memcpy / auxdepth",
         "results"], rows)
    print(
        "All times include allocating the result and not freeing it. memcpy copies an array of the result's size "
        "(24 MB); float32 input is\ntwice that, codes half of it. The public calls use these kernels.\n")
