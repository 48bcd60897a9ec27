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

void aux_mix_columns(
  float *light, const float *sums, size_t count, size_t channels, const int32_t *starts, const int32_t *bounds,
  const float *weights
) {
  for (size_t column = 0; column < count; column++) {
    const float *from = sums + (size_t)starts[column] * channels;
    float one = 0, two = 0, three = 0;
    if (channels == 1) {
      for (int32_t tap = bounds[column]; tap < bounds[column + 1]; tap++) one += *from++ * weights[tap];
      light[column] = one;
      continue;
    }
    for (int32_t tap = bounds[column]; tap < bounds[column + 1]; tap++, from += 3) {
      one += from[0] * weights[tap];
      two += from[1] * weights[tap];
      three += from[2] * weights[tap];
    }
    light[3 * column] = one;
    light[3 * column + 1] = two;
    light[3 * column + 2] = three;
  }
}

void aux_sum_pixels(uint64_t *sums, const uint8_t *samples, size_t pixels, size_t channels) {
  for (size_t channel = 0; channel < channels; channel++) {
    uint64_t sum = 0;
    for (size_t x = 0; x < pixels; x++) sum += samples[x * channels + channel];
    sums[channel] += sum;
  }
}
