// From where space is seen: a viewer that turns around a pivot, and begins where the photo's camera is.

const degrees = Math.PI / 180;
const wholePicture = { left: 0, top: 0, width: 1, height: 1 };

class OrbitCamera {
  // `camera` is the photo's, whose picture the viewer sees at home; `pivot` a point in front of it.
  constructor(camera, pivot) {
    this.camera = camera;
    this.start = pivot;
    this.pivot = [...pivot];
    // Where the pivot is for the viewer: to the right, down, and away.
    this.offset = [...pivot];
    [this.yaw, this.pitch] = [0, 0];
    this.matrix = new Float32Array(16);
  }

  get place() { return { pivot: [...this.pivot], offset: [...this.offset], yaw: this.yaw, pitch: this.pitch }; }

  get home() { return { pivot: [...this.start], offset: [...this.start], yaw: 0, pitch: 0 }; }

  set({ pivot, offset, yaw, pitch }) {
    [this.pivot, this.offset] = [[...pivot], [...offset]];
    [this.yaw, this.pitch] = [yaw, pitch];
  }

  // Goes a share of the way between two places.
  between(one, two, share) {
    const mixed = (from, to) => from + (to - from) * share;
    const mixedPoints = (from, to) => from.map((part, axis) => mixed(part, to[axis]));
    this.set({ pivot: mixedPoints(one.pivot, two.pivot), offset: mixedPoints(one.offset, two.offset),
      yaw: mixed(one.yaw, two.yaw), pitch: mixed(one.pitch, two.pitch) });
  }

  // By columns, the rotation from the axes of space to the viewer's: about the vertical, then about what is across.
  get rotation() {
    const [cosYaw, sinYaw, cosPitch, sinPitch] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    return [cosYaw, sinYaw * sinPitch, -sinYaw * cosPitch, 0, cosPitch, sinPitch, sinYaw, -cosYaw * sinPitch, cosYaw * cosPitch];
  }

  // A point as the viewer has it.
  seen([x, y, z]) {
    const r = this.rotation;
    const [a, b, c] = [x - this.pivot[0], y - this.pivot[1], z - this.pivot[2]];
    return [0, 1, 2].map((row) => r[row] * a + r[3 + row] * b + r[6 + row] * c + this.offset[row]);
  }

  // The viewer's own place.
  get eye() {
    const r = this.rotation;
    return [0, 1, 2].map((axis) => this.pivot[axis]
      - (r[3 * axis] * this.offset[0] + r[3 * axis + 1] * this.offset[1] + r[3 * axis + 2] * this.offset[2]));
  }

  // How far the viewer is from the pivot.
  get distance() { return Math.hypot(...this.offset); }

  // Turns by radians, at most until all is seen from right above or below.
  turn(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = clamp(this.pitch + pitch, -90 * degrees, 90 * degrees);
  }

  // Moves what is seen by shares of the picture's width and height.
  pan(across, down) {
    const { width, height, focal } = this.camera;
    this.offset[0] += across * width / focal[0] * this.offset[2];
    this.offset[1] += down * height / focal[1] * this.offset[2];
  }

  // Goes towards the pivot, which stays where it is in the picture.
  zoom(factor) {
    const far = Math.hypot(...this.start);
    const held = clamp(this.distance / factor, far * 0.02, far * 50) / this.distance;
    this.offset = this.offset.map((part) => part * held);
  }

  // Turns around another point from now on; what is seen stays.
  setPivot(point) {
    this.offset = this.seen(point);
    this.pivot = [...point];
  }

  // The matrix from space to clip space for a picture of the photo's shape; or for a larger one, in which that is at a place,
  // all in parts of the larger.
  view({ left, top, width: wide, height: high } = wholePicture) {
    const { width, height, focal, center, skew = 0 } = this.camera;
    const r = this.rotation;
    const move = this.seen([0, 0, 0]);
    const [near, far] = [Math.max(this.offset[2], 1e-6) * 0.01, (this.distance + Math.hypot(...this.start)) * 1e4];
    const across = [2 * focal[0] / width, 2 * skew / width, 2 * center[0] / width].map((part) => part * wide);
    const down = [0, -2 * focal[1] / height, -2 * center[1] / height].map((part) => part * high);
    across[2] += 2 * left - 1;
    down[2] += 1 - 2 * top;
    const depth = (far + near) / (far - near);
    for (let column = 0; column < 4; column++) {
      const [x, y, z] = column < 3 ? r.slice(3 * column, 3 * column + 3) : move;
      this.matrix[4 * column] = across[0] * x + across[1] * y + across[2] * z;
      this.matrix[4 * column + 1] = down[1] * y + down[2] * z;
      this.matrix[4 * column + 2] = depth * z - (column === 3 ? 2 * far * near / (far - near) : 0);
      this.matrix[4 * column + 3] = z;
    }
    return this.matrix;
  }
}

// The point of a list that is seen at a place of the picture, 0…1 across and down: of those within a reach the nearest to the
// viewer, else undefined.
function pickPoint(points, matrix, u, v, reach, aspect, [nearest, farthest]) {
  const [x, y] = [u * 2 - 1, 1 - v * 2];
  let [best, found, least] = [-1, -1, Infinity];
  let closest = reach * reach * 4;
  // So many are enough, and take no time.
  const step = 3 * Math.ceil(points.length / 3 / 60000);
  for (let at = 0; at < points.length; at += step) {
    const [a, b, c] = [points[at], points[at + 1], points[at + 2]];
    const w = matrix[3] * a + matrix[7] * b + matrix[11] * c + matrix[15];
    if (!(w > 0) || c < nearest || c > farthest) continue;
    const across = (matrix[0] * a + matrix[4] * b + matrix[8] * c + matrix[12]) / w - x;
    const down = ((matrix[1] * a + matrix[5] * b + matrix[9] * c + matrix[13]) / w - y) / aspect;
    const away = across * across + down * down;
    if (away > reach * reach * 4) continue;
    // Within a third of the reach the nearest surface hides what is behind it.
    if (away < reach * reach * 4 / 9 && w < least) [best, least] = [at, w];
    if (away < closest) [found, closest] = [at, away];
  }
  const at = best >= 0 ? best : found;
  return at < 0 ? undefined : [points[at], points[at + 1], points[at + 2]];
}
