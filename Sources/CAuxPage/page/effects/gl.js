// WebGL2: programs over the whole picture, textures, and pictures that are drawn into.

const vertexShader = `#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

const fragmentHead = `#version 300 es
precision highp float;
precision highp sampler2D;
`;

// So many pixels are sent at once.
const sentAtOnce = 1 << 19;

class Graphics {
  // Makes a context on a canvas; throws where there is none that can do what the shaders need.
  constructor(canvas, { needsFloats = true, alpha = false, antialias = false, depth = false } = {}) {
    const gl = canvas.getContext("webgl2", { alpha, antialias, depth, preserveDrawingBuffer: true });
    if (!gl) throw new Error("this browser has no WebGL2");
    if (needsFloats && !gl.getExtension("EXT_color_buffer_float") && !gl.getExtension("EXT_color_buffer_half_float")) {
      gl.getExtension("WEBGL_lose_context")?.loseContext();
      throw new Error("this browser cannot draw half floats");
    }
    [this.canvas, this.gl] = [canvas, gl];
    canvas.addEventListener("webglcontextlost", () => {
      if (!this.isClosed) stage.fail(new Error("the graphics processor gave up; load the page again"));
    });
    gl.bindVertexArray(gl.createVertexArray());
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  // Makes a program, which `ready` waits for.
  program(source, vertices = vertexShader) {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertices], [gl.FRAGMENT_SHADER, fragmentHead + source]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    return { program, places: new Map() };
  }

  // Waits until programs are ready to draw with; asking before that would stop the page until they are.
  async ready(programs) {
    const { gl } = this;
    const parallel = gl.getExtension("KHR_parallel_shader_compile");
    await this.finished();
    for (const { program } of programs) {
      while (parallel && !gl.isContextLost() && !gl.getProgramParameter(program, parallel.COMPLETION_STATUS_KHR)) {
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
      if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
        const logs = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
        throw new Error(`a shader of the page does not compile here: ${logs.join(" ")}`);
      }
      await nextTask();
    }
  }

  // The location of a uniform.
  place({ program, places }, name) {
    if (!places.has(name)) places.set(name, this.gl.getUniformLocation(program, name));
    return places.get(name);
  }

  texture(filter, format, width, height, layout, type, pixels) {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter === gl.NEAREST ? gl.NEAREST : gl.LINEAR);
    gl.texImage2D(gl.TEXTURE_2D, 0, format, width, height, 0, layout, type, pixels);
    return { texture, width, height };
  }

  // A texture of floats, sent some rows at a time, so that the page never waits.
  async floats(filter, format, layout, width, height, values) {
    const { gl } = this;
    const item = this.texture(filter, format, width, height, layout, gl.FLOAT, null);
    const rows = Math.max(Math.floor(sentAtOnce / width), 1);
    for (let top = 0; top < height && !gl.isContextLost(); top += rows) {
      gl.bindTexture(gl.TEXTURE_2D, item.texture);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top, width, Math.min(rows, height - top), layout, gl.FLOAT, values,
        top * values.length / height);
      await this.finished();
    }
    return item;
  }

  // A photo of a bitmap, whose texels are read as light, with smaller ones of it; it stays bound. It is sent some rows at a time,
  // so that the page never waits.
  async photo(bitmap) {
    const { gl } = this;
    const { width, height } = bitmap;
    const photo = this.texture(gl.LINEAR_MIPMAP_LINEAR, gl.SRGB8_ALPHA8, width, height, gl.RGBA, gl.UNSIGNED_BYTE, null);
    const rows = Math.max(Math.floor(sentAtOnce / width), 1);
    for (let top = 0; top < height && !gl.isContextLost(); top += rows) {
      const part = await createImageBitmap(bitmap, 0, top, width, Math.min(rows, height - top));
      gl.bindTexture(gl.TEXTURE_2D, photo.texture);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top, gl.RGBA, gl.UNSIGNED_BYTE, part);
      part.close();
      await this.finished();
    }
    gl.bindTexture(gl.TEXTURE_2D, photo.texture);
    gl.generateMipmap(gl.TEXTURE_2D);
    return photo;
  }

  // What a canvas or an image shows.
  picture(source, format) {
    const { gl } = this;
    const { width, height } = source;
    const texture = this.texture(gl.LINEAR, format, width, height, gl.RGBA, gl.UNSIGNED_BYTE, null);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, source);
    return texture;
  }

  // A picture of half floats that is drawn into.
  target(width, height, filter = this.gl.NEAREST) { return this.targets(width, height, 1, filter); }

  // Several such pictures that are drawn into together: what shaders need of the first, and all of them as `parts`.
  targets(width, height, count, filter) {
    const { gl } = this;
    const parts = Array.from({ length: count }, () => this.texture(filter, gl.RGBA16F, width, height, gl.RGBA, gl.HALF_FLOAT, null));
    const buffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
    parts.forEach(({ texture }, index) => {
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + index, gl.TEXTURE_2D, texture, 0);
    });
    gl.drawBuffers(parts.map((_, index) => gl.COLOR_ATTACHMENT0 + index));
    return { ...parts[0], parts, buffer };
  }

  // Frees pictures that were drawn into.
  discard(target) {
    if (!target) return;
    this.gl.deleteFramebuffer(target.buffer);
    for (const { texture } of target.parts) this.gl.deleteTexture(texture);
  }

  // Draws with a program into a target, or only some rows of it if they are given, { first, count } from its top; or else on the
  // canvas, whose size is then that of the picture.
  draw(program, target, textures, values = {}, rows = undefined) {
    const { gl } = this;
    const place = (name) => this.place(program, name);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target ? target.buffer : null);
    gl.viewport(0, 0, target ? target.width : this.canvas.width, target ? target.height : this.canvas.height);
    gl.useProgram(program.program);
    Object.entries(textures).forEach(([name, item], unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, item.texture);
      gl.uniform1i(place(name), unit);
    });
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === "number") gl.uniform1f(place(name), value);
      else if (value instanceof Float32Array) gl.uniform4fv(place(name), value);
      else if (Number.isInteger(value.int)) gl.uniform1i(place(name), value.int);
      else if (value.length === 3) gl.uniform3f(place(name), ...value);
      else gl.uniform2f(place(name), value[0], value[1]);
    }
    if (rows) {
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(0, rows.first, target.width, rows.count);
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.disable(gl.SCISSOR_TEST);
  }

  // Shows a target on the canvas, which gets its size.
  show({ buffer, width, height }) {
    const { gl } = this;
    [this.canvas.width, this.canvas.height] = [width, height];
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, buffer);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, height, width, 0, gl.COLOR_BUFFER_BIT, gl.NEAREST);
  }

  // Waits until what was drawn is there; asking again and again stalls nothing.
  finished() {
    const { gl } = this;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    return new Promise((resolve) => {
      const look = () => {
        if (!fence || gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED) {
          gl.deleteSync(fence);
          resolve();
        } else setTimeout(look, 4);
      };
      look();
    });
  }

  // Gives the memory back at once: browsers allow but a few contexts.
  close() {
    this.isClosed = true;
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

// Makes what draws by WebGL2; where the browser cannot, says so, and what there is instead.
function withWebGL(make, instead) {
  try {
    return make();
  } catch (error) {
    throw new Error(`This view needs WebGL2 (${error.message}). ${instead}`);
  }
}
