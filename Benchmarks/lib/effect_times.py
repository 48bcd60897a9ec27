"""Times of the effects on a photo of 12 megapixels, in memory and as whole commands."""

import shutil
import statistics
import subprocess

from . import scene
from .inputs import PHOTO_SIZE
from .measure import Unavailable, execute, peak_memory, rounds, wall_time
from .programs import AUXDEPTH, EFFECTS, CaseProgram
from .tables import megabytes, milliseconds, print_table, ratio_text, spread

# Name, case, and the time in ms that it must not take longer than.
EFFECT_ROWS = [
    ("guided upsampling of the map", "upsample", 500),
    ("focus mask + spotlight", "mask+spotlight", 150),
    ("focal blur, disc, by the map", "blur disc 15", 600),
    ("focal blur, Gaussian, by the map", "blur gaussian 15", 600),
    ("stereo pair", "stereo 0.01 0.5", 350),
    ("focus mask", "mask", None),
    ("highlight, mask given", "highlight", None),
    ("rosy", "rosy", None),
    ("grayscale, map of the photo's size", "grayscale", None),
    ("memcpy of the photo", "memcpy", None),
]


def case_program(folder, photo, nearness, jobs):
    """Starts the benchmark's program with a photo and a map, which it has read before its first answer."""
    pixels, values = folder / "photo.rgb", folder / "map.f32"
    photo.tofile(pixels)
    nearness.astype("<f4").tofile(values)
    return CaseProgram(
        EFFECTS, pixels, photo.shape[1], photo.shape[0], values, nearness.shape[1], nearness.shape[0], jobs)


def timed(program, cases, runs):
    """Returns the seconds of each case."""
    return rounds(runs, {case: lambda case=case: program.time(case)[0] for case in cases})


def show(runs, folder, jobs):
    photo = scene.enlarged_photo(*PHOTO_SIZE)
    _library(runs, folder, jobs, photo)
    _commands(runs, folder, jobs, photo)


def _library(runs, folder, jobs, photo):
    print(
        "### The library: {}x{} pixels in memory, a map of {}x{}\n".format(*PHOTO_SIZE, *scene.MAP_SIZE))
    with case_program(folder, photo, scene.nearness(scene.stored_map()), jobs) as program:
        taken = timed(program, [case for _, case, _ in EFFECT_ROWS], runs)
    copy = statistics.median(taken["memcpy"])
    rows = []
    for name, case, budget in EFFECT_ROWS:
        median = statistics.median(taken[case])
        within = "" if budget is None else "yes" if median * 1000 <= budget else "NO"
        rows.append([
            name, spread(taken[case], milliseconds), "" if budget is None else str(budget), within,
            ratio_text(median / copy)])
    print_table(["effect", "ms", "at most ms", "kept", "memcpys"], rows)
    print(
        "All by turns. Each time includes allocating the result and not freeing it. What follows the first row starts "
        "from its result.\nmemcpys: the median as a multiple of that of copying the photo to a new array.\n")


def _commands(runs, folder, jobs, photo):
    from PIL import Image
    print("### The command: `auxdepth render` from a JPEG with a map to a JPEG, all included\n")
    plain, source = folder / "scene.jpg", folder / "scene-map.jpg"
    Image.fromarray(photo).save(plain, quality=95)
    attached = subprocess.run(
        [AUXDEPTH, "attach", plain, "--depth", scene.FOLDER / "depth.pfm", "--force", "-o", source],
        capture_output=True, text=True, check=False)
    if attached.returncode != 0:
        raise Unavailable(f"the photo cannot be made: {attached.stderr.strip()}")
    commands = {
        effect: [AUXDEPTH, "render", effect, source, "--jobs", jobs, "--force", "-o", folder / f"{effect}.jpg"]
        for effect in ("spotlight", "blur", "stereo")
    }
    cases = {effect: lambda command=command: wall_time([command]) for effect, command in commands.items()}
    if djpeg := shutil.which("djpeg"):
        decode = [djpeg, "-outfile", folder / "decoded.ppm", source]
        if execute(decode) == 0:
            cases["djpeg"] = lambda: wall_time([decode])
    taken = rounds(runs, cases)
    rows = [
        [f"`auxdepth render {effect}`", spread(taken[effect], milliseconds), megabytes(peak_memory([command]))]
        for effect, command in commands.items()
    ]
    if "djpeg" in taken:
        rows.append(["for scale: `djpeg` of the photo", spread(taken["djpeg"], milliseconds),
                     megabytes(peak_memory([decode]))])
    print_table(["command", "ms", "MiB"], rows)
    print(f"The photo has {source.stat().st_size / 1e6:.2f} MB; the stereo picture is twice as wide.\n")
