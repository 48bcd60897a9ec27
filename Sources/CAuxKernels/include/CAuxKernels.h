// Loops that are several times as fast in C, whose compiler vectorizes them. Results are the same everywhere: nothing is fused or
// reordered.

#ifndef C_AUX_KERNELS_H
#define C_AUX_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/// A cell relative to the one in the middle, and its weight.
typedef struct aux_tap {
  int32_t row, column;
  float weight;
} aux_tap;

/// Writes weighted sums of cells of four floats: for each of `count` cells of `target`, of those that the taps name.
///
/// `source` is the middle of the first, in rows of `stride` cells. Every cell named must be in memory.
void aux_sum_taps(
  float *_Nonnull target, size_t count, const float *_Nonnull source, ptrdiff_t stride,
  const aux_tap *_Nonnull taps, size_t tap_count);

/// Writes rows of pixels as interleaved red, green and blue of 8 bits, from `first` on, of planes of 8 bits.
///
/// `across` and `down` are 1 if a chroma sample covers two columns or two rows, else 0. `tables` has 256 floats seven times: luma,
/// then what Cb adds to red, green and blue, then what Cr adds. `floats` and `bytes` are memory for 7 and 3 of them for each column.
void aux_rgb_rows(
  uint8_t *_Nonnull target, size_t width, size_t first, size_t count, const uint8_t *_Nonnull luma,
  const uint8_t *_Nonnull cb, const uint8_t *_Nonnull cr, int across, int down, const float *_Nonnull tables,
  float *_Nonnull floats, uint8_t *_Nonnull bytes);

#endif
