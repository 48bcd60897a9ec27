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

/// Planes of 8 bits: luma in rows of `width` samples, and chroma with a sample for each or each second column and row.
typedef struct aux_planes {
  const uint8_t *_Nonnull luma, *_Nonnull cb, *_Nonnull cr;
  size_t width;
  /// 1 if a chroma sample covers two columns or two rows, else 0.
  int across, down;
} aux_planes;

/// Writes `count` rows from `first` on, each of the first `width` pixels, as interleaved red, green and blue.
///
/// `stride` is the bytes between two rows of `target`. `tables` has 256 floats seven times: luma, then what Cb adds to red,
/// green and blue, then what Cr adds. `floats` and `bytes` are memory for 7 and 3 of them for each column.
void aux_rgb_rows(
  uint8_t *_Nonnull target, size_t stride, const aux_planes *_Nonnull planes, size_t first, size_t count, size_t width,
  const float *_Nonnull tables, float *_Nonnull floats, uint8_t *_Nonnull bytes);

/// Writes the light of code values of 8 bits; `tables` has 256 floats for each of the channels, 1 or 3, of a pixel.
void aux_look_up_light(
  float *_Nonnull light, const uint8_t *_Nonnull codes, size_t pixels, size_t channels, const float *_Nonnull tables);

/// Adds values, each times the weight, to sums.
void aux_add_weighted(float *_Nonnull sums, const float *_Nonnull values, size_t count, float weight);

/// Writes `count` rows of a turned picture from row `first` on, `width` pixels of `size` bytes each.
///
/// The first pixel of the result is number `start` of the source; `down` and `right` are the distances, in pixels of the source,
/// of pixels that are below and next to each other in the result.
void aux_turn_rows(
  void *_Nonnull target, const void *_Nonnull source, size_t size, size_t width, size_t first, size_t count,
  ptrdiff_t start, ptrdiff_t down, ptrdiff_t right);

/// Writes the weighted sums of neighboring pixels of a row, for each of `count` columns; a pixel has 1 or 3 `channels`.
///
/// A column begins at pixel `starts[column]`, and has the weights from `bounds[column]` up to `bounds[column + 1]`.
void aux_mix_columns(
  float *_Nonnull light, const float *_Nonnull sums, size_t count, size_t channels, const int32_t *_Nonnull starts,
  const int32_t *_Nonnull bounds, const float *_Nonnull weights);

/// Adds the samples of each channel of interleaved pixels to `sums`.
void aux_sum_pixels(uint64_t *_Nonnull sums, const uint8_t *_Nonnull samples, size_t pixels, size_t channels);

#endif
