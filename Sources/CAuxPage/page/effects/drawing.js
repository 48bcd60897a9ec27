// A picture that follows what changes: small at once, and then at full size by strips, which another change ends.

// How long a small picture and a strip are to take, and how long nothing changes before the full size, in milliseconds.
const [quickTime, stripTime, idleTime] = [40, 30, 150];
// The least share of the full size.
const quickShare = 0.2;

class Drawing {
  // Draws on the canvas of `graphics`, at most { width, height } large. `effect()` returns `quick(frame, share)`, which draws on
  // the canvas, and for what takes long `steps(target, frame)`, each { height, draw(rows) }, which draw into a target; `frame`
  // says where pixels are.
  constructor(graphics, { width, height }, effect) {
    Object.assign(this, { graphics, width, height, effect, share: 0.5, rows: [] });
    // Not before there is a picture.
    graphics.canvas.style.opacity = 0;
  }

  // Draws again; what is being drawn is left as it is.
  async change() {
    this.graphics.canvas.dataset.state = "drawing";
    this.isWanted = true;
    this.wake?.();
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      while (this.isWanted && !this.isClosed) await this.round();
    } catch (error) {
      if (!this.isClosed) stage.fail(error);
    }
    this.isBusy = false;
  }

  isStale() { return this.isWanted || this.isClosed; }

  async round() {
    const { graphics } = this;
    const { canvas } = graphics;
    this.isWanted = false;
    const effect = this.effect();
    const { steps } = effect;
    const start = performance.now();
    const { share } = this;
    await this.quick(effect, share);
    if (this.isClosed) return;
    canvas.style.opacity = "";
    // The first is slow, since shaders are made ready.
    if (this.isReady) this.learn(performance.now() - start);
    this.isReady = true;
    if (this.isStale()) return;
    if (steps) canvas.dataset.state = "refining";
    await new Promise((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, idleTime);
    });
    if (this.isStale()) return;
    if (steps) await this.whole(steps);
    else if (share < 1) await this.quick(effect, 1);
    if (!this.isStale()) canvas.dataset.state = "done";
  }

  // Draws the whole at a share of the full size.
  quick(effect, share) {
    const { canvas } = this.graphics;
    const size = [this.width, this.height].map((side) => Math.max(Math.round(side * share), 1));
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    effect.quick({ size, corner: [0, size[1]], down: -1 }, share);
    return this.graphics.finished();
  }

  // Takes the share of the size that takes as long as is wanted; another size of the canvas takes time, too.
  learn(milliseconds) {
    const share = clamp(this.share * Math.sqrt(quickTime / Math.max(milliseconds, 1)), quickShare, 1);
    if (share === 1 || Math.abs(share / this.share - 1) > 0.15) this.share = share;
  }

  async whole(steps) {
    const { graphics, width, height } = this;
    this.target ??= graphics.target(width, height);
    for (const [index, step] of steps(this.target, { size: [width, height], corner: [0, 0], down: 1 }).entries()) {
      await this.strips(step, index);
      if (this.isStale()) return;
    }
    graphics.show(this.target);
  }

  // Draws some rows at once, so that none keeps the graphics processor long.
  async strips({ height, draw }, index) {
    this.rows[index] ??= 32;
    for (let first = 0; first < height && !this.isStale();) {
      const rows = { first, count: Math.min(this.rows[index], height - first) };
      const start = performance.now();
      draw(rows);
      await this.graphics.finished();
      const factor = stripTime / Math.max(performance.now() - start, 0.5);
      // The last strip, which is lower, says little.
      if (rows.count === this.rows[index] || factor < 1) {
        this.rows[index] = clamp(Math.round(rows.count * clamp(factor, 0.25, 4)), 1, 4096);
      }
      first += rows.count;
    }
  }

  close() {
    this.isClosed = true;
    this.wake?.();
    this.graphics.discard(this.target);
  }
}

// The effect of what is drawn alike at any size: `draw(target, frame, rows)`.
const alikeAtAnySize = (draw) => ({
  quick: (frame) => draw(null, frame),
  steps: (target, frame) => [{ height: target.height, draw: (rows) => draw(target, frame, rows) }],
});
