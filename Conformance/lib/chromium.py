"""Draws photos in a headless Chromium, with high dynamic range."""
from __future__ import annotations

import base64
import os
import shutil
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

from . import peers

SIDE = 200
"""The longer side of what is drawn at most, in pixels."""

_ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking",
    "--force-color-profile=scrgb-linear", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--enable-experimental-web-platform-features",
    "--enable-blink-features=CanvasHDR,CanvasFloatingPoint,CanvasColorManagementV2")
# The canvas holds linear light, 1 is SDR white; the display shows any headroom.
_DRAW = """
const [address, side, done] = arguments;
const image = new Image();
image.onerror = () => done(null);
image.onload = async () => {
  await image.decode();
  const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  const context = canvas.getContext("2d", {
    colorSpace: "srgb-linear", colorType: "float16", pixelFormat: "float16", toneMapping: { mode: "extended" } });
  canvas.configureHighDynamicRange({ mode: "extended" });
  context.imageSmoothingQuality = "high";
  context.globalHDRHeadroom = 8;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const drawn = context.getImageData(0, 0, canvas.width, canvas.height,
    { pixelFormat: "rgba-float16", colorSpace: "srgb-linear" }).data;
  done([canvas.width, canvas.height, new Uint8Array(Float32Array.from(drawn).buffer).toBase64()]);
};
image.src = address;
"""


def is_there() -> bool:
    """Returns true if the browser, its driver and selenium are installed."""
    return None not in (_place("CHROMIUM"), _place("CHROMEDRIVER"), peers.version("selenium"))


def _place(name: str) -> str | None:
    return os.environ.get(name) or shutil.which(name.lower())


class Chromium:
    """A browser, started once for any number of photos of any threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> Chromium:
        # Selenium would ask the network for a driver.
        os.environ["SE_OFFLINE"] = "true"
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        options.binary_location = _place("CHROMIUM") or ""
        for argument in _ARGUMENTS:
            options.add_argument(argument)
        self._driver = webdriver.Chrome(options=options, service=Service(_place("CHROMEDRIVER")))
        self._driver.set_script_timeout(60)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._driver.quit()

    def drawn(self, path: Path) -> Any:
        """Returns a JPEG or AVIF as Chromium draws it: linear light in sRGB's primaries, 1 is SDR white.

        Raises ValueError if Chromium does not decode the file.
        """
        kind = "avif" if path.suffix == ".avif" else "jpeg"
        address = f"data:image/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
        with self._lock:
            found = self._driver.execute_async_script(_DRAW, address, SIDE)
        if found is None:
            raise ValueError(f"Chromium does not decode {path.name}")
        width, height, samples = found
        numpy = peers.module("numpy")
        planes = numpy.frombuffer(base64.b64decode(samples), "<f4").reshape(int(height), int(width), 4)
        return planes[:, :, :3].astype(float)
