"""The photo, and maps: colours, units, and what is at the cursor."""

import base64
import zlib

import numpy as np
import pytest
from conftest import auxdepth


def exact(photos, photo, kind):
    """The values of a map as the program has them, upright."""
    path = photos.folder / f"{photo}.{kind}.npy"
    if not path.exists():
        auxdepth("extract", photos[photo], "--type", "disparity", "--as", kind, "--oriented", "-o", path)
    return np.load(path)


def test_photo_and_what_the_file_holds(browser, scene):
    browser.open(scene)
    assert browser.text("h1") == "scene.heic"
    assert "2000 × 1500" in browser.text("#summary") and "valid" in browser.text("#summary")
    browser.point(0.5, 0.5)
    assert browser.readout()["Position"] == "1000, 750"
    browser.find(".links button").click()
    browser.settle()
    assert browser.find("#views-map").get_attribute("aria-selected") == "true"
    assert "view=map" in browser.driver.current_url


@pytest.mark.parametrize("kind", ["fdis", "fdep"])
def test_value_under_the_pointer_is_the_program_s(browser, photos, scene, kind):
    values = exact(photos, "scene.heic", kind)
    browser.open(scene, "view=map")
    browser.choose("unit", "m" if kind == "fdep" else "1/m")
    for column, row in [(0, 0), (767, 575), (300, 250), (500, 400), (123, 456)]:
        browser.point((column + 0.5) / 768, (row + 0.5) / 576)
        told = browser.readout()
        assert told["Position"] == f"{column}, {row}"
        # The program's floats came through halves.
        assert float(told["Value"]) == pytest.approx(values[row, column], rel=2**-10)
        # The code is that of which the value is made: 256 of them between the least and the greatest.
        disparities = exact(photos, "scene.heic", "fdis")
        least, greatest = float(disparities.min()), float(disparities.max())
        share = (float(disparities[row, column]) - least) / (greatest - least)
        assert int(told["Code"]) == round(share * 255)


def test_floats_are_exact(browser, photos, scene):
    values = np.linspace(0.25, 4, 48 * 36, dtype="<f4").reshape(36, 48)
    values[7, 5] = np.nan

    def change(data):
        samples = base64.b64encode(zlib.compress(values.tobytes())).decode()
        data["files"][0]["maps"][0].update(
            width=48, height=36, sample="float32", predictor="none", data=samples,
            value={"kind": "inverse", "offset": 0, "scale": 1}, unit="m")

    browser.open(photos.changed("floats", scene, change), "view=map")
    for column, row in [(0, 0), (47, 35), (20, 11)]:
        browser.point((column + 0.5) / 48, (row + 0.5) / 36)
        told = browser.readout()
        assert np.float32(told["Code"]) == values[row, column]
        assert float(told["Value"]) == 1 / float(values[row, column])
        assert np.float32(told["Disparity"]) == pytest.approx(values[row, column], rel=1e-7)
    browser.point(5.5 / 48, 7.5 / 36)
    assert browser.readout()["Value"] == "NaN" and "no value" in browser.text("#readout")
    assert browser.canvas()[7, 5, 3] == 0


def test_holes_have_no_value(browser, photos):
    def change(data):
        map = data["files"][0]["maps"][0]
        map["hole"] = 0
    page = photos.changed("holes", photos.page("scene", "scene.heic"), change)
    browser.open(page, "view=map")
    assert "Without a value" in browser.text("#side")
    share = browser.run("""
const row = [...document.querySelectorAll("#side tr")].find((row) => row.textContent.startsWith("Without a value"));
return row.querySelector("td").textContent;""")
    assert share.endswith("%")
    assert (browser.canvas()[:, :, 3] == 0).any()


def test_colour_maps(browser, scene):
    browser.open(scene, "view=map")
    pictures = {}
    for name in ["turbo", "gray", "plasma"]:
        browser.choose("colours", name)
        pictures[name] = browser.canvas()[:, :, :3].astype(int)
    gray = pictures["gray"]
    assert (gray[:, :, 0] == gray[:, :, 2]).all()
    assert gray.min() == 0 and gray.max() == 255
    # Near is red in turbo, and far is dark blue; plasma goes from blue to yellow.
    near, far = np.unravel_index(gray[:, :, 0].argmax(), gray.shape[:2]), np.unravel_index(gray[:, :, 0].argmin(), gray.shape[:2])
    assert tuple(pictures["turbo"][near]) == (144, 13, 0)
    assert tuple(pictures["turbo"][far]) == (35, 23, 27)
    assert tuple(pictures["plasma"][near]) == (240, 249, 33)
    assert tuple(pictures["plasma"][far]) == (13, 8, 135)


def test_units_and_legend(browser, scene):
    browser.open(scene, "view=map")
    browser.choose("unit", "m")
    assert "11.847 m" in browser.text("figcaption") and "2.196" in browser.text("figcaption")
    ticks = [float(tick.text) for tick in browser.all(".ticks span")]
    assert len(ticks) >= 3 and ticks == sorted(ticks, reverse=True)
    browser.choose("unit", "1/m")
    assert "0.084412 1/m" in browser.text("figcaption")
    assert "relative" in browser.text(".note")
    assert browser.find(".histogram").get_attribute("aria-label").startswith("Histogram")


def test_map_over_the_photo(browser, scene):
    browser.open(scene, "view=map&map=1")
    browser.slide("opacity", 0.5)
    assert browser.run("return document.querySelector('#content canvas').style.opacity;") == "0.5"
    assert browser.run("return getComputedStyle(document.querySelector('#content img')).visibility;") == "visible"


def test_matte(browser, scene):
    browser.open(scene, "view=map&map=1")
    browser.point(0.3, 0.6)
    assert browser.readout()["Code"] == "255" and browser.readout()["Value"] == "1"
    assert "render matte" in browser.command()


def test_damaged_data_are_told(browser, photos, scene):
    def change(data):
        map = data["files"][0]["maps"][0]
        map["data"] = map["data"][:len(map["data"]) // 2 // 4 * 4]
    browser.open(photos.changed("damaged", scene, change), "view=map")
    assert "damaged" in browser.text("#trouble")
    assert browser.find("#trouble").get_attribute("role") == "alert"
    browser.tab("photo")
    assert not browser.find("#trouble").is_displayed()
    browser.tab("focus")
    assert "damaged" in browser.text("#trouble")


def test_map_that_was_not_decoded_says_why(browser, photos, scene):
    def change(data):
        map = data["files"][0]["maps"][1]
        del map["data"]
        map["failure"] = "the coded image is cut off"
    browser.open(photos.changed("failure", scene, change), "view=map&map=1")
    assert browser.text("#trouble") == "the coded image is cut off"
    assert "not decoded" in browser.text("#side")
