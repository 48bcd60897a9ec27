"""Pictures of the page and of the program, and how near they are."""

import shlex

import numpy as np
from conftest import auxdepth
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
