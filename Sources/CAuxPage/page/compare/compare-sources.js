// What two files are compared by: their photos, or maps of one type. Each source has the pictures of both, what is at a place, and
// the differences.

// What of both files can be compared.
function comparable(one, two) {
  const kinds = [["photo", "Photo"]];
  for (const map of one.maps ?? []) {
    const isIn = (two.maps ?? []).some((other) => other.type === map.type && !other.failure);
    if (!map.failure && isIn && !kinds.some(([kind]) => kind === map.type)) kinds.push([map.type, map.title]);
  }
  return kinds;
}

// The pixels of the part of the frame that both photos show, at the size of the smaller one's preview.
function commonPixels(images, registration) {
  const common = commonPart(registration.places);
  const parts = registration.places.map((place, index) => {
    const [left, top] = within(place, common.x, common.y);
    const image = images[index];
    const size = pictureSize(image);
    return { left: left * size.width, top: top * size.height,
      width: common.width / place.width * size.width, height: common.height / place.height * size.height };
  });
  const least = parts.reduce((one, two) => two.width < one.width ? two : one);
  const [width, height] = [least.width, least.height].map((side) => Math.max(1, Math.round(side)));
  return { common, width, height, pixels: images.map((image, index) => {
    const context = makeCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    const part = parts[index];
    context.drawImage(image, part.left, part.top, part.width, part.height, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  }) };
}

// How far codes are apart, with the numbers of all of them.
function codeDifferences([one, two], count) {
  const away = new Uint8ClampedArray(count * 3);
  const counts = new Float64Array(256);
  for (let pixel = 0; pixel < count; pixel++) {
    for (let part = 0; part < 3; part++) counts[away[pixel * 3 + part] = Math.abs(one[pixel * 4 + part] - two[pixel * 4 + part])]++;
  }
  return { away, counts };
}

function codeRows(counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const squares = counts.reduce((sum, count, away) => sum + count * away * away, 0) / total;
  let [below, bound] = [0, 0];
  while (below + counts[bound] < 0.95 * total) below += counts[bound++];
  return [["PSNR", squares ? `${formatNumber(10 * Math.log10(255 ** 2 / squares), 4)} dB` : "the same pixels"],
    ["RMS", `${formatNumber(Math.sqrt(squares), 3)} codes`], ["95 % within", `± ${bound} codes`],
    ["Greatest", `${counts.findLastIndex((count) => count > 0)} codes`]];
}

async function comparedPhotos(files, registration) {
  const images = await Promise.all(files.map(async (file, index) => turnedPicture(await imageOf(file.photo), registration.turns[index])));
  const { common, width, height, pixels } = commonPixels(images, registration);
  const { away, counts } = codeDifferences(pixels, width * height);
  const whole = { width: Math.max(...images.map((image) => pictureSize(image).width)) };
  whole.height = Math.max(1, Math.round(whole.width * registration.size.height / registration.size.width));
  const codes = (index, u, v) => {
    const [x, y] = within(common, u, v);
    if (!isWithin([x, y])) return undefined;
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    return [...pixels[index].slice(at, at + 3)];
  };
  return { grid: whole, common, pictures: images.map((image) => image.src ? el("img", { src: image.src, alt: "", draggable: "false" }) : image),
    tell(column, row) {
      const [u, v] = [(column + 0.5) / whole.width, (row + 0.5) / whole.height];
      const texts = [0, 1].map((index) => codes(index, u, v)?.join(" ") ?? "not in both");
      return { rows: [["Position", `${column}, ${row}`], ["Before", texts[0]], ["After", texts[1]]],
        text: `${column}, ${row}: ${texts.join("; after ")}` };
    },
    rows: codeRows(counts), size: { width, height }, range: 4, isAmplified: true,
    paint(amplification) {
      const image = new ImageData(width, height);
      for (let pixel = 0; pixel < width * height; pixel++) {
        for (let part = 0; part < 3; part++) image.data[pixel * 4 + part] = away[pixel * 3 + part] * amplification;
        image.data[pixel * 4 + 3] = 255;
      }
      return image;
    } };
}

// A map as a picture, by a scale that both files share.
function comparedPicture(map, plane, stats) {
  const canvas = makeCanvas(plane.width, plane.height);
  canvas.getContext("2d").putImageData(colouredPixels(map, plane, stats, hasDistance(map) ? "turbo" : "gray"), 0, 0);
  return canvas;
}

async function comparedMaps(files, type, registration) {
  const maps = files.map((file) => file.maps.find((map) => map.type === type && !map.failure));
  const planes = await Promise.all(maps.map(async (map, index) => turnedPlane(await planeOf(map), registration.turns[index])));
  const all = maps.map((map, index) => statistics(map, planes[index]));
  const stats = { low: Math.min(...all.map((item) => item.low)), high: Math.max(...all.map((item) => item.high)),
    infinite: all[0].infinite + all[1].infinite };
  const unit = differenceUnit(maps);
  const [grid, place] = [planes[0], registration.places[0]];
  // The value of a map at a place of the first map's grid: distances where both have them.
  const valueAt = (index, column, row) => {
    const { width, height, components, codes } = planes[index];
    const [u, v] = [(column + 0.5) / grid.width, (row + 0.5) / grid.height];
    const [x, y] = index === 0 ? [u, v] : within(registration.places[1], place.x + u * place.width, place.y + v * place.height);
    if (!isWithin([x, y])) return NaN;
    const value = valueOf(maps[index], codes[(Math.floor(y * height) * width + Math.floor(x * width)) * components]);
    return unit.isDistance ? inUnit(maps[index], value, "m") : value;
  };
  const pairs = pairedDifferences(grid.width, grid.height, valueAt);
  const numbers = differenceStatistics(pairs);
  const text = (value) => unit.isDistance ? plainText(value, unit) : Number.isNaN(value) ? "no value" : formatNumber(value, 4);
  return { grid, common: place, unit, pairs, pictures: maps.map((map, index) => comparedPicture(map, planes[index], stats)),
    tell(column, row) {
      const values = [0, 1].map((index) => valueAt(index, column, row));
      const away = values[1] - values[0];
      return { rows: [["Position", `${column}, ${row}`], ["Before", text(values[0]), values[0]], ["After", text(values[1]), values[1]],
        ["Difference", signedText(away, unit), away],
        ...(unit.isDistance ? [["Of the distance", `${formatNumber(Math.abs(away / values[0]) * 100, 3)} %`, Math.abs(away / values[0])]] : [])],
      text: `${column}, ${row}: ${text(values[0])}; after ${text(values[1])}` };
    },
    rows: [...differenceRows(numbers, unit), ...(formatSize(planes[0]) === formatSize(planes[1]) ? []
      : [["Sizes", `${formatSize(planes[0])} and ${formatSize(planes[1])}`]])],
    size: grid, range: niceAbove(numbers.bound), paint: (range) => differencePixels(pairs, range) };
}
