#include <stdlib.h>
#include <string.h>

#include "../box/operations.h"
#include "tiff_memory.h"

/// About how many bytes a strip has before it is compressed.
enum { strip_bytes = 256 << 10 };

static int write_strips(
  TIFF *tiff, const uint8_t *pixels, uint32_t width, uint32_t height, int channels, int sample,
  const aux_tiff_metadata *metadata
) {
  static const uint16_t bits[] = {8, 16, 16, 32};
  int is_float = sample == AUX_SAMPLE_HALF || sample == AUX_SAMPLE_FLOAT;
  size_t row_size = (size_t)width * (size_t)channels * (bits[sample] / 8);
  uint64_t rows = row_size < strip_bytes ? strip_bytes / row_size : 1;
  if (rows > height) rows = height;
  int is_set = TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width)
    && TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height) && TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels)
    && TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits[sample])
    && TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, is_float ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT)
    && TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, channels == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB)
    && TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG)
    && TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE)
    && TIFFSetField(tiff, TIFFTAG_PREDICTOR, is_float ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL)
    && TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, (uint32_t)rows);
  if (is_set && metadata->description) {
    is_set = TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, metadata->description);
  }
  if (is_set && metadata->icc_size) {
    is_set = TIFFSetField(tiff, TIFFTAG_ICCPROFILE, (uint32_t)metadata->icc_size, metadata->icc);
  }
  if (!is_set) return 0;
  uint32_t strip = 0;
  for (uint64_t top = 0; top < height; top += rows, strip += 1) {
    size_t count = (size_t)(height - top < rows ? height - top : rows) * row_size;
    // The predictor works on a copy, so that the pixels stay as they are.
    uint8_t *from = (uint8_t *)pixels + (size_t)top * row_size;
    if (TIFFWriteEncodedStrip(tiff, strip, from, (tmsize_t)count) != (tmsize_t)count) return 0;
  }
  return TIFFWriteDirectory(tiff);
}

int aux_run_tiff_encoding(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_tiff(error) != AUX_OK) return error->code;
  uint32_t width = (uint32_t)request->numbers[0], height = (uint32_t)request->numbers[1];
  int channels = (int)request->numbers[2], sample = (int)request->numbers[3];
  // The description with its NUL, then the profile.
  size_t text_size = (size_t)request->numbers[4];
  aux_tiff_metadata metadata = {
    .description = text_size ? (const char *)request->beside : NULL, .icc = request->beside + text_size,
    .icc_size = request->beside_size - text_size};
  tiff_memory memory = {.error = error};
  // Offsets of 64 bits where 32 might not do.
  int is_large = (uint64_t)width * height * (uint64_t)channels > UINT32_MAX / 8;
  TIFF *tiff = tiff_memory_open(&memory, is_large ? "w8" : "w", SIZE_MAX / 4);
  int is_written = tiff && write_strips(tiff, request->data, width, height, channels, sample, &metadata);
  if (tiff) TIFFClose(tiff);
  if (!is_written || memory.has_failed) {
    free(memory.output.bytes);
    return tiff_memory_failure(&memory, "the TIFF file cannot be written");
  }
  aux_clear(error);
  answer->buffers[0] = memory.output.bytes;
  answer->sizes[0] = memory.output.size;
  return AUX_OK;
}

int aux_tiff_write(
  const void *pixels, uint32_t width, uint32_t height, int channels, int sample,
  const aux_tiff_metadata *metadata, uint8_t **out, size_t *size, aux_error *error
) {
  static const size_t sample_sizes[] = {1, 2, 2, 4};
  aux_clear(error);
  *out = NULL;
  *size = 0;
  if (
    width == 0 || height == 0 || sample < AUX_SAMPLE_UINT8 || sample > AUX_SAMPLE_FLOAT ||
    (channels != 1 && channels != 3) || metadata->icc_size > UINT32_MAX
  ) {
    return aux_fail(
      error, AUX_ERROR_USAGE, "TIFF cannot hold %ux%u pixels of kind %d", width, height, sample);
  }
  size_t text_size = metadata->description ? strlen(metadata->description) + 1 : 0;
  uint8_t *beside = malloc(text_size + metadata->icc_size + 1);
  if (!beside) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to write TIFF");
  if (text_size > 0) memcpy(beside, metadata->description, text_size);
  if (metadata->icc_size > 0) memcpy(beside + text_size, metadata->icc, metadata->icc_size);
  aux_request request = {
    .data = pixels, .size = (size_t)width * height * (size_t)channels * sample_sizes[sample], .beside = beside,
    .beside_size = text_size + metadata->icc_size, .numbers = {width, height, channels, sample, (int64_t)text_size},
    .pixels = (uint64_t)width * height};
  aux_answer answer;
  int code = aux_encode(AUX_OPERATION_TIFF_ENCODING, &request, &answer, out, size, error);
  free(beside);
  return code;
}
