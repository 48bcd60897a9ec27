// Exact codes of maps, packed by an arithmetic coder whose contexts are the samples around each. Source: Specs/viewer.md, "Context
// coding"; what packs them is Sources/CAuxPage/codes.

const codesFaults = { end: "they end early", sum: "their checksum differs", table: "their table of values is wrong" };

// Tables and models that mix the probabilities of four contexts.
function makeMixer() {
  const logits = new Int16Array(4096), probabilities = new Uint16Array(4096), rates = new Int32Array(1024);
  for (let index = 0; index < 4096; index++) {
    const part = (index + 0.5) / 4096;
    logits[index] = Math.max(-2047, Math.min(2047, Math.floor(256 * Math.log(part / (1 - part)) + 0.5)));
    probabilities[index] = Math.max(16, Math.min(65520, Math.floor(65536 / (1 + Math.exp((2048 - index) / 256)) + 0.5)));
  }
  for (let seen = 0; seen < 1024; seen++) rates[seen] = Math.floor(655360 / (10 * seen + 16));
  const models = Array.from({ length: 4 }, () => new Uint32Array(2304 * 40).fill(0x80000000));
  return { logits, probabilities, rates, weights: new Int32Array(4 * 40 * 4).fill(22000), models };
}

// Reads bits, each with a probability of 65536 for 1, or by models that learn it: 22 bits, and below them how often one was seen.
function makeBitReader(bytes, start) {
  const { logits, probabilities, rates, weights, models: [models0, models1, models2, models3] } = makeMixer();
  // The width of the interval, and the place in it: in memory of 32 bits, since numbers as large are slow elsewhere.
  const state = new Uint32Array(2);
  let next = start + 1;
  state[0] = 0xFFFFFFFF;
  for (let index = 0; index < 4; index++) state[1] = state[1] << 8 | bytes[next++];

  function bit(probability) {
    let range = state[0], place = state[1];
    const bound = Math.imul(range >>> 16, probability) >>> 0;
    const isOne = place < bound;
    if (isOne) range = bound;
    else {
      place -= bound;
      range -= bound;
    }
    while (range < 0x1000000) {
      range = range << 8 >>> 0;
      place = (place << 8 | (next < bytes.length ? bytes[next] : 0)) >>> 0;
      next++;
    }
    state[0] = range;
    state[1] = place;
    return isOne ? 1 : 0;
  }

  function learn(table, index, isOne, limit) {
    const model = table[index], seen = model & 1023, probability = model >>> 10;
    const moved = probability + (Math.imul(((isOne ? 4194303 : 0) - probability) >> 7, rates[seen]) >> 9);
    table[index] = (moved < 0 ? 0 : moved) << 10 | (seen < limit ? seen + 1 : seen);
  }

  function modelled(table, index, limit = 255) {
    const probability = table[index] >>> 16;
    const isOne = bit(probability < 1 ? 1 : probability);
    learn(table, index, isOne, limit);
    return isOne;
  }

  // A bit of a difference; the places are those of the first bit in each model and in the weights.
  function mixed(place0, place1, place2, place3, weight, number) {
    place0 += number;
    place1 += number;
    place2 += number;
    place3 += number;
    weight += number * 4;
    const logit0 = logits[models0[place0] >>> 20], logit1 = logits[models1[place1] >>> 20];
    const logit2 = logits[models2[place2] >>> 20], logit3 = logits[models3[place3] >>> 20];
    const sum = (Math.imul(weights[weight], logit0) + Math.imul(weights[weight + 1], logit1)
      + Math.imul(weights[weight + 2], logit2) + Math.imul(weights[weight + 3], logit3)) >> 16;
    const probability = probabilities[(sum < -2047 ? -2047 : sum > 2047 ? 2047 : sum) + 2048];
    const isOne = bit(probability);
    const error = (isOne ? 65536 : 0) - probability;
    weigh(weight, logit0, error);
    weigh(weight + 1, logit1, error);
    weigh(weight + 2, logit2, error);
    weigh(weight + 3, logit3, error);
    learn(models0, place0, isOne, 255);
    learn(models1, place1, isOne, 255);
    learn(models2, place2, isOne, 255);
    learn(models3, place3, isOne, 255);
    return isOne;
  }

  function weigh(place, logit, error) {
    const weight = weights[place] + ((Math.imul(logit, error) + 16384) >> 15);
    weights[place] = weight < -196607 ? -196607 : weight > 196607 ? 196607 : weight;
  }

  function plain(count) {
    let number = 0;
    while (count-- > 0) number = number << 1 | bit(32768);
    return number;
  }

  // Five bytes after the last that matters were written.
  return { bit, modelled, mixed, plain, isPastEnd: () => next > bytes.length + 4 };
}

// Numbers are in buckets: 0, 1, 2, then from 2^n + 1 to 2^(n + 1), with n bits for the place in it.
const bucketBits = (bucket) => bucket < 3 ? 0 : bucket - 2;
const bucketStart = (bucket) => bucket < 3 ? bucket : (1 << (bucket - 2)) + 1;

// The values that occur: all from the least to the greatest, or each of few.
function readValues(reader, most) {
  const low = reader.plain(16), high = reader.plain(16), isSparse = reader.plain(1);
  if (low > high || high > most) throw new Error(codesFaults.table);
  if (!isSparse) return Uint16Array.from({ length: high - low + 1 }, (_, index) => low + index);
  const gaps = new Uint32Array(17).fill(0x80000000), values = [low];
  while (values.at(-1) < high) {
    let bucket = 0;
    while (bucket < 17 && reader.modelled(gaps, bucket)) bucket++;
    values.push(values.at(-1) + 1 + bucketStart(bucket) + reader.plain(bucketBits(bucket)));
  }
  if (values.at(-1) > high) throw new Error(codesFaults.table);
  return Uint16Array.from(values);
}

const fineStep = (difference) => {
  const size = difference < 0 ? -difference : difference;
  const step = size < 3 ? size : size <= 4 ? 3 : size <= 8 ? 4 : size <= 20 ? 5 : 6;
  return difference < 0 ? 6 - step : 6 + step;
};

const coarseStep = (difference) => {
  const size = difference < 0 ? -difference : difference;
  const step = size < 2 ? size : size <= 4 ? 2 : size <= 12 ? 3 : 4;
  return difference < 0 ? 4 - step : 4 + step;
};

const energyStep = (energy) => {
  if (energy < 6) return energy;
  const bits = 31 - Math.clz32(energy), step = 2 * bits + (energy >> (bits - 1) & 1) + 1;
  return step < 31 ? step : 31;
};

// Returns what reads the next row of places in the table of values, into `row` from 2 on.
function makeRowReader(reader, width, last) {
  const flat = new Uint32Array(3).fill(0x4000000), rests = new Uint32Array(18 * 16).fill(0x80000000);
  const bias = new Int32Array(2048), biasCount = new Int32Array(2048);
  const trust = Int32Array.from({ length: 2048 }, (_, index) => 67108864 / ((index + 1) * (index + 1)));
  const makeRow = (size = 1) => new Int32Array((width + 4) * size);
  let row = makeRow(), above = makeRow(), above2 = makeRow();
  let differences = makeRow(), differencesAbove = makeRow(), errors = makeRow(4), errorsAbove = makeRow(4);
  let number = 0;

  // The difference of a sample, given where its contexts begin.
  function difference(place0, place1, place2, place3, weight) {
    if (!reader.mixed(place0, place1, place2, place3, weight, 0)) return 0;
    const isLess = reader.mixed(place0, place1, place2, place3, weight, 1);
    let bucket = 0;
    while (bucket < 17 && reader.mixed(place0, place1, place2, place3, weight, 2 + bucket)) bucket++;
    let rest = 0;
    for (let bit = bucketBits(bucket) - 1, isFirst = true; bit >= 0; bit--, isFirst = false) {
      const isOne = isFirst ? reader.mixed(place0, place1, place2, place3, weight, 20 + bucket)
        : reader.modelled(rests, bucket * 16 + bit);
      rest = rest << 1 | isOne;
    }
    const size = bucketStart(bucket) + rest + 1;
    return isLess ? -size : size;
  }

  // How much an expectation counts whose errors around the sample are so large.
  const weightOf = (error) => error < 2048 ? trust[error] : Math.max(1, trust[Math.min(error >> 6, 2047)] >> 12);

  function sample(at, w, ww, n, nw, ne, nn) {
    const nne = above2[at + 1];
    const expected0 = 8 * (w + ne - n), expected1 = 8 * (w + n - nw), expected2 = 8 * n + 4 * (n - nn + ne - nne);
    const expected3 = 8 * w + 4 * (w - ww) + 2 * (ne - nw);
    const here = at * 4;
    const weight0 = weightOf((errors[here - 4] + errorsAbove[here - 4] + errorsAbove[here] + errorsAbove[here + 4]) >> 2);
    const weight1 = weightOf((errors[here - 3] + errorsAbove[here - 3] + errorsAbove[here + 1] + errorsAbove[here + 5]) >> 2);
    const weight2 = weightOf((errors[here - 2] + errorsAbove[here - 2] + errorsAbove[here + 2] + errorsAbove[here + 6]) >> 2);
    const weight3 = weightOf((errors[here - 1] + errorsAbove[here - 1] + errorsAbove[here + 3] + errorsAbove[here + 7]) >> 2);
    const weights = weight0 + weight1 + weight2 + weight3;
    const sum = weight0 * expected0 + weight1 * expected1 + weight2 * expected2 + weight3 * expected3 + (weights >> 1);
    const mean = sum > 0 ? Math.floor(sum / weights) : 0;
    const left = differences[at - 1], up = differencesAbove[at], upRight = differencesAbove[at + 1];
    const across = Math.abs(w - ww) + Math.abs(n - nw) + Math.abs(n - ne);
    const down = Math.abs(w - nw) + Math.abs(n - nn) + Math.abs(ne - nne);
    const energy = across + down + 2 * Math.abs(left) + Math.abs(up) + Math.abs(upRight);
    const texture = (8 * w > mean ? 1 : 0) | (8 * n > mean ? 2 : 0) | (8 * nw > mean ? 4 : 0) | (8 * ne > mean ? 8 : 0)
      | (8 * ww > mean ? 16 : 0) | (8 * nn > mean ? 32 : 0);
    const context = texture * 32 + energyStep(energy >> 1);
    const corrected = Math.max(0, Math.min(8 * last, mean + (biasCount[context] > 0 ? bias[context] / biasCount[context] | 0 : 0)));
    const guess = (corrected + 4) >> 3, step = energyStep(2 * energy / 3 | 0);
    const wrong = difference(
      (step * 8 + corrected + 4 - 8 * guess) * 40,
      ((fineStep(w - guess) * 13 + fineStep(n - guess)) * 9 + coarseStep(ne - guess)) * 40,
      ((fineStep(left) * 13 + fineStep(up)) * 9 + coarseStep(upRight)) * 40,
      ((Math.min(energyStep(across), 15) * 16 + Math.min(energyStep(down), 15)) * 9 + coarseStep(ww - guess)) * 40,
      (step < 3 ? 0 : step < 7 ? 1 : step < 10 ? 2 : 3) * 160);
    const value = guess + wrong;
    differences[at] = wrong;
    errors[here] = Math.abs(expected0 - 8 * value);
    errors[here + 1] = Math.abs(expected1 - 8 * value);
    errors[here + 2] = Math.abs(expected2 - 8 * value);
    errors[here + 3] = Math.abs(expected3 - 8 * value);
    bias[context] += 8 * value - mean;
    if (++biasCount[context] >= 64) {
      bias[context] = bias[context] / 2 | 0;
      biasCount[context] >>= 1;
    }
    return value;
  }

  function beginRow() {
    [row, above, above2] = [above2, row, above];
    [differences, differencesAbove] = [differencesAbove, differences];
    [errors, errorsAbove] = [errorsAbove, errors];
    differences.fill(0);
    errors.fill(0);
    row[0] = row[1] = above[2];
  }

  // A value that nobody wrote ends the row: what follows would be none of the map.
  return () => {
    beginRow();
    for (let at = 2; at < width + 2; at++) {
      const w = row[at - 1], ww = row[at - 2], n = above[at], nw = above[at - 1], ne = above[at + 1], nn = above2[at];
      let value = n;
      if (w !== n || n !== nw || n !== ne || n !== ww || n !== nn || differences[at - 1] || differencesAbove[at]
        || differencesAbove[at + 1] || reader.modelled(flat, n === 0 ? 0 : n === last ? 1 : 2, 1000)) {
        value = sample(at, w, ww, n, nw, ne, nn);
        if (value < 0 || value > last) throw new Error(codesFaults.sum);
      }
      row[at] = value;
      // The first row has its left neighbour above it.
      if (number === 0) above[at + 1] = above[at + 2] = above2[at + 1] = above2[at + 2] = value;
    }
    row[1] = row[2];
    row[width + 2] = row[width + 1];
    // The second row has the first two rows above it, too.
    if (number++ === 0) above.set(row);
    return row;
  };
}

// The sum of bytes that tells whether they are those that were written. Source: RFC 1950, 8.2, Adler-32.
function checksumOf(bytes) {
  let first = 1, second = 0;
  for (let index = 0; index < bytes.length;) {
    // So many sums are below 2^32.
    const end = Math.min(index + 5552, bytes.length);
    while (index < end) second += first += bytes[index++];
    first %= 65521;
    second %= 65521;
  }
  return second * 65536 + first;
}

// Returns the codes, of bytes or of words; throws where they are not those that were packed. No task takes longer than some
// hundredths of a second.
async function unpackCodes(bytes, width, height, SampleArray) {
  if (bytes.length < 9) throw new Error(codesFaults.end);
  const reader = makeBitReader(bytes, 4);
  const values = readValues(reader, SampleArray === Uint8Array ? 255 : 65535);
  const readRow = makeRowReader(reader, width, values.length - 1);
  const codes = new SampleArray(width * height);
  await nextTask();
  let since = performance.now();
  for (let place = 0; place < codes.length;) {
    const row = readRow();
    if (reader.isPastEnd()) throw new Error(codesFaults.end);
    for (let at = 2; at < width + 2; at++) codes[place++] = values[row[at]];
    if (performance.now() - since < 16) continue;
    await nextTask();
    since = performance.now();
  }
  await nextTask();
  const sum = (bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]) >>> 0;
  if (checksumOf(new Uint8Array(codes.buffer)) !== sum) throw new Error(codesFaults.sum);
  return codes;
}
