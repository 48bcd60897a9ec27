// The shaders of space: the photo's surface or points, lines, and the photo's plane.
//
// `view` goes from the axes of space.js to the clip space of the viewer.

// What is nearer or farther to the photo's camera than the bounds is not drawn.
const clippedHead = `
uniform vec2 bounds;
// Within the triangle even where it covers a pixel's edge alone: beyond it a steep one would be anywhere.
centroid in vec2 place;
centroid in float depth;
out vec4 result;
${shaderCode}`;

const surfaceVertices = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 at;
uniform mat4 view;
uniform float pointSize;
centroid out vec2 place;
centroid out float depth;
void main() {
  place = at;
  depth = position.z;
  gl_Position = view * vec4(position, 1.0);
  // A sample is as large as its depth times its angle, seen from where the viewer is.
  gl_PointSize = clamp(pointSize * depth / gl_Position.w, 1.0, 24.0);
}`;

const surfaceShader = `
uniform sampler2D photo;
${clippedHead}
void main() {
  if (depth < bounds.x || depth > bounds.y) discard;
  result = vec4(codes(texture(photo, place).rgb), 1.0);
}`;

// Each segment is a strip of four corners, as wide as so many pixels.
const lineVertices = `#version 300 es
layout(location = 0) in vec3 start;
layout(location = 1) in vec3 end;
layout(location = 2) in vec3 colour;
uniform mat4 view;
uniform vec2 size;
uniform float width;
out vec3 lineColour;
void main() {
  lineColour = colour;
  vec4 one = view * vec4(start, 1.0), two = view * vec4(end, 1.0);
  // What is behind the viewer is cut off just before it.
  const float least = 1e-4;
  if (one.w < least) one = mix(one, two, (least - one.w) / (two.w - one.w));
  if (two.w < least) two = mix(two, one, (least - two.w) / (one.w - two.w));
  vec2 along = normalize((two.xy / two.w - one.xy / one.w) * size + 1e-6);
  vec4 own = (gl_VertexID & 1) == 0 ? one : two;
  float side = (gl_VertexID & 2) == 0 ? -1.0 : 1.0;
  own.xy += vec2(-along.y, along.x) * side * width / size * own.w;
  gl_Position = own;
}`;

const lineShader = `
uniform float opacity;
in vec3 lineColour;
out vec4 result;
void main() { result = vec4(lineColour, 1.0) * opacity; }`;

// The photo on its plane, whose corner and sides are given.
const planeVertices = `#version 300 es
uniform mat4 view;
uniform vec3 corner, across, down;
out vec2 place;
void main() {
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = view * vec4(corner + across * place.x + down * place.y, 1.0);
}`;

const planeShader = `
uniform sampler2D photo;
uniform float opacity;
in vec2 place;
out vec4 result;
${shaderCode}
void main() { result = vec4(codes(texture(photo, place).rgb), 1.0) * opacity; }`;
