// A binary arithmetic coder with adaptive probabilities. Source: Specs/viewer.md, "Context coding".
#ifndef AUX_CODES_RANGE_H
#define AUX_CODES_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What was coded, up to the capacity of its memory.
typedef struct range_coder {
  uint8_t *bytes;
  size_t capacity, count;
  /// The interval: its lower end with a carry in bit 32, and its width.
  uint64_t low;
  uint32_t range;
  /// The last byte that a carry may still change, and how many of 0xFF follow it.
  uint8_t held;
  size_t held_count;
  bool is_full;
} range_coder;

static inline range_coder range_begin(uint8_t *bytes, size_t capacity) {
  return (range_coder){.bytes = bytes, .capacity = capacity, .range = UINT32_MAX, .held_count = 1};
}

static inline void range_write(range_coder *coder, uint8_t byte) {
  if (coder->count < coder->capacity) coder->bytes[coder->count++] = byte;
  else coder->is_full = true;
}

static inline void range_shift(range_coder *coder) {
  if ((uint32_t)coder->low < 0xFF000000u || coder->low >> 32 != 0) {
    const uint8_t carry = (uint8_t)(coder->low >> 32);
    range_write(coder, (uint8_t)(coder->held + carry));
    while (--coder->held_count > 0) range_write(coder, (uint8_t)(0xFF + carry));
    coder->held = (uint8_t)(coder->low >> 24);
  }
  coder->held_count++;
  coder->low = (uint64_t)(uint32_t)coder->low << 8 & UINT32_MAX;
}

/// Codes a bit that is 1 with a probability of 1 to 65535 in 65536.
static inline void range_bit(range_coder *coder, bool bit, uint32_t probability) {
  const uint32_t bound = (coder->range >> 16) * probability;
  if (bit) coder->range = bound;
  else {
    coder->low += bound;
    coder->range -= bound;
  }
  while (coder->range < 1u << 24) {
    coder->range <<= 8;
    range_shift(coder);
  }
}

static inline void range_end(range_coder *coder) {
  for (int i = 0; i < 5; i++) range_shift(coder);
}

/// The probability that a bit is 1: 22 bits, and below them in 10 bits how often it was seen, up to a limit.
typedef uint32_t bit_model;

static const bit_model even_model = 1u << 21 << 10;

enum { usual_limit = 255, flat_limit = 1000 };

/// Moves a probability towards the bit that came: fast at first, then slower.
static inline bit_model bit_model_after(bit_model model, bool bit, uint32_t limit) {
  const uint32_t seen = model & 1023;
  const int32_t probability = (int32_t)(model >> 10);
  const int32_t rate = (int32_t)(655360 / (10 * seen + 16));
  const int32_t next = probability + ((((bit ? (1 << 22) - 1 : 0) - probability) >> 7) * rate >> 9);
  return (uint32_t)(next < 0 ? 0 : next) << 10 | (seen < limit ? seen + 1 : seen);
}

/// Codes a bit by its model alone.
static inline void range_modelled(range_coder *coder, bit_model *model, bool bit, uint32_t limit) {
  const uint32_t probability = *model >> 16;
  range_bit(coder, bit, probability < 1 ? 1 : probability);
  *model = bit_model_after(*model, bit, limit);
}

#endif
