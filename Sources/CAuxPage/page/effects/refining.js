// A picture that is drawn elsewhere: coarse at once while something changes, and then exactly, tile by tile, from where one looks.

// How long a quick picture is to take, in milliseconds.
const quickTime = 40;
// How long nothing changes before it is refined.
const idleTime = 150;
// The side of a tile, in pixels of the picture.
const tileSide = 256;

// The tiles of a picture, those next to a place { u, v } of it first.
function tilesAround({ u, v }, { width, height }) {
  const tiles = [];
  for (let top = 0; top < height; top += tileSide) {
    for (let left = 0; left < width; left += tileSide) {
      tiles.push({ left, top, width: Math.min(tileSide, width - left), height: Math.min(tileSide, height - top) });
    }
  }
  const away = (tile) => Math.hypot(tile.left + tile.width / 2 - u * width, tile.top + tile.height / 2 - v * height);
  return tiles.map((tile) => [away(tile), tile]).sort((one, two) => one[0] - two[0]).map(([, tile]) => tile);
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

class Refining {
  // Draws on a canvas of the lens's size. `effect()` says what, and `look()` where tiles begin, 0…1 across and down;
  // `onProgress` is called with the share that is done, 0…1.
  constructor(lens, canvas, effect, { look = () => ({ u: 0.5, v: 0.5 }), onProgress = () => {}, onFail = () => {} } = {}) {
    Object.assign(this, { lens, canvas, effect, look, onProgress, onFail });
    this.context = canvas.getContext("2d", { willReadFrequently: true });
    // The quick picture is below at its own size; the browser enlarges it.
    this.quickCanvas = makeCanvas(1, 1);
    this.quickCanvas.className = "quick";
    canvas.after(this.quickCanvas);
    this.quickContext = this.quickCanvas.getContext("bitmaprenderer");
    // The share of the size at which the blur is coarse, as the machine is fast.
    this.coarse = 0.125;
  }

  // Draws again; what is being drawn is left as it is.
  async change() {
    this.canvas.dataset.state = "drawing";
    this.isWanted = true;
    if (this.isClosed) return;
    if (this.isBusy) return this.lens.cancel();
    this.isBusy = true;
    try {
      while (this.isWanted && !this.isClosed) await this.round();
    } catch (error) {
      if (!this.isClosed) this.onFail(error);
    }
    this.isBusy = false;
  }

  async round() {
    this.isWanted = false;
    const effect = this.effect();
    this.onProgress(0);
    if (this.lens.isFast) await this.quick(effect);
    if (this.isStale()) return;
    this.canvas.dataset.state = this.lens.isFast ? "refining" : "drawing";
    await pause(idleTime);
    await this.tiles(effect);
    if (this.isStale()) return;
    this.canvas.dataset.state = "done";
    this.onProgress(1);
  }

  isStale() { return this.isWanted || this.isClosed; }

  async quick(effect) {
    const coarse = this.coarse;
    const { picture, milliseconds } = await this.lens.draw({ ...effect, coarse, share: Math.min(1, coarse * 4) });
    if (this.isClosed) return;
    this.putQuick(picture);
    // The first is slow, since shaders are made ready.
    if (this.isReady) this.coarse = clamp(coarse * Math.sqrt(quickTime / Math.max(milliseconds, 1)), 0.06, 0.5);
    this.isReady = true;
  }

  async tiles(effect) {
    const tiles = tilesAround(this.look(), this.lens);
    for (const [index, area] of tiles.entries()) {
      const { picture } = await this.lens.draw({ ...effect, area });
      if (this.isClosed || !picture) return;
      this.put(picture, area);
      this.onProgress((index + 1) / tiles.length);
      if (this.isStale()) return;
    }
  }

  putQuick(picture) {
    if (!this.quickContext || !picture.close) return this.put(picture, { left: 0, top: 0, width: this.canvas.width, height: this.canvas.height });
    [this.quickCanvas.width, this.quickCanvas.height] = [picture.width, picture.height];
    this.quickContext.transferFromImageBitmap(picture);
    this.canvas.style.opacity = 0;
  }

  put(picture, { left, top, width, height }) {
    if (this.canvas.style.opacity === "0") {
      this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
      this.canvas.style.opacity = "";
    }
    this.context.drawImage(picture, left, top, width, height);
    picture.close?.();
  }

  close() {
    this.isClosed = true;
    this.quickCanvas.remove();
    this.lens.cancel();
  }
}
