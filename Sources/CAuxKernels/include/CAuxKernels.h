// Loops for which a processor's wider registers are worth a function of C, which is chosen when the program starts.
//
// Swift cannot say that a function is for certain processors. Results are the same everywhere: nothing is fused or reordered.

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

#endif
