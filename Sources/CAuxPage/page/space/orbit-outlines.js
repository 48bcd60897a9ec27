// Outlines of cameras in space: the photo's with its plane, and those of both eyes.

const outlineColours = { camera: [0.18, 0.48, 1], left: [0.89, 0.34, 0.3], right: [0.1, 0.64, 0.72] };

// The corners of what a camera sees at a distance, from the top left clockwise.
function frustumCorners({ width, height, focal, center, skew = 0 }, distance, shift = 0) {
  return [[0, 0], [width, 0], [width, height], [0, height]].map(([u, v]) => {
    const down = (v - center[1]) / focal[1];
    return [shift + (u - center[0] - skew * down) / focal[0] * distance, down * distance, distance];
  });
}

// Lines from a camera's place to the corners, and around them: nine numbers for each.
function frustumLines(camera, distance, colour, shift = 0) {
  const corners = frustumCorners(camera, distance, shift);
  const lines = corners.flatMap((corner, index) => [[[shift, 0, 0], corner], [corner, corners[(index + 1) % 4]]]);
  return lines.flatMap(([start, end]) => [...start, ...end, ...colour]);
}

// The photo's plane in front of its camera.
function photoPlane(camera, distance) {
  const [corner, right, , bottom] = frustumCorners(camera, distance);
  const way = (to) => to.map((part, axis) => part - corner[axis]);
  return { corner, across: way(right), down: way(bottom) };
}

// How far apart both eyes are: as the file says of its pair, or as red-cyan and stereo move the photo by default.
function eyesApart(file, camera, [nearest, farthest], maxShift) {
  if (file.pair?.baseline) return file.pair.baseline;
  const extent = 1 / nearest - 1 / farthest;
  return extent > 0 ? 2 * maxShift * camera.width / (camera.focal[0] * extent) : 0;
}
