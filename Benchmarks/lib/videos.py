"""Videos of the still scene, with the noise of a camera and of a depth sensor."""

import contextlib
import itertools
import os
import threading

from auxtools import pfm as pfm_files
from auxtools import y4m as videos

from . import scene

WIDTH, HEIGHT = 640, 480
# So many frames differ; longer videos repeat them.
DISTINCT = 16
# Distances in metres that are white and black, so that what the scene shows is neither.
NEAR, FAR = 2.0, float("inf")


def colour_frames():
    """Returns frames of 4:2:0 in full range, as bytes."""
    import numpy as np
    from PIL import Image
    generator = np.random.default_rng(1)
    small = Image.fromarray(scene.photo()).resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    planes = np.asarray(small.convert("YCbCr")).astype(np.float32)
    frames = []
    for _ in range(DISTINCT):
        noisy = np.clip(np.round(planes + generator.normal(0, 2, planes.shape)), 0, 255)
        chroma = noisy[:, :, 1:].reshape(HEIGHT // 2, 2, WIDTH // 2, 2, 2).mean(axis=(1, 3))
        frames.append(b"".join(
            np.ascontiguousarray(plane.astype(np.uint8)).tobytes()
            for plane in (noisy[:, :, 0], chroma[:, :, 0], chroma[:, :, 1])))
    return frames


def exact_nearness():
    """Returns the nearness from `FAR` to `NEAR`, without noise."""
    import numpy as np
    return (NEAR / scene.depth(WIDTH)).astype(np.float32)


def depth_frames(holes):
    """Returns frames of nearness with a share of holes: squares of 3x3 samples, elsewhere in each frame."""
    import numpy as np
    generator = np.random.default_rng(2)
    exact = exact_nearness()
    frames = []
    for _ in range(DISTINCT):
        frame = np.clip(exact + generator.normal(0, 0.01, exact.shape), 0.01, 0.99).astype(np.float32)
        count = round(holes * WIDTH * HEIGHT / 9)
        rows, columns = generator.integers(0, HEIGHT - 2, count), generator.integers(0, WIDTH - 2, count)
        for y, x in itertools.product(range(3), range(3)):
            frame[rows + y, columns + x] = np.nan
        frames.append(frame)
    return frames


def codes(frame):
    """Returns a frame of nearness as 8-bit codes."""
    import numpy as np
    return np.round(frame * 255).astype(np.uint8).tobytes()


def y4m(frames, chroma, count):
    """Returns the pieces of a Y4M video, 30 frames a second, that repeats the frames."""
    repeated = itertools.islice(itertools.cycle(frames), count)
    return videos.encode(WIDTH, HEIGHT, "30:1", f"Ip A1:1 C{chroma} XCOLORRANGE=FULL", repeated)


def pfm(frame):
    """Returns nearness as a PFM file of distances in metres, NaN where it is NaN."""
    return pfm_files.encode(WIDTH, HEIGHT, (NEAR / frame).astype("=f4").tobytes())


def luma(video):
    """Returns the luma of the frames of a 4:2:0 video."""
    import numpy as np
    frames = videos.planes(video, WIDTH * HEIGHT * 3 // 2)
    return np.stack([np.frombuffer(frame, np.uint8)[:WIDTH * HEIGHT].reshape(HEIGHT, WIDTH) for frame in frames])


def write(path, chunks):
    """Writes a file."""
    with open(path, "wb") as file:
        file.writelines(chunks)


def feed(path, chunks):
    """Makes a FIFO that gives the chunks to the next who reads it."""
    os.mkfifo(path)

    def run():
        # The reader may go away early: what comes of that is its status.
        with contextlib.suppress(BrokenPipeError):
            write(path, chunks)

    threading.Thread(target=run, daemon=True).start()
