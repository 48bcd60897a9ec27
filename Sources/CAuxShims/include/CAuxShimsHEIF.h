/// HEVC and AV1 images through libheif; a part of CAuxShims.h.
///
/// A file is one in memory whose primary item is the image. Transformations (irot, imir, clap) are never
/// applied: pixels come as they are coded.

#ifndef AUX_SHIMS_HEIF_H
#define AUX_SHIMS_HEIF_H

#include "CAuxShims.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /// In place of a quantiser: code without any loss.
  AUX_HEIF_LOSSLESS = -1
};

/// The codec of an image to be coded.
enum {
  /// HEVC, by x265.
  AUX_HEIF_HEVC = 0,
  /// AV1, by libaom.
  AUX_HEIF_AV1 = 1
};

/// Decodes the primary image of exactly `width` x `height` to its planes, without converting anything.
///
/// `chroma` says what the bitstream holds, in the numbers of HEVC: 0 luma alone, 1 to 3 luma, Cb and Cr in 4:2:0,
/// 4:2:2 or 4:4:4; then the file has to state an identity matrix of full range. `out` holds `out_size` bytes:
/// the planes one after the other with the codes as they are stored, bytes or native-endian
/// 16-bit numbers, without padding. `*bit_depth` is what the bits of a sample are thought to be, and then what they
/// are; where only one of both is 8, nothing is written.
int aux_heif_decode_planes(
  const uint8_t *file, size_t size, int width, int height, int chroma, void *out, size_t out_size, int *bit_depth,
  aux_error *error);

/// Encodes 8-bit gray as one monochrome HEVC picture of full range, and gives a HEIF file around it.
///
/// `quantiser` is 0 to 51, or AUX_HEIF_LOSSLESS. No coding unit is smaller than `unit` pixels, 8 or 16. The picture is
/// of whole units; the last column and row are repeated, and the caller has to crop what is shown.
/// `threads`, two at least, work at it; the bytes depend on the other arguments only. The caller frees `*file` with aux_free.
int aux_heif_encode_gray(
  const uint8_t *pixels, int width, int height, int quantiser, int unit, int threads, uint8_t **file, size_t *size,
  aux_error *error);

/// Encodes 8-bit gray as one monochrome AV1 picture of full range, and gives an AVIF file around it.
///
/// `quality` is 1 to 100, or AUX_HEIF_LOSSLESS. An image that `is_large` is coded by several threads, and faster. The bytes
/// depend on the arguments only. The caller frees `*file` with aux_free.
int aux_heif_encode_gray_av1(
  const uint8_t *pixels, int width, int height, int quality, int is_large, uint8_t **file, size_t *size,
  aux_error *error);

/// What goes with the pixels of a picture; each may be NULL with the size 0.
typedef struct {
  /// The ICC profile.
  const uint8_t *icc;
  /// The size of the ICC profile.
  size_t icc_size;
  /// The TIFF block of Exif.
  const uint8_t *exif;
  /// The size of the TIFF block.
  size_t exif_size;
  /// The XMP packet.
  const uint8_t *xmp;
  /// The size of the XMP packet.
  size_t xmp_size;
  /// The code points of the colours, where there is no ICC profile (ISO/IEC 23091-2).
  int primaries, transfer, matrix;
} aux_heif_metadata;

/// Encodes interleaved RGB as a HEIC or, where `codec` is AUX_HEIF_AV1, an AVIF file.
///
/// `bits` of a sample are 8, in a byte, or 10, the lower ones of a little-endian `uint16_t`.
/// No irot or imir is written: libheif would then state the turned size in ispe. `quality` is 1 to 100, or
/// AUX_HEIF_LOSSLESS: then only the conversion to luma and chroma rounds. `subsample` is 0 for 4:4:4 and 1 for 4:2:0; AV1 of
/// 10 bits is always 4:2:2. `threads` work at a HEIC; the bytes do not depend on it. With 0, an AVIF is coded by one thread in
/// half of the time, for some more bytes. The caller frees `*file` with aux_free.
int aux_heif_encode_rgb(
  const void *pixels, int bits, int width, int height, int codec, int quality, int subsample, int threads,
  const aux_heif_metadata *metadata, uint8_t **file, size_t *size, aux_error *error);

#ifdef __cplusplus
}
#endif

#endif
