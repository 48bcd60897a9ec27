// The light of both renditions of a photo with a gain map, at an exposure: computed in a worker, some rows at a time.
//
// Light is (base + baseOffset) * gain - alternateOffset (ISO 21496-1; Ultra HDR the same), the gain a power of 2 that the code of
// the map says, or 1 + (headroom - 1) * light of the code by Apple's formula. Codes are interpolated between the map's samples.
// Where the base is HDR, the gain's logarithm counts the other way, and what is computed is the SDR rendition.

// The transfer function of Rec. 709, turned over.
const lightOf709 = (code) => code < 0.081 ? code / 4.5 : ((code + 0.099) / 1.099) ** (1 / 0.45);

// The light of sRGB codes as codes of 0…255, which are not rounded.
const exactCode = (light) => 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

// What a gain map's codes mean for red, green or blue: `gain(code)` of 0…1, and the offsets. `weight` is the part of the way from
// the base to the alternate rendition, 0…1 to HDR and 0…-1 to SDR.
function gainChannel(gain, part, weight = gain.base === "hdr" ? -1 : 1) {
  if (gain.apple) return { gain: (code) => (1 + (gain.apple - 1) * lightOf709(code)) ** weight, baseOffset: 0, alternateOffset: 0 };
  const { gainMin, gainMax, gamma, baseOffset, alternateOffset } = gain.channels[Math.min(part, gain.channels.length - 1)];
  return { gain: (code) => 2 ** (weight * (gainMin + (gainMax - gainMin) * code ** (1 / gamma))), baseOffset, alternateOffset };
}

// The light, in units of diffuse white, of codes of PQ (Rec. ITU-R BT.2100-2, table 4).
function lightOfPQ(code) {
  const [c1, c2, c3] = [3424 / 4096, 2413 / 128, 2392 / 128];
  const root = code ** (32 / 2523);
  return (Math.max(root - c1, 0) / (c2 - c3 * root)) ** (16384 / 2610) * 10000 / 203;
}

// The headroom in stops.
const headroomOf = (gain) => gain.apple ? Math.log2(gain.apple) : gain.headroom;

// What is beyond white at an exposure, where that is marked.
const markColour = [255, 0, 128];

class ExposureServer extends DrawingServer {
  // Takes the base rendition, whose codes are those of sRGB or of `transfer`, and its gain map.
  open({ image, map, plane, transfer }) {
    const { width, height } = image;
    const context = makeHiddenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0, width, height);
    Object.assign(this, { width, height, plane, codes: context.getImageData(0, 0, width, height).data,
      most: plane.codes.BYTES_PER_ELEMENT === 2 ? 65535 : 255, canvas: makeHiddenCanvas(width, height) });
    this.isBaseHDR = map.gain.base === "hdr";
    this.lightOfCode = transfer === "pq" ? Float32Array.from({ length: 256 }, (_, code) => lightOfPQ(code / 255)) : lightOfCode;
    this.channels = [0, 1, 2].map((part) => {
      const channel = gainChannel(map.gain, part);
      // Gains of a 4096th of the codes' range each, between which they are nearly straight.
      return { ...channel, gains: Float32Array.from({ length: 4098 }, (_, step) => channel.gain(Math.min(step, 4096) / 4096)) };
    });
    return { size: { width, height }, isFast: true, note: "", ...this.survey() };
  }

  // The code of the map at a pixel of the photo, 0…1.
  code(column, row, part) {
    const { width, height, components, codes } = this.plane;
    const x = clamp((column + 0.5) * width / this.width - 0.5, 0, width - 1);
    const y = clamp((row + 0.5) * height / this.height - 0.5, 0, height - 1);
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [x - left, y - top];
    const component = components === 3 ? part : 0;
    const [right, below] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
    const at = (line, place) => codes[(line * width + place) * components + component];
    const above = at(top, left) * (1 - across) + at(top, right) * across;
    return (above * (1 - down) + (at(below, left) * (1 - across) + at(below, right) * across) * down) / this.most;
  }

  // Writes the light of red, green and blue of a rendition; white is 1.
  light(column, row, isHDR, target) {
    const at = (row * this.width + column) * 4;
    const isBase = isHDR === this.isBaseHDR;
    let code = 0;
    for (let part = 0; part < 3; part++) {
      target[part] = this.lightOfCode[this.codes[at + part]];
      if (isBase) continue;
      const { gains, baseOffset, alternateOffset } = this.channels[part];
      if (part === 0 || this.plane.components === 3) code = this.code(column, row, part);
      const step = code * 4096, first = Math.floor(step);
      const gain = gains[first] + (gains[first + 1] - gains[first]) * (step - first);
      target[part] = (target[part] + baseOffset) * gain - alternateOffset;
    }
  }

  // What is brighter than white, as a share of the picture, and the brightest, in stops above white; by every fourth pixel each way.
  survey() {
    const found = [0, 0, 0];
    let [beyond, count, brightest] = [0, 0, 0];
    for (let row = 0; row < this.height; row += 4) {
      for (let column = 0; column < this.width; column += 4) {
        this.light(column, row, true, found);
        const most = Math.max(...found);
        count++;
        if (most > 1.001) beyond++;
        if (most > brightest) brightest = most;
      }
    }
    return { beyond: beyond / count, brightest: Math.log2(Math.max(brightest, 1e-6)) };
  }

  // The light of both renditions at one place of the picture.
  look({ column, row }) {
    const [hdr, sdr] = [[0, 0, 0], [0, 0, 0]];
    this.light(column, row, true, hdr);
    this.light(column, row, false, sdr);
    return { hdr, sdr };
  }

  // Draws a rendition so many stops brighter: quickly the whole at a share of its size, or an area.
  async draw({ stops, isHDR, marks, coarse, share = 1, area }, id) {
    const start = performance.now();
    const [width, height] = [this.width, this.height].map((side) => Math.max(Math.round(side * share), 1));
    const settings = { scale: 2 ** stops, isHDR, marks, width, height };
    if (coarse) {
      this.paint(settings, { left: 0, top: 0, width, height }, { first: 0, count: height });
      return { picture: this.picture(), milliseconds: performance.now() - start };
    }
    const steps = [{ height: area.height, draw: (rows) => this.paint(settings, area, rows) }];
    return await this.take(steps, id) ? { picture: this.picture() } : {};
  }

  picture() { return this.canvas.transferToImageBitmap?.() ?? this.canvas; }

  paint({ scale, isHDR, marks, width, height }, area, rows) {
    const image = new ImageData(area.width, rows.count);
    const found = [0, 0, 0];
    for (let row = 0; row < rows.count; row++) {
      const line = area.top + rows.first + row;
      const y = Math.min(Math.floor((line + 0.5) * this.height / height), this.height - 1);
      for (let place = 0; place < area.width; place++) {
        const column = area.left + place;
        const x = Math.min(Math.floor((column + 0.5) * this.width / width), this.width - 1);
        const to = (row * area.width + place) * 4;
        this.light(x, y, isHDR, found);
        // Stripes where this exposure, too, has nothing but white.
        const isMarked = marks && Math.max(...found) * scale > 1.001 && (column + line >> 2) % 2;
        for (let part = 0; part < 3; part++) {
          image.data[to + part] = isMarked ? markColour[part] : exactCode(clamp(found[part] * scale, 0, 1));
        }
        image.data[to + 3] = 255;
      }
    }
    if (this.canvas.width !== area.width || this.canvas.height !== area.height) {
      [this.canvas.width, this.canvas.height] = [area.width, area.height];
    }
    this.canvas.getContext("2d", { willReadFrequently: true }).putImageData(image, 0, rows.first);
  }

  close() { return {}; }
}
