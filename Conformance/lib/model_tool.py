"""Writes a scene as models and sets of depth data save theirs: model_tool.py FILE KIND [NAME=VALUE ...].

KIND is a convention. Beside the map: truth.npy, metres by the formula that the maker documents, NaN where nothing is
known and infinity for background; camera.json, fx, fy, cx, cy in pixels of the map, where one comes along. Options:
dtype; near and far, the metres of the ends of relative maps; bad, what makes the map contradict its name.
"""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Callable

import numpy as np

WIDTH, HEIGHT = 64, 48
FX, FY, CX, CY = 60.0, 61.5, 31.25, 24.5
MATRIX = np.array([[FX, 0, CX], [0, FY, CY], [0, 0, 1]])
#: The same of sets whose principal points count from the center of the first pixel, as from its corner.
CENTERED = MATRIX + np.array([[0, 0, 0.5], [0, 0, 0.5], [0, 0, 0]])


def _scene() -> Any:
    """Returns metres: a floor to 9 m, a wall behind it at 12 m, a box in front; all known."""
    y = np.arange(HEIGHT)[:, None] + 0 * np.arange(WIDTH)[None, :]
    metres = np.where(y > 20, 30.0 / np.maximum(y - 17.0, 1), 12.0) + 0.01 * np.arange(WIDTH)[None, :]
    metres[18:30, 20:40] = 2.5
    return metres


def _camera(matrix: Any = MATRIX) -> None:
    numbers = [float(matrix[0, 0]), float(matrix[1, 1]), float(matrix[0, 2]), float(matrix[1, 2])]
    Path("camera.json").write_text(json.dumps(numbers), encoding="utf-8")


def _png(path: Path, codes: Any) -> None:
    """Writes codes as the sets' own tools do: 16 bits by OpenCV, 8 by Pillow."""
    if codes.dtype == np.uint16:
        import cv2
        assert cv2.imwrite(str(path), codes)
    else:
        from PIL import Image
        Image.fromarray(codes).save(path)


def _holed(metres: Any) -> Any:
    metres = metres.copy()
    metres[2:5, 50:60] = np.nan
    return metres


def _steps(per_metre: float) -> Callable[..., Any]:
    def write(path: Path, metres: Any, options: dict[str, str]) -> Any:
        metres = _holed(metres)
        codes = np.rint(np.where(np.isnan(metres), 0, metres) * float(options.get("perMetre", per_metre)))
        codes = np.minimum(codes, np.iinfo(options.get("dtype", "u2")).max).astype(options.get("dtype", "u2"))
        _png(path, codes)
        return np.where(codes == 0, np.nan, codes / per_metre)
    return write


def _floats(path: Path, metres: Any, options: dict[str, str]) -> Any:
    values = metres.astype("f4")
    if options.get("bad") == "spread":
        values = (values - values.min()) / (values.max() - values.min())
    np.save(path, values)
    return values.astype("f8")


def _moge(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """The arrays of infer() as they are, or depth.exr and fov.json as its program writes them."""
    mask = np.ones(metres.shape, bool)
    mask[:6] = False
    depth = np.where(mask, metres, np.inf).astype("f4")
    truth = depth.astype("f8")
    if path.suffix == ".npz":
        normalised = MATRIX / np.array([[WIDTH], [HEIGHT], [1]])
        if options.get("bad") == "pixels":
            normalised = MATRIX
        # Without apply_mask depth is finite everywhere.
        np.savez(path, points=np.zeros((HEIGHT, WIDTH, 3), "f4"), intrinsics=normalised.astype("f4"),
                 depth=depth if options.get("applied") == "yes" else metres.astype("f4"), mask=mask)
        _camera(normalised.astype("f4").astype("f8") * np.array([[WIDTH], [HEIGHT], [1]]))
        return truth
    import OpenEXR
    # OpenCV, where it was built with OpenEXR, calls the channel of a gray picture so.
    header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
    OpenEXR.File(header, {"Y": depth}).write(str(path))
    fov = [round(float(np.rad2deg(2 * np.arctan(side / 2 / focal))), 2) for side, focal in ((WIDTH, FX), (HEIGHT, FY))]
    Path("fov.json").write_text(json.dumps({"fov_x": fov[0], "fov_y": fov[1]}), encoding="utf-8")
    fx, fy = (side / 2 / np.tan(np.deg2rad(angle) / 2) for side, angle in zip((WIDTH, HEIGHT), fov))
    _camera(np.array([[fx, 0, WIDTH / 2], [0, fy, HEIGHT / 2], [0, 0, 1]]))
    return truth


def _unidepth(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """The dictionary of infer(), whose tensors have axes of a batch."""
    matrix = MATRIX / [[WIDTH], [HEIGHT], [1]] if options.get("bad") == "normalised" else MATRIX
    # The order of axes is numpy's business: that of a transposed matrix is Fortran's.
    kept = np.asfortranarray(matrix.astype(options.get("dtype", "f4")))
    np.savez(path, depth=metres.astype("f4")[None, None], intrinsics=kept if options.get("order") == "F" else kept[None],
             confidence=np.ones((1, 1, HEIGHT, WIDTH), "f4"))
    _camera()
    return metres.astype("f4").astype("f8")


def _nested(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """Depth Anything 3's export mini_npz of one view."""
    depth = np.round(metres.astype("f4"), 8)[None]
    np.savez_compressed(path, depth=depth, conf=np.ones((1, HEIGHT, WIDTH), "f4"),
                        extrinsics=np.eye(4, dtype="f4")[None, :3], intrinsics=MATRIX.astype("f4")[None])
    _camera()
    return depth[0].astype("f8")


def _canonical(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """What DA3METRIC gives: metres at a focal length of 300 pixels; the mean of both is the network's."""
    output = (metres * 300 / ((FX + FY) / 2)).astype("f4")
    if path.suffix == ".npz":
        np.savez_compressed(path, depth=output[None], intrinsics=MATRIX.astype("f4")[None])
        _camera()
    else:
        np.save(path, output)
        if options.get("bad") != "camera":
            _camera()
    return output.astype("f8") * ((FX + FY) / 2) / 300


def _inverse(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """Inverse depth of unknown scale and shift, spread between the ends that the user gives."""
    near, far = float(options["near"]), float(options["far"])
    output = (37.0 / metres - 1.5).astype("f4")
    if options.get("bad") == "metric":
        output = metres.astype("f4")
    share = (output.astype("f8") - output.min()) / (float(output.max()) - output.min())
    if path.suffix == ".png":
        codes = (share * 255).astype("u1")
        # The nodes of ComfyUI save three equal channels.
        _png(path, np.dstack([codes] * 3))
        share = codes / 255
    elif path.suffix == ".npz":
        np.savez_compressed(path, depths=output[None])
    else:
        np.save(path, output)
    return 1 / (1 / far + share * (1 / near - 1 / far))


def _marigold(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """0...1, near = 0, as _pred.npy, or times 65535 as 16 bits by Pillow."""
    near, far = float(options["near"]), float(options["far"])
    share = ((metres - metres.min()) / (metres.max() - metres.min())).astype("f4")
    if options.get("bad") == "metres":
        share = metres.astype("f4")
    if path.suffix == ".png":
        from PIL import Image
        codes = (share * 65535.0).astype(np.uint16)
        Image.fromarray(codes).save(path)
        share = codes / 65535
    else:
        np.save(path, share)
    return near + share.astype("f8") * (far - near)


def _middlebury(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """A disparity map by OpenCV, infinite where nothing is known, and calib.txt."""
    import cv2
    baseline, doffs = 193.001, 1.311
    pixels = (baseline / 1000 * FX / _holed(metres) - doffs).astype("f4")
    pixels[np.isnan(pixels)] = np.inf
    if options.get("bad") == "metres":
        pixels = (metres * 100).astype("f4")
    assert cv2.imwrite(str(path), pixels)
    size = (WIDTH * 2, HEIGHT * 2) if options.get("bad") == "size" else (WIDTH, HEIGHT)
    if options.get("bad") != "calib":
        Path("calib.txt").write_text(
            f"cam0=[{FX} 0 {CX}; 0 {FY} {CY}; 0 0 1]\ncam1=[{FX} 0 {CX + doffs}; 0 {FY} {CY}; 0 0 1]\n"
            f"doffs={doffs}\nbaseline={baseline}\nwidth={size[0]}\nheight={size[1]}\nndisp=280\nisint=0\n"
            "vmin=0\nvmax=10\ndyavg=0\ndymax=0\n", encoding="utf-8")
    _camera(CENTERED)
    with np.errstate(all="ignore"):
        return np.where(np.isinf(pixels), np.nan, baseline / 1000 * FX / (pixels.astype("f8") + doffs))


def _kitti_stereo(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """disp_occ_0/FRAME_10.png and calib_cam_to_cam/FRAME.txt, as the set of 2015 has them."""
    path.parent.mkdir(exist_ok=True)
    Path("calib_cam_to_cam").mkdir(exist_ok=True)
    baseline = 0.54
    codes = np.rint(np.nan_to_num(baseline * FX / _holed(metres)) * 256).astype("u2")
    _png(path, codes)
    rows = [f"{FX:e} 0 {CX:e} {{}} 0 {FY:e} {CY:e} 0.2 0 0 1 0.003".format(at) for at in (4.5, 4.5 - baseline * FX)]
    (Path("calib_cam_to_cam") / f"{path.stem[:-3]}.txt").write_text(
        f"calib_time: 09-Jan-2012 13:57:47\nS_rect_02: {WIDTH:e} {HEIGHT:e}\nP_rect_02: {rows[0]}\nP_rect_03: {rows[1]}\n",
        encoding="utf-8")
    _camera(CENTERED)
    with np.errstate(all="ignore"):
        return np.where(codes == 0, np.nan, baseline * FX / (codes / 256))


def _scannet(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """depth/0.png and intrinsic/intrinsic_depth.txt, as the set's reader writes them."""
    path.parent.mkdir(exist_ok=True)
    Path("intrinsic").mkdir(exist_ok=True)
    full = np.eye(4)
    full[:3, :3] = MATRIX
    np.savetxt("intrinsic/intrinsic_depth.txt", full, fmt="%f")
    _camera(CENTERED)
    return _steps(1000)(path, metres, options)


def _arkit(path: Path, metres: Any, options: dict[str, str]) -> Any:
    """lowres_depth/NAME.png and lowres_wide_intrinsics/NAME.pincam, as ARKitScenes has them."""
    path.parent.mkdir(exist_ok=True)
    folder = Path("lowres_wide_intrinsics")
    folder.mkdir(exist_ok=True)
    (folder / path.with_suffix(".pincam").name).write_text(f"{WIDTH} {HEIGHT} {FX} {FY} {CX} {CY}", encoding="utf-8")
    _camera()
    return _steps(1000)(path, metres, options)


WRITERS: dict[str, Callable[..., Any]] = {
    "kitti": _steps(256), "tum": _steps(5000), "nyu": _steps(1000), "arkit": _arkit, "scannet": _scannet,
    "metric3d": _floats, "depth-anything-metric": _floats, "video-depth-anything-metric": _floats,
    "moge": _moge, "moge-2": _moge, "unidepth": _unidepth, "depth-anything-3": _nested,
    "depth-anything-3-relative": _nested, "depth-anything-3-metric": _canonical, "video-depth-anything": _inverse,
    "depth-anything": _inverse, "comfyui": _inverse, "marigold": _marigold, "middlebury": _middlebury,
    "kitti-stereo": _kitti_stereo,
}


def main(target: str, kind: str, *arguments: str) -> None:
    """Writes the map, the truth and the camera."""
    options = dict(argument.split("=", 1) for argument in arguments)
    np.save("truth.npy", WRITERS[kind](Path(target), _scene(), options))


if __name__ == "__main__":
    main(*sys.argv[1:])
