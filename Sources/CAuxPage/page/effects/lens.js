// A photo and its map on the graphics processor: mask, spotlight, blur, parallax and anaglyph.

// The photo's pixels and its map for effects; if that is stretched along the photo's edges, what the shader needs. For a worker.
function lensMap({ bitmap, file, map, plane }) {
  const { width, height } = bitmap;
  const near = nearnessOf(file, map, plane, width, height);
  if (near.width === width && near.height === height) return { width, height, filled: near.filled };
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  const guide = guideOf(context.getImageData(0, 0, width, height), near.width, near.height);
  const fits = guidedFits(near, guide);
  return { width: near.width, height: near.height, fits, guide, bounds: windowBounds(near) };
}

const lensWork = [formatSize, ...nearnessWork, fillHoles, terraceBounds, mirrored, smoothTerraces, reduceMap,
  { enlargement, samplesAtMost }, isFullSize, isEnlarged, nearnessOf, ...guidedWork, lensMap];

// What Focus needs.
const focusShaders = { extremes: extremesShader, focus: focusShader, blocks: blocksShader, reach: reachShader,
  masked: maskedShader, tier: tierShader, blur: blurShader, quick: quickShader };

class Lens {
  // Opens a file's photo and map.
  static async open(file) {
    const lens = withWebGL(() => new Lens(), "The command below makes the picture.");
    try {
      const map = file.maps[file.effects.map];
      const subject = portraitMatte(file);
      const [plane, bitmap, matte] = await Promise.all([planeOf(map), bitmapOf(file.photo), subject && planeOf(subject)]);
      const { width, height } = file.photo;
      const { facts } = map;
      const stretched = await callApart(lensWork, { bitmap, plane, file: { photo: { width, height } },
        map: { ...meaningOf(map), width: map.width, height: map.height, facts } });
      await lens.load(bitmap, stretched, matte);
      bitmap.close();
      return lens;
    } catch (error) {
      lens.close();
      throw error;
    }
  }

  constructor() {
    this.canvas = makeCanvas(1, 1);
    this.graphics = new Graphics(this.canvas);
    this.programs = {};
  }

  // Makes programs ready by their sources.
  async ready(sources) {
    const { graphics, programs } = this;
    for (const [name, source] of Object.entries(sources)) programs[name] ??= graphics.program(source);
    await graphics.ready(Object.keys(sources).map((name) => programs[name]));
  }

  // Sends a photo, what `lensMap` made of its map, and the matte of its subject, if any.
  async load(bitmap, map, matte) {
    const { graphics } = this;
    const { gl } = graphics;
    Object.assign(this, { width: bitmap.width, height: bitmap.height, isStretched: !map.filled });
    this.photo = await graphics.photo(bitmap);
    this.nearness = await this.stretched(map);
    if (matte) this.matte = graphics.texture(gl.LINEAR, gl.R8, matte.width, matte.height, gl.RED, gl.UNSIGNED_BYTE, matte.codes);
  }

  // The nearness at each pixel.
  async stretched({ width, height, filled, fits, guide, bounds }) {
    const { graphics } = this;
    const { gl } = graphics;
    if (filled) return graphics.floats(gl.LINEAR, gl.R16F, gl.RED, width, height, filled);
    await this.ready({ nearness: nearnessShader });
    const target = graphics.target(this.width, this.height, gl.LINEAR);
    const textures = {};
    for (const [name, values] of Object.entries({ fits, guide, bounds })) {
      textures[name] = await graphics.floats(gl.NEAREST, gl.RGBA32F, gl.RGBA, width, height, values);
    }
    graphics.draw(this.programs.nearness, target, { photo: this.photo, ...textures });
    for (const { texture } of Object.values(textures)) gl.deleteTexture(texture);
    return target;
  }

  // Finds how far each pixel is out of focus; `focusShaders` have to be ready.
  setFocus({ focus, width, slope, usesMatte }) {
    const { graphics, programs, nearness, matte = nearness, isStretched } = this;
    const reach = 2 + Math.floor(this.width / 2000);
    this.sides ??= [reach, 2 * reach].map((far) => isStretched ? this.extremes(nearness, far) : nearness);
    this.radii ??= graphics.target(this.width, this.height);
    this.blocks ??= graphics.target(Math.ceil(this.width / 8), Math.ceil(this.height / 8));
    const [sides, wideSides] = this.sides;
    graphics.draw(programs.focus, this.radii, { nearness, sides, wideSides, matte },
      { focus, width, slope, isStretched: { int: isStretched ? 1 : 0 }, usesMatte: { int: usesMatte && this.matte ? 1 : 0 } });
    graphics.draw(programs.blocks, this.blocks, { source: this.radii });
    this.blur ??= new LensBlur(this);
    this.blur.forget();
  }

  // The extremes in a square around each pixel.
  extremes(source, reach) {
    const { graphics } = this;
    const [one, two] = [0, 1].map(() => graphics.target(source.width, source.height));
    this.spread("extremes", source, reach, one, two);
    graphics.discard(one);
    return two;
  }

  // Draws with a program across and then down.
  spread(name, source, reach, one, two, values = {}) {
    const { graphics, programs } = this;
    graphics.draw(programs[name], one, { source }, { ...values, direction: [1, 0], reach: { int: reach } });
    graphics.draw(programs[name], two, { source: one }, { ...values, direction: [0, 1], reach: { int: reach } });
  }

  // The effect of the mask by its kind, 1, or of the photo times the mask, 2.
  masked(kind) {
    return alikeAtAnySize((target, frame, rows) => this.graphics.draw(this.programs.masked, target,
      { photo: this.photo, radii: this.radii }, { ...frame, kind: { int: kind } }, rows));
  }

  // The effect of the photo from another place, or for red-cyan glasses; `parallaxShader` has to be ready.
  parallax(shift, convergence, kind) {
    return alikeAtAnySize((target, frame, rows) => this.graphics.draw(this.programs.parallax, target,
      { photo: this.photo, nearness: this.nearness }, { ...frame, shift, convergence, kind: { int: kind } }, rows));
  }

  close() { this.graphics.close(); }
}

// The lens of a file; there is one at a time, since each takes much memory.
let currentLens;

function lensOf(file) {
  if (currentLens?.file !== file) {
    closeLens();
    currentLens = { file, lens: Lens.open(file) };
  }
  return currentLens.lens;
}

function closeLens() {
  currentLens?.lens.then((lens) => lens.close(), () => {});
  currentLens = undefined;
}
