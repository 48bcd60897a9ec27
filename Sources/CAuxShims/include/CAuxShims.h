/// What Swift cannot call itself: libraries that report errors with longjmp or with C++ exceptions.
///
/// Every function that can fail returns AUX_OK or one of the error codes and describes a failure in
/// `error`. None prints, aborts or unwinds into its caller. All are safe to call from any thread.

#ifndef AUX_SHIMS_H
#define AUX_SHIMS_H

#include "../../CAuxSystem/include/aux_codec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Frees a buffer that a function of this module gave out.
void aux_free(void *buffer);

// JPEG XL

/// The kinds of sample that JPEG XL is decoded to; all little-endian.
enum { AUX_JXL_UINT8 = 0, AUX_JXL_UINT16 = 1, AUX_JXL_HALF = 2, AUX_JXL_FLOAT = 3 };

/// What of a JPEG XL stream is decoded, as its header describes it.
typedef struct {
  /// The number of pixels in a row, as stored.
  int width;
  /// The number of rows, as stored.
  int height;
  /// The channels of colour, 1 or 3.
  int channels;
  /// One of the kinds of sample.
  int sample;
  /// The number of the extra channel that is decoded, or -1: the colours.
  int extra;
  /// Whether codes of the stream must have the bits of the samples; else they are spread over these.
  int exact;
} aux_jxl_picture;

/// The colours of a photo in JPEG XL.
typedef struct {
  /// Code points of ITU-T H.273 where the stream has PQ or HLG, else 0.
  int primaries;
  int transfer;
  /// Whether the colours are multiplied by alpha.
  int is_premultiplied;
  /// The ICC profile that other colours than sRGB have, or NULL; freed with aux_free.
  uint8_t *icc;
  size_t icc_size;
} aux_jxl_colours;

/// Decodes an image, or an extra channel, of a JPEG XL file or stream; the samples of a pixel are interleaved.
///
/// `out_size` is that of all samples. `colours` may be NULL; of an extra channel it must.
int aux_jxl_decode(
  const uint8_t *data, size_t size, const aux_jxl_picture *picture, uint8_t *out, size_t out_size,
  aux_jxl_colours *colours, aux_error *error);

/// Unpacks the content of a box that is compressed with Brotli; the caller frees `*out` with aux_free.
///
/// `data` is the content of the box `brob`: the type of the box, then what is compressed. More than `max_size` bytes are an
/// error.
int aux_jxl_unpack(
  const uint8_t *data, size_t size, size_t max_size, uint8_t **out, size_t *out_size, aux_error *error);

// PNG

/// A decoded PNG file.
typedef struct {
  /// The number of pixels in a row.
  uint32_t width;
  /// The number of rows.
  uint32_t height;
  /// 8, or 16 for native-endian 16-bit samples.
  int bit_depth;
  /// 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA.
  int channels;
  /// The rows from the top, without padding.
  uint8_t *pixels;
  /// The size of `pixels` in bytes.
  size_t pixels_size;
  /// The ICC profile, or NULL.
  uint8_t *icc;
  /// The size of the ICC profile.
  size_t icc_size;
} aux_png_image;

/// Reads the header of a PNG file; bit depth and colour type are the file's own.
int aux_png_read_header(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, int *bit_depth,
  int *color_type, aux_error *error);

/// Decodes a PNG file of at most `max_pixels` pixels without any conversion of colour or gamma.
///
/// Palettes, gray of less than 8 bits and transparent colours are expanded. Text and Exif are skipped.
/// The caller frees `out` with aux_png_image_free, after a failure too.
int aux_png_read(
  const uint8_t *data, size_t size, uint64_t max_pixels, aux_png_image *out, aux_error *error);

/// Frees what aux_png_read filled in.
void aux_png_image_free(aux_png_image *image);

/// What goes with the pixels of a PNG file to be written; a size of 0 for what it lacks.
typedef struct {
  /// The ICC profile.
  const uint8_t *icc;
  size_t icc_size;
  /// The TIFF block of Exif.
  const uint8_t *exif;
  size_t exif_size;
  /// The data of an iTXt chunk.
  const uint8_t *text;
  size_t text_size;
  /// The four bytes of the chunk cICP; NULL writes none.
  const uint8_t *cicp;
} aux_png_metadata;

/// A band of rows of a PNG file: filtered, and deflated by itself.
typedef struct {
  /// A part of the file's zlib stream: it begins and ends with whole bytes; NULL where memory was lacking.
  uint8_t *bytes;
  size_t size;
  /// What it decodes to: how many bytes, and their Adler-32.
  uint64_t count;
  uint32_t adler;
} aux_png_band;

/// The rows of every band but the last, which depend on nothing but the picture.
uint32_t aux_png_band_rows(uint32_t width, int bit_depth, int channels);

/// Codes the band of that number of unpadded rows of 8-bit or native-endian 16-bit samples.
///
/// Bands may be coded in any order and at the same time; aux_png_write takes what was filled in.
void aux_png_band_write(
  const void *pixels, uint32_t width, uint32_t height, int bit_depth, int channels, uint32_t number,
  aux_png_band *out);

/// Puts a file together of all its bands, which it frees, after a failure too; the caller frees `*out`.
///
/// `icc_written` says whether libpng took the profile: it leaves out one that does not fit the pixels.
int aux_png_write(
  uint32_t width, uint32_t height, int bit_depth, int channels, const aux_png_metadata *metadata,
  aux_png_band *bands, size_t band_count, uint8_t **out, size_t *size, int *icc_written,
  aux_error *error);

// XMP

/// Checks with Exiv2 whether an XMP packet is well-formed: AUX_ERROR_MALFORMED, with Exiv2's reason, where it is not.
///
/// `namespaces` are those that the packet declares, each with the NUL that ends it; Exiv2 forgets them again.
int aux_xmp_check(
  const uint8_t *packet, size_t size, const uint8_t *namespaces, size_t namespaces_size, aux_error *error);

#ifdef __cplusplus
}
#endif

#include "CAuxShimsHEIF.h"

#include "aux_maps.h"

#include "aux_photos.h"

#include "aux_box.h"

#include "aux_libraries.h"
#include "aux_locks.h"

#endif
