// Shaders of the map: nearness at the photo's size, the sides of ramps, and how far each pixel is out of focus.
//
// Rows go from the top down, in textures and in what is drawn; only what goes to the canvas is turned.

const shaderCode = `
float code(float light) { return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1.0 / 2.4) - 0.055; }
vec3 codes(vec3 light) { return vec3(code(light.r), code(light.g), code(light.b)); }
`;

// The place of a pixel in the picture, whose rows go down; `corner` is that of the first pixel that is drawn.
const placeCode = `
uniform vec2 size, corner;
uniform float down;
vec2 placeOf(vec2 pixel) { return vec2(corner.x + pixel.x, corner.y + down * pixel.y); }
`;

// Reads the fits of the four samples around a pixel at its colour; those of a like colour count more.
const nearnessShader = `${shaderCode}
uniform sampler2D photo, fits, guide, bounds;
out vec4 result;
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 size = textureSize(fits, 0);
  vec3 colour = codes(texelFetch(photo, pixel, 0).rgb);
  vec2 place = clamp(gl_FragCoord.xy * vec2(size) / vec2(textureSize(photo, 0)) - 0.5, vec2(0), vec2(size - 1));
  ivec2 first = ivec2(place);
  vec2 part = place - vec2(first);
  float weights = 0.0, products = 0.0;
  for (int corner = 0; corner < 4; corner++) {
    ivec2 step = ivec2(corner & 1, corner >> 1);
    ivec2 sampled = min(first + step, size - 1);
    vec2 near = mix(1.0 - part, part, vec2(step));
    vec4 mean = texelFetch(guide, sampled, 0);
    vec3 away = mean.rgb - colour;
    float distance = dot(away, away) * mean.a / 0.001 + 1.0;
    float weight = near.x * near.y * (1.0 / (distance * distance) + 1e-6);
    vec4 fit = texelFetch(fits, sampled, 0);
    weights += weight;
    products += weight * (dot(fit.rgb, colour) + fit.a);
  }
  vec2 ends = texelFetch(bounds, min(first + ivec2(step(0.5, part)), size - 1), 0).rg;
  result = vec4(clamp(products / weights, ends.x, ends.y));
}`;

// The least (r) and the greatest (g) of pixels along a line, so far to each side.
const extremesShader = `
uniform sampler2D source;
uniform vec2 direction;
uniform int reach;
out vec4 result;
void main() {
  ivec2 last = textureSize(source, 0) - 1;
  vec2 found = vec2(1e4, -1e4);
  for (int away = -reach; away <= reach; away++) {
    vec4 other = texelFetch(source, clamp(ivec2(gl_FragCoord.xy) + away * ivec2(direction), ivec2(0), last), 0);
    found = vec2(min(found.x, other.r), max(found.y, other.g));
  }
  result = vec4(found, 0.0, 0.0);
}`;

// How far a pixel is out of focus as a share of the greatest radius (r, g: minus behind the focus), and the mask (b).
//
// The mask is that of AuxEffects' FocusMask. A stretched map has ramps at its edges, which pass through nearnesses that
// nothing has: for radii they become steps, and the mask is mixed of those of both sides, which it looks for twice as far away.
// What a matte shows is in focus, too; of a pixel that it shows in part the larger part decides on the radius.
const focusShader = `
uniform sampler2D nearness, sides, wideSides, matte;
uniform float focus, width, slope;
uniform int isStretched, usesMatte;
out vec4 result;
const float ramp = 0.05, whole = 0.15, side = 0.2;
float mask(float d) {
  float filterWidth = 2.0 / slope + width;
  return clamp(min(slope * (d - focus + filterWidth / 2.0), slope * (focus + filterWidth / 2.0 - d)), 0.0, 1.0);
}
// The nearness of a ramp's far and near side at a pixel of it, its place between them, and how much of a ramp it is.
vec4 rampOf(float own, vec2 ends) {
  float extent = ends.y - ends.x, margin = extent * side, farSide = ends.x + margin, nearSide = ends.y - margin;
  float place = clamp((own - farSide) / max(nearSide - farSide, ramp / 2.0), 0.0, 1.0);
  float far = own < farSide ? own : farSide - margin * place;
  float near = own > nearSide ? own : nearSide + margin * (1.0 - place);
  return vec4(far, near, place, clamp((extent - ramp) / (whole - ramp), 0.0, 1.0));
}
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float own = texelFetch(nearness, pixel, 0).r;
  float sharp = own, shown = mask(own);
  if (isStretched == 1) {
    vec2 ends = texelFetch(sides, pixel, 0).rg;
    vec4 found = rampOf(own, ends);
    float nearer = found.z < 0.5 ? found.x : found.y;
    if (abs(nearer - focus) < min(abs(ends.x - focus), abs(ends.y - focus))) nearer = found.z < 0.5 ? ends.x : ends.y;
    sharp = mix(own, nearer, found.w);
    vec2 wide = texelFetch(wideSides, pixel, 0).rg;
    vec4 mixed = rampOf(own, wide);
    float most = max(mask(wide.x), mask(wide.y));
    shown = mix(shown, min(mix(mask(mixed.x), mask(mixed.y), mixed.z), most), mixed.w);
  }
  float away = 1.0 - mask(sharp);
  if (usesMatte == 1) {
    float share = texture(matte, gl_FragCoord.xy / vec2(textureSize(nearness, 0))).r;
    if (share >= 0.5) away = 0.0;
    shown = max(shown, share);
  }
  result = vec4(vec2(sharp > focus ? away : -away), shown, 1.0);
}`;

// The extremes of what is out of focus in blocks of 8 x 8 pixels (r, g), and those without its sign (b, a).
const blocksShader = `
uniform sampler2D source;
out vec4 result;
void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * 8, last = textureSize(source, 0) - 1;
  vec4 found = vec4(1e4, -1e4, 1e4, -1e4);
  for (int y = 0; y < 8; y++) for (int x = 0; x < 8; x++) {
    float other = texelFetch(source, min(first + ivec2(x, y), last), 0).r;
    vec2 both = vec2(other, abs(other));
    found = vec4(min(found.r, both.x), max(found.g, both.x), min(found.b, both.y), max(found.a, both.y));
  }
  result = found;
}`;

// Of blocks along a line those whose discs, of at most the radius in a, reach this one: the least and the greatest radius.
const reachShader = `
uniform sampler2D source;
uniform vec2 direction;
uniform int reach;
uniform float greatest;
out vec4 result;
void main() {
  ivec2 last = textureSize(source, 0) - 1;
  vec2 found = vec2(1e4, -1e4);
  for (int away = -reach; away <= reach; away++) {
    vec2 other = texelFetch(source, clamp(ivec2(gl_FragCoord.xy) + away * ivec2(direction), ivec2(0), last), 0).ba;
    // Pixels of two blocks are so far apart at least; a ring's width is to spare.
    if (other.y * greatest * 1.3 + 1.0 < float(abs(away) - 1) * 8.0) continue;
    found = vec2(min(found.x, other.x), max(found.y, other.y));
  }
  result = vec4(found, found);
}`;

// The photo, the mask, or the light of the photo times the mask.
const maskedShader = `${shaderCode}${placeCode}
uniform sampler2D photo, radii;
uniform int kind;
out vec4 result;
void main() {
  vec2 at = placeOf(gl_FragCoord.xy) / size;
  float mask = texture(radii, at).b;
  vec3 light = textureLod(photo, at, 0.0).rgb;
  result = vec4(kind == 1 ? vec3(mask) : codes(light * (kind == 2 ? mask : 1.0)), 1.0);
}`;
