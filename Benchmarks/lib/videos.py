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


# The size of the frames of a scene that the camera moves past.
PAN_WIDTH, PAN_HEIGHT = 320, 240


def panned(pan, count):
    """Returns luma, depth and depth without noise of frames between which the camera moves by so many pixels."""
    import numpy as np
    generator = np.random.default_rng(3)
    shape = (PAN_HEIGHT, PAN_WIDTH + pan * count)

    def smooth(size):
        rows, columns = np.fft.fftfreq(shape[0])[:, None], np.fft.fftfreq(shape[1])
        bell = np.exp(-2 * (np.pi * size) ** 2 * (rows ** 2 + columns ** 2))
        plane = np.fft.ifft2(np.fft.fft2(generator.normal(0, 1, shape)) * bell).real
        return plane / plane.std()

    texture = np.clip(128 + 30 * smooth(1.5) + 25 * smooth(6), 0, 255)
    row, column = np.mgrid[0:shape[0], 0:shape[1]]
    exact = 90 + 50 * (column // 70 % 2) + 0.1 * row + 8 * smooth(20)
    parts = [slice(pan * number, pan * number + PAN_WIDTH) for number in range(count)]

    def noisy(plane, deviation):
        planes = [plane[:, part] + generator.normal(0, deviation, (PAN_HEIGHT, PAN_WIDTH)) for part in parts]
        return [np.clip(np.round(plane), 0, 255).astype(np.uint8) for plane in planes]

    return noisy(texture, 1.5), noisy(exact, 3), np.stack([exact[:, part] for part in parts])


def gray(frames):
    """Returns the pieces of a gray Y4M video of the frames of a scene that the camera moves past."""
    planes = [frame.tobytes() for frame in frames]
    return videos.encode(PAN_WIDTH, PAN_HEIGHT, "30:1", "Ip A1:1 Cmono XCOLORRANGE=FULL", planes)


def gray_frames(video):
    """Returns the frames of such a video."""
    import numpy as np
    frames = videos.planes(video, PAN_WIDTH * PAN_HEIGHT)
    return np.stack([np.frombuffer(frame, np.uint8).reshape(PAN_HEIGHT, PAN_WIDTH) for frame in frames])


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
