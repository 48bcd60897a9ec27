"""Fixtures that the program does not make itself: KIND INPUT OUTPUT. Needs numpy and Pillow, of some tifffile and OpenEXR."""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from PIL import Image


def metres(path: str) -> np.ndarray:
    """The samples of a little-endian PFM file, from the top row."""
    _, size, _, data = Path(path).read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    return np.frombuffer(data, "<f4").reshape(height, width)[::-1]


def mist(depth: np.ndarray) -> np.ndarray:
    """Blender's Mist from 1 to 13 m with the falloff Quadratic: it is along the rays."""
    height, width = depth.shape
    x, y = np.meshgrid(np.arange(width) + 0.5 - width / 2, np.arange(height) + 0.5 - height / 2)
    rays = depth * np.sqrt(1 + (x**2 + y**2) / (1.05 * width) ** 2)
    return (((rays - 1) / 12).clip(0, 1) ** 2).astype(np.float32)


#: The renderers' forms of a file of passes: the channels of each part, whose samples are those of COLOR, DEPTH and MIST.
PASSES = {
    "passes": {"": ["ViewLayer.Combined.*", "ViewLayer.Depth.Z", "ViewLayer.Mist.Z"]},
    "passes5": {
        "ViewLayer.Combined": ["ViewLayer.Combined.*"],
        "ViewLayer.Depth": ["ViewLayer.Depth.Z"],
        "ViewLayer.Mist": ["ViewLayer.Mist.Z"],
    },
    "stereo5": {"ViewLayer.Depth-left": ["ViewLayer.Depth.Z"], "ViewLayer.Depth-right": ["ViewLayer.Depth.Z"]},
    "fileoutput": {"": ["R", "G", "B"]},
    "unreal": {"": ["FinalImageMovieRenderQueue_WorldDepth.R", "FinalImageMovieRenderQueue_WorldDepth.G",
                    "FinalImageMovieRenderQueue_WorldDepth.B"]},
    "houdini": {"": ["C.*", "Pz"]},
    "renderman": {"": ["Ci.*", "z"]},
}


def write_passes(kind: str, depth: np.ndarray, output: str) -> None:
    """Writes depth in the form of a renderer; the sky, from 11.5 m on, is 1e10."""
    import OpenEXR

    sky = np.ascontiguousarray(np.where(depth > 11.5, np.float32(1e10), depth))
    centimeters = np.ascontiguousarray(100 * depth)
    gray = np.full(depth.shape, 0.2, np.float32)
    parts = []
    for name, channels in PASSES[kind].items():
        samples: dict[str, np.ndarray] = {}
        for channel in channels:
            if channel.endswith("*"):
                samples |= {channel[:-1] + color: gray.copy() for color in "RGBA"}
            elif "Mist" in channel:
                samples[channel] = mist(depth)
            else:
                samples[channel] = (centimeters if kind == "unreal" else sky).copy()
        header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
        parts.append(OpenEXR.Part({**header, "name": name} if name else header, samples))
    OpenEXR.File(parts).write(output) if len(parts) > 1 else OpenEXR.File(parts[0].header, parts[0].channels).write(output)


def main(kind: str, source: str, output: str) -> None:
    if kind == "millimetres":
        Image.fromarray((1000 * metres(source)).round().astype(np.uint16)).save(output)
    elif kind == "sky":
        values = metres(source)
        np.save(output, np.where(values > 11.5, np.float32(1e10), values))
    elif kind == "gray":
        # 8 bits in three channels.
        gray = np.asarray(Image.open(source)).astype(np.uint32)
        Image.fromarray((gray * 255 // gray.max()).astype(np.uint8)).convert("RGB").save(output)
    elif kind == "developed":
        import tifffile

        tifffile.imwrite(output, 257 * np.asarray(Image.open(source).convert("RGB")).astype(np.uint16), photometric="rgb")
    elif kind == "beauty":
        import OpenEXR

        light = (np.asarray(Image.open(source).convert("RGB")) / np.float32(255)) ** np.float32(2.2)
        header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
        with OpenEXR.File(header, {"RGB": np.ascontiguousarray(light.astype(np.float32))}) as file:
            file.write(output)
    elif kind in PASSES:
        write_passes(kind, metres(source), output)
    elif kind == "mist":
        Image.fromarray((65535 * mist(metres(source))).round().astype(np.uint16)).save(output)
    elif kind == "film":
        picture = Image.open(source).convert("RGBA")
        picture.putalpha(Image.linear_gradient("L").resize(picture.size))
        picture.save(output)
    elif kind == "depth-pro":
        np.savez(output, depth=metres(source), focallength_px=np.float32(806.4))
    elif kind == "half":
        Image.open(source).resize((1000, 750), Image.Resampling.LANCZOS).save(output)
    elif kind == "edited":
        # Smaller and darker, as a program writes it that knows nothing of maps.
        picture = Image.open(source).resize((800, 600)).point(lambda value: int(0.9 * value))
        picture.save(output, quality=90)
    elif kind == "cropped":
        Image.open(source).crop((200, 150, 950, 712)).save(output, quality=90)
    elif kind == "stale":
        # A comment before the scan, as an editor adds it that knows nothing of the index: what that counts is stale.
        data = Path(source).read_bytes()
        at = 2
        while data[at + 1] != 0xDA:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        Path(output).write_bytes(data[:at] + b"\xff\xfe\x00\x08edited" + data[at:])
    elif kind == "beach":
        Image.open(source).transpose(Image.Transpose.ROTATE_180).save(output, quality=90)
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])
