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

// The part of the frame that both photos show, at the size of the smaller one's preview, and where it is in both.
function commonArea(files, { places, turns }) {
  const common = commonPart(places);
  const parts = places.map((place, index) => {
    const [left, top] = within(place, common.x, common.y);
    const size = turnedSize(files[index].photo.preview, turns[index]);
    return { left: left * size.width, top: top * size.height,
      width: common.width / place.width * size.width, height: common.height / place.height * size.height };
  });
  const least = parts.reduce((one, two) => two.width < one.width ? two : one);
  const [width, height] = [least.width, least.height].map((side) => Math.max(1, Math.round(side)));
  return { common, parts, width, height };
}

// The codes of both photos there, and how far they are apart; for a worker.
function comparedPixels({ images, turns, parts, width, height }) {
  const [one, two] = images.map((image, index) => {
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    const { left, top, ...part } = parts[index];
    const turned = turnedPicture(image, turns[index], (...size) => new OffscreenCanvas(...size));
    context.drawImage(turned, left, top, part.width, part.height, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  });
  return { one, two, ...codeDifferences([one, two], width * height) };
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

const pixelWork = [pictureSize, swapsSides, turnedSize, turnedBack, turnedPicture, codeDifferences, comparedPixels];

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
  const { turns } = registration;
  const { common, parts, width, height } = commonArea(files, registration);
  const [shown, images] = await Promise.all([Promise.all(files.map((file) => imageOf(file.photo))),
    Promise.all(files.map((file) => bitmapOf(file.photo)))]);
  const { one, two, away, counts } = await callApart(pixelWork, { images, turns, parts, width, height }, images);
  const pixels = [one, two];
  const whole = { width: Math.max(...files.map((file, index) => turnedSize(file.photo.preview, turns[index]).width)) };
  whole.height = Math.max(1, Math.round(whole.width * registration.size.height / registration.size.width));
  const codes = (index, u, v) => {
    const [x, y] = within(common, u, v);
    if (!isWithin([x, y])) return undefined;
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    return [...pixels[index].slice(at, at + 3)];
  };
  return { grid: whole, common, pictures: shown.map(({ src }, index) => turns[index] === 1
    ? el("img", { src, alt: "", draggable: "false" }) : turnedPicture(shown[index], turns[index])),
    tell(column, row) {
      const [u, v] = [(column + 0.5) / whole.width, (row + 0.5) / whole.height];
      const texts = [0, 1].map((index) => codes(index, u, v)?.join(" ") ?? "not in both");
      return { rows: [["Position", `${column}, ${row}`], ["Before", texts[0]], ["After", texts[1]]],
        text: `${column}, ${row}: ${texts.join("; after ")}` };
    },
    rows: codeRows(counts), size: { width, height }, range: 4, isAmplified: true,
    paint(amplification) {
      const image = new ImageData(width, height);
      const target = image.data;
      for (let from = 0, to = 0; from < away.length; from += 3, to += 4) {
        target[to] = away[from] * amplification;
        target[to + 1] = away[from + 1] * amplification;
        target[to + 2] = away[from + 2] * amplification;
        target[to + 3] = 255;
      }
      return image;
    } };
}

// The value of one of two maps at a place of the first map's grid: distances where both have them.
function comparedValue({ maps, planes, places, isDistance }, index, column, row) {
  const [grid, place] = [planes[0], places[0]];
  const { width, height, components, codes } = planes[index];
  const [u, v] = [(column + 0.5) / grid.width, (row + 0.5) / grid.height];
  const [x, y] = index === 0 ? [u, v] : within(places[1], place.x + u * place.width, place.y + v * place.height);
  if (!isWithin([x, y])) return NaN;
  const value = valueOf(maps[index], codes[(Math.floor(y * height) * width + Math.floor(x * width)) * components]);
  return isDistance ? inUnit(maps[index], value, "m") : value;
}

// The differences of two maps with their numbers, and the pictures of both by a scale that they share; for a worker.
function comparedSamples({ table, ...both }) {
  const { maps, planes } = both;
  const all = maps.map((map, index) => statistics(map, planes[index]));
  const stats = { low: Math.min(...all.map((item) => item.low)), high: Math.max(...all.map((item) => item.high)),
    infinite: all[0].infinite + all[1].infinite };
  const pairs = pairedDifferences(planes[0].width, planes[0].height, (...place) => comparedValue(both, ...place));
  const [one, two] = maps.map((map, index) => paintedCodes(map, planes[index], stats, table));
  return { ...pairs, numbers: differenceStatistics(pairs), one, two };
}

const sampleWork = [...surveyWork, inUnit, within, isWithin, comparedValue, pairedDifferences, ranked, differenceStatistics, comparedSamples];

async function comparedMaps(files, type, registration) {
  const maps = files.map((file) => file.maps.find((map) => map.type === type && !map.failure));
  const planes = await Promise.all(maps.map(async (map, index) => turnedPlane(await planeOf(map), registration.turns[index])));
  const unit = differenceUnit(maps);
  const [grid, place] = [planes[0], registration.places[0]];
  const both = { maps: maps.map(meaningOf), planes, places: registration.places, isDistance: unit.isDistance };
  const { numbers, one, two, ...pairs } = await callApart(sampleWork, { ...both, table: colourTable(maps.every(hasDistance) ? "turbo" : "gray") });
  const pictures = [one, two].map((codes, index) => {
    const { width, height } = planes[index];
    const canvas = makeCanvas(width, height);
    canvas.getContext("2d").putImageData(new ImageData(codes, width, height), 0, 0);
    return canvas;
  });
  const text = (value) => unit.isDistance ? plainText(value, unit) : Number.isNaN(value) ? "no value" : formatNumber(value, 4);
  return { grid, common: place, unit, pairs, pictures,
    tell(column, row) {
      const values = [0, 1].map((index) => comparedValue(both, index, column, row));
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
