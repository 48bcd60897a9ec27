"""Measuring between points and of mattes; the judge is numpy, on the exact depth of the bundled, ray-traced scene."""

import re

import numpy as np
import pytest
from conftest import SCENE
from PIL import Image
from space import arrays, attach, calibration, drag, opened, pfm, points, scene_in_space, touch, write_pfm

# Places of the scene, away from outlines: on the duck, the ball, the floor, columns and the wall.
PLACES = [(0.36, 0.62), (0.78, 0.56), (0.62, 0.86), (0.1, 0.3), (0.6, 0.3), (0.3, 0.9), (0.93, 0.4), (0.25, 0.68)]


@pytest.fixture
def measuring(browser, photos):
    _, page = scene_in_space(photos)
    browser.open(page, "view=map")
    browser.find("#stage").click()
    browser.press("m")
    return browser


def numbers(browser):
    """The exact values of the table, and the texts."""
    return browser.run("""
return Object.fromEntries([...document.querySelectorAll(".measured tr")].map((row) =>
  [row.querySelector("th").textContent, [Number(row.querySelector("data").value), row.querySelector("data").textContent]]));""")


def between(browser, one, two):
    """Measures from one place to another, by pressing on both."""
    if browser.run("return stage.overlay.childElementCount;"):
        browser.press("Delete")
    for place in (one, two):
        browser.point(*place, click=True)
    return numbers(browser)


def sample_at(values, u, v):
    return values[int(v * values.shape[0]), int(u * values.shape[1])]


def off(text):
    """What a length may be off by, in its own unit, as a share of a metre."""
    found = re.search(r"± (\S+) (mm|cm|m)", text)
    return float(found[1]) * {"mm": 1e-3, "cm": 1e-2, "m": 1}[found[2]]


def test_distances_of_the_scene(measuring):
    exact = points(pfm(SCENE / "depth.pfm").astype(float))
    depth = exact[:, :, 2]
    for one, two in zip(PLACES, PLACES[1:]):
        found = between(measuring, one, two)
        truth = np.linalg.norm(sample_at(exact, *one) - sample_at(exact, *two))
        length, text = found["Distance"]
        assert abs(length - truth) <= off(text) * 1.01, (one, two, length, truth, text)
        assert off(text) < 0.15 * truth + 0.2
        for name, place in (("Depth at A", one), ("Depth at B", two)):
            assert found[name][0] == pytest.approx(sample_at(depth, *place), rel=0.03)
        assert abs(found["Difference"][0] - (sample_at(depth, *two) - sample_at(depth, *one))) <= off(found["Difference"][1]) * 1.01
        # Rays of a camera in the middle of the photo, through the middle of the samples.
        rays = [sample_at(exact, *place) / sample_at(depth, *place) for place in (one, two)]
        cosine = rays[0] @ rays[1] / np.linalg.norm(rays[0]) / np.linalg.norm(rays[1])
        assert found["Angle"][0] == pytest.approx(np.degrees(np.arccos(cosine)), abs=1e-5)


def test_steps_are_those_of_the_codes(measuring):
    codes = arrays(measuring, "return { codes: (await planeOf(data.files[0].maps[0])).codes };")["codes"].reshape(576, 768).astype(float)
    value = measuring.run("return data.files[0].maps[0].value;")
    assert value["kind"] == "linear" and measuring.run("return data.files[0].maps[0].unit;") == "1/m"
    depth_of = lambda code: 1 / (value["offset"] + value["scale"] * code)
    rays = points(np.ones((576, 768)))
    for one, two in zip(PLACES[::2], PLACES[1::2]):
        found = between(measuring, one, two)
        a, b = sample_at(rays, *one), sample_at(rays, *two)
        measure = lambda first, second: np.linalg.norm(a * depth_of(first) - b * depth_of(second))
        first, second = sample_at(codes, *one), sample_at(codes, *two)
        own = measure(first, second)
        most = max(abs(measure(first + x, second + y) - own) for x in (-1, 0, 1) for y in (-1, 0, 1))
        assert found["Distance"][0] == pytest.approx(own, rel=1e-6)
        assert off(found["Distance"][1]) == pytest.approx(most, rel=0.06)


def test_profile(measuring):
    one, two = (0.2, 0.6), (0.9, 0.5)
    found = between(measuring, one, two)
    depth = pfm(SCENE / "depth.pfm")
    columns = np.linspace(int(0.2 * 768), int(0.9 * 768), int(0.9 * 768) - int(0.2 * 768) + 1)
    rows = np.linspace(int(0.6 * 576), int(0.5 * 576), len(columns))
    # As the page rounds halves.
    truth = depth[np.floor(rows + 0.5).astype(int), np.floor(columns + 0.5).astype(int)].astype(float)
    path = measuring.run("return document.querySelector('.profile-line').getAttribute('d');")
    drawn = np.array([[float(part) for part in place] for place in re.findall(r"[ML](\S+) (\S+?)(?=[MLh]|$)", path)])
    assert len(drawn) == len(truth)
    assert np.allclose(drawn[:, 0], np.linspace(0, 320, len(truth)), atol=0.01)
    # The chart goes from the nearest depth at the bottom to the farthest at the top.
    shown = (120 - drawn[:, 1]) / 120
    low, high = truth.min(), truth.max()
    share = (truth - low) / (high - low)
    # Codes of 8 bits are up to 1.5 % of what is farthest away.
    assert np.abs(shown - share).max() < 0.06 and np.abs(shown - share).mean() < 0.01
    # Parts of the line are parted where the depth steps.
    assert path.count("M") >= 4
    # Where the pointer is on the chart, there is a mark on the picture.
    box = measuring.run("const box = document.querySelector('.profile').getBoundingClientRect(); return [box.left, box.top, box.width, box.height];")
    measuring.run("document.querySelector('.profile').scrollIntoView({ block: 'center' });")
    box = measuring.run("const box = document.querySelector('.profile').getBoundingClientRect(); return [box.left, box.top, box.width, box.height];")
    measuring.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": box[0] + box[2] / 4, "y": box[1] + box[3] / 2})
    measuring.settle()
    mark = measuring.run("const mark = document.querySelector('.measure-mark'); return [mark.cx.baseVal.value, mark.cy.baseVal.value];")
    assert mark == pytest.approx([(0.2 + 0.7 / 4) * 768, (0.6 - 0.1 / 4) * 576], abs=2)
    assert measuring.text(".profile-value").endswith(" m")
    assert found["Depth at A"][0] == pytest.approx(truth[0], rel=0.02)


def test_handles_are_dragged(measuring):
    drag(measuring, (0.36, 0.62), (0.78, 0.56))
    first = numbers(measuring)["Distance"]
    assert measuring.run("return document.querySelector('.measure-label').textContent;") == "{} m".format(f"{first[0]:.3g}")
    drag(measuring, (0.78, 0.56), (0.62, 0.86))
    moved = numbers(measuring)
    measuring.press("Delete")
    assert numbers(measuring) == {}
    assert between(measuring, (0.36, 0.62), (0.62, 0.86)) == moved


def test_by_keys(measuring):
    measuring.find("#stage").click()
    measuring.press("Delete", "ArrowRight", "Enter", *["ArrowDown"] * 8, *["ArrowLeft"] * 3, "Enter")
    measuring.wait("return document.getElementById('live').textContent.includes('Angle');")
    found = numbers(measuring)
    exact = points(pfm(SCENE / "depth.pfm").astype(float))
    # The pointer was in the middle.
    column, row = 768 // 2 + 1, 576 // 2
    truth = np.linalg.norm(exact[row, column] - exact[row + 8, column - 3])
    assert abs(found["Distance"][0] - truth) <= off(found["Distance"][1]) * 1.01
    spoken = measuring.run("return document.getElementById('live').textContent;")
    assert "Distance" in spoken and "plus or minus" in spoken and "Angle" in spoken
    measuring.press("m")
    assert measuring.run("return [stage.overlay.childElementCount, document.getElementById('stage').dataset.tool ?? ''];") == [0, ""]
    assert measuring.find(".part button[aria-pressed]").get_attribute("aria-pressed") == "false"


def test_by_touch(measuring):
    touch(measuring, "touchStart", (0.36, 0.62))
    for step in range(1, 5):
        touch(measuring, "touchMove", (0.36 + 0.105 * step, 0.62 - 0.015 * step))
    touch(measuring, "touchEnd")
    measuring.settle()
    by_finger = numbers(measuring)
    assert by_finger["Distance"][0] == pytest.approx(between(measuring, (0.36, 0.62), (0.78, 0.56))["Distance"][0], rel=1e-9)


def test_in_the_view_that_opens_first(browser, photos):
    _, page = scene_in_space(photos)
    browser.prefer(prefers_reduced_motion="reduce")
    browser.open(page, "view=depth")
    browser.choose("layout", "pair")
    browser.find("#stage").click()
    browser.press("m")
    # Both points are on one picture, and the divider stays where it is.
    found = between(browser, (0.36, 0.62), (0.78, 0.56))
    browser.go("view=map")
    assert between(browser, (0.36, 0.62), (0.78, 0.56)) == found
    browser.go("view=depth")
    assert browser.run("return document.getElementById('stage').dataset.tool;") == "measure"
    browser.press("m")
    browser.settle()
    assert browser.run("return document.getElementById('stage').dataset.tool;") == "divider"
    browser.choose("layout", "divider")


def test_zoomed(measuring):
    found = between(measuring, (0.36, 0.62), (0.5, 0.56))
    radius = "return document.querySelector('.measure-handle').getBoundingClientRect().width;"
    before = measuring.run(radius)
    place = "const box = document.querySelectorAll('.measure-handle')[1].getBoundingClientRect();" \
        "const at = stage.at({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }); return at;"
    measuring.run("zoom.to(3); zoom.u = 0.45; zoom.v = 0.6; zoom.apply();")
    measuring.settle()
    assert measuring.run(radius) == pytest.approx(before, abs=0.6)
    assert measuring.run(place) == pytest.approx([0.5, 0.56], abs=0.002)
    assert numbers(measuring) == found


def test_relative_distances_have_units(browser, scene):
    browser.open(opened(scene), "view=map")
    browser.find("#stage").click()
    browser.press("m")
    browser.point(0.36, 0.62, click=True)
    browser.point(0.78, 0.56, click=True)
    found = numbers(browser)
    # Nothing says the camera of that file either.
    assert "Distance" not in found and "Angle" not in found
    assert found["Difference"][1].endswith(" units")
    notes = browser.text(".measure-body")
    assert "not in metres" in notes and "gives the field of view" in notes
    depth = pfm(SCENE / "depth.pfm")
    truth = sample_at(depth, 0.78, 0.56) - sample_at(depth, 0.36, 0.62)
    assert found["Difference"][0] == pytest.approx(truth, abs=0.1)


def test_steps_of_half_floats(browser, photos):
    """Floats that are all halves have steps of halves; other floats those of floats."""
    depth = np.full((60, 80), 2.0, np.float32)
    depth[:, 40:] = 3.0
    write_pfm(photos.folder / "halves.pfm", depth)
    photo = photos.folder / "halves.png"
    Image.new("RGB", (800, 600), (90, 120, 150)).save(photo)
    path = attach(photos.folder / "halves.heic", photo, photos.folder / "halves.pfm", camera=calibration(840, 800, 600))
    page = photos.page("halves", path)

    def change(values):
        def changed(data):
            import base64
            import zlib
            item = data["files"][0]["maps"][0]
            item |= {"sample": "float32", "coding": "none", "value": {"kind": "linear", "offset": 0, "scale": 1},
                     "unit": "1/m", "data": base64.b64encode(zlib.compress(values.astype("<f4").tobytes())).decode()}
        return changed

    for name, noise, precision in (("half", 0, 10), ("single", 2.0**-20, 23)):
        values = 1 / depth.astype(np.float64)
        values = values.astype(np.float16).astype(np.float64) + noise
        browser.open(opened(photos.changed(f"halves-{name}", page, change(values))), "view=map")
        browser.find("#stage").click()
        if browser.run("return !document.querySelector('[aria-pressed=true]');"):
            browser.press("m")
        found = between(browser, (0.1, 0.5), (0.9, 0.5))
        a, b = float(values[0, 0]), float(values[0, -1])
        steps = [2.0 ** (np.floor(np.log2(value)) - precision) for value in (a, b)]
        measure = lambda first, second: abs(1 / first - 1 / second)
        most = max(abs(measure(a + x * steps[0], b + y * steps[1]) - measure(a, b)) for x in (-1, 0, 1) for y in (-1, 0, 1))
        assert off(found["Difference"][1]) == pytest.approx(most, rel=0.06), name


# Mattes.

def test_area_of_the_duck(browser, photos):
    _, page = scene_in_space(photos)
    browser.open(page, "view=map&map=1")
    browser.wait("return document.querySelector('.area').textContent.includes('Surface');", 30)
    share, surface = browser.run("return [...document.querySelectorAll('.area data')].map((item) => Number(item.value));")
    matte = np.asarray(Image.open(SCENE / "matte.png").convert("L")).astype(float) / 255
    assert share == pytest.approx(matte.mean(), abs=1e-3)
    # Disparity is linear on a plane: its slopes between neighbours of one surface say how it is tilted.
    disparity = 1 / pfm(SCENE / "depth.pfm").astype(float)
    rays = points(np.ones_like(disparity))
    pitch = 2000 / 2100 / 768
    def slope(axis):
        steps = np.diff(disparity, axis=axis) / pitch
        jumps = np.abs(np.diff(1 / disparity, axis=axis)) * np.minimum(*(np.take(disparity, part, axis) for part in (
            range(1, disparity.shape[axis]), range(disparity.shape[axis] - 1)))) > 0.03
        steps[jumps] = np.nan
        pads = [[(1, 0) if axis == other else (0, 0) for other in (0, 1)], [(0, 1) if axis == other else (0, 0) for other in (0, 1)]]
        both = np.stack([np.pad(steps, pad, constant_values=np.nan) for pad in pads])
        return np.where(np.isnan(both).all(0), 0, np.nansum(both, 0) / np.maximum((~np.isnan(both)).sum(0), 1))
    a, b = slope(1), slope(0)
    c = disparity - a * rays[:, :, 0] - b * rays[:, :, 1]
    area = np.sqrt(a * a + b * b + c * c) / disparity**3 * pitch**2
    small = matte[(np.arange(576)[:, None] * 750 + 375) // 576, (np.arange(768) * 1000 + 500) // 768]
    truth = (area * small).sum()
    # Much of the duck's surface that is seen is seen at its outline, at a grazing angle.
    assert surface == pytest.approx(truth, rel=0.08), (surface, truth)
    assert "visible surface" in browser.text("#side")


def test_area_of_a_slope(browser, photos):
    """A plane through (0, 0, 2) that falls away to the right, and a matte over its right half."""
    rays = points(np.ones((300, 400)), 1)
    depth = 2 / (1 - 0.4 * rays[:, :, 0])
    write_pfm(photos.folder / "slope.pfm", depth)
    Image.new("RGB", (800, 600), (90, 120, 150)).save(photos.folder / "slope.png")
    matte = np.zeros((300, 400), np.uint8)
    matte[:, 200:] = 255
    Image.fromarray(matte).save(photos.folder / "slope-matte.png")
    path = attach(photos.folder / "slope.heic", photos.folder / "slope.png", photos.folder / "slope.pfm", "--portrait",
                  photos.folder / "slope-matte.png", camera=calibration(800, 800, 600))
    browser.open(photos.page("slope", path), "view=map&map=1")
    browser.wait("return document.querySelector('.area').textContent.includes('Surface');", 30)
    share, surface = browser.run("return [...document.querySelectorAll('.area data')].map((item) => Number(item.value));")
    assert share == pytest.approx(0.5, abs=0.002)
    # The plane's area over its projection onto the picture: dA = z^3 / (2 cos) dx dy by the plane's equation.
    x, y = np.meshgrid(np.linspace(0, 0.5, 2001), np.linspace(-0.375, 0.375, 1501))
    z = 2 / (1 - 0.4 * x)
    density = z**3 / 2 * np.sqrt(1 + 0.4**2)
    truth = np.trapezoid(np.trapezoid(density, x[0], axis=1), y[:, 0])
    assert surface == pytest.approx(truth, rel=0.01)


def test_area_without_a_camera(browser, scene):
    browser.open(opened(scene), "view=map&map=1")
    assert "12.1" in browser.text(".area") and "Surface" not in browser.text(".area")
    assert "gives the field of view" in browser.text("#side")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(browser, photos, scheme):
    _, page = scene_in_space(photos)
    browser.size(360, 800)
    browser.prefer(prefers_color_scheme=scheme)
    browser.open(page, "view=map")
    browser.find(".part button[aria-pressed]").click()
    found = between(browser, (0.36, 0.62), (0.78, 0.56))
    assert found["Distance"][0] > 1
    assert browser.run("return document.documentElement.scrollWidth;") == 360
    # The handle that a finger takes is as near as a finger is thick.
    browser.run("document.getElementById('content').scrollIntoView({ block: 'center' });")
    touch(browser, "touchStart", (0.78 + 22 / 360, 0.56))
    touch(browser, "touchMove", (0.62, 0.86))
    touch(browser, "touchEnd")
    browser.settle()
    assert numbers(browser)["Depth at A"] == found["Depth at A"]
    assert numbers(browser)["Depth at B"] != found["Depth at B"]
