"""What comes back of the numbers: round trips, codes, chains."""
from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from auxtools import pfm, png
from auxtools.plane import Plane

from .. import maps
from ..context import Context
from .registry import Step, check


def given(context: Context, step: Step) -> Plane:
    """Reads the map of a step and returns what it says, in its own unit."""
    path = context.path(step["map"])
    if path.suffix == ".pfm":
        plane, largest = pfm.read(path), None
    else:
        plane, largest = png.read_gray(path)
    return Plane(plane.width, plane.height, maps.given_values(plane, largest, step["meaning"]))


def codes(path: Path, count: int) -> list[int]:
    """Reads raw codes of 8 or 16 bits."""
    data = path.read_bytes()
    if len(data) not in (count, 2 * count):
        raise ValueError(f"{len(data)} bytes of codes for {count} samples")
    return list(data) if len(data) == count else list(struct.unpack(f"<{count}H", data))


def largest_code(path: Path, count: int) -> int:
    """Returns the largest code that raw codes can have."""
    return 255 if path.stat().st_size == count else 65535


@check
def round_trip(context: Context, step: Step) -> None:
    """Values that come back are within the bound, and `attach` reported the largest error that they really have.

    bound: codes (half a code and so on), reported (times the reported code error), relative, absolute.
    """
    plane, meaning, bound = given(context, step), step["meaning"], step["bound"]
    report = context.saved[step["report"]]["attached"][step.get("at", 0)]
    kind, file = step["type"], step["file"]
    native = "fdis" if kind == "disparity" else "fdep"
    known = [index for index, value in enumerate(plane.values) if 0 < value < float("inf")]

    back = pfm.read(context.extract(file, kind, "--as", native, suffix="pfm"))
    context.expect((back.width, back.height) == (plane.width, plane.height), "round trip: size",
                   f"{back.width}x{back.height}, given {plane.width}x{plane.height}")
    recorded = [value if meaning["kind"] == kind else 1 / value if value else 0 for value in plane.values]
    low, high = report["floatMin"], report["floatMax"]
    code = (high - low) / step["levels"]
    steps = bound["codes"] + bound["reported"] * report["maxCodeError"]
    worst, place = 0.0, 0
    for index in known:
        allowed = code * steps + abs(recorded[index]) * bound["relative"] + bound["absolute"]
        share = abs(back.values[index] - recorded[index]) / allowed
        if share > worst:
            worst, place = share, index
    context.expect(worst <= 1, "round trip: error within the bound",
                   f"{worst:.3f} times the bound at sample {place}: "
                   f"{recorded[place]} came back as {back.values[place]}")

    unit = "fdis" if meaning["kind"] == "disparity" else "fdep"
    same = pfm.read(context.extract(file, kind, "--as", unit, suffix="pfm"))
    errors = [abs(same.values[index] - plane.values[index]) for index in known]
    for name, seen in (("maxError", max(errors)), ("meanError", sum(errors) / len(errors))):
        scale = max(abs(plane.values[index]) for index in known)
        context.expect(abs(report[name] - seen) <= step["reportWithin"] * scale, f"round trip: reported {name}",
                       f"attach reports {report[name]}, {seen} by our own computation")


@check
def quantised(context: Context, step: Step) -> None:
    """Stored codes differ from an independent quantiser's by no more than was reported, and by as much."""
    plane = given(context, step)
    kind, file, pixel_format = step["type"], step["file"], step["format"]
    report = context.saved[step["report"]]["attached"][step.get("at", 0)]
    count = plane.width * plane.height
    raw = context.extract(file, kind, "--as", "L008", "--format", "raw")
    largest = largest_code(raw, count)
    context.expect(largest == step["levels"], "quantised: bits", f"codes up to {largest}, not {step['levels']}")
    values = maps.in_quantity(plane.values, step["meaning"]["kind"], pixel_format)
    wanted, low, high = maps.quantise(values, largest, pixel_format.startswith("h"))
    seen = codes(raw, count)
    for name, value in (("floatMin", low), ("floatMax", high)):
        context.expect(abs(report[name] - value) <= step["rangeWithin"] * abs(value) + step["rangeAbsolute"],
                       f"quantised: {name}", f"{report[name]}, {value} by our own computation")
    differences = [abs(a - b) for a, b in zip(seen, wanted)]
    slack = step.get("tieSlack", 0)
    context.expect(abs(max(differences) - report["maxCodeError"]) <= slack, "quantised: reported maxCodeError",
                   f"attach reports {report['maxCodeError']}, {max(differences)} by our own quantiser")
    limit = step["maxCodes"] + slack
    context.expect(max(differences) <= limit, "quantised: largest code error",
                   f"{max(differences)} codes, more than {limit}")
    mean = sum(differences) / count
    context.expect(mean <= step["meanCodes"] + slack, "quantised: mean code error",
                   f"{mean} codes, more than {step['meanCodes']}")


@check
def matte(context: Context, step: Step) -> None:
    """Codes of a matte come back as they were given, within `maxCodes`."""
    plane, largest = png.read_gray(context.path(step["map"]))
    wanted = [int(code) if largest == 255 else (int(code) + 128) // 257 for code in plane.values]
    seen = codes(context.extract(step["file"], step["type"], "--format", "raw"), len(wanted))
    worst = max(abs(a - b) for a, b in zip(seen, wanted))
    context.expect(worst <= step["maxCodes"], "matte: codes", f"{worst} codes off, more than {step['maxCodes']}")


@check
def same_codes(context: Context, step: Step) -> None:
    """Two files hold the same codes of a type, within `maxCodes`, as stored."""
    first, second = step["files"]
    shape = context.auxiliary(first, step["type"])
    count = shape["width"] * shape["height"]
    planes = []
    for name in (first, second):
        path = context.extract(name, step["type"], "--as", "L008", "--format", "raw")
        planes.append((codes(path, count), largest_code(path, count)))
    context.expect(planes[0][1] == planes[1][1], "same codes: bits", f"up to {planes[0][1]} and up to {planes[1][1]}")
    differences = [abs(a - b) for a, b in zip(planes[0][0], planes[1][0])]
    context.expect(max(differences) <= step["maxCodes"], f"same codes: {step['type']}",
                   f"{max(differences)} codes off, more than {step['maxCodes']}")
    if "meanCodes" in step:
        mean = sum(differences) / count
        context.expect(mean <= step["meanCodes"], f"same codes: {step['type']}, mean",
                       f"{mean} codes, more than {step['meanCodes']}")


@check
def close_values(context: Context, step: Step) -> None:
    """Two files hold values that are `codes` codes and a relative rounding apart at most."""
    kind = step["type"]
    native = "fdis" if kind == "disparity" else "fdep"
    first, second = (pfm.read(context.extract(name, kind, "--as", native, suffix="pfm")).values
                     for name in step["files"])
    facts = context.auxiliary(step["files"][0], kind)
    code = (facts["floatMax"] - facts["floatMin"]) / step["levels"]
    worst = max(abs(a - b) / (code * step["codes"] + step["relative"] * abs(a)) for a, b in zip(first, second))
    context.expect(worst <= 1, f"close values: {kind}", f"{worst:.3f} times the bound")


@check
def filled(context: Context, step: Step) -> None:
    """Holes came back as the farthest value, or as a value beside them, and background as the farthest."""
    plane = pfm.read(context.path(step["map"]))
    values = pfm.read(context.extract(step["file"], step["type"], "--as", "fdep", suffix="pfm")).values
    report = context.saved[step["report"]]["attached"][0]
    context.expect(report["holesFilled"] == len(step["holes"]), "holes: count", f"{report['holesFilled']}")
    empty = {*step["holes"], *step["background"]}
    known = [value for index, value in enumerate(plane.values) if index not in empty]
    for index in step["background"]:
        fine = abs(values[index] - max(known)) <= step["relative"] * max(known)
        context.expect(fine, "background", f"sample {index} is {values[index]}, the farthest {max(known)}")
    for index in step["holes"]:
        if step["wanted"] == "far":
            near = [max(known)]
        else:
            beside = (index - 1, index + 1, index - plane.width, index + plane.width)
            near = [plane.values[i] for i in beside if 0 <= i < len(values) and i not in empty]
        fine = any(abs(values[index] - value) <= step["relative"] * value for value in near)
        context.expect(fine, f"holes: {step['wanted']}", f"sample {index} is {values[index]}, beside it {near}")


@check
def same_facts(context: Context, step: Step) -> None:
    """Two files say the same of an image: range, format, quality, accuracy, calibration and so on."""
    first, second = (context.auxiliary(name, step["type"]) for name in step["files"])
    for field in step["fields"]:
        context.expect(first.get(field) == second.get(field), f"same facts: {step['type']} {field}",
                       f"{first.get(field)!r} and {second.get(field)!r}")


@check
def turned_back(context: Context, step: Step) -> None:
    """A map comes back as it was given, as displayed, and its stored form is the turned one."""
    primary: dict[str, Any] = context.info(step["file"])["primary"]
    orientation = step["orientation"]
    context.expect(primary["orientation"] == orientation, "turned back: orientation",
                   f"{primary['orientation']}, not {orientation}")
    wanted, _ = png.read_gray(context.path(step["map"]))
    count = wanted.width * wanted.height
    if primary["orientation"] != orientation:
        return
    stored_shape = context.auxiliary(step["file"], step["type"])
    shown = codes(context.upright(step["file"], step["type"]), count)
    stored = codes(context.extract(step["file"], step["type"], "--format", "raw"), count)
    grid = Plane(stored_shape["width"], stored_shape["height"], [float(code) for code in stored])
    turned = maps.orient(grid, orientation)
    context.expect((turned.width, turned.height) == (wanted.width, wanted.height), "turned back: size",
                   f"{turned.width}x{turned.height}, given {wanted.width}x{wanted.height}")
    for name, seen in (("upright", shown), ("stored, turned by us", turned.values)):
        worst = max(abs(a - b) for a, b in zip(seen, wanted.values))
        context.expect(worst <= step["maxCodes"], f"turned back: {name}", f"{worst} codes off")
