#include "CAuxKernels.h"

#include <string.h>

/// The side of the squares worked on at a time: the rows of the source that a transposed row jumps to are still in the cache
/// when the next row needs their neighbors.
enum { side = 32 };

/// The size of a pixel is a constant where this is inlined.
static inline void turn(
  uint8_t *target, const uint8_t *source, size_t size, size_t width, size_t first, size_t count, ptrdiff_t start,
  ptrdiff_t down, ptrdiff_t right
) {
  for (size_t left = 0; left < width; left += side) {
    const size_t end = left + side < width ? left + side : width;
    for (size_t row = 0; row < count; row++) {
      ptrdiff_t from = start + (ptrdiff_t)(first + row) * down + (ptrdiff_t)left * right;
      for (size_t column = left; column < end; column++, from += right) {
        memcpy(target + (row * width + column) * size, source + from * (ptrdiff_t)size, size);
      }
    }
  }
}

void aux_turn_rows(
  void *target, const void *source, size_t size, size_t width, size_t first, size_t count, ptrdiff_t start, ptrdiff_t down,
  ptrdiff_t right
) {
  switch (size) {
  case 1: return turn(target, source, 1, width, first, count, start, down, right);
  case 2: return turn(target, source, 2, width, first, count, start, down, right);
  case 3: return turn(target, source, 3, width, first, count, start, down, right);
  case 4: return turn(target, source, 4, width, first, count, start, down, right);
  case 6: return turn(target, source, 6, width, first, count, start, down, right);
  default: return turn(target, source, size, width, first, count, start, down, right);
  }
}
