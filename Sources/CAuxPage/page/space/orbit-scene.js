// Space on the graphics processor: the surface or the points, the cameras' outlines, and the photo on its plane.

class OrbitScene {
  constructor() {
    this.canvas = makeCanvas(1, 1);
    this.graphics = new Graphics(this.canvas, { alpha: true, antialias: true, depth: true, needsFloats: false });
    const { graphics } = this;
    const { gl } = graphics;
    this.programs = { surface: graphics.program(surfaceShader, surfaceVertices), lines: graphics.program(lineShader, lineVertices),
      plane: graphics.program(planeShader, planeVertices) };
    this.lines = { array: gl.createVertexArray(), buffer: gl.createBuffer(), count: 0 };
    this.nothing = gl.createVertexArray();
    gl.enable(gl.DEPTH_TEST);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(0, 0, 0, 0);
  }

  // Makes all ready for a picture of the photo; in turns, so that the page never waits for the processor.
  async prepare(picture) {
    const { graphics } = this;
    const { gl } = graphics;
    await graphics.ready(Object.values(this.programs));
    const sharper = gl.getExtension("EXT_texture_filter_anisotropic");
    const sharpness = sharper ? Math.min(8, gl.getParameter(sharper.MAX_TEXTURE_MAX_ANISOTROPY_EXT)) : 1;
    this.photo = await graphics.photo(picture);
    if (sharper) gl.texParameterf(gl.TEXTURE_2D, sharper.TEXTURE_MAX_ANISOTROPY_EXT, sharpness);
    await graphics.finished();
  }

  // Sends vertices to the processor, once: with `indices` as triangles, else as points.
  upload(positions, places, indices) {
    const { gl } = this.graphics;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    [[positions, 3], [places, 2]].forEach(([values, size], place) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 0, 0);
    });
    if (indices) {
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    }
    gl.bindVertexArray(null);
    return { array, count: indices ? indices.length : positions.length / 3, isSurface: Boolean(indices) };
  }

  // Sets the lines: nine numbers for each segment, its start, its end and its colour.
  setLines(segments) {
    const { gl } = this.graphics;
    gl.bindVertexArray(this.lines.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.lines.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, segments, gl.STATIC_DRAW);
    for (const place of [0, 1, 2]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 36, 12 * place);
      gl.vertexAttribDivisor(place, 1);
    }
    gl.bindVertexArray(null);
    this.lines.count = segments.length / 9;
  }

  // Draws what was uploaded into so many pixels, and outlines of so much opacity with the
  // photo on `plane`; behind all of it the photo on `backdrop`.
  draw({ view, size, backdrop, content, bounds, pointSize, plane, opacity }) {
    const { gl } = this.graphics;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, size[0], size[1]);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (backdrop?.opacity > 0) {
      gl.depthMask(false);
      gl.enable(gl.BLEND);
      this.drawPlane(view, backdrop, backdrop.opacity);
      gl.disable(gl.BLEND);
      gl.depthMask(true);
    }
    if (content) this.drawContent(view, content, bounds, pointSize);
    if (opacity > 0) this.drawOutlines(view, size, plane, opacity);
    gl.bindVertexArray(null);
  }

  use(program, view) {
    const { graphics } = this;
    graphics.gl.useProgram(program.program);
    graphics.gl.uniformMatrix4fv(graphics.place(program, "view"), false, view);
    return (name) => graphics.place(program, name);
  }

  bindPhoto(place) {
    const { gl } = this.graphics;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.photo.texture);
    gl.uniform1i(place("photo"), 0);
  }

  drawContent(view, content, bounds, pointSize) {
    const { gl } = this.graphics;
    const place = this.use(this.programs.surface, view);
    this.bindPhoto(place);
    gl.uniform2f(place("bounds"), bounds[0], bounds[1]);
    gl.uniform1f(place("pointSize"), pointSize);
    gl.bindVertexArray(content.array);
    if (content.isSurface) gl.drawElements(gl.TRIANGLES, content.count, gl.UNSIGNED_INT, 0);
    else gl.drawArrays(gl.POINTS, 0, content.count);
  }

  drawPlane(view, plane, opacity) {
    const { gl } = this.graphics;
    const place = this.use(this.programs.plane, view);
    this.bindPhoto(place);
    for (const name of ["corner", "across", "down"]) gl.uniform3f(place(name), plane[name][0], plane[name][1], plane[name][2]);
    gl.uniform1f(place("opacity"), opacity);
    gl.bindVertexArray(this.nothing);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  drawOutlines(view, size, plane, opacity) {
    const { gl } = this.graphics;
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    if (plane) this.drawPlane(view, plane, opacity * 0.85);
    if (!this.lines.count) return;
    const place = this.use(this.programs.lines, view);
    gl.uniform2f(place("size"), size[0], size[1]);
    gl.uniform1f(place("width"), 1.6 * size[0] / this.canvas.clientWidth);
    gl.uniform1f(place("opacity"), opacity);
    gl.bindVertexArray(this.lines.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.lines.count);
  }

  close() { this.graphics.close(); }
}
