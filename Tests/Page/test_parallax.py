"""The photo from beside, and through red-cyan glasses."""

import pytest
from pictures import psnr, rendered, whole


def test_parallax_follows_the_pointer(browser, small):
    browser.prefer(prefers_reduced_motion="no-preference")
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
    browser.prefer(prefers_reduced_motion="no-preference")
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
