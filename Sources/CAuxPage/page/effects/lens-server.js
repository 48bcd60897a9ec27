// Draws effects where it does not keep the page waiting: in a worker, or else on the page itself, some rows at a time.

// How long some rows are to take, in milliseconds.
const sliceTime = 30;

// A canvas that is on no page.
const makeHiddenCanvas = (width, height) => typeof OffscreenCanvas === "undefined" ? makeCanvas(width, height)
  : new OffscreenCanvas(width, height);

// What drawing of pictures in tiles needs: answers, and slices of a tile that take about as long each.
class DrawingServer {
  // `reply` gets the answers, and what may be transferred with them.
  constructor(reply) {
    this.reply = reply;
    this.cancelled = 0;
    // How many rows of a tile each step of drawing it takes at once.
    this.rows = [];
  }

  // Answers a message; what fails is an answer, too.
  async receive({ id, action, ...values }) {
    try {
      const answer = await this[action](values, id);
      const isBitmap = typeof ImageBitmap !== "undefined" && answer?.picture instanceof ImageBitmap;
      this.reply({ id, ...answer }, isBitmap ? [answer.picture] : []);
    } catch (error) {
      this.reply({ id, failure: error.message });
    }
  }

  // What was asked so far is not wanted any more.
  cancel({ upTo }) {
    this.cancelled = upTo;
    return {};
  }

  // Takes the steps of drawing a tile, each { height, draw(rows) }, some rows at once, so that none keeps the graphics processor
  // long; returns whether the tile is still wanted.
  async take(steps, id) {
    for (const [index, { height, draw }] of steps.entries()) {
      this.rows[index] ??= 8;
      for (let first = 0; first < height;) {
        const rows = { first, count: Math.min(this.rows[index], height - first) };
        const start = performance.now();
        draw(rows);
        // Lets messages in, too.
        await this.drawn();
        const factor = sliceTime / Math.max(performance.now() - start, 0.5);
        // The last slice, which is lower, says little.
        if (rows.count === this.rows[index] || factor < 1) {
          this.rows[index] = clamp(Math.round(rows.count * clamp(factor, 0.25, 4)), 1, 4096);
        }
        first += rows.count;
        if (id <= this.cancelled) return false;
      }
    }
    return true;
  }

  drawn() { return new Promise((resolve) => setTimeout(resolve)); }
}

class LensServer extends DrawingServer {
  pixels(image, width, height) {
    const context = makeHiddenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  }

  // Takes a photo, its map, and the matte of its subject, if any; the file is what the page's data says of both.
  open({ image, file, map, plane, matte }) {
    this.makeLens(image, file, map, plane);
    if (matte) this.lens.setMatte(matte);
    return this.about();
  }

  makeLens(image, file, map, plane) {
    const { width, height } = image;
    let reason = "the browser has no OffscreenCanvas";
    try {
      if (typeof OffscreenCanvas !== "undefined") {
        const pixels = this.pixels(image, width, height);
        this.lens = new LensGraphics(pixels, nearnessOf(file, map, plane, width, height), {
          canvas: new OffscreenCanvas(width, height), fail: (error) => this.reply({ failure: error.message }) });
        return;
      }
    } catch (error) {
      reason = error.message;
    }
    const size = smallSize(width, height);
    this.lens = new LensPixels(this.pixels(image, ...size), nearnessOf(file, map, plane, ...size), reason, makeHiddenCanvas(...size));
  }

  about() {
    const { width, height, note } = this.lens;
    return { size: { width, height }, note, isFast: this.lens instanceof LensGraphics };
  }

  // Draws an effect: the blur, or the mask by its kind. What is quick is the whole, and coarse where it is blurred; else it is an
  // area of the picture.
  async draw({ mask, kind, greatest, coarse, share, area }, id) {
    const { lens } = this;
    const start = performance.now();
    const key = JSON.stringify(mask);
    if (this.key !== key) lens.setFocus(mask);
    this.key = key;
    if (coarse) {
      if (kind === 0) lens.drawQuickBlur(greatest, 10, coarse, share);
      else lens.drawMasked(kind, share);
      await lens.finished();
      return { picture: this.picture(), milliseconds: performance.now() - start };
    }
    const steps = kind === 0 ? lens.blurSteps(greatest, 24, area) : lens.maskedSteps(kind, area);
    return await this.take(steps, id) ? { picture: this.picture() } : {};
  }

  drawn() { return this.lens.finished(); }

  picture() { return this.lens.canvas.transferToImageBitmap?.() ?? this.lens.canvas; }

  close() {
    this.lens?.close();
    return {};
  }
}

// What a worker needs of the page; the values are looked up when one is started.
const lensDefinitions = () => ({
  clamp, formatSize, isHole, valueOf, disparitiesOf, normalise, fillHoles, terraceBounds, mirrored, smoothTerraces, reduceMap, enlargement,
  isFullSize, isEnlarged, samplesAtMost, nearnessOf, guidedRadius, guidedRegularisation, perfectFit, noiseVariance,
  planarShare, planarRange, steepSlope, steepRange, guideOf, windowSums, colourShare, significance, fitTerms, fitWindow, guidedFits,
  windowBounds, vertexShader, fragmentHead, Graphics, nearnessShader, extremesShader, focusShader, blocksShader,
  reachShader, maskedShader, ringsAtMost, tierShader, blurShader, quickShader, lensRings, blurTiers, noRadius, tiersOf, tileOfTier,
  LensBlur, lightOfCode, codeOfLight, codeOf, LensGraphics, smallSide, smallSize, stretchNearness, stretchMatte, focusMask, LensPixels,
  makeHiddenCanvas, sliceTime, DrawingServer, LensServer,
});

// Runs in the worker.
function serveLens() {
  const server = new LensServer((answer, items) => postMessage(answer, items ?? []));
  onmessage = (event) => server.receive(event.data);
}

// The page's end of a server: asks, and gets what is drawn.
class RemoteDrawer {
  // Starts a server in a worker, which has `definitions` and runs `serve`, or else on the page; gives it what it draws.
  static async open(definitions, serve, Server, values) {
    const drawer = new RemoteDrawer(definitions, serve, Server);
    const { size, ...about } = await drawer.ask("open", values, [values.image]);
    return Object.assign(drawer, size, about);
  }

  constructor(definitions, serve, Server) {
    this.waiting = new Map();
    this.lastId = 0;
    try {
      this.worker = startWorker(definitions, serve);
      this.worker.onmessage = (event) => this.receive(event.data);
      this.worker.onerror = () => this.receive({ failure: "the page's worker ended" });
    } catch {
      this.server = new Server((answer) => this.receive(answer));
    }
  }

  receive({ id, failure, ...answer }) {
    // A failure of nothing that was asked ends all that was.
    const ids = id === undefined ? [...this.waiting.keys()] : [id];
    for (const one of ids) {
      const { resolve, reject } = this.waiting.get(one) ?? {};
      this.waiting.delete(one);
      if (failure) reject?.(new Error(failure));
      else resolve?.(answer);
    }
  }

  ask(action, values, items = []) {
    const id = ++this.lastId;
    const message = { id, action, ...values };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      if (this.worker) this.worker.postMessage(message, items);
      else setTimeout(() => this.server.receive(message));
    });
  }

  draw(values) { return this.ask("draw", values); }

  // What was asked so far may be left undone.
  cancel() { this.ask("cancel", { upTo: this.lastId }); }

  close() {
    if (this.worker) this.worker.terminate();
    else this.server.close();
  }
}

// Opens a file's photo and map for effects.
async function openRemoteLens(file, definitions = lensDefinitions(), serve = serveLens, Server = LensServer) {
  const map = file.maps[file.effects.map];
  const subject = portraitMatte(file);
  const [plane, image, matte] = await Promise.all([planeOf(map), bitmapOf(file.photo), subject && planeOf(subject)]);
  const about = (item) => ({ ...item, data: undefined, preview: undefined });
  return RemoteDrawer.open(definitions, serve, Server,
    { image, plane, matte, map: about(map), file: { photo: about(file.photo) } });
}
