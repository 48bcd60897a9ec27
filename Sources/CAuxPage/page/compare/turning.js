// Pictures and maps of a photo that was turned: as the other photo shows them, by an Exif orientation.

// Where a place of a turned picture is in the picture itself, both 0…1; and whether its sides change places.
const turnedBack = (turn, x, y) => [[x, y], [1 - x, y], [1 - x, 1 - y], [x, 1 - y], [y, x], [y, 1 - x], [1 - y, 1 - x], [1 - y, x]][turn - 1];
const swapsSides = (turn) => turn > 4;

const turnTexts = ["", "mirrored", "turned by 180°", "mirrored top to bottom", "mirrored and turned by 90° counter-clockwise",
  "turned by 90° clockwise", "mirrored and turned by 90° clockwise", "turned by 90° counter-clockwise"];

// The size of an image, or of a canvas that one was drawn on.
const pictureSize = ({ naturalWidth, naturalHeight, width, height }) =>
  ({ width: naturalWidth ?? width, height: naturalHeight ?? height });

const turnedSize = ({ width, height }, turn) => swapsSides(turn) ? { width: height, height: width } : { width, height };

// Returns a turned picture, on a canvas that `make` makes.
function turnedPicture(image, turn, make = makeCanvas) {
  if (turn === 1) return image;
  const { width, height } = pictureSize(image);
  const size = turnedSize({ width, height }, turn);
  const canvas = make(size.width, size.height);
  const context = canvas.getContext("2d");
  // The corner and the axes of the turned picture, in the picture itself. A turn's inverse is its transpose.
  const [corner, right, below] = [[0, 0], [1, 0], [0, 1]].map(([x, y]) => turnedBack(turn, x, y));
  const [across, down] = [right, below].map((end) => end.map((place, axis) => place - corner[axis]));
  const [left, top] = [across, down].map((axis) => axis[0] * corner[0] * width + axis[1] * corner[1] * height);
  context.setTransform(across[0], down[0], across[1], down[1], -left, -top);
  context.drawImage(image, 0, 0);
  return canvas;
}

// Returns the samples of a turned map.
function turnedPlane(plane, turn) {
  if (turn === 1) return plane;
  const { codes, components } = plane;
  const { width, height } = turnedSize(plane, turn);
  const turned = new codes.constructor(codes.length);
  // Samples go along one axis of the map from each row and column to the next.
  const indexAt = ([x, y]) => Math.floor(y * plane.height) * plane.width + Math.floor(x * plane.width);
  const first = indexAt(turnedBack(turn, 0.5 / width, 0.5 / height));
  const across = width > 1 ? indexAt(turnedBack(turn, 1.5 / width, 0.5 / height)) - first : 0;
  const down = height > 1 ? indexAt(turnedBack(turn, 0.5 / width, 1.5 / height)) - first : 0;
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const from = (first + row * down + column * across) * components;
      for (let part = 0; part < components; part++) turned[to++] = codes[from + part];
    }
  }
  return { width, height, components, codes: turned };
}
