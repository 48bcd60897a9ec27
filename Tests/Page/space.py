"""Photos whose points in space are known, what the page makes of them, and drags over its picture."""

import base64
import json
import time
from pathlib import Path

import numpy as np
from conftest import SCENE, auxdepth
from PIL import Image, ImageFilter

# The camera of the bundled scene, in pixels of the photo: Examples/scene/README.md.
FOCAL, WIDTH, HEIGHT = 2100, 2000, 1500


def calibration(focal=FOCAL, width=WIDTH, height=HEIGHT):
    return {"intrinsicMatrix": [focal, 0, 0, 0, focal, 0, width / 2, height / 2, 1],
            "intrinsicMatrixReferenceDimensions": [width, height], "pixelSize": 0.001,
            "extrinsicMatrix": [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]}


def pfm(path):
    """The samples of a PFM file, rows from the top."""
    with open(path, "rb") as file:
        assert file.readline().strip() == b"Pf"
        width, height = map(int, file.readline().split())
        order = "<" if float(file.readline()) < 0 else ">"
        return np.frombuffer(file.read(), order + "f4").reshape(height, width)[::-1]


def write_pfm(path, samples):
    height, width = samples.shape
    Path(path).write_bytes(f"Pf\n{width} {height}\n-1\n".encode() + samples[::-1].astype("<f4").tobytes())


def attach(path, photo, depth, *options, camera=None):
    """A photo with a map of absolute distances, and a calibration."""
    words = []
    if camera:
        file = path.with_suffix(".json")
        file.write_text(json.dumps(camera))
        words = ["--calibration", file]
    auxdepth("attach", photo, "--depth", depth, "--accuracy", "absolute", *words, *options, "-o", path)
    return path


def scene_in_space(photos):
    """The bundled scene with its camera and a portrait matte, and its page."""
    path = photos.folder / "in-space.heic"
    if not path.exists():
        attach(path, SCENE / "render.png", SCENE / "depth.pfm", "--portrait", SCENE / "matte.png", camera=calibration())
    return path, opened(photos.page("in-space", path))


def opened(page):
    """A copy of a page whose script is not within a function, so that tests reach its parts."""
    path = page.with_suffix(".opened.html")
    if not path.exists():
        before, wrapper, script = page.read_text().rpartition('<script>"use strict"; (() => {')
        body, end, after = script.rpartition("})();</script>")
        assert wrapper and end
        path.write_text(f'{before}<script>"use strict";{body}</script>{after}')
    return path


def points(depth, focal=FOCAL / WIDTH):
    """The points of a map's samples, whose camera is centred and has a focal length in widths."""
    height, width = depth.shape
    x = (np.arange(width) + 0.5 - width / 2) / (focal * width)
    y = (np.arange(height) + 0.5 - height / 2) / (focal * width)
    return np.stack(np.broadcast_arrays(x[None] * depth, y[:, None] * depth, depth), axis=-1)


def arrays(browser, script, *arguments):
    """The typed arrays of an object that a script makes."""
    found = browser.driver.execute_async_script("""
const [script, parameters, done] = [arguments[0], arguments[1], arguments[arguments.length - 1]];
const text = (view) => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters);
};
const AsyncFunction = (async () => {}).constructor;
(async () => {
  const result = await (0, eval)(`(async (...args) => { ${script} })`)(...parameters);
  return Object.fromEntries(Object.entries(result).map(([name, view]) => [name, ArrayBuffer.isView(view)
    ? { data: text(view), type: view.constructor.name } : view]));
})().then(done, (error) => done(String(error)));""", script, list(arguments))
    assert isinstance(found, dict), found
    types = {"Float32Array": "<f4", "Uint32Array": "<u4", "Uint8Array": "u1", "Float64Array": "<f8"}
    return {name: np.frombuffer(base64.b64decode(item["data"]), types[item["type"]]) if isinstance(item, dict) and "data" in item else item
            for name, item in found.items()}


def mesh(browser, **options):
    found = arrays(browser, "return meshOf(data.files[shown.file], args[0]);", options)
    return {name: values.reshape(-1, 2 if "lace" in name or "oord" in name else 3) for name, values in found.items()
            if isinstance(values, np.ndarray)}


def content_box(browser):
    return browser.run("const box = document.getElementById('content').getBoundingClientRect();"
                       "return [box.left, box.top, box.width, box.height];")


def mouse(browser, kind, u, v, **more):
    left, top, width, height = content_box(browser)
    browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
        "type": kind, "x": left + u * width, "y": top + v * height, **more})


def drag(browser, start, end, steps=5, modifiers=0, pause=0.0):
    """Drags with the mouse from one place of the picture to another."""
    held = {"button": "left", "modifiers": modifiers}
    mouse(browser, "mouseMoved", *start, modifiers=modifiers)
    mouse(browser, "mousePressed", *start, buttons=1, clickCount=1, **held)
    for step in range(1, steps + 1):
        place = [one + (two - one) * step / steps for one, two in zip(start, end)]
        mouse(browser, "mouseMoved", *place, buttons=1, **held)
        time.sleep(pause)
    mouse(browser, "mouseReleased", *end, buttons=0, clickCount=1, **held)
    browser.settle()


def touch(browser, kind, *places):
    left, top, width, height = content_box(browser)
    browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
        {"x": left + u * width, "y": top + v * height, "id": number} for number, (u, v) in enumerate(places)]})


def grown(mask, reach):
    """A mask with what is within a reach of it."""
    return np.asarray(Image.fromarray(mask.astype(np.uint8) * 255).filter(ImageFilter.MaxFilter(2 * reach + 1))) > 0


def shrunk(mask, reach):
    return ~grown(~mask, reach)


def least_around(values, reach):
    """The least of the values within a square around each."""
    for axis in (0, 1):
        values = np.minimum.reduce([np.roll(values, step, axis) for step in range(-reach, reach + 1)])
    return values
