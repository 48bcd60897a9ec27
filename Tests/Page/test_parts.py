"""Parts of a page, byte by byte, as a browser reads them."""

import base64
import json
import os
from pathlib import Path

import numpy as np
import pytest

from browser import longest_allowed
from conftest import ROOT, auxdepth, page_data, sample
from parts import part_bytes, part_of, part_text, with_part

MODULES = ROOT / "Sources/CAuxPage/page/base"
# The page's own readers, which nothing of the page gives to others.
READERS = "".join((MODULES / name).read_text() for name in ("dom.js", "codes.js", "data.js"))
BASE64 = """
const inBase64 = (bytes) => new Promise((resolve) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.split(",")[1]);
  reader.readAsDataURL(new Blob([bytes]));
});"""


def read(browser, expression, *arguments):
    """The bytes that an expression of the page's functions gives, or the text of the error."""
    found = browser.run(f"""
const given = [...arguments];
return (async () => {{
  {READERS}
  {BASE64}
  try {{
    return [await inBase64(await ({expression}))];
  }} catch (error) {{
    return error.message;
  }}
}})();""", *arguments)
    return base64.b64decode(found[0]) if isinstance(found, list) else found


def test_each_byte_survives(browser, photos, scene):
    """All groups of seven bits next to all others, from every length, through the parser of a browser."""
    groups = [group for first in range(128) for second in range(128) for group in (first, second)]
    content = part_bytes("".join(map(chr, groups)))
    page = photos.folder / "bytes.html"
    for length in [0, 1, 2, 3, 4, 5, 6, 7, 8, len(content) - 1, len(content)]:
        # Carriage returns and line feeds at both ends, too.
        for whole in [content[:length], content[:length] + part_bytes("\n\r\n\r\n\r\n\r"), part_bytes("\r\n\n\r\r\n\0\0") + content[:length]]:
            page.write_bytes(with_part(scene.read_text(), "part-0-map-0", whole).encode())
            browser.open(page, "view=photo")
            assert read(browser, "partBytes('part-0-map-0')") == whole


def test_text_is_a_sixth_more(photos, scene):
    """The page is UTF-8, and what is in it is 8/7 of the bytes and a little for four characters of 128."""
    content = np.random.default_rng(3).bytes(70000)
    assert 1.173 < len(part_text(content).encode()) / len(content) < 1.185
    text = scene.read_bytes().decode()
    for part in ("part-0-photo", "part-0-map-0"):
        content = part_of(text, part)
        assert f'id="{part}">{part_text(content)}</script>' in text and not set("\r\0\x1b") & set(text)


def test_page_that_is_not_read_as_utf8_says_so(browser, photos, scene):
    page = photos.folder / "latin.html"
    page.write_bytes(scene.read_bytes().replace(b'<meta charset="utf-8">', b'<meta charset="windows-1252">'))
    browser.open(page, "view=map")
    assert "not read as UTF-8" in browser.text("#trouble")


def samples():
    folders = filter(None, os.environ.get("AUXDEPTH_SAMPLES", "").split(":"))
    kinds = {".heic", ".jpg", ".avif", ".dng"}
    return sorted(path for folder in folders for path in Path(folder).rglob("*") if path.suffix in kinds and "hostile" not in str(path))


def wanted_codes(photo, map, written):
    """The codes of a map by what `extract` writes: values of depth and disparity, samples of others."""
    is_distance = map["kind"] in ("depth", "disparity")
    kind = ["--as", "fdep" if map["unit"] == "m" else "fdis"] if is_distance else []
    auxdepth("extract", photo, "--type", map["type"], *kind, "-o", written)
    values = np.load(written)
    if is_distance:
        value = map["value"]
        values = 1 / values.astype(float) if value["kind"] == "inverse" else values.astype(float)
        values = np.rint((values - value["offset"]) / value["scale"])
    return values.astype({"uint8": "u1", "uint16": "<u2"}[map["sample"]])


@pytest.mark.parametrize("photo", samples(), ids=lambda path: path.stem)
def test_codes_of_cameras(browser, tmp_path, photo):
    """What the page's reader makes of each map are the samples that `extract` writes."""
    page = tmp_path / "page.html"
    auxdepth("view", photo, "-o", page, status={0, 1})
    file = page_data(page.read_text())["files"][0]
    maps = [map for map in file.get("maps", []) if map.get("coding") in ("contexts", "median")]
    # Two of one type cannot be named one by one, and a map without a range has no values.
    types = [map["type"] for map in maps]
    maps = [map for map in maps if types.count(map["type"]) == 1 and ("value" in map or map["kind"] not in ("depth", "disparity"))]
    browser.open(page, "view=map")
    for map in maps:
        wanted = wanted_codes(photo, map, tmp_path / f"{map['part']}.npy")
        assert wanted.shape == (map["height"], map["width"])
        found = read(browser, "decodePlane(given[0]).then((plane) => plane.codes)", map)
        assert found == wanted.tobytes(), f"{map['type']} {map['coding']}"


def test_decoding_keeps_nothing_waiting(browser, tmp_path):
    """A matte of three million samples is decoded in tasks of less than 100 ms."""
    page = tmp_path / "page.html"
    auxdepth("view", sample("shu223_depth_matte.jpg"), "-o", page)
    maps = page_data(page.read_text())["files"][0]["maps"]
    matte = next(map for map in maps if map["width"] * map["height"] > 3_000_000)
    assert matte["coding"] == "contexts"
    browser.open(page, "view=photo")
    assert browser.longest_task(f"{READERS}\nawait decodePlane({json.dumps(matte)});") < longest_allowed()
