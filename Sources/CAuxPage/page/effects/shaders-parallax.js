// The shader of other places of the eye: the photo from beside, or from both eyes through red-cyan glasses.
//
// A point of the nearness d is moved by the shift times d less the convergence, as the program moves it for each eye. From
// the nearest to the farthest it is looked for the first point that comes to lie at the pixel.

// What red, green and blue of the left and the right eye's light add to those of the picture: the matrices of E. Dubois,
// "A projection method to generate anaglyph stereo images", ICASSP 2001, a column for each.
const anaglyphLeft = [[0.4561, -0.0400822, -0.0152161], [0.500484, -0.0378246, -0.0205971], [0.176381, -0.0157589, -0.00546856]];
const anaglyphRight = [[-0.0434706, 0.378476, -0.0721527], [-0.0879388, 0.73364, -0.112961], [-0.00155529, -0.0184503, 1.2264]];

const shaderMatrix = (columns) => `mat3(${columns.flat().map((value) => value.toFixed(8)).join(", ")})`;

// Where in the photo what is seen at a place comes from.
const parallaxCode = `
uniform sampler2D photo, nearness;
vec2 origin(vec2 at, vec2 shift, vec2 size, float convergence) {
  float steps = clamp(ceil(length(shift * size)), 8.0, 96.0);
  vec2 before = at - shift * (1.0 - convergence);
  float step = 1.0 / steps;
  for (float depth = 1.0; depth >= -step; depth -= step) {
    vec2 from = at - shift * (max(depth, 0.0) - convergence);
    float found = textureLod(nearness, from, 0.0).r;
    if (found >= depth) {
      // Much nearer than what is looked for: this is hidden behind it, and what is beside it goes on.
      return found - depth > 0.08 + 2.0 * step ? before : at - shift * (found - convergence);
    }
    before = from;
  }
  return before;
}
`;

const parallaxShader = `${shaderCode}${placeCode}${parallaxCode}
uniform vec2 shift;
uniform float convergence;
uniform int kind;
out vec4 result;
vec3 seen(vec2 at, vec2 shift) { return textureLod(photo, origin(at, shift, size, convergence), 0.0).rgb; }
const mat3 left = ${shaderMatrix(anaglyphLeft)};
const mat3 right = ${shaderMatrix(anaglyphRight)};
void main() {
  vec2 at = placeOf(gl_FragCoord.xy) / size;
  vec3 light = kind == 0 ? seen(at, shift) : left * seen(at, shift) + right * seen(at, -shift);
  result = vec4(codes(clamp(light, 0.0, 1.0)), 1.0);
}`;
