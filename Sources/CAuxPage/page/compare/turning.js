// Pictures and maps of a photo that was turned: as the other photo shows them, by an Exif orientation.

// Where a place of a turned picture is in the picture itself, both 0…1, and whether its sides change places.
const turnedPlaces = [(x, y) => [x, y], (x, y) => [1 - x, y], (x, y) => [1 - x, 1 - y], (x, y) => [x, 1 - y],
  (x, y) => [y, x], (x, y) => [y, 1 - x], (x, y) => [1 - y, 1 - x], (x, y) => [1 - y, x]];
const swapsSides = (turn) => turn > 4;

const turnTexts = ["", "mirrored", "turned by 180°", "mirrored top to bottom", "mirrored and turned by 90° counter-clockwise",
  "turned by 90° clockwise", "mirrored and turned by 90° clockwise", "turned by 90° counter-clockwise"];

// The size of an image, or of a canvas that one was drawn on.
const pictureSize = ({ naturalWidth, naturalHeight, width, height }) =>
  ({ width: naturalWidth ?? width, height: naturalHeight ?? height });

const turnedSize = ({ width, height }, turn) => swapsSides(turn) ? { width: height, height: width } : { width, height };

// A picture as it is when it is turned.
function turnedPicture(image, turn) {
  if (turn === 1) return image;
  const { width, height } = pictureSize(image);
  const size = turnedSize({ width, height }, turn);
  const canvas = makeCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  // The corner and the axes of the turned picture, in the picture itself. A turn's inverse is its transpose.
  const back = turnedPlaces[turn - 1];
  const [corner, right, below] = [back(0, 0), back(1, 0), back(0, 1)];
  const [across, down] = [right, below].map((end) => end.map((place, axis) => place - corner[axis]));
  const [left, top] = [across, down].map((axis) => axis[0] * corner[0] * width + axis[1] * corner[1] * height);
  context.setTransform(across[0], down[0], across[1], down[1], -left, -top);
  context.drawImage(image, 0, 0);
  return canvas;
}

// The samples of a map as they are when it is turned.
function turnedPlane(plane, turn) {
  if (turn === 1) return plane;
  const { codes, components } = plane;
  const { width, height } = turnedSize(plane, turn);
  const turned = new codes.constructor(codes.length);
  const back = turnedPlaces[turn - 1];
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = back((column + 0.5) / width, (row + 0.5) / height);
      const from = (Math.floor(y * plane.height) * plane.width + Math.floor(x * plane.width)) * components;
      for (let part = 0; part < components; part++) turned[to++] = codes[from + part];
    }
  }
  return { width, height, components, codes: turned };
}
