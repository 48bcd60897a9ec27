"""Focus and its blur."""

import json
import shlex

import numpy as np
import pytest
from browser import longest_allowed
from conftest import SCENE, auxdepth, sample
from PIL import Image
from pictures import load, psnr, rendered, whole


def assert_blur(reader, photos, about, margin=6):
    """Compares the page's blur with that of the program."""
    picture = whole(reader)
    reference = rendered(photos, reader, "blur")
    assert picture.shape == reference.shape
    found = psnr(picture, reference)
    print(f"{about}: {found:.2f} dB")
    assert found > 39
    # It is a blur: the photo as it is differs much more.
    assert found > psnr(load(photos.folder / "small.png"), reference) + margin


@pytest.mark.parametrize("focus, radius", [(0.75, 15), (0.75, 40), (0.3, 15), (0.3, 40)])
def test_blur_is_nearly_the_program_s(reader, photos, focus, radius):
    reader.open(photos.uncalibrated(), "view=focus")
    reader.slide("focus", focus)
    reader.slide("radius", radius)
    assert "--f-number" not in reader.command()
    assert_blur(reader, photos, f"focus {focus}, radius {radius}")


@pytest.mark.parametrize("place", ["", "&focus=2.5m&f=0.5", "&focus=0.3&f=0.5", "&focus=0.9&f=0.15", "&focus=0.1&f=0.1"])
def test_lens_is_nearly_the_program_s(reader, photos, place):
    reader.open(photos.lossless(), f"view=focus{place}")
    assert ("--autofocus" in reader.command()) == (not place) and "--f-number" in reader.command()
    assert_blur(reader, photos, reader.command())


def test_person_stays_in_focus(reader, photos):
    """With the portrait matte, behind which the focus is: as `render --use-matte`."""
    page = photos.exact("lossless-matte", photos.page("small-matte", "small_matte.heic"), photos["small.heic"].with_name("small.png"))
    reader.open(page, "view=focus&focus=0.2&f=0.5")
    assert "--use-matte" not in reader.command()
    without = whole(reader)
    reader.find("input[name=matte]").click()
    reader.settle()
    assert "--use-matte" in reader.command()
    # A part of the picture stays as it is.
    assert_blur(reader, photos, reader.command(), margin=4)
    assert psnr(whole(reader), without) < 37
    reader.choose("show", "mask")
    found = psnr(whole(reader), rendered(photos, reader, "mask"))
    print(f"mask: {found:.2f} dB")
    assert found > 40


@pytest.mark.parametrize("effect", ["mask", "spotlight"])
def test_mask_is_the_program_s(reader, photos, small, effect):
    reader.open(small, "view=focus")
    reader.choose("show", effect)
    reader.slide("focus", 0.6)
    reader.slide("width", 0.2)
    reader.slide("slope", 6)
    assert "--slope 6" in reader.command() and "--width 0.2" in reader.command()
    found = psnr(whole(reader), rendered(photos, reader, effect))
    print(f"{effect}: {found:.2f} dB")
    assert found > 40


def value(browser, name):
    return browser.run(f"return document.querySelector('input[name={name}]').valueAsNumber;")


def test_focus_slider_changes_the_mask(browser, small):
    browser.open(small, "view=focus")
    browser.choose("show", "mask")
    browser.slide("focus", 0.75)
    browser.point(0.32, 0.35)
    before = browser.readout()
    assert float(before["Mask"]) > 0.5
    browser.slide("focus", 0)
    assert float(browser.readout()["Mask"]) == 0


def test_starts_on_the_subject(browser, photos, small):
    """The focus at first, its distance and its source are those of the program."""
    browser.open(small, "view=focus")
    words = shlex.split(browser.command())
    assert "--autofocus" in words and "--f-number" in words
    report = json.loads(auxdepth(*words[1:words.index("-o")], "-o", photos.folder / "auto.png", "--json", "--force"))
    assert value(browser, "focus") == pytest.approx(report["focus"]["nearness"], abs=0.006)
    text = browser.run("return document.querySelector('input[name=focus]').getAttribute('aria-valuetext');")
    assert float(text.split()[0]) == pytest.approx(report["focus"]["distance"], rel=0.02)
    assert "nearest thing" in browser.text("#side")
    # The readout is in the same units, and the blur's radius that of the program's picture.
    browser.point(0.9, 0.1)
    assert float(browser.readout()["Blur radius"]) <= report["radius"] + 0.01


@pytest.mark.parametrize("name, focus, ground", [("fidmaa_depth_matte", 2.56, 1.0), ("shu223_depth_matte", 1.24, 0.95)])
def test_first_picture_has_a_sharp_subject(browser, photos, name, focus, ground):
    """Of a portrait: what the matte shows keeps its detail, and the ground behind loses much of its own."""
    path = photos.folder / f"{name}-small.jpg"
    auxdepth("edit", sample(f"{name}.jpg"), "--resize", "long=800", "-o", path, "--force")
    page = photos.page(f"{name}-small", path)
    matte = photos.folder / "portrait-matte.png"
    auxdepth("extract", path, "--type", "portrait", "-o", matte, "--force")
    browser.open(page, "view=focus")
    browser.draw_whole()
    picture = browser.canvas()[:, :, :3].astype(float).mean(axis=2)
    photo = browser.canvas_of_image()[:, :, :3].astype(float).mean(axis=2)
    covers = np.asarray(Image.open(matte).resize(picture.shape[::-1], Image.Resampling.BOX)).astype(float) / 255
    depth = photos.folder / "portrait.npy"
    auxdepth("extract", path, "--type", "disparity", "--as", "fdis", "-o", depth, "--force")
    near = np.asarray(Image.fromarray(np.load(depth).astype("float32")).resize(picture.shape[::-1]))

    def detail(codes, place):
        # Of squares: a blur makes edges wider, whose whole height stays.
        return np.square(np.gradient(codes)).sum(axis=0)[place].mean()
    face = (covers > 0.99) & (np.abs(near - focus) < 0.06 * focus)
    ground = (covers < 0.01) & (near < ground)
    assert face.sum() > 5000 and ground.sum() > 5000
    assert detail(picture, face) > 0.8 * detail(photo, face)
    assert detail(picture, ground) < 0.6 * detail(photo, ground)


def test_click_focuses(browser, small):
    browser.open(small, "view=focus")
    browser.point(0.62, 0.65, click=True)
    near = float(browser.readout()["Nearness"])
    assert value(browser, "focus") == pytest.approx(near, abs=0.004)
    assert f"--focus {browser.run('return document.querySelector(`input[name=focus]`).value;')}" in browser.command()
    # What is at the cursor is in focus now, and is told at once.
    assert float(browser.readout()["Blur radius"]) < 0.05
    assert float(browser.readout()["In focus"]) == pytest.approx(float(browser.readout()["Distance"]), rel=0.01)


@pytest.mark.parametrize("is_touch", [False, True])
def test_drag_moves_the_focus(browser, small, is_touch):
    if is_touch:
        browser.phone()
    browser.open(small, "view=focus")
    browser.draw_whole()
    before = browser.canvas()
    browser.drag_picture((0.32, 0.35), (0.6, 0.5), (0.9, 0.12), (0.91, 0.1), is_touch=is_touch)
    far = value(browser, "focus")
    browser.drag_picture((0.9, 0.12), (0.32, 0.36), (0.32, 0.35), is_touch=is_touch)
    near = value(browser, "focus")
    assert far < 0.4 < near
    browser.draw_whole()
    assert (browser.canvas() != before).any()
    browser.desktop()


def test_keys_move_focus_and_aperture(browser, small):
    browser.open(small, "view=focus&focus=0.5")
    browser.find("#stage").click()
    browser.go("view=focus&focus=0.5&f=2.8")
    browser.run("document.getElementById('stage').focus();")
    browser.press("]", "]", "]")
    assert value(browser, "focus") == pytest.approx(0.53, abs=1e-6)
    browser.press("[")
    assert value(browser, "focus") == pytest.approx(0.52, abs=1e-6)
    browser.press(",")
    assert "--f-number 2.5 " in browser.command()
    browser.press(".", ".")
    assert "--f-number 3.2 " in browser.command()


def test_links(browser, small):
    """A link says where the focus is, and the address follows what is chosen."""
    browser.open(small, "view=focus&focus=3m&f=2")
    distance = browser.run("return document.querySelector('input[name=focus]').getAttribute('aria-valuetext');")
    assert float(distance.split()[0]) == pytest.approx(3, rel=0.01)
    assert "--f-number 2 " in browser.command()
    browser.slide("focus", 0.9)
    browser.slide("stop", 0)
    link = browser.run("return location.hash.slice(1);")
    command = browser.command()
    browser.open(small, link)
    assert value(browser, "focus") == pytest.approx(0.9, abs=0.001)
    assert browser.command().split("--f-number")[1].split()[0] == command.split("--f-number")[1].split()[0]


def test_original(browser, small):
    browser.open(small, "view=focus")
    shown = "return getComputedStyle(document.querySelector('#content canvas')).visibility;"
    browser.run("[...document.querySelectorAll('#side button')].find((button) => button.textContent === 'Original').click();")
    assert browser.run(shown) == "hidden"
    browser.run("[...document.querySelectorAll('#side button')].find((button) => button.textContent === 'Original').click();")
    assert browser.run(shown) == "visible"


def test_nothing_waits_for_the_picture(browser, photos):
    """A photo of 12 megapixels at the size of its preview, drawn by the processor: no task of 100 ms while the focus moves, nor
    while the picture is drawn at full size."""
    browser.open(photos.page("large", sample("shu223_depth.jpg")), "view=focus")
    longest = browser.longest_task("""
const input = document.querySelector("input[name=focus]");
for (let step = 0; step < 40; step++) {
  input.value = 0.2 + 0.7 * step / 40;
  input.dispatchEvent(new Event("input"));
  await new Promise((resolve) => setTimeout(resolve, 33));
}
await new Promise((resolve) => setTimeout(resolve, 4000));""")
    assert longest < longest_allowed()
    # It goes on by itself.
    browser.draw_whole()
    assert browser.run("return document.querySelector('#content canvas').height;") == 2048


@pytest.mark.parametrize("view", ["focus", "parallax", "anaglyph"])
def test_without_webgl(plain_browser, small, view):
    """The stage says why there is no picture, and the command line that makes it is there."""
    browser = plain_browser
    assert browser.run("return document.createElement('canvas').getContext('webgl2') === null;")
    browser.open(small, f"view={view}")
    assert browser.text("#trouble") == "This view needs WebGL2 (this browser has no WebGL2). The command below makes the picture."
    assert not browser.all("#content canvas")
    assert browser.find("#command").is_displayed() and "auxdepth render" in browser.command()
    # Other views are as they are elsewhere.
    browser.tab("map")
    assert not browser.find("#trouble").is_displayed() and browser.canvas()[:, :, :3].std() > 20
    assert browser.complaints() == []


@pytest.mark.parametrize("photo, width, height", [((640, 480), 1, 1), ((4, 3), 40, 30), ((640, 480), 4032, 3024)])
def test_maps_of_any_size(reader, photos, photo, width, height):
    """A map of a single sample, of more than the photo, and of as many as cameras write: Focus draws, and complains of nothing."""
    name, picture, codes = f"sized-{photo[0]}-{width}", photos.folder / "sized.png", photos.folder / "sized-map.png"
    Image.open(SCENE / "render.png").convert("RGB").resize(photo, Image.Resampling.BOX).save(picture)
    rows, columns = np.mgrid[0:height, 0:width]
    Image.fromarray(((columns + 0.5) / width * 150 + (rows + 0.5) / height * 80).astype("uint8")).save(codes)
    auxdepth("attach", picture, "--disparity", codes, "--min", "0.2", "--max", "2", "--stretch", "-o", photos.folder / f"{name}.heic",
             "--force")
    reader.complaints()
    reader.open(photos.page(name, f"{name}.heic"), "view=focus")
    reader.draw_whole()
    found = reader.canvas()[:, :, :3].astype(float)
    assert found.shape[1::-1] == photo
    shown = np.asarray(Image.open(picture).resize(found.shape[1::-1], Image.Resampling.BOX)).astype(float)
    # It is the photo, sharp or blurred.
    assert np.abs(found.mean(axis=(0, 1)) - shown.mean(axis=(0, 1))).max() < 12
    assert [text for text in reader.complaints() if "ReadPixels" not in text and "readback" not in text] == []


def test_webgl_really_runs(browser, small):
    assert browser.run("return document.createElement('canvas').getContext('webgl2') instanceof WebGL2RenderingContext;")
    for view in ("parallax", "focus"):
        browser.open(small, f"view={view}")
        browser.draw_whole()
        assert browser.run("return document.querySelector('#content canvas').width;") == 640
