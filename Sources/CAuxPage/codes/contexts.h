// What is expected of a sample, and the contexts in which its difference is coded. Source: Specs/viewer.md, "Context coding".
#ifndef AUX_CODES_CONTEXTS_H
#define AUX_CODES_CONTEXTS_H

#include <stdint.h>
#include <stdlib.h>

enum {
  /// Expectations that are weighed, models that are mixed, and bits of a difference.
  expectation_count = 4,
  model_count = 4,
  bit_count = 40,
  /// Contexts of each model.
  context_count = 2304,
};

/// The samples around one that is not yet known: two to the left, three above and two above these.
typedef struct neighbours {
  int32_t left, left2, above, above_left, above_right, above2, above2_right;
} neighbours;

/// The size of a difference in 32 steps: exact up to 5, then two steps for each doubling.
static inline int32_t energy_step(int32_t energy) {
  if (energy < 6) return energy;
  const int32_t bits = 31 - __builtin_clz((uint32_t)energy);
  const int32_t step = 2 * bits + (energy >> (bits - 1) & 1) + 1;
  return step < 31 ? step : 31;
}

/// A signed difference in 13 steps, and in 9.
static inline int32_t fine_step(int32_t difference) {
  const int32_t size = abs(difference);
  const int32_t step = size < 3 ? size : size <= 4 ? 3 : size <= 8 ? 4 : size <= 20 ? 5 : 6;
  return difference < 0 ? 6 - step : 6 + step;
}

static inline int32_t coarse_step(int32_t difference) {
  const int32_t size = abs(difference);
  const int32_t step = size < 2 ? size : size <= 4 ? 2 : size <= 12 ? 3 : 4;
  return difference < 0 ? 4 - step : 4 + step;
}

static inline int32_t least(int32_t first, int32_t second) { return first < second ? first : second; }

#endif
