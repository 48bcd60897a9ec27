#include "aux_codes.h"

#include <string.h>

#include "contexts.h"
#include "mixer.h"
#include "range.h"

// A row of what was coded, with room for two columns at its left and two at its right.
enum { margin = 2 };

// The bucket of the greatest numbers.
enum { last_bucket = 17 };

typedef struct packer {
  mixer mixer;
  range_coder coder;
  const void *samples;
  int bytes_per_sample;
  uint32_t width, height;
  /// The place of each sample's value among those that occur, or above the least of them; the last place.
  uint32_t places[65536];
  int32_t last;
  /// Of areas of one value, at the first place, at the last and between them: whether it goes on.
  bit_model flat[3];
  /// The numbers that the table of values is made of.
  bit_model gaps[last_bucket];
  bit_model rests[last_bucket + 1][16];
  /// How wrong expectations were in each context: a sum, and of how many.
  int32_t bias[64 * 32], bias_count[64 * 32];
  int32_t trust[2048];
  /// This row and both above it; of this and the one above, the difference that was coded, and the errors of expectations.
  int32_t *rows[3], *differences[2];
  int32_t (*errors[2])[expectation_count];
} packer;

static uint32_t sample(const packer *packer, size_t index) {
  return packer->bytes_per_sample == 1 ? ((const uint8_t *)packer->samples)[index]
                                       : ((const uint16_t *)packer->samples)[index];
}

static void code_plain(packer *packer, uint32_t number, int bits) {
  while (bits-- > 0) range_bit(&packer->coder, number >> bits & 1, 32768);
}

// The bucket of a number: 0, 1, 2, then from 2^n + 1 to 2^(n + 1), with n bits for the place in it.
static int bucket_bits(int bucket) { return bucket < 3 ? 0 : bucket - 2; }
static uint32_t bucket_start(int bucket) { return bucket < 3 ? (uint32_t)bucket : (1u << (bucket - 2)) + 1; }

static int bucket_of(uint32_t number) {
  int bucket = 0;
  while (number >= bucket_start(bucket + 1)) bucket++;
  return bucket;
}

static void code_gap(packer *packer, uint32_t gap) {
  const int last = bucket_of(gap);
  for (int bucket = 0; bucket <= last && bucket < last_bucket; bucket++) {
    range_modelled(&packer->coder, &packer->gaps[bucket], bucket < last, usual_limit);
  }
  code_plain(packer, gap - bucket_start(last), bucket_bits(last));
}

// Codes which values occur: all from the least to the greatest, or each of few.
static void code_values(packer *packer) {
  const size_t count = (size_t)packer->width * packer->height;
  uint32_t low = 65535, high = 0, used = 0;
  for (size_t i = 0; i < count; i++) packer->places[sample(packer, i)] = 1;
  for (uint32_t value = 0; value < 65536; value++) {
    if (packer->places[value] == 0) continue;
    if (used++ == 0) low = value;
    high = value;
  }
  const bool is_sparse = used <= (high - low + 1) / 2;
  code_plain(packer, low, 16);
  code_plain(packer, high, 16);
  code_plain(packer, is_sparse, 1);
  uint32_t place = 0, last = low;
  for (uint32_t value = low; value <= high; value++) {
    if (is_sparse && packer->places[value] == 0) continue;
    if (is_sparse && value > low) code_gap(packer, value - last - 1);
    last = value;
    packer->places[value] = place++;
  }
  packer->last = (int32_t)place - 1;
}

static neighbours around(const packer *packer, size_t column) {
  const int32_t *row = packer->rows[0] + column, *above = packer->rows[1] + column;
  const int32_t *above2 = packer->rows[2] + column;
  return (neighbours){
    .left = row[-1], .left2 = row[-2], .above = above[0], .above_left = above[-1], .above_right = above[1],
    .above2 = above2[0], .above2_right = above2[1],
  };
}

static bool is_flat(const packer *packer, size_t column, const neighbours *by) {
  const int32_t *above = packer->differences[1] + column;
  return by->left == by->above && by->above == by->above_left && by->above == by->above_right
    && by->above == by->left2 && by->above == by->above2 && packer->differences[0][column - 1] == 0
    && above[0] == 0 && above[1] == 0;
}

// Codes the difference of a sample from what is expected.
static void code_difference(
  packer *packer, const int32_t contexts[model_count], int32_t class, int32_t difference
) {
  mixer *mixer = &packer->mixer;
  range_coder *coder = &packer->coder;
  mixer_code(mixer, coder, contexts, class, 0, difference != 0);
  if (difference == 0) return;
  mixer_code(mixer, coder, contexts, class, 1, difference < 0);
  const uint32_t size = (uint32_t)abs(difference) - 1;
  const int last = bucket_of(size);
  for (int bucket = 0; bucket <= last && bucket < last_bucket; bucket++) {
    mixer_code(mixer, coder, contexts, class, 2 + bucket, bucket < last);
  }
  const uint32_t rest = size - bucket_start(last);
  for (int bit = bucket_bits(last) - 1; bit >= 0; bit--) {
    if (bit == bucket_bits(last) - 1) mixer_code(mixer, coder, contexts, class, 20 + last, rest >> bit & 1);
    else range_modelled(coder, &packer->rests[last][bit], rest >> bit & 1, usual_limit);
  }
}

// What the errors of expectations around a sample say of it, in eighths.
static int32_t weighed(const packer *packer, size_t column, const int32_t expected[expectation_count]) {
  const int32_t(*row)[expectation_count] = packer->errors[0] + column;
  const int32_t(*above)[expectation_count] = packer->errors[1] + column;
  int64_t sum = 0, weights = 0;
  for (int i = 0; i < expectation_count; i++) {
    const int32_t error = (row[-1][i] + above[-1][i] + above[0][i] + above[1][i]) >> 2;
    int32_t weight = error < 2048 ? packer->trust[error] : packer->trust[least(error >> 6, 2047)] >> 12;
    if (weight < 1) weight = 1;
    weights += weight;
    sum += (int64_t)weight * expected[i];
  }
  sum += weights >> 1;
  return sum > 0 ? (int32_t)(sum / weights) : 0;
}

static void code_sample(packer *packer, size_t column, const neighbours *by, int32_t value) {
  const int32_t w = by->left, n = by->above, nw = by->above_left, ne = by->above_right;
  const int32_t nn = by->above2, ww = by->left2;
  const int32_t expected[expectation_count] = {
    8 * (w + ne - n), 8 * (w + n - nw), 8 * n + 4 * (n - nn + ne - by->above2_right),
    8 * w + 4 * (w - ww) + 2 * (ne - nw),
  };
  const int32_t mean = weighed(packer, column, expected);
  const int32_t left = packer->differences[0][column - 1], *above = packer->differences[1] + column;
  const int32_t across = abs(w - ww) + abs(n - nw) + abs(n - ne);
  const int32_t down = abs(w - nw) + abs(n - nn) + abs(ne - by->above2_right);
  const int32_t energy = across + down + 2 * abs(left) + abs(above[0]) + abs(above[1]);
  const int32_t texture = (8 * w > mean) | (8 * n > mean) << 1 | (8 * nw > mean) << 2 | (8 * ne > mean) << 3
    | (8 * ww > mean) << 4 | (8 * nn > mean) << 5;
  const int32_t place = texture * 32 + energy_step(energy >> 1);
  int32_t *bias = &packer->bias[place], *count = &packer->bias_count[place];
  int32_t corrected = mean + (*count > 0 ? *bias / *count : 0);
  corrected = corrected < 0 ? 0 : least(corrected, 8 * packer->last);
  const int32_t guess = (corrected + 4) >> 3;
  const int32_t step = energy_step(2 * energy / 3);
  const int32_t contexts[model_count] = {
    step * 8 + (corrected + 4 - 8 * guess),
    (fine_step(w - guess) * 13 + fine_step(n - guess)) * 9 + coarse_step(ne - guess),
    (fine_step(left) * 13 + fine_step(above[0])) * 9 + coarse_step(above[1]),
    (least(energy_step(across), 15) * 16 + least(energy_step(down), 15)) * 9 + coarse_step(ww - guess),
  };
  const int32_t class = step < 3 ? 0 : step < 7 ? 1 : step < 10 ? 2 : 3;
  code_difference(packer, contexts, class, value - guess);
  packer->differences[0][column] = value - guess;
  for (int i = 0; i < expectation_count; i++) packer->errors[0][column][i] = abs(expected[i] - 8 * value);
  *bias += 8 * value - mean;
  if (++*count >= 64) {
    *bias /= 2;
    *count /= 2;
  }
}

// Moves the rows on by one.
static void begin_row(packer *packer) {
  const size_t width = packer->width + 2 * margin;
  int32_t *const oldest = packer->rows[2], *const differences = packer->differences[1];
  int32_t(*const errors)[expectation_count] = packer->errors[1];
  packer->rows[2] = packer->rows[1];
  packer->rows[1] = packer->rows[0];
  packer->rows[0] = oldest;
  packer->differences[1] = packer->differences[0];
  packer->differences[0] = differences;
  packer->errors[1] = packer->errors[0];
  packer->errors[0] = errors;
  memset(differences - margin, 0, width * sizeof *differences);
  memset(errors - margin, 0, width * sizeof *errors);
  oldest[-1] = oldest[-2] = packer->rows[1][0];
}

static void code_row(packer *packer, uint32_t number) {
  begin_row(packer);
  const size_t start = (size_t)number * packer->width;
  int32_t *row = packer->rows[0], *above = packer->rows[1], *above2 = packer->rows[2];
  for (uint32_t column = 0; column < packer->width; column++) {
    const int32_t value = (int32_t)packer->places[sample(packer, start + column)];
    const neighbours by = around(packer, column);
    bool is_known = false;
    if (is_flat(packer, column, &by)) {
      is_known = value == by.above;
      bit_model *model = &packer->flat[by.above == 0 ? 0 : by.above == packer->last ? 1 : 2];
      range_modelled(&packer->coder, model, !is_known, flat_limit);
    }
    if (!is_known) code_sample(packer, column, &by, value);
    row[column] = value;
    // The first row has its left neighbour above it.
    if (number == 0) above[column + 1] = above[column + 2] = above2[column + 1] = above2[column + 2] = value;
  }
  row[-1] = row[0];
  row[packer->width] = row[packer->width - 1];
  // The second row has the first two rows above it, too.
  if (number == 0) memcpy(above - margin, row - margin, (packer->width + 2 * margin) * sizeof *row);
}

// The sum by which a reader finds out that bytes are not those that were written. Source: RFC 1950, 8.2, Adler-32.
static uint32_t checksum(const packer *packer) {
  const size_t count = (size_t)packer->width * packer->height;
  uint32_t first = 1, second = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t value = sample(packer, i);
    for (int byte = 0; byte < packer->bytes_per_sample; byte++) {
      first = (first + (value >> 8 * byte & 255)) % 65521;
      second = (second + first) % 65521;
    }
  }
  return second << 16 | first;
}

static void begin(packer *packer, int32_t *memory) {
  const size_t width = packer->width + 2 * margin;
  mixer_begin(&packer->mixer);
  for (int i = 0; i < 3; i++) packer->rows[i] = memory + i * width + margin;
  for (int i = 0; i < 2; i++) packer->differences[i] = memory + (3 + i) * width + margin;
  for (int i = 0; i < 2; i++) {
    packer->errors[i] =
      (int32_t(*)[expectation_count])(memory + 5 * width + i * expectation_count * width) + margin;
  }
  for (int i = 0; i < 3; i++) packer->flat[i] = 1u << 16 << 10;
  for (int i = 0; i < last_bucket; i++) packer->gaps[i] = even_model;
  for (int i = 0; i <= last_bucket; i++) {
    for (int j = 0; j < 16; j++) packer->rests[i][j] = even_model;
  }
  for (int32_t i = 0; i < 2048; i++) packer->trust[i] = (1 << 26) / ((i + 1) * (i + 1));
}

size_t aux_pack_codes(
  uint8_t *target, size_t capacity, const void *samples, int bytes_per_sample, uint32_t width, uint32_t height
) {
  enum { checksum_bytes = 4, values_for_each_column = 5 + 2 * expectation_count };
  if (width == 0 || height == 0 || capacity < checksum_bytes) return 0;
  packer *packer = calloc(1, sizeof *packer);
  int32_t *memory = calloc((size_t)width + 2 * margin, values_for_each_column * sizeof *memory);
  size_t count = 0;
  if (packer != NULL && memory != NULL) {
    packer->samples = samples;
    packer->bytes_per_sample = bytes_per_sample;
    packer->width = width;
    packer->height = height;
    packer->coder = range_begin(target + checksum_bytes, capacity - checksum_bytes);
    begin(packer, memory);
    const uint32_t sum = checksum(packer);
    for (int i = 0; i < checksum_bytes; i++) target[i] = (uint8_t)(sum >> 8 * (checksum_bytes - 1 - i));
    code_values(packer);
    for (uint32_t row = 0; row < height && !packer->coder.is_full; row++) code_row(packer, row);
    range_end(&packer->coder);
    if (!packer->coder.is_full) count = packer->coder.count + checksum_bytes;
  }
  free(memory);
  free(packer);
  return count;
}
