"""Writes one scene as programs and models write theirs: map_tool.py FILE KIND [NAME=VALUE ...]; the truth, truth.npy.

The scene is a floor, a ball in front of it and a sky that is infinitely far. truth.npy has metres as doubles, infinity
in the sky and NaN where nothing was measured. Options: dtype, unit (metres in a unit), sky (the value there);
of masks form. Of floats also bad (one sample that is wrong, in the file's unit) and clip (what the truth is clipped to).
"""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

WIDTH, HEIGHT = 64, 48
FOCAL = 60.0


def scene() -> Any:
    """Returns depth along the axis: camera 1.5 m above a floor that ends at 20 m, a ball of 0.6 m at 3 m."""
    x = (np.arange(WIDTH) + 0.5 - WIDTH / 2)[None, :] / FOCAL
    y = (np.arange(HEIGHT) + 0.5 - HEIGHT / 2)[:, None] / FOCAL
    floor = np.where(y > 0, 1.5 / np.where(y > 0, y, 1), np.inf) + 0 * x
    floor[floor > 20] = np.inf
    # |t (x, y, 1) - (0, -0.2, 3)| = 0.6, the nearer root.
    a, b, c = x**2 + y**2 + 1, -0.2 * y + 3, 9 + 0.04 - 0.36
    inside = b**2 - a * c
    ball = np.where(inside >= 0, (b - np.sqrt(np.maximum(inside, 0))) / a, np.inf)
    return np.minimum(floor, ball)


def _exr(path: Path, channels: dict[str, Any], **attributes: Any) -> None:
    import OpenEXR
    header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
    OpenEXR.File({**header, **attributes}, channels).write(str(path))


def _compressed(path: Path, numbers: Any, options: dict[str, str]) -> Any:
    """Writes one channel in a compression, as lines, tiles or the second part; returns what is read back."""
    import OpenEXR
    name = options["channel"]
    header = {"compression": getattr(OpenEXR, options["compression"] + "_COMPRESSION"), "type": OpenEXR.scanlineimage}
    if options["form"] == "tiles":
        header |= {"type": OpenEXR.tiledimage, "tiles": OpenEXR.TileDescription()}
    if options["form"] == "parts":
        colours = {key: np.full(numbers.shape, 0.5, "f4") for key in "RGB"}
        parts = [OpenEXR.Part(dict(header), colours, "beauty"), OpenEXR.Part(dict(header), {name: numbers}, "depth")]
        OpenEXR.File(parts).write(str(path))
        return OpenEXR.File(str(path)).channels(1)[name].pixels.astype("f8")
    _exr(path, {name: numbers}, **header)
    return OpenEXR.File(str(path)).channels()[name].pixels.astype("f8")


def _clipped(metres: Any, percent: float) -> Any:
    """Returns what is left where so many percent of the nearest and of the farthest samples are brought to the others."""
    known = np.sort(metres[np.isfinite(metres)])
    count = int(np.ceil(len(known) * percent / 100))
    return np.where(np.isfinite(metres), np.clip(metres, known[count], known[-1 - count]), metres)


def _write(path: Path, kind: str, metres: Any, options: dict[str, str]) -> Any:
    """Writes the map, and returns the truth where the file cannot say all of it."""
    dtype = np.dtype(options.get("dtype", "<f4"))
    unit = float(options.get("unit", "1"))
    sky = float(options.get("sky", "1e10"))
    hole = float(options.get("hole", "nan"))
    far = np.isinf(metres)
    with np.errstate(all="ignore"):
        numbers = np.where(far, sky, np.where(np.isnan(metres), hole, metres / unit))
        inverse = np.where(far, float(options.get("sky", "0")), unit / metres)
    colour = {name: np.full(metres.shape, 0.5, "f4") for name in "RGBA"}
    if kind == "exr":
        name = options.get("channel", "Z")
        layer = name.split(".")[0] + ".Combined." if "." in name else ""
        _exr(path, {**{layer + key: value for key, value in colour.items()}, name: numbers.astype(dtype)})
    elif kind == "compressed":
        return _compressed(path, numbers.astype(dtype), options)
    elif kind == "layers":
        # Coverage of what is not sky, another matte, which is of the sky, and depth; more names of them by options.
        mask = np.isfinite(metres).astype("f4")
        layers = {options.get("alpha", "A"): mask, options.get("matte", "hero.matte"): 1 - mask}
        _exr(path, {**{key: colour[key] for key in "RGB"}, **layers, options.get("channel", "Z"): numbers.astype(dtype)})
    elif kind == "nuke":
        _exr(path, {**colour, "depth.Z": inverse.astype(dtype)}, **{"nuke/version": "15.1v2"})
    elif kind == "mist":
        near, end = 2.0, 15.0
        mist = np.clip((np.where(far, end, metres) - near) / (end - near), 0, 1)
        _exr(path, {"ViewLayer.Mist.Z": mist.astype(dtype)})
        return near + mist.astype(dtype).astype("f8") * (end - near)
    elif kind == "disparity":
        np.save(path, inverse.astype(dtype))
    elif kind == "npz":
        np.savez(path, depth=numbers.astype(dtype), focallength_px=np.float32(FOCAL))
    elif kind == "mask":
        return _mask(path, np.isfinite(metres), options)
    else:
        if "bad" in options:
            numbers[HEIGHT // 2, WIDTH // 2] = float(options["bad"])
        rounded = np.rint(numbers).astype(dtype) if dtype.kind in "iu" else numbers.astype(dtype)
        if kind == "png":
            from PIL import Image
            Image.fromarray(rounded).save(path)
        elif kind == "tiff":
            import tifffile
            tifffile.imwrite(path, rounded)
        else:
            np.save(path, rounded)
        if dtype.kind in "iu":
            return np.where(np.isfinite(metres), np.rint(numbers) * unit, metres)
        if "bad" in options:
            metres[HEIGHT // 2, WIDTH // 2] = float(options["bad"]) * unit
            return _clipped(metres, float(options["clip"]))
    return metres


def _mask(path: Path, mask: Any, options: dict[str, str]) -> Any:
    """Writes what is not sky as programs write masks, and returns its codes. Option form, else an array of `dtype`."""
    from PIL import Image
    form = options.get("form")
    codes = np.where(mask, 255, 0).astype("u1")
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype("u1")
    picture = np.dstack([x * 4, y * 5, x + y]).astype("u1")
    if form is None:
        np.save(path, mask.astype(options.get("dtype", "?")))
    elif form == "labels":
        Image.fromarray(mask.astype("u1")).save(path)
    elif form == "white":
        Image.fromarray(np.dstack([np.full_like(picture, 255), codes])).save(path)
    elif form == "cutout":
        Image.fromarray(np.dstack([picture, codes])).save(path)
    elif form == "gray-cutout":
        Image.fromarray(np.dstack([x * 4, codes]), "LA").save(path)
    elif form == "constant":
        Image.fromarray(np.full_like(codes, 255)).save(path)
        return np.full(mask.shape, 255.0)
    elif form == "palette":
        labels = Image.fromarray(mask.astype("u1"), "P")
        labels.putpalette([0, 0, 0, 128, 0, 0] + [0] * 750)
        labels.save(path)
    elif form == "colours":
        regions = (x // 8).astype("u1")
        colours = np.array([[7 * i % 256, 67 * i % 256, 101 * i % 256] for i in range(256)], "u1")
        indexed = Image.fromarray(regions, "P")
        indexed.putpalette(colours.reshape(-1).tolist())
        indexed.save(path)
        return np.rint(colours[regions].astype("f8") @ [0.299, 0.587, 0.114])
    else:
        raise SystemExit(f"no mask of form {form}")
    return codes.astype("f8")


def _model(path: Path, metres: Any, options: dict[str, str]) -> None:
    """Writes what a model may make of the scene: as float32 distances or, by `form`, relative disparity, with noise."""
    values = np.where(np.isfinite(metres), metres, 20)
    noise = np.random.default_rng(11).normal(0, 0.02, values.shape)
    if options.get("form") == "disparity":
        values = 0.4 / values + 0.15 + noise / 20
    elif options.get("form") == "affine":
        values = values * 0.3 - 1.5 + noise
    else:
        values = values * 1.1 + noise
    values[30:34, 20:40] = np.nan
    size = int(options.get("enlarged", "1"))
    np.save(path, np.kron(values, np.ones((size, size))).astype("f4"))


def _camera(path: Path, metres: Any, options: dict[str, str]) -> None:
    """Writes an OpenEXR map whose attributes, of `form`, are of a camera with `focal` and `centre` in pixels.

    The camera is turned and moved: matrices are of points as rows, in the standard's axes: x right, y up, z forward.
    """
    focal, (cx, cy) = float(options["focal"]), map(float, options["centre"].split(","))
    turn = np.array([[0.8, 0, -0.6, 0], [0, 1, 0, 0], [0.6, 0, 0.8, 0], [1, -2, 3, 1]])
    form = options["form"]
    projection = np.zeros((4, 4))
    projection[2, 2:], projection[3, 2] = (1.001, 1), -0.1001
    if form == "clip":
        projection[0, 0], projection[1, 1] = 2 * focal / WIDTH, 2 * focal / HEIGHT
        projection[2, :2] = 2 * cx / WIDTH - 1, 1 - 2 * cy / HEIGHT
    else:
        projection[0, 0], projection[1, 1] = focal / WIDTH, -focal / HEIGHT
        projection[2, :2] = cx / WIDTH, cy / HEIGHT
    attributes: dict[str, Any] = {"worldToNDC": (turn @ projection).astype("f4")}
    if form == "window":
        centre = np.array([(WIDTH / 2 - cx) / focal, (cy - HEIGHT / 2) / focal], "f4")
        attributes = {"screenWindowWidth": WIDTH / focal, "screenWindowCenter": centre}
    elif form == "arnold":
        attributes = {"CameraFocalLength": focal, "CameraFilmApertureHorizontal": float(WIDTH),
                      "CameraFilmApertureVertical": float(HEIGHT)}
    elif form == "vray":
        attributes = {"cameraFocalLength": focal / 2, "cameraAperture": WIDTH / 2}
    _exr(path, {"Z": np.where(np.isfinite(metres), metres, 1e10).astype("f4")}, **attributes)


def _retouch(path: Path, source: str) -> None:
    """Copies a PNG or TIFF map with a hundred samples painted with those of another place; touched.npy says which.

    The comment goes along, as editors keep it.
    """
    from PIL import Image, PngImagePlugin
    if path.suffix == ".png":
        with Image.open(source) as picture:
            samples, text = np.array(picture), dict(picture.text)  # type: ignore[attr-defined]
    else:
        import tifffile
        with tifffile.TiffFile(source) as file:
            samples, text = file.pages[0].asarray(), {"Comment": file.pages[0].description}
    top, left = samples.shape[0] // 2, samples.shape[1] // 2
    touched = np.zeros(samples.shape, bool)
    touched[top:top + 10, left:left + 10] = True
    painted = samples.copy()
    painted[touched] = samples[2:12, 2:12].reshape(-1)
    np.save("touched.npy", touched)
    if path.suffix == ".png":
        info = PngImagePlugin.PngInfo()
        for keyword, words in text.items():
            info.add_text(keyword, words)
        Image.fromarray(painted).save(path, pnginfo=info)
    else:
        tifffile.imwrite(path, painted, description=text["Comment"], metadata=None)


def main(target: str, kind: str, *arguments: str) -> None:
    """Writes the map and the truth."""
    options = dict(argument.split("=", 1) for argument in arguments)
    if kind == "retouch":
        _retouch(Path(target), options["source"])
        return
    metres = scene()
    if options.get("holes") == "yes":
        metres[40:43, 10:15] = np.nan
        metres[20, 32] = np.nan
    if options.get("holes") == "sky":
        # What measures distances has none of the sky.
        metres[np.isinf(metres)] = np.nan
    if kind == "camera":
        _camera(Path(target), metres, options)
        return
    if kind == "model":
        _model(Path(target), metres, options)
        np.save("truth.npy", metres)
        return
    np.save("truth.npy", _write(Path(target), kind, metres, options))


if __name__ == "__main__":
    main(*sys.argv[1:])
