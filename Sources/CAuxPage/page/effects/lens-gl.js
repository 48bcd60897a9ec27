// A photo and its map on the graphics processor: mask, spotlight, blur, parallax and anaglyph.

class LensGraphics {
  // What is told of it where it matters.
  get note() { return ""; }

  // `fail` is called with an error where the graphics processor gives up.
  constructor(pixels, map, { canvas = makeCanvas(pixels.width, pixels.height), fail = (error) => stage.fail(error) } = {}) {
    this.canvas = canvas;
    this.graphics = new Graphics(this.canvas);
    this.canvas.addEventListener("webglcontextlost", () => {
      if (!this.isClosed) fail(new Error("the graphics processor gave up; load the page again"));
    });
    const { graphics } = this;
    const { width, height } = pixels;
    Object.assign(this, { width, height, isStretched: map.width !== width || map.height !== height });
    this.photo = graphics.photo(pixels);
    this.nearness = this.stretch(pixels, map);
    this.programs = {};
    const reach = 2 + Math.floor(width / 2000);
    [this.sides, this.wideSides] = [reach, 2 * reach].map((far) => this.isStretched ? this.extremes(this.nearness, far) : this.nearness);
    this.radii = graphics.target(width, height);
    this.blocks = graphics.target(Math.ceil(width / 8), Math.ceil(height / 8), graphics.gl.NEAREST);
    this.blur = new LensBlur(graphics, this);
  }

  programOf(name, source) { return this.programs[name] ??= this.graphics.program(source); }

  // The nearness at each pixel.
  stretch(pixels, map) {
    const { graphics } = this;
    const { gl } = graphics;
    if (!this.isStretched) return graphics.texture(gl.LINEAR, gl.R16F, map.width, map.height, gl.RED, gl.FLOAT, map.filled);
    const target = graphics.target(this.width, this.height, gl.LINEAR);
    const guide = guideOf(pixels, map.width, map.height);
    const fits = guidedFits(map, guide);
    const [coefficients, colours, bounds] = [fits, guide, windowBounds(map)].map((values) => graphics.floats(map.width, map.height, values));
    graphics.draw(graphics.program(nearnessShader), target, { photo: this.photo, fits: coefficients, guide: colours, bounds });
    for (const { texture } of [coefficients, colours, bounds]) gl.deleteTexture(texture);
    return target;
  }

  // The extremes in a square around each pixel; `spare` is drawn into on the way.
  extremes(source, reach, filter) {
    const program = this.programOf("extremes", extremesShader);
    const [one, two] = [0, 1].map(() => this.graphics.target(source.width, source.height, filter));
    this.spread(program, source, reach, one, two);
    this.graphics.gl.deleteTexture(one.texture);
    return two;
  }

  spread(program, source, reach, one, two) {
    this.graphics.draw(program, one, { source }, { direction: [1, 0], reach: { int: reach } });
    this.graphics.draw(program, two, { source: one }, { direction: [0, 1], reach: { int: reach } });
  }

  // Takes the matte of the photo's subject: { width, height, codes }, of 8 bits.
  setMatte({ width, height, codes }) {
    const { gl } = this.graphics;
    this.matte = this.graphics.texture(gl.LINEAR, gl.R8, width, height, gl.RED, gl.UNSIGNED_BYTE, codes);
  }

  // Finds how far each pixel is out of focus.
  setFocus({ focus, width, slope, usesMatte }) {
    const { nearness, sides, wideSides, matte = nearness } = this;
    this.graphics.draw(this.programOf("focus", focusShader), this.radii, { nearness, sides, wideSides, matte },
      { focus, width, slope, isStretched: { int: this.isStretched ? 1 : 0 }, usesMatte: { int: usesMatte && this.matte ? 1 : 0 } });
    this.graphics.draw(this.programOf("blocks", blocksShader), this.blocks, { source: this.radii });
    this.blur.forget();
  }

  // Gives the canvas the size of a picture of a share of the photo's, or of an area of it, and says where its pixels are.
  frame(share, area) {
    const size = [this.width, this.height].map((side) => Math.max(Math.round(side * share), 1));
    const { left, top, width, height } = area ?? { left: 0, top: 0, width: size[0], height: size[1] };
    if (this.canvas.width !== width || this.canvas.height !== height) {
      [this.canvas.width, this.canvas.height] = [width, height];
    }
    return { size, corner: [left, top + height], down: -1 };
  }

  // The steps of drawing an area of the mask, or of the photo times the mask.
  maskedSteps(kind, area) {
    return [{ height: area.height, draw: (rows) => this.drawMasked(kind, 1, area, rows) }];
  }

  // Of an area, `rows` may limit what is drawn: { first, count } from its top.
  drawMasked(kind, share = 1, area = undefined, rows = undefined) {
    this.graphics.draw(this.programOf("masked", maskedShader), null, { photo: this.photo, radii: this.radii },
      { ...this.frame(share, area), kind: { int: kind } }, rows);
  }

  // The steps of drawing an area of the blur; `greatest` is the radius in pixels of what is farthest out of focus.
  blurSteps(greatest, samples, area) { return this.blur.steps(greatest, samples, area, this.frame(1, area)); }

  // Draws the blur quickly: coarse where it is blurred, and the photo itself where that is sharp.
  drawQuickBlur(greatest, samples, coarse, share = 1) {
    const size = [this.width, this.height].map((side) => Math.max(Math.round(side * coarse), 1));
    if (this.coarse?.width !== size[0] || this.coarse.height !== size[1]) {
      this.graphics.discard(this.coarse);
      this.coarse = this.graphics.target(...size, this.graphics.gl.LINEAR);
    }
    this.blur.drawSmall(greatest, samples, this.coarse, { size, corner: [0, 0], down: 1 });
    this.graphics.draw(this.programOf("quick", quickShader), null,
      { photo: this.photo, radii: this.radii, blurred: this.coarse },
      { greatest, texel: this.width / size[0], ...this.frame(share) });
  }

  // Draws the photo from another place, or for red-cyan glasses.
  drawParallax(shift, convergence, kind, share = 1) {
    this.graphics.draw(this.programOf("parallax", parallaxShader), null,
      { photo: this.photo, nearness: this.nearness },
      { ...this.frame(share), shift, convergence, kind: { int: kind } });
  }

  finished() { return this.graphics.finished(); }

  close() {
    this.isClosed = true;
    this.graphics.close();
  }
}
