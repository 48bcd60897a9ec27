#include "wide.h"

// Multiplying and adding in one step, where a processor has that, would round otherwise.
#pragma STDC FP_CONTRACT OFF

/// Writes what chroma adds to one component of each pixel.
static inline void spread(float *restrict target, size_t width, const uint8_t *chroma, int shift, const float *table) {
  if (shift == 0) {
    for (size_t x = 0; x < width; x++) target[x] = table[chroma[x]];
    return;
  }
  for (size_t x = 0; x + 1 < width; x += 2) target[x] = target[x + 1] = table[chroma[x / 2]];
  if (width & 1) target[width - 1] = table[chroma[width / 2]];
}

static inline void mix(
  uint8_t *restrict target, size_t width, const float *restrict luma, const float *restrict cb, const float *restrict cr
) {
  for (size_t x = 0; x < width; x++) {
    float value = luma[x] + cb[x] + cr[x];
    value = value < 0 ? 0 : value;
    value = value > 255 ? 255 : value;
    target[x] = (uint8_t)(int32_t)(value + 0.5f);
  }
}

AUX_WIDE
void aux_rgb_rows(
  uint8_t *target, size_t stride, const aux_planes *planes, size_t first, size_t count, size_t width, const float *tables,
  float *floats, uint8_t *bytes
) {
  float *light = floats, *added = light + width;
  uint8_t *red = bytes, *green = red + width, *blue = green + width;
  const size_t chroma_width = (planes->width + (size_t)planes->across) >> planes->across;
  for (size_t row = first; row < first + count; row++, target += stride) {
    const uint8_t *luma = planes->luma + row * planes->width;
    const size_t chroma = (row >> planes->down) * chroma_width;
    const int is_same = row > first && (row - 1) >> planes->down == row >> planes->down;
    for (size_t x = 0; x < width; x++) light[x] = tables[luma[x]];
    for (size_t index = 0; index < 6 && !is_same; index++) {
      const uint8_t *samples = (index < 3 ? planes->cb : planes->cr) + chroma;
      spread(added + index * width, width, samples, planes->across, tables + 256 * (index + 1));
    }
    mix(red, width, light, added, added + 3 * width);
    mix(green, width, light, added + width, added + 4 * width);
    mix(blue, width, light, added + 2 * width, added + 5 * width);
    for (size_t x = 0; x < width; x++) {
      target[3 * x] = red[x];
      target[3 * x + 1] = green[x];
      target[3 * x + 2] = blue[x];
    }
  }
}
