// What LensGraphics does, without WebGL2: the same formulas on a smaller picture, drawn by the processor.

// The longer side of the pictures.
const smallSide = 512;

// The size of a photo for that.
function smallSize(width, height) {
  const share = Math.min(1, smallSide / Math.max(width, height));
  return [width, height].map((side) => Math.max(1, Math.round(side * share)));
}

// The nearness at each pixel of a picture that is larger than the map: fits read as `nearnessShader` reads them.
function stretchNearness(map, pixels) {
  const guide = guideOf(pixels, map.width, map.height);
  const fits = guidedFits(map, guide);
  const bounds = windowBounds(map);
  const result = new Float32Array(pixels.width * pixels.height);
  const place = (pixel, from, to) => clamp((pixel + 0.5) * to / from - 0.5, 0, to - 1);
  for (let index = 0; index < result.length; index++) {
    const colour = [0, 1, 2].map((part) => pixels.data[index * 4 + part] / 255);
    const x = place(index % pixels.width, pixels.width, map.width);
    const y = place(Math.floor(index / pixels.width), pixels.height, map.height);
    let [weights, products] = [0, 0];
    for (const [row, down] of [[Math.floor(y), 1 - y % 1], [Math.min(Math.floor(y) + 1, map.height - 1), y % 1]]) {
      for (const [column, across] of [[Math.floor(x), 1 - x % 1], [Math.min(Math.floor(x) + 1, map.width - 1), x % 1]]) {
        const at = (row * map.width + column) * 4;
        let [distance, value] = [1, fits[at + 3]];
        for (let part = 0; part < 3; part++) {
          distance += (guide[at + part] - colour[part]) ** 2 * guide[at + 3] / 0.001;
          value += fits[at + part] * colour[part];
        }
        const weight = across * down * (1 / (distance * distance) + 1e-6);
        weights += weight;
        products += weight * value;
      }
    }
    const nearest = Math.floor(y + 0.5) * map.width + Math.floor(x + 0.5);
    result[index] = clamp(products / weights, bounds[nearest * 4], bounds[nearest * 4 + 1]);
  }
  return result;
}

// A matte of codes of 8 bits at a picture's size, 0…1.
function stretchMatte(plane, { width, height }) {
  const result = new Float32Array(width * height);
  const place = (pixel, from, to) => clamp((pixel + 0.5) * to / from - 0.5, 0, to - 1);
  for (let index = 0; index < result.length; index++) {
    const [x, y] = [place(index % width, width, plane.width), place(Math.floor(index / width), height, plane.height)];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [right, below] = [Math.min(left + 1, plane.width - 1), Math.min(top + 1, plane.height - 1)];
    const at = (row, column) => plane.codes[row * plane.width + column] / 255;
    const line = (row) => at(row, left) * (1 - x + left) + at(row, right) * (x - left);
    result[index] = line(top) * (1 - y + top) + line(below) * (y - top);
  }
  return result;
}

function focusMask(nearness, { focus, width, slope }) {
  const half = 1 / slope + width / 2;
  return clamp(Math.min(slope * (nearness - focus + half), slope * (focus + half - nearness)), 0, 1);
}

class LensPixels {
  // `pixels` has the size that `smallSize` gives, and the map is made for it; `reason` says why the graphics processor does
  // not draw.
  constructor(pixels, map, reason, canvas = makeCanvas(pixels.width, pixels.height)) {
    const { width, height } = pixels;
    Object.assign(this, { pixels, reason, width, height, canvas });
    const isStretched = map.width !== width || map.height !== height;
    this.nearness = isStretched ? stretchNearness(map, this.pixels) : map.filled;
    this.light = Float32Array.from({ length: width * height * 3 },
      (_, index) => lightOfCode[this.pixels.data[Math.floor(index / 3) * 4 + index % 3]]);
  }

  get note() { return `Drawn at ${formatSize(this)} pixels, since ${this.reason}.`; }

  // Lets messages in.
  finished() { return new Promise((resolve) => setTimeout(resolve)); }
  close() {}

  setMatte(plane) { this.matte = stretchMatte(plane, this); }

  setFocus(focus) {
    const matte = focus.usesMatte ? this.matte : undefined;
    this.masks = this.nearness.map((nearness) => focusMask(nearness, focus));
    this.shares = this.nearness.map((nearness, index) => (nearness > focus.focus ? 1 : -1) * (1 - this.masks[index]));
    matte?.forEach((share, index) => {
      if (share >= 0.5) this.shares[index] = 0;
      this.masks[index] = Math.max(this.masks[index], share);
    });
  }

  // Writes each pixel's light, which `light(index, target)` finds; of some rows of an area, if they are given.
  paint(light, area = { left: 0, top: 0, width: this.width, height: this.height }, rows = { first: 0, count: area.height }) {
    if (this.canvas.height !== area.height) this.canvas.height = area.height;
    if (this.canvas.width !== area.width) this.canvas.width = area.width;
    const image = new ImageData(area.width, rows.count);
    const found = [0, 0, 0];
    for (let pixel = 0; pixel < area.width * rows.count; pixel++) {
      const row = area.top + rows.first + Math.floor(pixel / area.width);
      light(row * this.width + area.left + pixel % area.width, found);
      for (let part = 0; part < 3; part++) image.data[pixel * 4 + part] = codeOf(found[part]);
      image.data[pixel * 4 + 3] = 255;
    }
    this.canvas.getContext("2d").putImageData(image, 0, rows.first);
  }

  // As those of LensGraphics.
  maskedSteps(kind, area) {
    const light = (index, target) => {
      const mask = this.masks[index];
      for (let part = 0; part < 3; part++) {
        // A mask is shown by its codes and not by light.
        target[part] = kind === 1 ? lightOfCode[Math.round(mask * 255)] : this.light[index * 3 + part] * mask;
      }
    };
    return [{ height: area.height, draw: (rows) => this.paint(light, area, rows) }];
  }

  // Three layers, those before, in and behind the focus, of what is at most the greatest radius away.
  blurSteps(greatest, samples, area) {
    const { width, height, light, shares } = this;
    const taps = [];
    const reach = Math.ceil(greatest);
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) taps.push([x, y, Math.hypot(x, y)]);
    }
    const layers = new Float32Array(12);
    const seen = (index, target) => {
      layers.fill(0);
      const [column, row] = [index % width, Math.floor(index / width)];
      for (const [x, y, away] of taps) {
        const from = clamp(row + y, 0, height - 1) * width + clamp(column + x, 0, width - 1);
        const radius = Math.max(Math.abs(shares[from]) * greatest, 0.5642);
        const weight = clamp(radius + 0.5 - away, 0, 1) / (Math.PI * radius * radius);
        if (weight <= 0) continue;
        const layer = radius < 1 ? 4 : shares[from] > 0 ? 0 : 8;
        for (let part = 0; part < 3; part++) layers[layer + part] += light[from * 3 + part] * weight;
        layers[layer + 3] += weight;
      }
      let free = 1;
      target.fill(0);
      for (let layer = 0; layer < 12; layer += 4) {
        const weight = layers[layer + 3];
        if (weight <= 0) continue;
        const taken = Math.min(weight, free);
        for (let part = 0; part < 3; part++) target[part] += layers[layer + part] * taken / weight;
        free -= taken;
      }
      for (let part = 0; part < 3; part++) target[part] /= Math.max(1 - free, 1e-4);
    };
    return [{ height: area.height, draw: (rows) => this.paint(seen, area, rows) }];
  }

  // The pixel that is seen at one from beside, as in `parallaxShader`.
  seen(column, row, [across, down], convergence) {
    const { width, height, nearness } = this;
    const steps = clamp(Math.ceil(Math.hypot(across * width, down * height)), 8, 48);
    const at = (depth) => clamp(Math.round(row - down * height * (depth - convergence)), 0, height - 1) * width
      + clamp(Math.round(column - across * width * (depth - convergence)), 0, width - 1);
    let before = at(1);
    for (let step = 0; step <= steps; step++) {
      const depth = 1 - step / steps;
      const from = at(depth);
      if (nearness[from] >= depth) return nearness[from] - depth > 0.08 + 2 / steps ? before : at(nearness[from]);
      before = from;
    }
    return before;
  }

  drawParallax(shift, convergence, kind) {
    const { width, light } = this;
    const other = shift.map((part) => -part);
    this.paint((index, target) => {
      const [column, row] = [index % width, Math.floor(index / width)];
      const one = this.seen(column, row, shift, convergence) * 3;
      if (kind === 0) {
        for (let part = 0; part < 3; part++) target[part] = light[one + part];
        return;
      }
      const two = this.seen(column, row, other, convergence) * 3;
      for (let part = 0; part < 3; part++) {
        target[part] = 0;
        for (let from = 0; from < 3; from++) {
          target[part] += anaglyphLeft[from][part] * light[one + from] + anaglyphRight[from][part] * light[two + from];
        }
      }
    });
  }
}
