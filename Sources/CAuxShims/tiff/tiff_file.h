// An open TIFF file, shared by the sources that read one; not for Swift.

#ifndef AUX_TIFF_FILE_H
#define AUX_TIFF_FILE_H

#include "tiff_memory.h"

struct aux_tiff {
  tiff_memory memory;
  TIFF *tiff;
  uint32_t width;
  uint32_t height;
  /// The samples of a pixel of one block: 1 where each plane has blocks of its own.
  uint16_t samples;
  uint16_t bits;
  int is_float;
  int is_inverted;
  /// The samples of a pixel that are handed out; a map hands out one.
  uint16_t kept;
  /// The planes that are read, each in blocks of its own.
  uint16_t planes;
  /// Whether colour is an error.
  int is_map;
};

/// Returns a new file in memory whose first directory is open; what fails is in `error` and the result NULL.
aux_tiff *tiff_file_open(const uint8_t *data, size_t size, aux_error *error);

/// Reads width, height, samples and bits of the directory that is open, and checks the first two.
int tiff_file_check_size(aux_tiff *self, uint64_t max_pixels, aux_error *error);

/// Checks that libtiff decodes the compression, and that the file can hold that many samples of a pixel.
int tiff_file_check_coding(aux_tiff *self, uint16_t samples, aux_error *error);

#endif
