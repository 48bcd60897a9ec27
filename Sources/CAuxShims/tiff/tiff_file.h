// An open TIFF file, shared by the sources that read one; not for Swift.

#ifndef AUX_TIFF_FILE_H
#define AUX_TIFF_FILE_H

#include "tiff_memory.h"

/// A file that is being read.
typedef struct {
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
} tiff_file;

/// Returns a new file in memory whose first directory is open; what fails is in `error` and the result NULL.
tiff_file *tiff_file_open(const uint8_t *data, size_t size, aux_error *error);

/// Reads width, height, samples and bits of the directory that is open, and checks the first two.
int tiff_file_check_size(tiff_file *self, uint64_t max_pixels, aux_error *error);

/// Checks that libtiff decodes the compression, and that the file can hold that many samples of a pixel.
int tiff_file_check_coding(tiff_file *self, uint16_t samples, aux_error *error);

/// Opens the first image of a file as a map, or the image of a directory as a photo; tiff_file_close frees `*out`.
int tiff_file_open_map(
  const uint8_t *data, size_t size, uint64_t max_pixels, tiff_file **out, aux_tiff_info *info, aux_error *error);
int tiff_file_open_photo(
  const uint8_t *data, size_t size, uint64_t directory, uint64_t max_pixels, tiff_file **out,
  aux_tiff_photo_info *info, aux_error *error);

/// Decodes the image to `size` bytes, all of its samples.
int tiff_file_read(tiff_file *self, void *out, size_t size, aux_error *error);

/// The tag ImageDescription, or NULL.
const char *tiff_file_description(const tiff_file *self);

/// Closes a file; NULL is allowed.
void tiff_file_close(tiff_file *self);

#endif
