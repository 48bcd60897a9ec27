#include "wide.h"

// Multiplying and adding in one step, where a processor has that, would round otherwise.
#pragma STDC FP_CONTRACT OFF

AUX_WIDE
void aux_sum_taps(
  float *restrict target, size_t count, const float *restrict source, ptrdiff_t stride, const aux_tap *taps,
  size_t tap_count
) {
  const size_t floats = 4 * count;
  for (size_t i = 0; i < floats; i++) target[i] = 0;
  size_t next = 0;
  // Many at once, so that the line is seldom read and written.
  for (; next + 8 <= tap_count; next += 8) {
    const float *at[8];
    float w[8];
    for (int k = 0; k < 8; k++) {
      at[k] = source + 4 * (taps[next + k].row * stride + taps[next + k].column);
      w[k] = taps[next + k].weight;
    }
    const float *restrict a = at[0], *restrict b = at[1], *restrict c = at[2], *restrict d = at[3];
    const float *restrict e = at[4], *restrict f = at[5], *restrict g = at[6], *restrict h = at[7];
    for (size_t i = 0; i < floats; i++) {
      const float one = a[i] * w[0] + b[i] * w[1], two = c[i] * w[2] + d[i] * w[3];
      const float three = e[i] * w[4] + f[i] * w[5], four = g[i] * w[6] + h[i] * w[7];
      target[i] += (one + two) + (three + four);
    }
  }
  for (; next < tap_count; next++) {
    const float *restrict a = source + 4 * (taps[next].row * stride + taps[next].column);
    const float weight = taps[next].weight;
    for (size_t i = 0; i < floats; i++) target[i] += a[i] * weight;
  }
}
