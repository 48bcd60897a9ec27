// An open OpenEXR file, shared by the sources that read one; not for Swift.

#ifndef AUX_EXR_FILE_H
#define AUX_EXR_FILE_H

#include "exr_memory.h"

/// A file that is being read.
typedef struct {
  exr_memory memory;
  exr_context_t context;
  // What exr_file_select chose.
  int part;
  int channel;
  int is_tiled;
  size_t sample_bytes;
  // Whether the C core does not decode the compression, and the C++ library may.
  int is_lacking;
  exr_attr_box2i_t data, display;
} exr_file;

/// Opens a file; `data` must outlive `*out`, which exr_file_close frees.
int exr_file_open(const uint8_t *data, size_t size, exr_file **out, aux_error *error);

/// Chooses the channel of that name that exr_file_read decodes, and checks it and the windows of its part.
int exr_file_select(
  exr_file *self, int part, const char *name, size_t name_size, uint64_t max_pixels, aux_error *error);

/// Decodes the channel to `size` bytes, all of its samples.
int exr_file_read(exr_file *self, void *out, size_t size, aux_error *error);

/// Copies samples of `width` x `height` pixels at (x, y), in the coordinates of the windows, that are inside the display window.
void exr_file_place(
  const exr_file *self, const uint8_t *samples, int64_t x, int64_t y, int64_t width, int64_t height, uint8_t *out);

/// Writes NaN to the part of the display window that is outside of the data window.
void exr_file_fill_around(const exr_file *self, uint8_t *out);

/// As exr_file_read, by OpenEXR's C++ library; AUX_ERROR_MISSING where its module is not there.
int exr_file_read_by_module(
  const exr_file *self, const char *channel, size_t name_size, void *out, aux_error *error);

/// Closes a file; NULL is allowed.
void exr_file_close(exr_file *self);

static inline int64_t width_of(exr_attr_box2i_t box) { return (int64_t)box.max.x - box.min.x + 1; }

static inline int64_t height_of(exr_attr_box2i_t box) { return (int64_t)box.max.y - box.min.y + 1; }

/// Returns how many bytes one coded byte of a block can decode to.
static inline uint64_t largest_ratio(exr_compression_t compression) {
  // zlib reaches 1032, PXR24 a third more as it leaves a byte of four out; DWA packs blocks of 8x8 first.
  return compression >= EXR_COMPRESSION_DWAA ? 1 << 17 : 1400;
}

#endif
