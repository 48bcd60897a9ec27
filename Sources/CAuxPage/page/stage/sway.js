// A gentle sway of the photo and its map: both from places around the camera's, about the subject's plane.

// A point as near as can be moves so far to each side of where the farthest is, in widths of the picture; up and down less.
const swayReach = 0.018;
const swayDown = 0.35;
const swayPeriod = 6500;
// Milliseconds in which it begins and ends.
const swayEase = 900;
// A frame that takes longer is drawn smaller, and where that does not help, none is.
const frameGoal = 40, frameLimit = 100;
const swaySide = 1600;
const swayMapSide = 640;
// A share of the size on the screen below which the photo would be seen to be less sharp.
const leastShare = 0.6;
// So many slow frames, one after another, end it.
const slowFrames = 4;

// The photo on the left of a divider and the map's colours on the right of it, both moved.
const swayShader = `${shaderCode}${parallaxCode}
uniform sampler2D colours;
uniform vec2 size, shift;
uniform float convergence, divide;
out vec4 result;
void main() {
  vec2 at = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) / size;
  vec2 from = origin(at, shift, size, convergence);
  result = at.x < divide ? vec4(codes(textureLod(photo, from, 0.0).rgb), 1.0) : textureLod(colours, from, 0.0);
}`;

class Sway {
  // `plane` has nearness without holes, `codes` of `width` and `height`; `colours` is a canvas with the map's colours.
  static async make(photo, plane, colours) {
    const size = photo.preview;
    const share = Math.min(1, swaySide / Math.max(size.width, size.height));
    const [resizeWidth, resizeHeight] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * share)));
    const bitmap = await bitmapOf(photo, { resizeWidth, resizeHeight, resizeQuality: "high" });
    try {
      const sway = new Sway(bitmap);
      await sway.prepare(bitmap, plane, colours).catch((error) => {
        sway.graphics.close();
        throw error;
      });
      return sway;
    } finally {
      bitmap.close();
    }
  }

  constructor({ width, height }) {
    Object.assign(this, { width, height, canvas: makeCanvas(width, height),
      isOn: false, share: 1, most: 1, divide: 0.5, convergence: 0.5, strength: 0 });
    this.graphics = new Graphics(this.canvas);
    this.program = this.graphics.program(swayShader);
  }

  // Sends the pictures, each in a task of its own.
  async prepare(bitmap, plane, colours) {
    const { graphics } = this;
    const { gl } = graphics;
    await graphics.ready([this.program]);
    this.photo = graphics.picture(bitmap, gl.SRGB8_ALPHA8);
    await graphics.finished();
    this.colours = graphics.picture(colours, gl.RGBA8);
    await graphics.finished();
    this.nearness = graphics.texture(gl.LINEAR, gl.R8, plane.width, plane.height, gl.RED, gl.UNSIGNED_BYTE, plane.codes);
  }

  // Begins, on a screen that shows it so many device pixels wide; `onEnd(isSlow)` is called when it has come to rest.
  start(shownWidth, onEnd) {
    this.most = clamp(shownWidth / this.width, 0.1, 1);
    this.share = this.most * 0.8;
    Object.assign(this, { isOn: true, onEnd, slow: 0, frames: 0, last: undefined, phase: this.phase ?? 0 });
    this.next();
  }

  // Comes to rest within a moment, or at once.
  stop(isAtOnce = false) {
    this.isOn = false;
    if (isAtOnce) this.end();
  }

  end(isSlow = false) {
    [this.isOn, this.strength] = [false, 0];
    const { onEnd } = this;
    this.onEnd = undefined;
    onEnd?.(isSlow);
  }

  next() { this.pending = requestAnimationFrame((time) => this.frame(time)); }

  async frame(time) {
    if (!this.onEnd) return;
    const passed = Math.min(time - (this.last ?? time), 100);
    this.last = time;
    this.phase += passed / swayPeriod * 2 * Math.PI;
    this.strength = clamp(this.strength + (this.isOn ? passed : -passed * 3) / swayEase, 0, 1);
    if (!this.isOn && this.strength === 0) return this.end();
    const start = performance.now();
    this.draw();
    await this.graphics.finished();
    if (this.isClosed) return;
    this.measure(performance.now() - start);
    if (this.onEnd) this.next();
  }

  draw() {
    const [width, height] = [this.width, this.height].map((side) => Math.max(Math.round(side * this.share), 1));
    if (this.canvas.width !== width || this.canvas.height !== height) [this.canvas.width, this.canvas.height] = [width, height];
    // It begins and ends slowly.
    const reach = swayReach * this.strength * this.strength * (3 - 2 * this.strength);
    const shift = [reach * Math.sin(this.phase), reach * swayDown * Math.cos(this.phase) * this.width / this.height];
    this.graphics.draw(this.program, null, { photo: this.photo, nearness: this.nearness, colours: this.colours },
      { size: [width, height], shift, convergence: this.convergence, divide: this.divide });
  }

  // Takes the size at which a frame is quick enough; stops where none is. The first frames make shaders ready.
  measure(milliseconds) {
    this.frames++;
    this.time = milliseconds;
    if (this.frames < 4) return;
    const least = this.most * leastShare;
    const isLeast = this.share === least;
    if (milliseconds > frameGoal) this.share = Math.max(this.share * clamp(Math.sqrt(frameGoal / milliseconds), 0.6, 0.97), least);
    else if (milliseconds < frameGoal / 3) this.share = Math.min(this.share * 1.1, this.most);
    this.slow = milliseconds > frameLimit && isLeast ? this.slow + 1 : 0;
    if (this.slow >= slowFrames) this.end(true);
  }

  close() {
    this.isClosed = true;
    cancelAnimationFrame(this.pending);
    this.end();
    this.graphics.close();
  }
}

// Nearness for the sway, no side longer than `side`, and without holes; for a worker.
function swayPlane({ values, width, height, side }) {
  const share = Math.min(1, side / Math.max(width, height));
  const [across, down] = [width, height].map((length) => Math.max(Math.round(length * share), 1));
  const samples = share < 1 ? reduceMap(values, width, height, across, down) : values;
  return { width: across, height: down, codes: Uint8Array.from(fillHoles(samples, across, down), (value) => Math.round(value * 255)) };
}

const swayPlaneOf = ({ values, width, height }) =>
  callApart([reduceMap, fillHoles, swayPlane], { values, width, height, side: swayMapSide });
