// A file's photo with its map, ready for effects, and drawing them as fast as the machine can.

// Makes what draws effects of a file: by WebGL2 where there is one, else by the processor.
async function makeLens(file) {
  const map = file.maps[file.effects.map];
  const [plane, image] = await Promise.all([planeOf(map), imageOf(file.photo)]);
  // Lets the page show that it is busy.
  await new Promise((resolve) => setTimeout(resolve, 20));
  try {
    const pixels = pixelsOf(image);
    return new LensGraphics(pixels, nearnessOf(file, map, plane, pixels.width, pixels.height));
  } catch (error) {
    const size = smallSize(image.naturalWidth, image.naturalHeight);
    return new LensPixels(pixelsOf(image, ...size), nearnessOf(file, map, plane, ...size), error.message);
  }
}

let currentLens;

// The lens of a file; there is one at a time, since each takes much memory.
async function lensOf(file) {
  if (currentLens?.file !== file) {
    closeLens();
    currentLens = { file, lens: makeLens(file) };
  }
  return currentLens.lens;
}

function closeLens() {
  currentLens?.lens.then((lens) => lens.close(), () => {});
  currentLens = undefined;
}

// Draws again and again as something changes: small while it does, and then as large as takes little time.
class Drawing {
  // `draw(share, isFinal)` draws at a share of the photo's size; `note` tells of it where that is not the whole.
  constructor(lens, draw) {
    Object.assign(this, { lens, draw, isBusy: false, isWanted: false, isClosed: false });
    this.note = el("p", { class: "note" });
    this.tell();
    // Milliseconds for all pixels: not known before something was drawn twice, since at first shaders are made ready.
    this.cost = undefined;
    this.isReady = false;
  }

  // The share of the size at which drawing takes about so long.
  share(milliseconds, first) {
    if (this.cost === undefined) return first;
    return clamp(Math.sqrt(milliseconds / this.cost), 0.2, 1);
  }

  async change() {
    clearTimeout(this.settling);
    this.lens.canvas.dataset.state = "drawing";
    this.isWanted = true;
    if (this.isBusy) return;
    while (this.isWanted && !this.isClosed) {
      this.isWanted = false;
      await this.once(Math.min(this.share(30, 0.25), 1), false);
    }
    if (!this.isClosed) this.settling = setTimeout(() => this.settle(), 150);
  }

  async settle(share = this.share(1000, 0.5)) {
    if (this.isBusy || this.isClosed) return;
    // What would be nearly of full size is.
    await this.once(share > 0.8 ? 1 : share, true);
    if (this.isWanted) this.change();
  }

  async once(share, isFinal) {
    this.isBusy = true;
    const start = performance.now();
    this.draw(share, isFinal);
    await this.lens.finished();
    this.isBusy = false;
    if (this.isClosed) return;
    if (!this.isReady) [this.isReady, this.isWanted] = [true, true];
    // Finer samples take about twice as long; a frame's time is the least that can be told.
    else this.cost = (performance.now() - start) / (share * share) * (isFinal ? 1 : 2);
    if (!isFinal) return;
    this.lens.canvas.dataset.state = "done";
    this.tell();
  }

  tell() {
    const { lens, note } = this;
    const isSmall = lens.canvas.width < lens.width;
    note.hidden = !lens.note && !isSmall;
    note.replaceChildren(lens.note || `Drawn at ${formatSize(lens.canvas)} pixels, to be quick. `, isSmall
      ? el("button", { type: "button", class: "link inline", text: `Draw at ${formatSize(lens)}`, onclick: () => {
        lens.canvas.dataset.state = "drawing";
        this.settle(1);
      } }) : "");
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.settling);
  }
}
