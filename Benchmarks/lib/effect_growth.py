"""How the times of effects grow with the photo, and that they do not with shift and radius."""

import statistics

from . import scene
from .effect_times import case_program, timed
from .inputs import PHOTO_SIZE
from .tables import milliseconds, print_table, ratio_text, spread

SIZES = [(1152, 864), (2016, 1512), (4032, 3024), (8064, 6048)]
GROWING = [
    ("guided upsampling", "upsample"), ("focus mask + spotlight", "mask+spotlight"),
    ("focal blur, disc", "blur disc 15"), ("stereo pair", "stereo 0.01 0.5"),
    ("memcpy of the photo", "memcpy"),
]
SHIFTS = ["0.005", "0.01", "0.02", "0.04", "0.08"]
RADII = ["5", "15", "30", "60"]


def show(runs, folder, jobs):
    # Trends need fewer runs than the rows that budgets are held against.
    few = max(3, runs // 3)
    _pixels(few, folder, jobs)
    with case_program(
            folder, scene.enlarged_photo(*PHOTO_SIZE), scene.nearness(scene.stored_map()), jobs) as program:
        _shifts(few, program)
        _radii(few, program)


def _pixels(runs, folder, jobs):
    print(f"### Growth with the photo: ms, and ns per pixel ({runs} runs)\n")
    cells = {name: [name] for name, _ in GROWING}
    nearness = scene.nearness(scene.stored_map())
    for width, height in SIZES:
        with case_program(folder, scene.enlarged_photo(width, height), nearness, jobs) as program:
            taken = timed(program, [case for _, case in GROWING], runs)
        for name, case in GROWING:
            median = statistics.median(taken[case])
            cells[name].append(f"{milliseconds(median)} ms, {median * 1e9 / (width * height):.1f} ns")
    columns = [f"{width * height / 1e6:.1f} MP" for width, height in SIZES]
    print_table(["effect", *columns], list(cells.values()))
    print(
        "The map has {}x{} samples throughout; the blur's radius grows with the photo's side. Arrays of more than 32 "
        "MiB come new from the\nsystem each time, smaller ones are used again: what that costs is the step of memcpy.\n"
        .format(*scene.MAP_SIZE))


def _shifts(runs, program):
    print(f"### Growth with the greatest shift: stereo pair of {PHOTO_SIZE[0]}x{PHOTO_SIZE[1]} ({runs} runs)\n")
    cases = {shift: f"stereo {shift} 0.5" for shift in SHIFTS}
    taken = timed(program, cases.values(), runs)
    first = statistics.median(taken[cases[SHIFTS[0]]])
    rows = []
    for shift, case in cases.items():
        gaps = program.time(case.replace("stereo", "gaps"))[1] / (2 * PHOTO_SIZE[0] * PHOTO_SIZE[1])
        rows.append([
            shift, spread(taken[case], milliseconds), ratio_text(statistics.median(taken[case]) / first),
            f"{gaps * 100:.2f} %"])
    print_table(["max-shift", "ms", f"as a multiple of {SHIFTS[0]}", "made-up pixels"], rows)


def _radii(runs, program):
    print(f"### Growth with the radius: focal blur of {PHOTO_SIZE[0]}x{PHOTO_SIZE[1]} ({runs} runs)\n")
    shapes = ("disc", "gaussian")
    taken = timed(program, [f"blur {shape} {radius}" for shape in shapes for radius in RADII], runs)
    rows = [
        [radius, *(spread(taken[f"blur {shape} {radius}"], milliseconds) for shape in shapes)] for radius in RADII
    ]
    print_table(["radius", *(f"{shape} ms" for shape in shapes)], rows)
