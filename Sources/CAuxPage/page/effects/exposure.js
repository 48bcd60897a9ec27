// The light of both renditions of a photo with a gain map, and how it is drawn at an exposure.
//
// Light is (base + baseOffset) * gain - alternateOffset (ISO 21496-1; Ultra HDR the same), the gain a power of 2 that the code of
// the map says, or 1 + (headroom - 1) * light of the code by Apple's formula. Codes are interpolated between the map's samples.
// Where the base is HDR, the gain's logarithm counts the other way, and what is computed is the SDR rendition.

// The inverse of Rec. 709's transfer function.
const lightOf709 = (code) => code < 0.081 ? code / 4.5 : ((code + 0.099) / 1.099) ** (1 / 0.45);

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

// The light of a base rendition of codes, which `lights` has, and of the alternate one; both red, green and blue. Also what is
// brighter than white as a share of the picture, and the brightest, in stops above white. For a worker.
function renditionsOf({ bitmap, gain, plane, lights }) {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  const codes = context.getImageData(0, 0, width, height).data;
  const most = plane.codes.BYTES_PER_ELEMENT === 2 ? 65535 : 255;
  const [base, alternate] = [0, 1].map(() => new Float32Array(width * height * 3));
  for (let part = 0; part < 3; part++) {
    const { gain: gainOf, baseOffset, alternateOffset } = gainChannel(gain, part);
    // Gains of a 4096th of the codes' range each, between which they are nearly straight.
    const gains = Float32Array.from({ length: 4098 }, (_, step) => gainOf(Math.min(step, 4096) / 4096));
    const component = plane.components === 3 ? part : 0;
    for (let row = 0; row < height; row++) {
      const y = clamp((row + 0.5) * plane.height / height - 0.5, 0, plane.height - 1);
      const top = Math.floor(y), below = Math.min(top + 1, plane.height - 1), down = y - top;
      for (let column = 0; column < width; column++) {
        const x = clamp((column + 0.5) * plane.width / width - 0.5, 0, plane.width - 1);
        const left = Math.floor(x), right = Math.min(left + 1, plane.width - 1), across = x - left;
        const at = (line, place) => plane.codes[(line * plane.width + place) * plane.components + component];
        const above = at(top, left) * (1 - across) + at(top, right) * across;
        const code = (above * (1 - down) + (at(below, left) * (1 - across) + at(below, right) * across) * down) / most;
        const step = code * 4096, first = Math.floor(step);
        const factor = gains[first] + (gains[first + 1] - gains[first]) * (step - first);
        const pixel = row * width + column;
        base[pixel * 3 + part] = lights[codes[pixel * 4 + part]];
        alternate[pixel * 3 + part] = (base[pixel * 3 + part] + baseOffset) * factor - alternateOffset;
      }
    }
  }
  const [hdr, sdr] = gain.base === "hdr" ? [base, alternate] : [alternate, base];
  let [beyond, brightest] = [0, 0];
  for (let at = 0; at < hdr.length; at += 3) {
    const light = Math.max(hdr[at], hdr[at + 1], hdr[at + 2]);
    if (light > 1.001) beyond++;
    if (light > brightest) brightest = light;
  }
  return { width, height, hdr, sdr, beyond: beyond / (width * height), brightest: Math.log2(Math.max(brightest, 1e-6)) };
}

// The light times a scale as codes of sRGB. What is beyond white gets stripes where it is marked.
const exposureShader = `${shaderCode}${placeCode}
uniform sampler2D light;
uniform float scale;
uniform int marks;
out vec4 result;
void main() {
  vec2 at = placeOf(gl_FragCoord.xy);
  vec3 found = texelFetch(light, ivec2(at * vec2(textureSize(light, 0)) / size), 0).rgb * scale;
  ivec2 pixel = ivec2(at);
  bool isMarked = marks == 1 && max(max(found.r, found.g), found.b) > 1.001 && ((pixel.x + pixel.y) >> 2) % 2 == 1;
  result = vec4(isMarked ? vec3(1.0, 0.0, 128.0 / 255.0) : codes(clamp(found, 0.0, 1.0)), 1.0);
}`;

class Exposure {
  // Opens the base rendition, whose codes are those of sRGB or of `transfer`, and its gain map.
  static async open(bitmap, map, plane, transfer) {
    const exposure = new Exposure();
    try {
      const lights = transfer === "pq" ? Float32Array.from({ length: 256 }, (_, code) => lightOfPQ(code / 255)) : lightOfCode;
      const work = [clamp, lightOf709, gainChannel, renditionsOf];
      Object.assign(exposure, await callApart(work, { bitmap, gain: map.gain, plane, lights }, [bitmap]));
      await exposure.graphics.ready([exposure.program]);
      for (const rendition of ["hdr", "sdr"]) exposure.textures[rendition] = await exposure.send(exposure[rendition]);
      return exposure;
    } catch (error) {
      exposure.close();
      throw error;
    }
  }

  constructor() {
    this.canvas = makeCanvas(1, 1);
    this.graphics = withWebGL(() => new Graphics(this.canvas), "The command below writes the gain map.");
    this.program = this.graphics.program(exposureShader);
    this.textures = {};
  }

  // Sends light some rows at a time, so that the page never waits.
  async send(light) {
    const { graphics, width, height } = this;
    const { gl } = graphics;
    const sent = graphics.texture(gl.NEAREST, gl.RGB16F, width, height, gl.RGB, gl.FLOAT, null);
    const rows = Math.max(Math.floor(sentAtOnce / width), 1);
    for (let top = 0; top < height && !gl.isContextLost(); top += rows) {
      const count = Math.min(rows, height - top);
      gl.bindTexture(gl.TEXTURE_2D, sent.texture);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top, width, count, gl.RGB, gl.FLOAT, light, top * width * 3);
      await graphics.finished();
    }
    return sent;
  }

  // The effect of a rendition so many stops brighter.
  effect({ stops, rendition, marks }) {
    return alikeAtAnySize((target, frame, rows) => this.graphics.draw(this.program, target, { light: this.textures[rendition] },
      { ...frame, scale: 2 ** stops, marks: { int: marks ? 1 : 0 } }, rows));
  }

  // The light of a rendition at a pixel.
  at(rendition, column, row) {
    const start = (row * this.width + column) * 3;
    return [...this[rendition].subarray(start, start + 3)];
  }

  close() { this.graphics.close(); }
}
