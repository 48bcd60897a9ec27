// A picture that is drawn elsewhere: coarse at once while something changes, and then finer strip by strip.

// How long a quick picture is to take, in milliseconds.
const quickTime = 40;
// How long nothing changes before it is refined.
const idleTime = 150;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

class Refining {
  // Draws on a canvas of the lens's size. `effect()` says what; `onProgress` is called with the share that is done, 0…1.
  constructor(lens, canvas, effect, { onProgress = () => {}, onFail = () => {} } = {}) {
    Object.assign(this, { lens, canvas, effect, onProgress, onFail });
    this.context = canvas.getContext("2d", { willReadFrequently: true });
    // The quick picture lies below at its own size; the page scales nothing itself.
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
    for (const share of this.shares()) {
      await this.strips(effect, share);
      if (this.isStale()) return;
    }
    this.canvas.dataset.state = "done";
    this.onProgress(1);
  }

  isStale() { return this.isWanted || this.isClosed; }

  // The size on the screen first, where the whole picture would take long.
  shares() {
    const shown = this.canvas.clientWidth * devicePixelRatio / this.lens.width;
    return this.lens.isFast && this.coarse < 0.4 && shown > 0 && shown < 0.7 ? [shown, 1] : [1];
  }

  async quick(effect) {
    const coarse = this.coarse;
    const { picture, milliseconds } = await this.lens.draw({ ...effect, coarse, share: Math.min(1, coarse * 4) });
    if (this.isClosed) return;
    this.putQuick(picture);
    // The first is slow, since shaders are made ready.
    if (this.isReady) this.coarse = clamp(coarse * Math.sqrt(quickTime / Math.max(milliseconds, 1)), 0.06, 0.5);
    this.isReady = true;
  }

  async strips(effect, share) {
    for (let top = 0; !this.isStale();) {
      const { picture, rows, height } = await this.lens.draw({ ...effect, share, top });
      if (this.isClosed || !rows) return;
      this.put(picture, top / height * this.canvas.height, rows / height * this.canvas.height);
      top += rows;
      this.onProgress(top / height * (share < 1 ? 0.3 : 1));
      if (top >= height) return;
    }
  }

  putQuick(picture) {
    if (!this.quickContext || !picture.close) return this.put(picture, 0, this.canvas.height);
    [this.quickCanvas.width, this.quickCanvas.height] = [picture.width, picture.height];
    this.quickContext.transferFromImageBitmap(picture);
    this.canvas.style.opacity = 0;
  }

  put(picture, top, height) {
    if (this.canvas.style.opacity === "0") {
      this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
      this.canvas.style.opacity = "";
    }
    this.context.drawImage(picture, 0, top, this.canvas.width, height);
    picture.close?.();
  }

  close() {
    this.isClosed = true;
    this.quickCanvas.remove();
    this.lens.cancel();
  }
}
