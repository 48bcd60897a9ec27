/// Photos of WebP and of developed TIFF. CAuxShims.h includes this file.

#ifndef AUX_PHOTOS_H
#define AUX_PHOTOS_H

#include "CAuxShims.h"
#include "aux_maps.h"

#ifdef __cplusplus
extern "C" {
#endif

// WebP

/// Decodes a still WebP file of exactly `width` x `height` to interleaved 8-bit RGB, or RGBA with `channels` 4.
///
/// `out` holds width * height * channels bytes; colours are not multiplied by alpha.
int aux_webp_read(
  const uint8_t *data, size_t size, uint32_t width, uint32_t height, int channels, uint8_t *out,
  aux_error *error);

/// The longest side of a WebP picture.
enum { AUX_WEBP_LONGEST_SIDE = 16383 };

/// Encodes interleaved 8-bit RGB as a lossy WebP file, in 4:2:0, with no chunk but that of the picture.
///
/// `quality` is 0 to 100, `method` 0 (fast) to 6 (small). The caller frees `*out` with aux_free.
int aux_webp_encode(
  const uint8_t *pixels, int width, int height, int quality, int method, uint8_t **out, size_t *size,
  aux_error *error);

// TIFF

/// What an image of a TIFF file that is a photo is.
typedef struct {
  /// The number of pixels in a row.
  uint32_t width;
  /// The number of rows.
  uint32_t height;
  /// 8 or 16.
  int bits;
  /// 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA.
  int channels;
} aux_tiff_photo_info;

/// Opens the image whose directory is at byte `directory`; `data` must outlive `*out`, which aux_tiff_close frees.
///
/// Takes gray or RGB of 8 or 16 bits unsigned, with alpha or without, of any compression that libtiff knows.
/// aux_tiff_read then decodes width * height * channels samples: gray where 0 is white is inverted, YCbCr in JPEG
/// becomes RGB, and samples beyond colour and alpha are left out.
int aux_tiff_open_photo(
  const uint8_t *data, size_t size, uint64_t directory, uint64_t max_pixels, aux_tiff **out,
  aux_tiff_photo_info *info, aux_error *error);

#ifdef __cplusplus
}
#endif

#endif
