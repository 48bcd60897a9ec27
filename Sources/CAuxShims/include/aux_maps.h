/// Map files that need a library: TIFF and OpenEXR. CAuxShims.h includes this file.

#ifndef AUX_MAPS_H
#define AUX_MAPS_H

#include "CAuxShims.h"

#ifdef __cplusplus
extern "C" {
#endif

// TIFF

/// How one sample of a TIFF file is stored.
enum {
  /// 8-bit codes.
  AUX_SAMPLE_UINT8 = 0,
  /// 16-bit codes.
  AUX_SAMPLE_UINT16 = 1,
  /// IEEE 754 binary16.
  AUX_SAMPLE_HALF = 2,
  /// IEEE 754 binary32; binary64 is rounded to it.
  AUX_SAMPLE_FLOAT = 3
};

/// A TIFF file that is being read.
typedef struct aux_tiff aux_tiff;

/// What the first image of a TIFF file is.
typedef struct {
  /// The number of pixels in a row.
  uint32_t width;
  /// The number of rows.
  uint32_t height;
  /// One of the AUX_SAMPLE_ kinds; the tag Orientation is not applied.
  int sample;
} aux_tiff_info;

/// Opens the first image of a TIFF file; `data` must outlive `*out`, which aux_tiff_close frees.
///
/// Takes one sample per pixel, gray with alpha, or RGB; of any compression that libtiff knows.
int aux_tiff_open(
  const uint8_t *data, size_t size, uint64_t max_pixels, aux_tiff **out, aux_tiff_info *info,
  aux_error *error);

/// Decodes the image to `size` bytes, which must be width * height samples in the machine's byte order.
///
/// Integers where 0 is white are inverted; RGB must have equal samples, alpha is left out.
int aux_tiff_read(aux_tiff *tiff, void *out, size_t size, aux_error *error);

/// The tag ImageDescription of the first image, or NULL; it belongs to `tiff`.
const char *aux_tiff_description(const aux_tiff *tiff);

/// Closes a file; NULL is allowed.
void aux_tiff_close(aux_tiff *tiff);

/// What goes with the pixels of a TIFF file; each may be NULL.
typedef struct {
  /// The tag ImageDescription.
  const char *description;
  /// The ICC profile.
  const uint8_t *icc;
  /// The size of the ICC profile.
  size_t icc_size;
} aux_tiff_metadata;

/// Encodes samples of an AUX_SAMPLE_ kind with Deflate and a predictor: 1 of gray or 3 of red, green and blue a pixel.
///
/// The caller frees `*out`.
int aux_tiff_write(
  const void *pixels, uint32_t width, uint32_t height, int channels, int sample,
  const aux_tiff_metadata *metadata, uint8_t **out, size_t *size, aux_error *error);

// OpenEXR

/// Decodes the channel of that name of a part, halves or floats, to `out_size` bytes: the samples of the display window
/// in the machine's byte order.
///
/// The part of the display window that is outside of the data window becomes NaN. `is_dwa` says that the part is compressed as
/// DWAA or DWAB, for which OpenEXR's C++ library is loaded where the C core does not decode them. Fails with AUX_ERROR_USAGE where there is no
/// such channel, or its samples have another size.
int aux_exr_decode(
  const uint8_t *data, size_t size, int part, const char *channel, int is_dwa, uint64_t max_pixels, void *out,
  size_t out_size, aux_error *error);

/// Encodes halves or floats as the channel `channel`, and unless it is NULL as `second` as well, of scan lines with ZIP
/// compression; the caller frees `*out`.
///
/// `comments` becomes the attribute of that name, unless it is NULL.
int aux_exr_write(
  const void *pixels, uint32_t width, uint32_t height, int is_half, const char *channel,
  const char *second, const char *comments, uint8_t **out, size_t *size, aux_error *error);

#ifdef __cplusplus
}
#endif

#endif
