#include "wide.h"

// Multiplying and adding in one step, where a processor has that, would round otherwise.
#pragma STDC FP_CONTRACT OFF

void aux_look_up_light(float *light, const uint8_t *codes, size_t pixels, size_t channels, const float *tables) {
  if (channels == 1) {
    for (size_t x = 0; x < pixels; x++) light[x] = tables[codes[x]];
    return;
  }
  for (size_t x = 0; x < pixels; x++) {
    light[3 * x] = tables[codes[3 * x]];
    light[3 * x + 1] = tables[256 + codes[3 * x + 1]];
    light[3 * x + 2] = tables[512 + codes[3 * x + 2]];
  }
}

AUX_WIDE
void aux_add_weighted(float *restrict sums, const float *restrict values, size_t count, float weight) {
  for (size_t i = 0; i < count; i++) sums[i] += values[i] * weight;
}
