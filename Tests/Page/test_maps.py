"""The photo, and maps: colours, units, and what is at the cursor."""

import base64
import json
import zlib

import numpy as np
import pytest
from conftest import SCENE, auxdepth, sample
from PIL import Image


def exact(photos, photo, kind):
    """The values of a map as the program has them, upright."""
    path = photos.folder / f"{photo}.{kind}.npy"
    if not path.exists():
        auxdepth("extract", photos[photo], "--type", "disparity", "--as", kind, "-o", path)
    return np.load(path)


def test_photo_and_what_the_file_holds(browser, scene):
    browser.open(scene, "view=photo")
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
        assert told["Pixel of the photo"] == f"{int((column + 0.5) * 2000 / 768)}, {int((row + 0.5) * 1500 / 576)}"
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
            width=48, height=36, sample="float32", coding="none", data=samples,
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


# Turbo's polynomials (R. Du's approximation), x^0 to x^5 of red, green and blue.
TURBO = np.array([
    [0.13572138, 4.6153926, -42.66032258, 132.13108234, -152.94239396, 59.28637943],
    [0.09140261, 2.19418839, 4.84296658, -14.18503333, 4.27729857, 2.82956604],
    [0.1066733, 12.64194608, -60.58204836, 110.36276771, -89.90310912, 27.34824973]])


def turbo(places):
    """The colours of places on the scale, in 256 steps."""
    x = np.rint(np.clip(places, 0, 1) * 255)[..., None] / 255
    return np.clip(np.rint(255 * (x ** np.arange(6)) @ TURBO.T), 0, 255)


def nearness(metres):
    """0 the farthest and 1 the nearest, evenly in 1/metres."""
    with np.errstate(divide="ignore"):
        near = 1 / metres.astype(float)
    return (near - near.min()) / (near.max() - near.min())


def make_both(photos):
    """A JPEG with one scene's depth as an Apple disparity map and as Google's depth map, which has metres."""
    path = photos.folder / "both.jpg"
    if not path.exists():
        picture = photos.folder / "both.png"
        Image.open(SCENE / "render.png").resize((768, 576), Image.Resampling.BOX).save(picture)
        auxdepth("attach", picture, "--depth", SCENE / "depth.pfm", "--also", "gdepth", "-o", path)
    return path


def coloured(browser, index, colours="turbo"):
    browser.go(f"view=map&map={index}")
    browser.choose("colours", colours)
    return browser.canvas()[:, :, :3].astype(float)


def test_near_has_one_colour_in_depth_and_disparity(browser, photos):
    """Red is near in Google's depth map of metres as in Apple's disparity map, and both are numpy's colours."""
    path = make_both(photos)
    truth = np.asarray(Image.open(SCENE / "depth.pfm")).astype(float)
    names = [image["type"] for image in json.loads(auxdepth("info", "--json", path))["auxiliary"]]
    assert sorted(names) == ["depth", "disparity"]
    browser.open(photos.page("both", path, status={0, 1}))
    for index, name in enumerate(names):
        picture = coloured(browser, index)
        expected = turbo(nearness(truth))
        assert picture.shape == expected.shape
        # The files have 256 codes: a step of the scale is at most 13 codes of a colour.
        away = np.abs(picture - expected).max(axis=2)
        assert np.percentile(away, 95) <= 13 and away.mean() < 5, name
        # The nearest is warm and the farthest is dark blue.
        assert tuple(picture.reshape(-1, 3)[truth.argmin()]) == (144, 13, 0)
        assert tuple(picture.reshape(-1, 3)[truth.argmax()]) == (35, 23, 27)
        # The legend goes from far to near, whatever the map has, and the cursor's needle is where numpy says.
        ends = browser.text("figcaption").split("\n")
        assert ends[0].startswith("far 11.8") and ends[-1].startswith("near 2.2 m"), ends
        ticks = [float(tick.text) for tick in browser.all(".ticks span")]
        assert ticks == sorted(ticks, reverse=True)
        browser.point((500 + 0.5) / 768, (400 + 0.5) / 576)
        needle = browser.run("return parseFloat(document.querySelector('.needle').style.left);")
        assert needle == pytest.approx(100 * nearness(truth)[400, 500], abs=0.5)


@pytest.mark.parametrize("name", ["exifr_gdepth.jpg", "depthy_sample1_gdepth.jpg", "fidmaa_depth_matte.jpg", "lyangas_depth_gainmap.jpg"])
def test_colours_of_phones(browser, photos, name):
    """Depth of Google's phones and disparity of Apple's have the colours that numpy gives to the program's values."""
    path = sample(name)
    images = json.loads(auxdepth("info", "--json", path))["auxiliary"]
    index, kind = next((at, image["type"]) for at, image in enumerate(images) if image["type"] in ("depth", "disparity"))
    values = photos.folder / f"{name}.npy"
    auxdepth("extract", path, "--type", kind, "--as", "fdep", "-o", values)
    browser.open(photos.page(name, path, status={0, 1}))
    picture = coloured(browser, index)
    away = np.abs(picture - turbo(nearness(np.load(values)))).max(axis=2)
    # A value at the edge of two steps may fall on either.
    assert np.percentile(away, 99) <= 13 and away.mean() < 1


def test_mattes_and_gain_maps_stand_from_0_to_1(browser, photos, scene):
    """A matte that is 64 to 128 everywhere is dark gray, not black and white."""
    codes = np.tile(np.arange(64, 129, dtype=np.uint8), (40, 1))

    def change(kind):
        def apply(data):
            samples = base64.b64encode(zlib.compress(codes.tobytes())).decode()
            data["files"][0]["maps"][1].update(
                width=65, height=40, sample="uint8", coding="none", data=samples, kind=kind)
        return apply
    for kind in ["matte", "gain"]:
        browser.open(photos.changed(f"shares-{kind}", scene, change(kind)), "view=map&map=1")
        picture = browser.canvas()
        assert (picture[:, :, 0] == codes).all() and (picture[:, :, 2] == codes).all()
        assert [tick.text for tick in browser.all(".ticks span")] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]


def test_no_distance_is_clear(browser, photos, scene):
    """A depth of 0 or less is no distance, and an infinite one is the farthest."""
    values = np.full((40, 60), 2, dtype="<f4")
    values[:, 30:] = 4
    values[0, 0], values[0, 1], values[0, 2] = 0, -1, np.inf

    def change(data):
        samples = base64.b64encode(zlib.compress(values.tobytes())).decode()
        data["files"][0]["maps"][0].update(
            width=60, height=40, sample="float32", coding="none", data=samples,
            value={"kind": "linear", "offset": 0, "scale": 1}, unit="m")
    browser.open(photos.changed("no-distance", scene, change), "view=map")
    browser.choose("colours", "gray")
    picture = browser.canvas()
    assert picture[0, 0, 3] == 0 and picture[0, 1, 3] == 0 and picture[0, 2].tolist() == [0, 0, 0, 255]
    assert picture[20, 10, 0] == 255 and picture[20, 50, 0] == 128
    assert browser.text("figcaption").startswith("far ∞ m")
    assert "Zero or less" in browser.text("#side")


def test_maps_are_listed_by_what_people_look_for(browser, photos, scene):
    """Depth first, then the mattes from the whole to the details, gain maps, and the rest."""
    order = ["disparity", "portraitEffectsMatte", "semanticSegmentationHairMatte", "semanticSegmentationSkinMatte",
             "semanticSegmentationTeethMatte", "semanticSegmentationGlassesMatte", "semanticSegmentationSkyMatte",
             "hdrGainMap", "tag:apple.com,2023:photo:aux:styledeltamap"]

    def change(data):
        file = data["files"][0]
        depth, matte = file["maps"]
        kinds = {"hdrGainMap": "gain", "tag:apple.com,2023:photo:aux:styledeltamap": "other"}
        file["maps"] = [{**matte, "type": name, "title": name, "kind": kinds.get(name, "matte")} for name in reversed(order[1:])]
        file["maps"].insert(3, {**depth, "title": "disparity"})
        file["effects"]["map"] = 3
    browser.open(photos.changed("order", scene, change), "view=map")
    options = browser.run("return [...document.querySelectorAll('select[name=map] option')].map((option) => option.text);")
    assert options == order
    assert browser.run("return document.querySelector('select[name=map]').value;") == "3"
    browser.tab("photo")
    assert [link.text.split("\n")[0] for link in browser.all(".links button")] == order


def test_units_and_legend(browser, scene):
    browser.open(scene, "view=map")
    browser.choose("unit", "m")
    assert "11.8 m" in browser.text("figcaption") and "2.2 m" in browser.text("figcaption")
    ticks = [float(tick.text) for tick in browser.all(".ticks span")]
    assert len(ticks) >= 3 and ticks == sorted(ticks, reverse=True)
    browser.choose("unit", "1/m")
    assert "0.0844 1/m" in browser.text("figcaption")
    assert "Relative" in browser.text(".note")
    assert browser.text("figcaption").split("\n") == ["far 0.0844 1/m", "relative", "near 0.455 1/m"]
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
