"""Focus, blur and other eyes, with WebGL2 and without."""

import shlex

import numpy as np
import pytest
from conftest import PROGRAM, auxdepth
from PIL import Image


def load(path):
    return np.asarray(Image.open(path).convert("RGB")).astype(float)


def psnr(one, two):
    return 10 * np.log10(255**2 / ((one - two) ** 2).mean())


def whole(browser):
    browser.draw_whole()
    return browser.canvas()[:, :, :3].astype(float)


def rendered(photos, browser, effect):
    """What the program makes of the command line that the page shows."""
    words = shlex.split(browser.command())
    assert words[:3] == ["auxdepth", "render", effect]
    path = photos.folder / "rendered.png"
    auxdepth(*words[1:words.index("-o")], "-o", path, "--force")
    return load(path)


@pytest.fixture
def reader(chromium):
    """A browser whose driver may say that reading pixels is slow, which no reader of a page does."""
    yield chromium
    chromium.complaints()


def assert_blur(reader, photos, about):
    """Compares the page's blur with that of the program."""
    picture = whole(reader)
    reference = rendered(photos, reader, "blur")
    assert picture.shape == reference.shape
    found = psnr(picture, reference)
    print(f"{about}: {found:.2f} dB")
    assert found > 36
    # It is a blur: the photo as it is differs much more.
    assert found > psnr(load(photos.folder / "small.png"), reference) + 6


@pytest.mark.parametrize("focus, radius", [(0.75, 15), (0.75, 40), (0.3, 15), (0.3, 40)])
def test_blur_is_nearly_the_program_s(reader, photos, focus, radius):
    reader.open(photos.uncalibrated(), "view=focus")
    reader.slide("focus", focus)
    reader.slide("radius", radius)
    assert "--f-number" not in reader.command()
    assert_blur(reader, photos, f"focus {focus}, radius {radius}")


@pytest.mark.parametrize("place", ["", "&focus=2.5m&f=0.5", "&focus=0.3&f=0.7"])
def test_lens_is_nearly_the_program_s(reader, photos, place):
    reader.open(photos.lossless(), f"view=focus{place}")
    assert ("--autofocus" in reader.command()) == (not place) and "--f-number" in reader.command()
    assert_blur(reader, photos, reader.command())


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
    assert found > 36


def test_focus_slider_changes_the_mask(browser, small):
    browser.open(small, "view=focus")
    browser.point(0.32, 0.35)
    before = browser.readout()
    assert float(before["Mask"]) > 0.5
    browser.slide("focus", 0)
    browser.point(0.32, 0.36)
    assert float(browser.readout()["Mask"]) == 0


def test_click_focuses(browser, small):
    browser.open(small, "view=focus")
    browser.point(0.62, 0.65, click=True)
    near = float(browser.readout()["Nearness"])
    assert browser.run("return document.querySelector('input[name=focus]').valueAsNumber;") == pytest.approx(near, abs=0.004)
    assert f"--focus {browser.run('return document.querySelector(`input[name=focus]`).value;')}" in browser.command()


def test_parallax_follows_the_pointer(browser, small):
    browser.open(small, "view=parallax")
    assert browser.run("return document.querySelector('input[name=follow]').checked;")
    browser.point(0.9, 0.5)
    assert browser.run("return document.querySelector('input[name=across]').valueAsNumber;") == pytest.approx(0.8, abs=0.06)
    assert "render stereo" in browser.command()


def test_parallax_moves_what_is_near(reader, small):
    reader.prefer(prefers_reduced_motion="reduce")
    reader.open(small, "view=parallax")
    reader.slide("strength", 0.05)
    pictures = []
    for across in (-1, 0, 1):
        reader.slide("across", across)
        pictures.append(whole(reader))
    assert psnr(pictures[0], pictures[2]) < psnr(pictures[1], pictures[2]) < 30
    reader.prefer()


def test_anaglyph_is_like_the_program_s(reader, photos, small):
    reader.prefer(prefers_reduced_motion="reduce")
    reader.open(small, "view=anaglyph")
    found = psnr(whole(reader), rendered(photos, reader, "stereo"))
    reader.prefer()
    print(f"anaglyph: {found:.2f} dB")
    assert found > 27


def test_anaglyph_converges_where_the_pointer_is(browser, small):
    browser.open(small, "view=anaglyph")
    browser.point(0.32, 0.35)
    near = float(browser.readout()["Nearness"])
    assert browser.run("return document.querySelector('input[name=convergence]').valueAsNumber;") == pytest.approx(near, abs=0.01)


def test_nothing_moves_where_stillness_is_asked_for(browser, small):
    browser.prefer(prefers_reduced_motion="reduce")
    browser.open(small, "view=parallax")
    assert not browser.run("return document.querySelector('input[name=follow]').checked;")
    browser.point(0.9, 0.5)
    assert browser.run("return document.querySelector('input[name=across]').valueAsNumber;") == 0


def test_without_webgl(plain_browser, photos, small):
    browser = plain_browser
    assert browser.run("return document.createElement('canvas').getContext('webgl2') === null;")
    browser.open(small, "view=focus")
    assert "no WebGL2" in browser.text(".note")
    reference = Image.fromarray(rendered(photos, browser, "blur").astype("uint8"))
    picture = browser.canvas()[:, :, :3].astype(float)
    assert picture.shape == (384, 512, 3)
    found = psnr(picture, np.asarray(reference.resize((512, 384), Image.Resampling.BOX)).astype(float))
    print(f"without WebGL2: {found:.2f} dB")
    assert found > 30
    browser.choose("show", "mask")
    assert 0 < browser.canvas()[:, :, 0].mean() < 255
    for view in ("parallax", "anaglyph"):
        browser.tab(view)
        assert browser.canvas()[:, :, :3].std() > 20
    assert browser.complaints() == []


def test_webgl_really_runs(browser, small):
    browser.open(small, "view=focus")
    assert browser.run("return document.querySelector('#content canvas').getContext('webgl2') instanceof WebGL2RenderingContext;")
    assert PROGRAM
