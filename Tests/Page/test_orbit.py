"""Orbit: the mesh, what is drawn of it, and turning it; the judges are the program's own GLB file and numpy."""

import shlex
import time

import numpy as np
import pytest
import trimesh
from conftest import SCENE, auxdepth, sample
from PIL import Image, ImageFilter
from space import arrays, content_box, drag, grown, least_around, mesh, mouse, opened, scene_in_space, shrunk, touch

# What is behind tears is not drawn, so that all that is there is of the mesh.
WITHOUT_BACKDROP = "OrbitScene.prototype.draw = (draw => function (scene) { " \
    "window.drawn = (window.drawn ?? 0) + 1; return draw.call(this, { ...scene, backdrop: undefined }); })(OrbitScene.prototype.draw);"


@pytest.fixture
def still(browser):
    browser.prefer(prefers_reduced_motion="reduce", prefers_color_scheme="light")
    return browser


@pytest.fixture
def orbit(still, photos):
    """The bundled scene in Orbit."""
    photo, page = scene_in_space(photos)
    still.open(page, "view=photo")
    still.run(WITHOUT_BACKDROP)
    still.go("view=orbit")
    still.photo = photo
    return still


def picture(browser):
    """The part of the canvas that the photo's own picture is in, and the whole canvas."""
    canvas = browser.canvas()
    left, top, width, height = content_box(browser)
    box = browser.run("const box = document.querySelector('#content canvas').getBoundingClientRect(); return [box.left, box.top, box.width];")
    scale = canvas.shape[1] / box[2]
    x, y = (left - box[0]) * scale, (top - box[1]) * scale
    return canvas[round(y):round(y + height * scale), round(x):round(x + width * scale)], canvas


def seen(browser):
    return browser.readout()["Seen"]


# The mesh.

def photo_of(photos, name):
    return scene_in_space(photos)[0] if name == "scene" else sample(name)


@pytest.mark.parametrize("name, words", [
    ("scene", []), ("fidmaa_depth_allmattes_gainmap.heic", []), ("shu223_depth.jpg", []),
    ("depthy_sample1_gdepth.jpg", ["--fov", 60]), ("exifr_gdepth.jpg", ["--stride", 2]),
])
def test_mesh_is_that_of_extract(browser, photos, tmp_path, name, words):
    photo = photo_of(photos, name)
    browser.open(opened(photos.page(f"mesh-{photo.stem}", photo)), "view=photo")
    auxdepth("extract", photo, "--format", "glb", "-o", tmp_path / "mesh.glb", *words)
    scene = trimesh.load(tmp_path / "mesh.glb", process=False)
    truth = next(iter(scene.geometry.values()))
    found = mesh(browser, fieldOfView=60)
    # The axes of glTF are y up and z towards the viewer.
    assert np.array_equal(found["positions"] * [1, -1, -1], truth.vertices.astype(np.float32))
    assert np.array_equal(found["indices"], truth.faces)
    # trimesh counts the rows of a texture from the bottom.
    places = found["textureCoordinates"] * [1, -1] + [0, 1]
    assert np.abs(places - truth.visual.uv).max() < 1e-6


def depths(browser):
    """The depth of each sample of the scene's map; NaN of those that hang between two surfaces, and are no points."""
    found, depth = mesh(browser), np.full((576, 768), np.nan, np.float32)
    columns, rows = (found["pointPlaces"] * [768, 576]).astype(int).T
    depth[rows, columns] = found["points"][:, 2]
    return depth


@pytest.mark.parametrize("name", ["scene", "shu223_depth.jpg"])
def test_points_are_those_of_extract(browser, photos, tmp_path, name):
    photo = photo_of(photos, name)
    browser.open(opened(photos.page(f"mesh-{photo.stem}", photo)), "view=photo")
    auxdepth("extract", photo, "--format", "ply", "-o", tmp_path / "points.ply")
    truth = trimesh.load(tmp_path / "points.ply").vertices.astype(np.float32)
    assert np.array_equal(mesh(browser)["points"], truth)


def test_saved_points(browser, photos, tmp_path):
    photo, page = scene_in_space(photos)
    browser.open(page, "view=photo")
    text = arrays(browser, "return { bytes: new Uint8Array(await (await pointsPLY(data.files[0])).arrayBuffer()) };")["bytes"].tobytes()
    (tmp_path / "saved.ply").write_bytes(text)
    auxdepth("extract", photo, "--format", "ply", "-o", tmp_path / "points.ply")
    saved, truth = (trimesh.load(tmp_path / name) for name in ("saved.ply", "points.ply"))
    assert np.array_equal(saved.vertices, truth.vertices)
    # Those of the photo itself are of single pixels, too, but not coded again.
    assert np.abs(saved.colors[:, :3].astype(int) - truth.colors[:, :3]).mean() < 4
    browser.go("view=orbit")
    assert "Points, PLY" in browser.run("return document.getElementById('save-items').textContent;")


def test_whole_mesh_has_each_square(browser, photos):
    _, page = scene_in_space(photos)
    browser.open(page, "view=photo")
    whole, torn = mesh(browser, isTorn=False), mesh(browser)
    def area(found):
        one, two, three = (found["textureCoordinates"][found["indices"][:, corner]] * [768, 576] for corner in range(3))
        (a, b), (c, d) = (two - one).T, (three - one).T
        return np.abs(a * d - b * c).sum() / 2
    assert abs(area(whole) - 767 * 575) < 0.1
    assert 0.9 < area(torn) / area(whole) < 0.995


# What is drawn.

def test_from_the_camera_it_is_the_photo(orbit):
    shown, _ = picture(orbit)
    photo = Image.open(SCENE / "render.png").convert("RGB").resize(shown.shape[1::-1], Image.Resampling.BOX)
    is_drawn = shrunk(shown[:, :, 3] == 255, 3)
    assert is_drawn.mean() > 0.8
    # Of tears alone nothing is drawn.
    assert (shown[:, :, 3] > 0).mean() < 0.999
    difference = shown[:, :, :3].astype(float) - np.asarray(photo)
    psnr = 10 * np.log10(255**2 / (difference[is_drawn] ** 2).mean())
    assert psnr > 30, psnr


def test_backdrop_is_at_home_alone(still, photos):
    _, page = scene_in_space(photos)
    still.open(page, "view=orbit")
    shown, _ = picture(still)
    assert (shown[2:-2, 2:-2, 3] == 255).all()
    still.find("#stage").click()
    still.press("ArrowRight")
    still.settle()
    shown, _ = picture(still)
    assert (shown[:, :, 3] == 0).mean() > 0.01


def turned(points, pivot, yaw, pitch, offset=None):
    """Points as a viewer has them who went around a pivot, to the right and up, in degrees."""
    yaw, pitch = np.radians([yaw, pitch])
    across = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
    up = np.array([[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]])
    return (points - pivot) @ (up @ across).T + (pivot if offset is None else offset)


def test_turned_picture_is_that_of_numpy(orbit):
    pivot = np.array(orbit.driver.execute_async_script(
        "const done = arguments[0]; const file = data.files[0];"
        "meshOf(file).then(({ points }) => firstPivot(file, cameraOf(file), rangeOf(points))).then(done);"))
    orbit.find("#stage").click()
    orbit.press(*["ArrowRight"] * 5, *["ArrowUp"] * 2)
    orbit.settle()
    assert seen(orbit) == "25° to the right, 10° above"
    shown, _ = picture(orbit)
    height, width = shown.shape[:2]
    found = mesh(orbit)
    texture = np.asarray(Image.open(SCENE / "render.png").convert("RGB").filter(ImageFilter.BoxBlur(1))).astype(float)
    seen_by = turned(found["points"].astype(float), pivot, 25, 10)
    x = (seen_by[:, 0] / seen_by[:, 2] * 2100 / 2000 + 0.5) * width
    y = (seen_by[:, 1] / seen_by[:, 2] * 2100 / 1500 + 0.5) * height
    is_in = (x > 2) & (x < width - 3) & (y > 2) & (y < height - 3) & (seen_by[:, 2] > 0)
    column, row, depth = x[is_in].astype(int), y[is_in].astype(int), seen_by[is_in, 2]
    nearest = np.full((height, width), np.inf)
    np.minimum.at(nearest, (row, column), depth)
    nearest = least_around(nearest, 2)
    is_front = depth < nearest[row, column] * 1.01
    places = found["pointPlaces"][is_in][is_front]
    truth = texture[(places[:, 1] * 1500).astype(int), (places[:, 0] * 2000).astype(int)]
    drawn = shown[row[is_front], column[is_front]]
    is_drawn = drawn[:, 3] == 255
    assert is_drawn.mean() > 0.97
    off = np.abs(drawn[is_drawn, :3] - truth[is_drawn]).mean(axis=1)
    assert np.median(off) < 4 and np.percentile(off, 90) < 25, (np.median(off), np.percentile(off, 90))
    # Far from any point nothing is drawn but the camera's outline, which is out of the photo's picture here.
    is_covered = grown(np.isfinite(nearest), 12)
    assert (shown[~is_covered][:, 3] > 0).mean() < 0.02


def test_clipping(orbit):
    orbit.slide("near", 0.5)
    shown, _ = picture(orbit)
    # Half way in 1/metres between the nearest and the farthest.
    depth = depths(orbit)
    limit = 2 / (1 / np.nanmin(depth) + 1 / np.nanmax(depth))
    is_near = np.asarray(Image.fromarray((depth < limit)).resize(shown.shape[1::-1], Image.Resampling.NEAREST))
    border = grown(is_near, 4) & ~shrunk(is_near, 4)
    assert (shown[:, :, 3] > 0)[is_near & ~border].mean() < 0.001
    assert (shown[:, :, 3] == 255)[~is_near & ~border].mean() > 0.93
    words = shlex.split(orbit.command())
    assert abs(float(words[words.index("--near") + 1]) / limit - 1) < 1e-3
    # Neither slider passes the other.
    orbit.slide("far", 0.2)
    assert orbit.run("return document.querySelector('input[name=far]').valueAsNumber;") == pytest.approx(0.505)


def test_whole_surface_has_no_holes(orbit):
    shown, _ = picture(orbit)
    assert (shown[3:-3, 3:-3, 3] == 255).mean() < 0.995
    orbit.find("input[name=torn]").click()
    orbit.settle()
    shown, _ = picture(orbit)
    assert (shown[3:-3, 3:-3, 3] < 128).sum() == 0


def test_points_cover_the_photo(orbit):
    orbit.choose("show", "points")
    shown, _ = picture(orbit)
    photo = Image.open(SCENE / "render.png").convert("RGB").resize(shown.shape[1::-1], Image.Resampling.BOX)
    assert (shown[:, :, 3] == 255).mean() > 0.99
    assert np.abs(shown[:, :, :3].astype(float) - np.asarray(photo)).mean() < 8
    assert "--format ply" in orbit.command()


def test_cameras_outlines(orbit):
    orbit.find("#stage").click()
    orbit.press("2")
    orbit.settle()
    def lines(colour):
        return (np.abs(orbit.canvas().astype(int)[:, :, :3] - colour).max(axis=2) < 12).sum()
    camera, left, right = [46, 122, 255], [227, 87, 77], [26, 163, 184]
    assert lines(camera) > 60 and lines(left) < 5 and lines(right) < 5
    for name in ("camera", "eyes"):
        orbit.find(f"input[name={name}]").click()
    orbit.settle()
    assert lines(camera) < 5 and lines(left) > 30 and lines(right) > 30


def test_command_writes_the_same_mesh(orbit, tmp_path):
    words = shlex.split(orbit.command())
    auxdepth(*words[1:-1], tmp_path / "mesh.glb")
    truth = next(iter(trimesh.load(tmp_path / "mesh.glb", process=False).geometry.values()))
    assert str(len(truth.vertices)) in orbit.text("#side").replace("\u202f", "")


# Turning it.

def test_drag_turns(orbit):
    before = orbit.canvas()
    drag(orbit, (0.4, 0.5), (0.6, 0.5))
    # What is under the pointer follows it: the viewer goes to the left, 130 degrees for the whole picture.
    assert seen(orbit) == "26° to the left"
    assert np.abs(orbit.canvas().astype(int) - before).mean() > 5
    drag(orbit, (0.5, 0.4), (0.5, 0.5))
    assert seen(orbit).endswith("° above")
    orbit.find("#stage").click()
    orbit.press("0")
    orbit.settle()
    assert seen(orbit) == "From the camera" and np.array_equal(orbit.canvas(), before)


def test_shift_moves(orbit):
    before, _ = picture(orbit)
    drag(orbit, (0.5, 0.5), (0.6, 0.5), modifiers=8)
    assert seen(orbit) == "From the camera"
    after, _ = picture(orbit)
    step = round(before.shape[1] * 0.1)
    # The pivot moves as far as the pointer; what is nearer or farther by more or less.
    pivot = slice(round(before.shape[0] * 0.45), round(before.shape[0] * 0.7))
    one = before[pivot, 200:360, :3].astype(int)
    off = [np.abs(one - after[pivot, 200 + by:360 + by, :3]).mean() for by in range(step - 25, step + 26)]
    assert abs(int(np.argmin(off)) - 25) <= 8


def test_wheel_and_keys_zoom(orbit):
    distance = float(orbit.readout()["To the pivot"])
    mouse(orbit, "mouseMoved", 0.5, 0.5)
    orbit.rest()
    mouse(orbit, "mouseWheel", 0.5, 0.5, deltaX=0, deltaY=-100)
    orbit.settle()
    assert float(orbit.readout()["To the pivot"]) == pytest.approx(distance * np.exp(-0.2), rel=1e-3)
    assert orbit.run("return scrollY;") == 0
    orbit.find("#stage").click()
    orbit.press("-")
    orbit.settle()
    assert float(orbit.readout()["To the pivot"]) == pytest.approx(distance * np.exp(-0.2) * 1.15, rel=1e-3)


def test_two_fingers(orbit):
    distance = float(orbit.readout()["To the pivot"])
    touch(orbit, "touchStart", (0.45, 0.5), (0.55, 0.5))
    for step in range(1, 6):
        touch(orbit, "touchMove", (0.45 - 0.01 * step, 0.5), (0.55 + 0.01 * step, 0.5))
    touch(orbit, "touchEnd")
    orbit.settle()
    assert float(orbit.readout()["To the pivot"]) == pytest.approx(distance / 2, rel=0.02)
    touch(orbit, "touchStart", (0.5, 0.5))
    touch(orbit, "touchMove", (0.6, 0.5))
    touch(orbit, "touchEnd")
    orbit.settle()
    assert seen(orbit) == "13° to the left"


def test_double_click_sets_the_pivot(orbit):
    depth = depths(orbit)
    u, v = 0.78, 0.55
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            mouse(orbit, kind, u, v, button="left", clickCount=count)
    orbit.settle()
    z = depth[int(v * 576), int(u * 768)]
    x, y = ((u - 0.5) * 2000 / 2100 * z, (v - 0.5) * 1500 / 2100 * z)
    assert float(orbit.readout()["To the pivot"]) == pytest.approx(np.sqrt(x * x + y * y + z * z), rel=0.03)
    # The new pivot stays where it is in the picture.
    before, _ = picture(orbit)
    orbit.press("ArrowRight", "ArrowRight")
    orbit.settle()
    after, _ = picture(orbit)
    row, column = int(v * before.shape[0]), int(u * before.shape[1])
    patch = (slice(row - 4, row + 5), slice(column - 4, column + 5), slice(0, 3))
    assert np.abs(before[patch].astype(int) - after[patch]).mean() < 25


def test_depth_under_the_pointer(orbit):
    depth = depths(orbit)
    for u, v in [(0.45, 0.5), (0.78, 0.55), (0.2, 0.2)]:
        orbit.point(u, v)
        around = depth[int(v * 576) - 6:int(v * 576) + 7, int(u * 768) - 6:int(u * 768) + 7]
        assert np.nanmin(around) * 0.999 <= float(orbit.readout()["Depth here"]) <= np.nanmax(around) * 1.001


def test_swings_once_and_rests(browser, photos):
    _, page = scene_in_space(photos)
    browser.prefer(prefers_reduced_motion="no-preference")
    browser.open(page, "view=photo")
    # A busy machine draws few of the places that the swing goes through.
    browser.run("window.yaws = []; window.frames_seen = 0; const { view, set } = OrbitCamera.prototype;"
                "OrbitCamera.prototype.view = function (...frame) { frames_seen++; return view.apply(this, frame); };"
                "OrbitCamera.prototype.set = function (place) { yaws.push(place.yaw); return set.call(this, place); };")
    browser.run("location.hash = 'view=orbit';")
    browser.wait("return yaws.length > 3;", 60)
    browser.settle()
    yaws = np.degrees(browser.run("return yaws;"))
    assert yaws.max() > 4 and yaws.min() < -4 and np.abs(yaws).max() < 9.1
    assert seen(browser) == "From the camera"
    count = browser.run("return frames_seen;")
    time.sleep(0.5)
    # Nothing is drawn while nothing changes.
    assert browser.run("return frames_seen;") == count


def test_a_press_stops_the_swing(browser, photos):
    _, page = scene_in_space(photos)
    browser.prefer(prefers_reduced_motion="no-preference")
    browser.open(page, "view=photo")
    browser.run("location.hash = 'view=orbit';")
    browser.wait("return document.getElementById('readout').textContent.includes('°');", 60)
    mouse(browser, "mousePressed", 0.5, 0.5, button="left", buttons=1, clickCount=1)
    mouse(browser, "mouseReleased", 0.5, 0.5, button="left", clickCount=1)
    browser.settle()
    place = browser.readout()
    time.sleep(0.5)
    assert browser.readout() == place


def test_reduced_motion_is_still(orbit):
    drawn = orbit.run("return drawn;")
    time.sleep(0.5)
    assert orbit.run("return drawn;") == drawn and seen(orbit) == "From the camera"
    orbit.find("#stage").click()
    orbit.press("3")
    orbit.settle()
    # At once, without a way there.
    assert seen(orbit) == "90° to the left" and orbit.run("return drawn;") <= drawn + 3


# What else it says.

def test_no_long_task_while_dragging(still, photos):
    """A photo of 12 megapixels, drawn by software."""
    page = photos.page("orbit-12mp", sample("shu223_depth.jpg"))
    still.open(page, "view=orbit")
    still.run("window.tasks = []; new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)))"
              ".observe({ type: 'longtask' });")
    drag(still, (0.3, 0.5), (0.7, 0.6), steps=40, pause=0.03)
    tasks = still.run("return tasks;")
    assert max(tasks, default=0) <= 100, tasks
    # While it moves it is smaller, and then as large as the stage.
    assert still.run("const canvas = document.querySelector('#content canvas'); return canvas.width / canvas.clientWidth;") == pytest.approx(1, abs=0.01)


def test_file_without_a_camera(still, scene, tmp_path):
    still.open(opened(scene), "view=orbit")
    text = still.text("#side")
    assert "a guess" in text and "relative" in text
    still.slide("fov", 51)
    words = shlex.split(still.command())
    assert words[words.index("--fov") + 1] == "51"
    auxdepth(*words[1:-1], tmp_path / "mesh.glb")
    truth = next(iter(trimesh.load(tmp_path / "mesh.glb", process=False).geometry.values()))
    assert str(len(truth.vertices)) in still.text("#side").replace("\u202f", "")
    found = mesh(still, fieldOfView=51)
    assert np.array_equal(found["positions"] * [1, -1, -1], truth.vertices.astype(np.float32))


def test_without_webgl(plain_browser, photos):
    _, page = scene_in_space(photos)
    plain_browser.open(page, "view=orbit")
    assert "needs WebGL2" in plain_browser.text("#trouble")
    assert "extract" in plain_browser.command() and "--format glb" in plain_browser.command()


def test_without_a_worker(still, photos):
    """Where the browser allows no worker, the page itself makes the same mesh."""
    _, page = scene_in_space(photos)
    still.open(page, "view=photo")
    still.run("window.Worker = class { constructor() { throw new Error('not here'); } };")
    still.go("view=orbit")
    assert seen(still) == "From the camera"
    count = len(mesh(still)["positions"])
    still.open(page, "view=photo")
    assert count == len(mesh(still)["positions"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(browser, photos, scheme):
    _, page = scene_in_space(photos)
    browser.size(360, 800)
    browser.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    browser.open(page, "view=orbit")
    assert browser.run("return document.documentElement.scrollWidth;") == 360
    shown, canvas = picture(browser)
    assert (shown[3:-3, 3:-3, 3] == 255).mean() > 0.95
    assert browser.run("const canvas = document.querySelector('#content canvas').getBoundingClientRect();"
                       "const stage = document.getElementById('stage').getBoundingClientRect();"
                       "return Math.abs(canvas.width - stage.width) + Math.abs(canvas.height - stage.height);") < 1


def test_another_view_ends_it(orbit):
    assert "go around the scene" in orbit.run("return document.getElementById('stage-help').textContent;")
    orbit.tab("photo")
    assert "Arrow keys move a cursor" in orbit.run("return document.getElementById('stage-help').textContent;")
    assert orbit.run("return document.getElementById('stage').dataset.tool ?? '';") == ""
    drawn = orbit.run("return drawn;")
    orbit.press("ArrowRight")
    assert orbit.run("return drawn;") == drawn
