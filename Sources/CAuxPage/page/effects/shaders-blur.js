// The shader of the blur: what a lens sees, gathered from rings around each pixel.
//
// A pixel q becomes a disc of its own radius, so that at p it has the weight of p's place in that disc. Layers by signed
// radius are kept apart and put together from the nearest to the farthest: each takes the coverage that is still free.
// What stays free, as behind the soft edge of a thing before the focus, is filled with the ground around.

// The greatest number of rings.
const ringsAtMost = 40;
// Layers before and behind the focus.
const layersPerSide = 3;

// Written out, since some processors are slow to look into arrays.
const blurLayers = Array.from({ length: 2 * layersPerSide + 1 }, (_, index) => index);
const eachLayer = (text) => blurLayers.map(text).join("\n");

const blurShader = `${shaderCode}${placeCode}
uniform sampler2D photo, radii, blocks;
// Of each ring its inner and outer radius, how many samples it has, and the level of the photo that they are of.
uniform vec4 rings[${ringsAtMost}];
uniform int ringCount;
uniform float greatest;
out vec4 result;
const float least = 0.5642;
void add(vec4 layer, inout vec3 light, inout float free) {
  float taken = min(layer.a, free);
  light += layer.rgb * (taken / max(layer.a, 1e-6));
  free -= taken;
}
void main() {
  vec2 place = placeOf(gl_FragCoord.xy);
  vec2 pixels = vec2(textureSize(photo, 0));
  vec2 scale = pixels / size;
  vec2 at = place * scale;
  vec2 ends = texture(blocks, at / pixels).rg * greatest;
  float reach = max(max(-ends.x, ends.y), least);
  bool hides = ends.y - ends.x > 1.5;
  float threshold = ends.x + (ends.y - ends.x) * 0.4;
  ${eachLayer((index) => `vec4 layer${index} = vec4(0);`)}
  vec4 ground = vec4(0);
  float unit = ${layersPerSide}.0 / log2(1.0 + max(greatest, 1.0));
  float turn = 0.0;
  for (int ring = 0; ring < ringCount; ring++) {
    vec4 r = rings[ring];
    if (r.x > reach) break;
    float inside = r.x * r.x, outside = r.y * r.y;
    float middle = ring == 0 ? 0.0 : sqrt((inside + outside) / 2.0);
    float angle = 6.2831853 / r.z;
    turn += angle * 0.381966;
    vec2 way = vec2(cos(turn), sin(turn)) * middle;
    mat2 next = mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
    float part = (outside - inside) / r.z;
    for (float tap = 0.0; tap < r.z; tap += 1.0) {
      vec2 from = (at + way) / pixels;
      float radius = textureLod(radii, from, 0.0).r * greatest;
      float size = max(abs(radius), least);
      float weight = clamp((size * size - inside) / (outside - inside), 0.0, 1.0) * part / (size * size);
      bool isGround = hides && radius <= threshold;
      way = next * way;
      if (weight <= 0.0 && !isGround) continue;
      vec3 light = textureLod(photo, from, r.w).rgb;
      float layer = ${layersPerSide}.0 + sign(radius) * log2(1.0 + abs(radius)) * unit;
      vec4 sampled = vec4(light, 1.0) * weight;
      ${eachLayer((index) => `layer${index} += sampled * max(1.0 - abs(layer - ${index}.0), 0.0);`)}
      if (isGround) ground += vec4(light, 1.0) * part / (1.0 + middle * middle);
    }
  }
  vec3 light = vec3(0);
  float free = 1.0;
  ${eachLayer((index) => `add(layer${2 * layersPerSide - index}, light, free);`)}
  // Little that is free is an error of few samples; more is a gap.
  float gap = hides && ground.a > 0.0 ? smoothstep(0.02, 0.1, free) : 0.0;
  vec3 even = light / max(1.0 - free, 1e-4);
  vec3 filled = light + ground.rgb / max(ground.a, 1e-6) * free;
  result = vec4(codes(clamp(mix(even, filled, gap), 0.0, 1.0)), 1.0);
}`;

// A coarse blur, and the photo itself where that is sharper than the coarse picture's pixels.
const quickShader = `${shaderCode}${placeCode}
uniform sampler2D photo, radii, blurred;
uniform float greatest, texel;
out vec4 result;
void main() {
  vec2 at = placeOf(gl_FragCoord.xy) / size;
  float radius = abs(texture(radii, at).r) * greatest;
  vec3 sharp = codes(textureLod(photo, at, 0.0).rgb);
  result = vec4(mix(sharp, texture(blurred, at).rgb, smoothstep(0.3, 1.0, radius / texel)), 1.0);
}`;

// The rings out to a radius: a pixel wide at first, and then as wide as samples are apart along them.
function lensRings(radius, samples) {
  const rings = [[0, 0.5642, 1, 0]];
  let inner = 0.5642;
  while (inner < radius + 0.5 && rings.length < ringsAtMost) {
    const width = Math.max(1, inner * 2 * Math.PI / samples);
    const outer = inner + width;
    const count = clamp(Math.round(Math.PI * (inner + outer)), 6, samples);
    const area = Math.PI * (outer * outer - inner * inner) / count;
    rings.push([inner, outer, count, Math.max(Math.log2(Math.sqrt(area)) - 0.5, 0)]);
    inner = outer;
  }
  return rings;
}
