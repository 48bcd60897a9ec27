"""The preview of a photo: its colours, as the browser decodes them, by another program's conversion."""

import io

import numpy as np
from conftest import page_data, sample
from PIL import Image, ImageCms

SIDE = 64


def patches():
    """Squares of one colour each, inside of sRGB."""
    rng = np.random.default_rng(11)
    return np.kron(rng.integers(60, 200, (6, 9, 3), np.uint8), np.ones((SIDE, SIDE, 1), np.uint8))


def middles(pixels):
    """The mean colour in the middle of each square, away from the edges that chroma of half the size softens."""
    rows, columns = pixels.shape[0] // SIDE, pixels.shape[1] // SIDE
    squares = pixels[:, :, :3].astype(float).reshape(rows, SIDE, columns, SIDE, 3)
    return squares[:, 16:-16, :, 16:-16].mean(axis=(1, 3))


def check(browser, page, expected):
    photo = page_data(page.read_text())["files"][0]["photo"]
    assert photo["preview"]["type"] == "image/avif"
    browser.open(page, "view=photo")
    away = np.abs(middles(browser.canvas_of_image()) - middles(expected))
    assert away.max() <= 2 and away.mean() < 0.7


def test_colours_of_srgb(browser, photos):
    path = photos.folder / "patches.png"
    Image.fromarray(patches()).save(path)
    check(browser, photos.page("patches", path, status={0, 1}), patches())


def test_colours_of_display_p3(browser, photos):
    profile = Image.open(sample("shu223_depth.jpg")).info["icc_profile"]
    assert b"Display P3" in profile or "Display P3".encode("utf-16-be") in profile
    path = photos.folder / "wide.png"
    wide = Image.fromarray(patches() // 2 + 60)
    wide.save(path, icc_profile=profile)
    expected = ImageCms.profileToProfile(wide, io.BytesIO(profile), ImageCms.createProfile("sRGB"))
    assert np.abs(np.asarray(expected, int) - np.asarray(wide, int)).max() > 5
    check(browser, photos.page("wide", path, status={0, 1}), np.asarray(expected))
