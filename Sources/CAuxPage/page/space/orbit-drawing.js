// Draws space when something changes: as large as is quick while it does, and then at full size.

// Shares of the full size at which space is drawn while it moves.
const orbitShares = [1, 0.7, 0.5, 0.35];
// Milliseconds of a frame: above, the next one is smaller, below larger.
const [orbitSlow, orbitQuick] = [50, 18];
// The longer side of the picture in pixels, at most.
const orbitSide = 2048;

// Where the stage and the photo's picture in it are, and the size of the stage in pixels of the screen.
function orbitArea() {
  const [area, box] = [byId("stage").getBoundingClientRect(), byId("content").getBoundingClientRect()];
  const scale = Math.min(devicePixelRatio, orbitSide / Math.max(area.width, area.height, 1));
  return { area, box, size: [area.width, area.height].map((side) => Math.max(Math.round(side * scale), 1)) };
}

class OrbitDrawing {
  constructor(scene, draw) {
    Object.assign(this, { scene, draw, step: 1, frames: 0, isBusy: false, isWanted: false, isClosed: false });
    this.next = perFrame(() => this.run(orbitShares[this.step]));
  }

  // Spreads the canvas over the whole stage, beyond the photo's own picture.
  fit() {
    const { canvas } = this.scene;
    const { area, box, size } = orbitArea();
    Object.assign(canvas.style, { left: `${area.left - box.left}px`, top: `${area.top - box.top}px`,
      width: `${area.width}px`, height: `${area.height}px` });
    this.frame = { left: (box.left - area.left) / area.width, top: (box.top - area.top) / area.height,
      width: box.width / area.width, height: box.height / area.height };
    this.size = size;
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    this.change();
  }

  change() {
    clearTimeout(this.settling);
    this.scene.canvas.dataset.state = "drawing";
    this.isWanted = true;
    if (!this.isBusy) this.next();
  }

  async run(share) {
    if (this.isClosed || this.isBusy) return;
    [this.isBusy, this.isWanted] = [true, false];
    const start = performance.now();
    const { canvas } = this.scene;
    // What is smaller is a corner of the canvas, made larger: another size of the canvas itself would take time.
    this.drawn = this.size.map((side) => Math.max(Math.round(side * share), 1));
    const [across, down] = this.size.map((side, axis) => side / this.drawn[axis]);
    canvas.style.transform = share < 1 ? `scale(${across}, ${down})` : "";
    this.draw(this.drawn);
    await this.scene.finished();
    this.isBusy = false;
    if (this.isClosed) return;
    // Before the first frame is drawn, shaders are made ready.
    if (this.frames++ && share === orbitShares[this.step]) this.learn(performance.now() - start);
    if (this.isWanted) this.next();
    else if (share < 1) this.settling = setTimeout(() => this.run(1), 160);
    else canvas.dataset.state = "done";
  }

  learn(milliseconds) {
    if (milliseconds > orbitSlow) this.step = Math.min(this.step + 1, orbitShares.length - 1);
    else if (milliseconds < orbitQuick) this.step = Math.max(this.step - 1, 0);
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.settling);
    this.next.cancel();
  }
}
