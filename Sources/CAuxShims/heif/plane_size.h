// The sizes of the planes of a coded image; not for Swift.

#ifndef AUX_HEIF_PLANE_SIZE_H
#define AUX_HEIF_PLANE_SIZE_H

#include <stddef.h>

/// How large a plane is, and which of the samples of luma's grid it has.
typedef struct {
  int width, height;
  int across, down;
  size_t bytes;
} aux_plane_size;

/// Returns that of plane 0, 1 or 2 where `chroma` is a format of chroma in the numbers of HEVC.
static inline aux_plane_size aux_size_of_plane(int width, int height, int chroma, int index, int bit_depth) {
  aux_plane_size size;
  size.across = index > 0 && chroma < 3 ? 2 : 1;
  size.down = index > 0 && chroma == 1 ? 2 : 1;
  size.width = (width + size.across - 1) / size.across;
  size.height = (height + size.down - 1) / size.down;
  size.bytes = (size_t)size.width * (size_t)size.height * (bit_depth == 8 ? 1 : 2);
  return size;
}

/// Returns how many planes there are.
static inline int aux_count_of_planes(int chroma) { return chroma == 0 ? 1 : 3; }

#endif
