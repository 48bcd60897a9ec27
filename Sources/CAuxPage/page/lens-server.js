// Draws effects where it does not keep the page waiting: in a worker, or else on the page itself, a strip at a time.

// A canvas that is on no page.
const makeHiddenCanvas = (width, height) => typeof OffscreenCanvas === "undefined" ? makeCanvas(width, height)
  : new OffscreenCanvas(width, height);

class LensServer {
  // `reply` gets the answers, and what may be transferred with them.
  constructor(reply) { this.reply = reply; }

  // Answers a message; what fails is an answer, too.
  receive({ id, action, ...values }) {
    try {
      const answer = this[action](values);
      this.reply({ id, ...answer }, answer?.picture instanceof ImageBitmap ? [answer.picture] : []);
    } catch (error) {
      this.reply({ id, failure: error.message });
    }
  }

  pixels(image, width, height) {
    const context = makeHiddenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  }

  // Takes a photo and its map; the file is what the page's data says of both.
  open({ image, file, map, plane }) {
    const { width, height } = image;
    let reason = "the browser has no OffscreenCanvas";
    try {
      if (typeof OffscreenCanvas !== "undefined") {
        const pixels = this.pixels(image, width, height);
        this.lens = new LensGraphics(pixels, nearnessOf(file, map, plane, width, height), {
          canvas: new OffscreenCanvas(width, height), fail: (error) => this.reply({ failure: error.message }) });
        return this.about();
      }
    } catch (error) {
      reason = error.message;
    }
    const size = smallSize(width, height);
    this.lens = new LensPixels(this.pixels(image, ...size), nearnessOf(file, map, plane, ...size), reason, makeHiddenCanvas(...size));
    return this.about();
  }

  about() {
    const { width, height, note } = this.lens;
    return { size: { width, height }, note, isFast: this.lens instanceof LensGraphics };
  }

  // Draws an effect: the blur, or the mask by its kind. What is quick is the whole, and coarse where it is blurred; else it is
  // an area of the picture at a share of the photo's size.
  draw({ mask, kind, greatest, coarse, share, area }) {
    const { lens } = this;
    const start = performance.now();
    const key = JSON.stringify(mask);
    if (this.key !== key) lens.setFocus(mask);
    this.key = key;
    if (kind !== 0) lens.drawMasked(kind, share, area);
    else if (coarse && lens.drawQuickBlur) lens.drawQuickBlur(greatest, 10, coarse, share);
    else lens.drawBlur(greatest, 24, share, area);
    lens.wait?.();
    const picture = lens.canvas.transferToImageBitmap?.() ?? lens.canvas;
    return { picture, milliseconds: performance.now() - start };
  }

  close() {
    this.lens?.close();
    return {};
  }
}

// What a worker needs of the page; the values are looked up when one is started.
const lensDefinitions = () => ({
  clamp, formatSize, isHole, valueOf, disparitiesOf, normalise, fillHoles, terraceBounds, smoothTerraces, reduceMap, enlargement,
  isFullSize, isEnlarged, samplesAtMost, nearnessOf, guidedRadius, guidedRegularisation, perfectFit, guideOf, windowSums,
  fitWindow, guidedFits, vertexShader, fragmentHead, Graphics, nearnessShader, extremesShader, focusShader, blocksShader,
  maskedShader, ringsAtMost, layersPerSide, blurShader, quickShader, lensRings, lightOfCode, codeOfLight, codeOf, LensGraphics,
  smallSide, smallSize, stretchNearness, focusMask, LensPixels, makeHiddenCanvas, LensServer,
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

  close() {
    if (this.worker) this.worker.terminate();
    else this.server.close();
  }
}

// Opens a file's photo and map for effects.
async function openRemoteLens(file) {
  const map = file.maps[file.effects.map];
  const [plane, photo] = await Promise.all([planeOf(map), imageOf(file.photo)]);
  const about = (item) => ({ ...item, data: undefined, preview: undefined });
  return RemoteDrawer.open(lensDefinitions(), serveLens, LensServer,
    { image: await createImageBitmap(photo), plane, map: about(map), file: { photo: about(file.photo) } });
}
