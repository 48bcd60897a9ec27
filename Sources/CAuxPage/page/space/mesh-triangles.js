// The triangles of a mesh: large ones where the surface is a plane, the smallest along tears and holes.
//
// Squares of 32 samples are halved along a diagonal, and each triangle again from the middle of its longest side, as
// AuxEffects' MeshTriangles does it (W. Evans, D. Kirkpatrick and G. Townsend, "Right-Triangulated Irregular Networks",
// 2001). These functions are for a worker, and call each other alone.

// Of each sample 1 and 2, where the surface goes on to that to its right and below.
function joinsOf({ disparities, width, height, codeStep, maxStep }, isTorn) {
  const { fround, abs } = Math;
  const [tear, least] = [fround(0.03), fround(codeStep * 1.5)];
  const joins = new Uint8Array(width * height);
  const goesOn = (before, one, two, after) => {
    const jump = abs(fround(two - one));
    if (Math.max(one, two) > maxStep * Math.min(one, two)) return false;
    if (jump < Math.max(fround(tear * Math.min(one, two)), least)) return true;
    if (!isTorn) return jump === jump;
    // Disparity is linear on a plane: the slope on one side leads to the other. A hole is no number, and fails both.
    return abs(fround(two - fround(2 * one - before))) < jump / 2 || abs(fround(one - fround(2 * two - after))) < jump / 2;
  };
  for (let row = 0, index = 0; row < height; row++) {
    for (let column = 0; column < width; column++, index++) {
      const own = disparities[index];
      if (column + 1 < width && goesOn(column > 0 ? disparities[index - 1] : NaN, own, disparities[index + 1],
        column + 2 < width ? disparities[index + 2] : NaN)) joins[index] = 1;
      if (row + 1 < height && goesOn(row > 0 ? disparities[index - width] : NaN, own, disparities[index + width],
        row + 2 < height ? disparities[index + 2 * width] : NaN)) joins[index] |= 2;
    }
  }
  return joins;
}

// Of each place of whole squares, 1 where triangles whose longest side has its middle there are halved.
function halvesOf({ disparities, width, height, codeStep, maxStep }, joins, across, down) {
  const { fround, abs } = Math;
  const [tolerance, least] = [fround(0.0005), codeStep / 4];
  const halves = new Uint8Array(across * down);
  const disparity = (column, row) => column >= 0 && row >= 0 && column < width && row < height
    ? disparities[row * width + column] : NaN;
  // Whether a sample is another than half way between two around it, or the corners of both triangles there are too far from
  // each other; a hole is no number, and off.
  const isOff = (column, row, x, y) => {
    const own = disparity(column, row);
    const ends = [disparity(column - x, row - y), disparity(column + x, row + y)];
    const middle = fround(ends[0] + ends[1]) / 2;
    if (!(abs(fround(middle - own)) <= Math.max(fround(tolerance * own), least))) return true;
    const sides = [disparity(column - y, row + x), disparity(column + y, row - x)].filter((corner) => corner > 0);
    return Math.max(...ends, ...sides) > maxStep * Math.min(...ends, ...sides);
  };
  // Whether the surface does not go on within the four sides of a cell, named by its first corner.
  const isTorn = (column, row) => {
    if (column < 0 || row < 0 || column + 1 >= across || row + 1 >= down) return false;
    if (column + 1 >= width || row + 1 >= height) return true;
    const index = row * width + column;
    return joins[index] !== 3 || !(joins[index + 1] & 2) || !(joins[index + width] & 1);
  };
  const isHalved = (column, row) => column >= 0 && row >= 0 && column < across && row < down
    && halves[row * across + column] === 1;
  const hasHalvedPart = (column, row, side) => {
    const half = side / 2;
    if (half < 1) {
      return isTorn(column - 1, row - 1) || isTorn(column, row - 1) || isTorn(column - 1, row) || isTorn(column, row);
    }
    return isHalved(column - half, row - half) || isHalved(column + half, row - half)
      || isHalved(column - half, row + half) || isHalved(column + half, row + half);
  };
  // From the smallest triangles to the largest: where one is halved, so are those that contain it.
  for (let side = 1; side <= 16; side *= 2) {
    for (let row = 0; row < down; row += side) {
      const first = (row / side) % 2 === 0 ? side : 0;
      for (let column = first; column < across; column += 2 * side) {
        halves[row * across + column] = Number(hasHalvedPart(column, row, side)
          || (first ? isOff(column, row, side, 0) : isOff(column, row, 0, side)));
      }
    }
    // Middles of squares, whose diagonals meet those of the squares beside.
    for (let row = side; row < down; row += 2 * side) {
      for (let column = side; column < across; column += 2 * side) {
        const place = row * across + column;
        const falls = ((column - side) / (2 * side) + (row - side) / (2 * side)) % 2 === 0;
        halves[place] = Number(halves[place - side] || halves[place + side] || halves[place - side * across]
          || halves[place + side * across] || isOff(column, row, side, falls ? side : -side));
      }
    }
  }
  return halves;
}

// The three samples of each triangle, counter-clockwise as the camera sees them.
function cornersOf(grid, joins) {
  const { disparities, width, height, maxStep } = grid;
  const whole = (count) => Math.ceil(Math.max(count - 1, 1) / 32) * 32 + 1;
  const [across, down] = [whole(width), whole(height)];
  const halves = halvesOf(grid, joins, across, down);
  let [corners, count] = [new Uint32Array(1 << 16), 0];
  // Whether the surface goes on between two samples beside or above each other.
  const isJoined = (x, y, otherX, otherY) => {
    if (Math.max(x, otherX) >= width || Math.max(y, otherY) >= height) return false;
    return (joins[Math.min(y, otherY) * width + Math.min(x, otherX)] & (y === otherY ? 1 : 2)) !== 0;
  };
  // Whether the depths of two samples differ by more than the greatest factor.
  const isStep = (x, y, otherX, otherY) => {
    const [one, two] = [disparities[y * width + x], disparities[otherY * width + otherX]];
    return Math.max(one, two) > maxStep * Math.min(one, two);
  };
  // Adds the triangle of a longest side and the corner across from it, or what it is halved into.
  const add = (x, y, endX, endY, cornerX, cornerY) => {
    if ((x + endX) % 2 === 0 && (y + endY) % 2 === 0) {
      const [middleX, middleY] = [(x + endX) / 2, (y + endY) / 2];
      if (halves[middleY * across + middleX]) {
        add(cornerX, cornerY, x, y, middleX, middleY);
        add(endX, endY, cornerX, cornerY, middleX, middleY);
        return;
      }
    } else if (!isJoined(cornerX, cornerY, x, y) || !isJoined(cornerX, cornerY, endX, endY)
      || isStep(x, y, endX, endY)) return;
    if (count + 3 > corners.length) {
      const longer = new Uint32Array(corners.length * 2);
      longer.set(corners);
      corners = longer;
    }
    corners[count++] = y * width + x;
    corners[count++] = cornerY * width + cornerX;
    corners[count++] = endY * width + endX;
  };
  for (let top = 0; top < down - 1; top += 32) {
    for (let left = 0; left < across - 1; left += 32) {
      const [right, bottom] = [left + 32, top + 32];
      if ((left + top) % 64 === 0) {
        add(right, bottom, left, top, right, top);
        add(left, top, right, bottom, left, bottom);
      } else {
        add(right, top, left, bottom, left, top);
        add(left, bottom, right, top, right, bottom);
      }
    }
  }
  return corners.subarray(0, count);
}

const triangleWork = [joinsOf, halvesOf, cornersOf];
