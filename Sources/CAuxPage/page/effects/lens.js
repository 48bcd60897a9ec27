// A file's photo with its map, drawn from other places of the eye in a worker, as fast as the machine can.

class ParallaxServer extends LensServer {
  async parallax({ shift, convergence, kind, share }) {
    this.lens.drawParallax(shift, convergence, kind, share);
    await this.lens.finished();
    return { picture: this.picture() };
  }
}

const parallaxDefinitions = () => ({ ...lensDefinitions(), parallaxShader, anaglyphLeft, anaglyphRight, ParallaxServer });

// Runs in the worker.
function serveParallax() {
  const server = new ParallaxServer((answer, items) => postMessage(answer, items ?? []));
  onmessage = (event) => server.receive(event.data);
}

// What draws: `finished()` waits for the picture on the canvas that was asked for last.
class ParallaxLens {
  constructor(drawer) {
    const { width, height, note } = drawer;
    Object.assign(this, { drawer, width, height, note, canvas: makeCanvas(width, height) });
  }

  drawParallax(shift, convergence, kind, share) {
    this.pending = this.drawer.ask("parallax", { shift, convergence, kind, share }).then(({ picture }) => {
      [this.canvas.width, this.canvas.height] = [picture.width, picture.height];
      this.canvas.getContext("2d").drawImage(picture, 0, 0);
      picture.close?.();
    }, (error) => stage.fail(error));
  }

  finished() { return this.pending; }

  close() { this.drawer.close(); }
}

let currentLens;

// The lens of a file; there is one at a time, since each takes much memory.
async function lensOf(file) {
  if (currentLens?.file !== file) {
    closeLens();
    currentLens = { file, lens: openRemoteLens(file, parallaxDefinitions(), serveParallax, ParallaxServer)
      .then((drawer) => new ParallaxLens(drawer)) };
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
    // Finer samples take about twice as long; times shorter than a frame cannot be measured.
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
