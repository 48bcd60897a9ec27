// The shaders of the blur: what a lens sees, gathered from rings around each pixel.
//
// A pixel q becomes a disc of its own radius, so that at p it has the weight of p's place in that disc. Layers by signed
// radius are kept apart and put together from the nearest to the farthest: each takes the coverage that is still free.
// What stays free, as behind the soft edge of a thing before the focus, is filled with the ground around.
//
// Wide discs are smooth: they are gathered in tiers, each at a fraction of the picture's size, and enlarged when all is put
// together. The weights of all tiers are those of one gathering.

// The greatest number of rings, of layers before and behind the focus, and of tiers.
const ringsAtMost = 40;
const layersPerSide = 3;
const tiersAtMost = 3;

// Written out, since some processors are slow to look into arrays.
const layerNumbers = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const middleLayer = layersPerSide, lastLayer = 2 * layersPerSide;

// The declarations of gathering, and the sum of layers from the nearest to the farthest.
const gatherHead = `${shaderCode}
uniform sampler2D photo, radii, blocks, reaches;
// Of each ring its inner and outer radius, how many samples it has, and the level of the photo that they are of.
uniform vec4 rings[${ringsAtMost}];
uniform int ringCount;
// The radius of what is farthest out of focus, and the radii that this tier gathers: from one on, and less than another.
uniform float greatest, from, below;
const float least = 0.5642;
void add(vec4 layer, inout vec3 light, inout float free) {
  float taken = min(layer.a, free);
  light += layer.rgb * (taken / max(layer.a, 1e-6));
  free -= taken;
}
`;

// Gathers around `at`, a place of the photo in pixels, into \`layer0\` and so on, those of the numbers that are given, and into
// `ground`. It needs \`bool hasGround\`: whether the ground is of use.
const gatherText = (numbers, layerOf) => `
  vec2 pixels = vec2(textureSize(photo, 0));
  vec2 ends = texture(blocks, at / pixels).rg * greatest;
  vec2 reaching = texelFetch(reaches, ivec2(at / 8.0), 0).rg * greatest;
  bool isNeeded = reaching.g >= from && reaching.r < below;
  float reach = isNeeded ? clamp(reaching.g, least, below) : 0.0;
  bool hides = hasGround && ends.y - ends.x > 1.5;
  float threshold = ends.x + (ends.y - ends.x) * 0.4;
  ${numbers.map((number) => `vec4 layer${number} = vec4(0);`).join("\n")}
  vec4 ground = vec4(0);
  float unit = ${middleLayer}.0 / log2(1.0 + max(greatest, 1.0));
  float turn = 0.0;
  for (int ring = 0; ring < ringCount; ring++) {
    vec4 r = rings[ring];
    if (r.x >= reach) break;
    float inside = r.x * r.x, outside = r.y * r.y;
    float middle = ring == 0 ? 0.0 : sqrt((inside + outside) / 2.0);
    float angle = 6.2831853 / r.z;
    turn += angle * 0.381966;
    vec2 way = vec2(cos(turn), sin(turn)) * middle;
    mat2 next = mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
    float part = (outside - inside) / r.z;
    for (float tap = 0.0; tap < r.z; tap += 1.0) {
      vec2 place = (at + way) / pixels;
      float radius = textureLod(radii, place, 0.0).r * greatest;
      float size = max(abs(radius), least);
      bool isOwn = size >= from && size < below;
      float weight = isOwn ? clamp((size * size - inside) / (outside - inside), 0.0, 1.0) * part / (size * size) : 0.0;
      bool isGround = hides && radius <= threshold;
      way = next * way;
      if (weight <= 0.0 && !isGround) continue;
      vec3 light = textureLod(photo, place, r.w).rgb;
      float layer = ${middleLayer}.0 + sign(radius) * log2(1.0 + abs(radius)) * unit;
      ${layerOf}
      vec4 sampled = vec4(light, 1.0) * weight;
      ${numbers.map((number) => `layer${number} += sampled * max(1.0 - abs(layer - ${number}.0), 0.0);`).join("\n")}
      if (isGround) ground += vec4(light, 1.0) * part / (1.0 + middle * middle);
    }
  }
`;

// A tier: what is before the focus, behind it, and the ground that it may hide, each light times coverage.
const tierNumbers = layerNumbers(0, lastLayer).filter((number) => number !== middleLayer);
const sideText = (name, numbers) => `
  vec3 ${name} = vec3(0);
  float ${name}Free = 1.0;
  ${numbers.map((number) => `add(layer${number}, ${name}, ${name}Free);`).join("\n")}
`;
const tierShader = `${gatherHead}
uniform float scale;
layout(location = 0) out vec4 before;
layout(location = 1) out vec4 behind;
layout(location = 2) out vec4 hidden;
void main() {
  vec2 at = min(gl_FragCoord.xy * scale, vec2(textureSize(photo, 0)) - 0.5);
  const bool hasGround = true;
  ${gatherText(tierNumbers, `layer = radius > 0.0 ? max(layer, ${middleLayer + 1}.0) : min(layer, ${middleLayer - 1}.0);`)}
  ${sideText("near", layerNumbers(middleLayer + 1, lastLayer).reverse())}
  ${sideText("far", layerNumbers(0, middleLayer - 1).reverse())}
  before = vec4(near, 1.0 - nearFree);
  behind = vec4(far, 1.0 - farFree);
  hidden = ground;
}`;

// What is gathered at the picture's own size, between the tiers before and behind the focus; they go from wide to narrow.
const tierIndices = Array.from({ length: tiersAtMost }, (_, index) => index);
const tierText = (index, text) => `if (tierCount > ${index}) { ${text} }`;
const blurShader = `${gatherHead}${placeCode}
uniform int tierCount;
uniform vec3 tierScales;
${tierIndices.map((index) => `uniform sampler2D before${index}, behind${index}, hidden${index};`).join("\n")}
out vec4 result;
vec4 enlarged(sampler2D tier, vec2 at, float scale) { return texture(tier, at / (vec2(textureSize(tier, 0)) * scale)); }
void main() {
  vec2 at = placeOf(gl_FragCoord.xy) * vec2(textureSize(photo, 0)) / size;
  vec3 light = vec3(0);
  float free = 1.0;
  vec4 wideGround = vec4(0);
  ${tierIndices.map((index) => tierText(index, `
    add(enlarged(before${index}, at, tierScales[${index}]), light, free);
    if (wideGround.a <= 0.0) wideGround = enlarged(hidden${index}, at, tierScales[${index}]);`)).join("\n")}
  bool hasGround = wideGround.a <= 0.0;
  ${gatherText(layerNumbers(0, lastLayer), "")}
  ${layerNumbers(0, lastLayer).reverse().map((number) => `add(layer${number}, light, free);`).join("\n")}
  ${tierIndices.toReversed().map((index) => tierText(index, `add(enlarged(behind${index}, at, tierScales[${index}]), light, free);`)).join("\n")}
  if (!hasGround) ground = wideGround;
  // Little that is free is an error of few samples; more is a gap.
  float gap = ends.y - ends.x > 1.5 && ground.a > 0.0 ? smoothstep(0.02, 0.1, free) : 0.0;
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
