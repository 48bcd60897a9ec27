"""The map at the photo's size: the page's is that of `render`."""

import base64

import numpy as np
import pytest
from conftest import ROOT, SCENE, auxdepth
from PIL import Image

MODULES = ["base/dom", "base/values", "effects/nearness", "effects/subject", "effects/guided", "effects/gl", "effects/shaders",
           "effects/shaders-blur", "effects/lens"]


def page_s(browser, picture, nearness, is_smooth=False):
    """The nearness at each pixel of a picture as the page's modules compute it; of a map whose terraces are smoothed, or of the map
    as it is."""
    source = "\n".join((ROOT / f"Sources/CAuxPage/page/{name}.js").read_text() for name in MODULES)
    browser.driver.get("about:blank")
    height, width = picture.shape[:2]
    text = browser.run(source + """
const [width, height, codes, across, down, samples, isSmooth] = arguments;
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const data = new Uint8ClampedArray(width * height * 4).fill(255);
bytes(codes).forEach((code, index) => { data[Math.floor(index / 3) * 4 + index % 3] = code; });
const given = new Float32Array(bytes(samples).buffer);
const values = isSmooth ? smoothTerraces(given, across, down) : given;
const map = { width: across, height: down, values, filled: fillHoles(values, across, down) };
return (async () => {
  const picture = new ImageData(data, width, height);
  const guide = guideOf(picture, across, down);
  const lens = new Lens();
  const stretched = { width: across, height: down, fits: guidedFits(map, guide), guide, bounds: windowBounds(map) };
  await lens.load(await createImageBitmap(picture), stretched);
  const { gl } = lens.graphics;
  const pixels = new Float32Array(width * height * 4);
  gl.bindFramebuffer(gl.FRAMEBUFFER, lens.nearness.buffer);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, pixels);
  lens.close();
  let text = "";
  for (const byte of new Uint8Array(pixels.filter((_, index) => index % 4 === 0).buffer)) text += String.fromCharCode(byte);
  return btoa(text);
})();""", width, height, encoded(picture), nearness.shape[1], nearness.shape[0], encoded(nearness.astype("float32")), is_smooth)
    browser.complaints()
    return np.frombuffer(base64.b64decode(text), "float32").reshape(height, width)


def encoded(values):
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode()


def normalised(values):
    low, high = np.nanmin(values), np.nanmax(values)
    return (values - low) / (high - low)


def program_s(folder, effect, picture, codes, *options):
    """What the program makes of a picture and a disparity map of codes, 0...255."""
    depth, path = folder / "upsampled-map.png", folder / "nearness.png"
    Image.fromarray(codes).save(depth)
    auxdepth("render", effect, picture, "--disparity", depth, "--bits", "16", *options, "-o", path, "--force")
    found = np.asarray(Image.open(path)).astype(float)
    assert found.max() > 255 and found.ndim == 2
    return found / 65535 * 255


def assert_near(found, program):
    away = np.abs(found * 255.0 - program)
    print(f"{away.max():.3f} codes at most, {away.mean():.4f} on average")
    # Half floats have steps of an eighth of a code.
    assert away.max() < 0.1 and away.mean() < 0.05


@pytest.mark.parametrize("bits", [8, 16])
def test_upsampled_map_is_the_program_s(chromium, photos, bits):
    """A map of a quarter of the photo's size follows the photo's edges."""
    folder = photos.folder
    picture = folder / "upsampled.png"
    Image.open(SCENE / "render.png").convert("RGB").resize((640, 480), Image.Resampling.BOX).save(picture)
    auxdepth("attach", picture, "--depth", SCENE / "depth.pfm", "-o", folder / "upsampled.heic", "--force")
    auxdepth("extract", folder / "upsampled.heic", "--type", "disparity", "--as", "fdis", "-o", folder / "upsampled.npy", "--force")
    disparity = normalised(np.load(folder / "upsampled.npy").astype("float32"))
    small = np.asarray(Image.fromarray(disparity).resize((160, 120), Image.Resampling.BOX))
    codes = np.round(small * (2**bits - 1)).astype(f"uint{bits}")
    program = program_s(folder, "grayscale", picture, codes)
    pixels = np.asarray(Image.open(picture))
    assert_near(page_s(chromium, pixels, normalised(codes.astype(float))), program)
    # That is more than enlarging the map.
    enlarged = np.asarray(Image.fromarray(normalised(codes.astype("float32"))).resize((640, 480), Image.Resampling.BILINEAR))
    assert np.abs(enlarged * 255 - program).max() > 20


def test_smoothed_terraces_are_the_program_s(chromium, photos):
    """A slope of 48 codes over the whole map, to its borders; the mask of that focus is the nearness itself."""
    picture = photos.folder / "slope.png"
    pixels = np.random.default_rng(7).integers(90, 160, (480, 640, 3), dtype="uint8")
    Image.fromarray(pixels).save(picture)
    rows, columns = np.mgrid[0:120, 0:160]
    codes = np.round(columns * 0.2 + rows * 0.13).astype("uint8")
    program = program_s(photos.folder, "mask", picture, codes, "--focus", "1", "--width", "0", "--slope", "1")
    found = page_s(chromium, pixels, codes / 255, is_smooth=True)
    assert_near(found, program)
    # As they are, terraces are up to half a code away.
    assert np.abs(page_s(chromium, pixels, codes / 255) * 255.0 - program).max() > 0.4
