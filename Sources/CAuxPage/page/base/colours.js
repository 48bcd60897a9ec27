// Colour maps: 256 colours each, from the far end of a map's scale to the near one, or from the least value to the greatest.

// Turbo, by the polynomials of its makers (A. Mikhailov, "Turbo, An Improved Rainbow Colormap for Visualization",
// Google AI Blog, 2019; approximation by R. Du): coefficients of x^0 to x^5.
const turboTerms = [
  [0.13572138, 4.6153926, -42.66032258, 132.13108234, -152.94239396, 59.28637943],
  [0.09140261, 2.19418839, 4.84296658, -14.18503333, 4.27729857, 2.82956604],
  [0.1066733, 12.64194608, -60.58204836, 110.36276771, -89.90310912, 27.34824973],
];

// Plasma at every ninth of its way (S. van der Walt and N. Smith for Matplotlib 1.5, CC0); between them it is linear.
const plasmaKnots = ["0d0887", "46039f", "7201a8", "9c179e", "bd3786", "d8576b", "ed7953", "fb9f3a", "fdca26", "f0f921"];

function turbo(x) {
  return turboTerms.map((terms) => 255 * terms.reduceRight((sum, term) => sum * x + term, 0));
}

function plasma(x) {
  const last = plasmaKnots.length - 1;
  const from = Math.min(Math.floor(x * last), last - 1);
  const parts = (knot) => [0, 2, 4].map((start) => parseInt(plasmaKnots[knot].slice(start, start + 2), 16));
  const [one, two] = [parts(from), parts(from + 1)];
  return one.map((part, index) => part + (two[index] - part) * (x * last - from));
}

const colourMaps = { turbo, gray: (x) => [255 * x, 255 * x, 255 * x], plasma };

function colourTable(name) {
  const table = new Uint8ClampedArray(256 * 3);
  for (let index = 0; index < 256; index++) table.set(colourMaps[name](index / 255), index * 3);
  return table;
}

// Draws a colour map from left to right.
function paintScale(canvas, name) {
  [canvas.width, canvas.height] = [256, 1];
  const image = new ImageData(256, 1);
  const table = colourTable(name);
  for (let index = 0; index < 256; index++) {
    for (let part = 0; part < 3; part++) image.data[index * 4 + part] = table[index * 3 + part];
    image.data[index * 4 + 3] = 255;
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}

// The red, green, blue and alpha codes of a map by its scale and a table of colours; what has no place there is clear. Three
// components are red, green and blue.
function paintedCodes(map, plane, stats, table) {
  const { codes, components } = plane;
  const target = new Uint8ClampedArray(plane.width * plane.height * 4);
  const scale = scaleOf(map, stats);
  const index = (code) => {
    const place = scale.place(valueOf(map, code));
    return Number.isNaN(place) ? -1 : Math.round(place * 255);
  };
  const known = codes instanceof Float32Array
    ? undefined : Int16Array.from({ length: codes.BYTES_PER_ELEMENT === 1 ? 256 : 65536 }, (_, code) => index(code));
  const place = known ? (code) => known[code] : index;
  for (let pixel = 0; pixel < plane.width * plane.height; pixel++) {
    const to = pixel * 4;
    for (let part = 0; part < 3; part++) {
      const at = place(codes[pixel * components + (components === 3 ? part : 0)]);
      if (at < 0) continue;
      target[to + part] = components === 3 ? at : table[at * 3 + part];
      target[to + 3] = 255;
    }
  }
  return target;
}
