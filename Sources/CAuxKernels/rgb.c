#include "CAuxKernels.h"

// Multiplying and adding in one step, where a processor has that, would round otherwise.
#pragma STDC FP_CONTRACT OFF

/// Writes what chroma adds to one component of each pixel.
static void spread(float *restrict target, size_t width, const uint8_t *chroma, int shift, const float *table) {
  if (shift == 0) {
    for (size_t x = 0; x < width; x++) target[x] = table[chroma[x]];
    return;
  }
  for (size_t x = 0; x + 1 < width; x += 2) target[x] = target[x + 1] = table[chroma[x / 2]];
  if (width & 1) target[width - 1] = table[chroma[width / 2]];
}

static void mix(
  uint8_t *restrict target, size_t width, const float *restrict luma, const float *restrict cb, const float *restrict cr
) {
  for (size_t x = 0; x < width; x++) {
    float value = luma[x] + cb[x] + cr[x];
    value = value < 0 ? 0 : value;
    value = value > 255 ? 255 : value;
    target[x] = (uint8_t)(int32_t)(value + 0.5f);
  }
}

void aux_rgb_rows(
  uint8_t *target, size_t width, size_t first, size_t count, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr,
  int across, int down, const float *tables, float *floats, uint8_t *bytes
) {
  float *light = floats, *added = light + width;
  uint8_t *red = bytes, *green = red + width, *blue = green + width;
  const size_t chroma_width = (width + (size_t)across) >> across;
  for (size_t row = first; row < first + count; row++) {
    const size_t chroma = (row >> down) * chroma_width;
    for (size_t x = 0; x < width; x++) light[x] = tables[luma[row * width + x]];
    const int is_same = row > first && (row - 1) >> down == row >> down;
    for (size_t index = 0; index < 6 && !is_same; index++) {
      const uint8_t *samples = index < 3 ? cb + chroma : cr + chroma;
      spread(added + index * width, width, samples, across, tables + 256 * (index + 1));
    }
    mix(red, width, light, added, added + 3 * width);
    mix(green, width, light, added + width, added + 4 * width);
    mix(blue, width, light, added + 2 * width, added + 5 * width);
    for (size_t x = 0; x < width; x++, target += 3) {
      target[0] = red[x];
      target[1] = green[x];
      target[2] = blue[x];
    }
  }
}
