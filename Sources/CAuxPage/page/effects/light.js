// Light of sRGB codes and back (IEC 61966-2-1), for what is computed without shaders.

const lightOfCode = Float32Array.from({ length: 256 }, (_, code) => {
  const share = code / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

// Codes of light in steps of a 4096th, which are fine enough since a step is less than a code but for the darkest.
const codeOfLight = Uint8ClampedArray.from({ length: 4097 }, (_, step) => {
  const light = step / 4096;
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
});

const codeOf = (light) => codeOfLight[light <= 0 ? 0 : light >= 1 ? 4096 : Math.round(light * 4096)];

// The red-cyan picture of two eyes' pixels of one size.
function anaglyphPixels(left, right) {
  const image = new ImageData(left.width, left.height);
  const [one, two, target] = [left.data, right.data, image.data];
  for (let at = 0; at < target.length; at += 4) {
    for (let part = 0; part < 3; part++) {
      let sum = 0;
      for (let from = 0; from < 3; from++) {
        sum += anaglyphLeft[from][part] * lightOfCode[one[at + from]]
          + anaglyphRight[from][part] * lightOfCode[two[at + from]];
      }
      target[at + part] = codeOf(sum);
    }
    target[at + 3] = 255;
  }
  return image;
}
