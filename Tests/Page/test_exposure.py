"""The HDR rendition of a gain map, against the formulas of ISO 21496-1 and of Apple."""

import base64
import json
import zlib

import numpy as np
import pytest
from browser import longest_allowed
from conftest import auxdepth, sample
from PIL import Image

# From SDR to HDR with offsets and a gamma, another for each of red, green and blue.
METADATA = {
    "direction": "sdrToHDR", "headroom": 8, "baseHeadroom": 0, "alternateHeadroom": 3, "usesBaseColourSpace": True,
    "channels": [{"gainMin": -0.25, "gainMax": 2.75, "gamma": 0.8, "baseOffset": 1 / 64, "alternateOffset": 1 / 64}],
}


def light_of(codes):
    share = codes / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def codes_of(light):
    light = np.clip(light, 0, 1)
    return 255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def stretched(plane, width, height):
    """A map at the photo's size, bilinear between the middles of samples."""
    def places(size, count):
        at = np.clip((np.arange(size) + 0.5) * count / size - 0.5, 0, count - 1)
        first = np.floor(at).astype(int)
        return first, np.minimum(first + 1, count - 1), at - first
    left, right, across = places(width, plane.shape[1])
    top, below, down = places(height, plane.shape[0])
    rows = plane[:, left] * (1 - across) + plane[:, right] * across
    return rows[top] * (1 - down)[:, None] + rows[below] * down[:, None]


def iso(base, codes, channels):
    """The light of the HDR rendition; `codes` are 0...1, of one component or three."""
    result = np.empty_like(base)
    for part in range(3):
        channel = channels[min(part, len(channels) - 1)]
        code = codes[..., part] if codes.ndim == 3 else codes
        stops = channel["gainMin"] + (channel["gainMax"] - channel["gainMin"]) * code ** (1 / channel["gamma"])
        result[..., part] = (base[..., part] + channel["baseOffset"]) * 2**stops - channel["alternateOffset"]
    return result


def apple(base, codes, headroom):
    light = np.where(codes < 0.081, codes / 4.5, ((codes + 0.099) / 1.099) ** (1 / 0.45))
    return base * (1 + (headroom - 1) * light)[..., None]


def gains():
    """Codes of 160 x 120: a bright disc in the middle."""
    rows, columns = np.mgrid[0:120, 0:160]
    return np.clip(255 - np.hypot(columns - 80, rows - 60) * 4, 0, 255).astype("uint8")


def made(photos, name, *options):
    """The page of the small scene with a gain map, its exact pixels, and those of the gain map as the program has them."""
    path = photos.folder / f"{name}.heic"
    if not path.exists():
        Image.fromarray(gains()).save(photos.folder / "gains.png")
        auxdepth("attach", photos["small.heic"], "--gainmap", photos.folder / "gains.png", *options, "-o", path)
    page, codes = exact_gains(photos, name, photos.page(name, path), path, photos.folder / "small.png", "gainmap")
    return page, np.asarray(Image.open(photos.folder / "small.png").convert("RGB")).astype(float), codes / 255


def exact_gains(photos, name, page, path, picture, kind):
    """A page with the pixels of a PNG and the exact codes of its gain map, in place of its preview; and these codes."""
    extracted = photos.folder / f"{name}-gains.png"
    auxdepth("extract", path, "--type", kind, "-o", extracted, "--force")
    codes = np.asarray(Image.open(extracted))
    assert codes.dtype == np.uint8

    def change(file):
        gain = next(map for map in file["maps"] if "gain" in map)
        # Browsers tell a PNG from what a preview is else.
        gain["coding"], data = ("preview", extracted.read_bytes()) if codes.ndim == 3 else ("none", zlib.compress(codes.tobytes()))
        gain["height"], gain["width"] = codes.shape[:2]
        gain["data"] = base64.b64encode(data).decode()
    return photos.exact(f"{name}-exact", page, picture, change), codes.astype(float)


def shown(browser, stops):
    browser.slide("stops", stops)
    browser.draw_whole()
    return browser.canvas()[:, :, :3].astype(float)


def assert_exposures(browser, page, light, exposures):
    browser.open(page, "view=exposure")
    for stops in exposures:
        found = shown(browser, stops)
        assert np.abs(found - codes_of(light * 2.0**stops)).max() <= 1.01, stops
    browser.choose("rendition", "sdr")


@pytest.fixture
def with_metadata(photos):
    path = photos.folder / "gains.json"
    path.write_text(json.dumps(METADATA))
    return made(photos, "iso", "--gainmap-form", "iso", "--gainmap-metadata", path)


def test_iso(browser, photos, with_metadata):
    page, codes, map_codes = with_metadata
    light = iso(light_of(codes), stretched(map_codes, 640, 480), METADATA["channels"])
    assert light.max() > 2
    assert_exposures(browser, page, light, [0, -1, -2.5])
    # The SDR rendition is the photo.
    assert np.abs(shown(browser, 0) - codes).max() <= 1
    assert np.abs(shown(browser, -1) - codes_of(light_of(codes) / 2)).max() <= 1.01


def test_apple(browser, photos):
    page, codes, map_codes = made(photos, "apple", "--gainmap-headroom", "4", "--gainmap-form", "apple")
    light = apple(light_of(codes), stretched(map_codes, 640, 480), 4)
    assert_exposures(browser, page, light, [0, -2])


def test_highlights_come_into_view(browser, photos, with_metadata):
    """At 0 stops the disc is clipped; at a darker exposure its brightness is seen."""
    page, codes, map_codes = with_metadata
    browser.open(page, "view=exposure")
    bright = shown(browser, 0)
    light = iso(light_of(codes), stretched(map_codes, 640, 480), METADATA["channels"])
    clipped = (light > 1.02).all(axis=2)
    assert clipped.sum() > 2000 and bright[clipped].min() == 255
    assert shown(browser, -3)[clipped].std() > 10
    # What is told of it, by numpy.
    told = browser.text(".side .facts")
    beyond = (light.max(axis=2) > 1.001).mean() * 100
    assert f"Beyond white {beyond:.3g} %" in told
    assert "Headroom 3 stops, 8 × white" in told
    browser.point(0.5, 0.5)
    readout = browser.readout()
    column, row = map(int, readout["Position"].split(", "))
    assert abs(column - 320) < 4 and abs(row - 240) < 4
    assert float(readout["Brightest of HDR"]) == pytest.approx(light[row, column].max(), rel=0.002)
    assert float(readout["Of SDR"]) == pytest.approx(light_of(codes[row, column]).max(), rel=1e-5)


def test_marks(browser, with_metadata):
    browser.open(with_metadata[0], "view=exposure")
    plain = shown(browser, -0.5)
    browser.find("input[name=marks]").click()
    browser.draw_whole()
    browser.settle()
    marked = browser.canvas()[:, :, :3]
    stripes = (marked == [255, 0, 128]).all(axis=2)
    assert 500 < stripes.sum() and plain[stripes].max(axis=1).min() == 255


def test_three_components_of_a_camera(browser, photos):
    """Ultra HDR with a map of colours: metadata and codes as the program tells them, light by numpy."""
    photo = sample("gainmapjs_01_hdrgm.jpg")
    info = json.loads(auxdepth("info", "--json", photo))
    gain = next(image["gainMap"] for image in info["auxiliary"] if "gainMap" in image)
    picture = photos.folder / "ultra.png"
    # Without the photo's profile: the codes are taken for sRGB.
    small = Image.open(photo).convert("RGB").resize((600, 750), Image.Resampling.BOX)
    Image.fromarray(np.asarray(small)).save(picture)
    page, map_codes = exact_gains(photos, "ultra", photos.page("ultra", photo), photo, picture, "urn:com:photo:aux:hdrgainmap")
    codes = np.asarray(Image.open(picture)).astype(float)
    planes = np.stack([stretched(map_codes[:, :, part] / 255, 600, 750) for part in range(3)], axis=2)
    light = iso(light_of(codes), planes, gain["channels"])
    browser.open(page, "view=exposure")
    for stops in (0, -2):
        found = shown(browser, stops)
        assert np.abs(found - codes_of(light * 2.0**stops)).max() <= 1.05, stops
    # With the previews that pages have, the light is nearly the same.
    browser.open(photos.page("ultra", photo), "view=exposure")
    seen = Image.fromarray(shown(browser, -2).astype("uint8")).resize((600, 750), Image.Resampling.BOX)
    assert np.abs(np.asarray(seen) - codes_of(light / 4)).mean() < 6


def light_of_pq(codes):
    """In units of diffuse white of 203 cd/m2 (SMPTE ST 2084)."""
    root = (codes / 255) ** (1 / 78.84375)
    return (np.maximum(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125) * 10000 / 203


def hdr_photo(photos):
    return sample("libavif_seine_hdr_gainmap_wrongaltr.avif"), photos.page("seine", sample("libavif_seine_hdr_gainmap_wrongaltr.avif"))


def test_photo_that_is_hdr(browser, photos):
    """Of a base that is HDR: it is shown as it is, and the SDR rendition by gains the other way; by numpy of exact codes."""
    photo, page = hdr_photo(photos)
    info = json.loads(auxdepth("info", "--json", photo))
    gain = next(image["gainMap"] for image in info["auxiliary"] if "gainMap" in image)
    assert gain["direction"] == "hdrToSDR"
    rows, columns = np.mgrid[0:300, 0:400]
    codes = np.stack([60 + columns * 0.28, 40 + rows * 0.4, 170 - columns * 0.2 + rows * 0.1], axis=2).astype("uint8")
    picture = photos.folder / "pq.png"
    Image.fromarray(codes).save(picture)
    extracted = photos.folder / "seine-gains.png"
    auxdepth("extract", photo, "--type", "isoGainMap", "-o", extracted, "--force")
    map_codes = np.asarray(Image.open(extracted).convert("RGB"))

    def change(file):
        file["maps"] = [map for map in file["maps"] if "gain" in map]
        file["maps"][0]["data"] = base64.b64encode(extracted.read_bytes()).decode()
        assert file["maps"][0]["gain"]["base"] == "hdr" and file["light"]["transfer"] == "pq"
    page = photos.exact("seine-exact", page, picture, change, of=lambda file: file["light"])
    hdr = light_of_pq(codes.astype(float))
    sdr = np.empty_like(hdr)
    for part, channel in enumerate(gain["channels"]):
        stops = channel["gainMin"] + (channel["gainMax"] - channel["gainMin"]) * (map_codes[:, :, part] / 255) ** (1 / channel["gamma"])
        sdr[..., part] = (hdr[..., part] + channel["baseOffset"]) / 2**stops - channel["alternateOffset"]
    assert hdr.max() > 1.5
    browser.open(page, "view=exposure")
    for rendition, light in (("hdr", hdr), ("sdr", sdr)):
        browser.choose("rendition", rendition)
        for stops in (0, -1.3):
            assert np.abs(shown(browser, stops) - codes_of(light * 2.0**stops)).max() <= 1.01, (rendition, stops)
    assert "Headroom 1.3 stops" in browser.text(".side .facts") and "the HDR rendition" in browser.text(".side .facts")
    browser.point(0.3, 0.6)
    readout = browser.readout()
    column, row = map(int, readout["Position"].split(", "))
    assert float(readout["Brightest of HDR"]) == pytest.approx(hdr[row, column].max(), rel=1e-3)
    assert float(readout["Of SDR"]) == pytest.approx(sdr[row, column].max(), rel=1e-3)


def test_sdr_of_an_hdr_photo_is_the_other_file(browser, photos):
    """The SDR rendition of a photo in HDR is nearly the base of the same photo in SDR, which Pillow decodes."""
    other = np.asarray(Image.open(sample("libavif_seine_sdr_gainmap_notmapbrand.avif")).convert("RGB")).astype(float)
    browser.open(hdr_photo(photos)[1], "view=exposure")
    browser.choose("rendition", "sdr")
    found = shown(browser, 0)

    def means(codes):
        # Of squares of 5 x 5: both files have noise.
        return codes.reshape(60, 5, 80, 5, 3).mean(axis=(1, 3))
    away = np.abs(means(found) - means(other)).mean()
    print(f"{away:.2f} codes on average, pixels {np.abs(found - other).mean():.2f}")
    assert away < 2
    browser.choose("rendition", "hdr")
    # The tone-mapped preview is a good deal darker than HDR where that is bright.
    preview = browser.canvas_of_image()[:, :, :3].astype(float)
    assert (shown(browser, 0) - preview)[other.max(axis=2) > 200].mean() > 5


def test_no_view_without_gains(browser, photos, small):
    browser.open(small)
    assert not browser.all("#views-exposure")
    # Apple's form without a headroom says nothing of how bright it is.
    Image.fromarray(gains()).save(photos.folder / "gains.png")
    auxdepth("attach", photos["small.heic"], "--gainmap", photos.folder / "gains.png", "-o", photos.folder / "unstated.heic")
    browser.open(photos.page("unstated", photos.folder / "unstated.heic"))
    assert not browser.all("#views-exposure")
    # The maker's note of this iPhone has tag 33 alone, which states a headroom.
    browser.open(photos.page("portrait", sample("fidmaa_depth_allmattes_gainmap.heic")))
    assert browser.all("#views-exposure") and browser.all("#views-mattes")


def test_dragging_is_smooth(browser, photos):
    """The slider of a photo of many pixels keeps the page waiting for no task of 100 ms."""
    browser.open(photos.page("ultra", sample("gainmapjs_01_hdrgm.jpg")), "view=exposure")
    browser.draw_whole()
    longest = browser.longest_task("""
const input = document.querySelector("input[name=stops]");
for (let step = 0; step < 30; step++) {
  input.value = -step / 12;
  input.dispatchEvent(new Event("input"));
  await new Promise((resolve) => setTimeout(resolve, 33));
}""")
    assert longest < longest_allowed()
