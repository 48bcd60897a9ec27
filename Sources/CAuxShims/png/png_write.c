#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "../box/operations.h"
#include "png_guard.h"

/// The state of one write.
typedef struct {
  png_structp png;
  png_infop info;
  aux_error *error;
  aux_buffer buffer;
} writer;

static void add_bytes(png_structp png, png_bytep bytes, size_t count) {
  writer *self = png_get_io_ptr(png);
  if (!aux_buffer_reserve(&self->buffer, count)) {
    self->error->code = AUX_ERROR_MEMORY;
    png_error(png, "not enough memory to write PNG");
  }
  memcpy(self->buffer.bytes + self->buffer.size, bytes, count);
  self->buffer.size += count;
}

static void flush_nothing(png_structp png) { (void)png; }

/// Sets ICC profile and Exif; returns whether there is a profile in the end.
static int set_metadata(png_structp png, png_infop info, const aux_png_metadata *metadata) {
  if (metadata->exif_size) {
    // libpng only reads the block, though it does not promise so.
    png_set_eXIf_1(png, info, (png_uint_32)metadata->exif_size, (png_bytep)metadata->exif);
  }
  if (!metadata->icc_size) return 0;
  // A profile that it finds wrong, it leaves out with a warning.
  png_set_benign_errors(png, 1);
  png_set_iCCP(
    png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, metadata->icc,
    (png_uint_32)metadata->icc_size);
  return png_get_valid(png, info, PNG_INFO_iCCP) != 0;
}

static const int color_types[] = {
  PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA,
};

/// Writes all that comes before the pixels.
static int run_writer(
  writer *self, uint32_t width, uint32_t height, int bit_depth, int channels, const aux_png_metadata *metadata,
  int *icc_written
) {
  if (setjmp(png_jmpbuf(self->png))) return self->error->code;
  png_structp png = self->png;
  png_set_write_fn(png, self, add_bytes, flush_nothing);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Of profiles: the bands are deflated already.
  png_set_compression_level(png, 6);
  png_set_IHDR(
    png, self->info, width, height, bit_depth, color_types[channels - 1], PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  *icc_written = set_metadata(png, self->info, metadata);
  png_write_info(png, self->info);
  return AUX_OK;
}

int aux_run_png_head(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_png(error) != AUX_OK) return error->code;
  const int64_t *numbers = request->numbers;
  aux_png_metadata metadata = {
    .icc = request->data, .icc_size = request->size, .exif = request->beside, .exif_size = request->beside_size};
  writer self = {.error = error};
  self.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, error, fail_and_leave, ignore_warning);
  if (self.png) self.info = png_create_info_struct(self.png);
  int code = AUX_ERROR_MEMORY, icc_written = 0;
  if (self.info) {
    aux_clear(error);
    code = run_writer(
      &self, (uint32_t)numbers[0], (uint32_t)numbers[1], (int)numbers[2], (int)numbers[3], &metadata, &icc_written);
  } else {
    aux_fail(error, code, "not enough memory to write PNG");
  }
  png_destroy_write_struct(&self.png, &self.info);
  if (code != AUX_OK) {
    free(self.buffer.bytes);
    return code;
  }
  answer->numbers[0] = icc_written;
  answer->buffers[0] = self.buffer.bytes;
  answer->sizes[0] = self.buffer.size;
  return AUX_OK;
}

// The rest needs no library but zlib: the file is put together where the bands are.

/// The most bytes of a chunk of pixels.
static const size_t largest_chunk = 1 << 30;

static void put_number(uint8_t *out, uint32_t number) {
  for (int index = 0; index < 4; index += 1) out[index] = (uint8_t)(number >> (24 - 8 * index));
}

/// Appends a chunk (ISO/IEC 15948, 5.3); there is room for it.
static void add_chunk(aux_buffer *file, const char *type, const uint8_t *bytes, size_t size) {
  uint8_t *at = file->bytes + file->size;
  put_number(at, (uint32_t)size);
  memcpy(at + 4, type, 4);
  if (size > 0) memcpy(at + 8, bytes, size);
  put_number(at + 8 + size, (uint32_t)crc32_z(0, at + 4, size + 4));
  file->size += size + 12;
}

/// Appends bands as chunks IDAT, each freed when it is there: together they are one zlib stream.
static void add_bands(aux_buffer *file, aux_png_band *bands, size_t count) {
  uLong adler = adler32(0, NULL, 0);
  for (size_t number = 0; number < count; number += 1) {
    aux_png_band *band = bands + number;
    adler = adler32_combine(adler, band->adler, (z_off_t)band->count);
    for (size_t at = 0; at < band->size; at += largest_chunk) {
      size_t left = band->size - at;
      add_chunk(file, "IDAT", band->bytes + at, left < largest_chunk ? left : largest_chunk);
    }
    free(band->bytes);
    band->bytes = NULL;
  }
  uint8_t sum[4];
  put_number(sum, (uint32_t)adler);
  add_chunk(file, "IDAT", sum, sizeof sum);
}

enum { most_of_png = INT32_MAX };

/// Checks what is to be written.
static int check(
  uint32_t width, uint32_t height, int bit_depth, int channels, const aux_png_metadata *metadata,
  const aux_png_band *bands, size_t band_count, aux_error *error
) {
  if (width == 0 || height == 0 || width > most_of_png || height > most_of_png) {
    return aux_fail(error, AUX_ERROR_USAGE, "PNG cannot hold %ux%u pixels", width, height);
  }
  if ((bit_depth != 8 && bit_depth != 16) || channels < 1 || channels > 4) {
    return aux_fail(
      error, AUX_ERROR_USAGE, "PNG is written with 8 or 16 bits and 1 to 4 channels");
  }
  if (
    metadata->icc_size > most_of_png || metadata->exif_size > most_of_png ||
    metadata->text_size > most_of_png
  ) {
    return aux_fail(error, AUX_ERROR_USAGE, "PNG holds less than 2 GiB of Exif, XMP or ICC profile");
  }
  for (size_t number = 0; number < band_count; number += 1) {
    if (!bands[number].bytes) {
      return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to write PNG");
    }
  }
  return AUX_OK;
}

/// Makes the head of a file without a profile and Exif, for which libpng is not needed (ISO/IEC 15948, 5.2 and 11.2.2).
static int make_plain_head(const int64_t numbers[], uint8_t **bytes, size_t *size, aux_error *error) {
  static const uint8_t signature[] = {137, 80, 78, 71, 13, 10, 26, 10};
  aux_buffer head = {0};
  if (!aux_buffer_reserve(&head, 64)) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to write PNG");
  memcpy(head.bytes, signature, sizeof signature);
  head.size = sizeof signature;
  uint8_t header[13] = {0};
  put_number(header, (uint32_t)numbers[0]);
  put_number(header + 4, (uint32_t)numbers[1]);
  header[8] = (uint8_t)numbers[2];
  header[9] = (uint8_t)color_types[numbers[3] - 1];
  add_chunk(&head, "IHDR", header, sizeof header);
  *bytes = head.bytes;
  *size = head.size;
  return AUX_OK;
}

/// Puts the file together of its head and the rest.
static int write_file(
  const aux_request *head, const aux_png_metadata *metadata, aux_png_band *bands, size_t band_count, aux_buffer *file,
  int *icc_written, aux_error *error
) {
  aux_answer answer = {0};
  uint8_t *bytes = NULL;
  size_t size = 0;
  int code = metadata->icc_size + metadata->exif_size > 0
    ? aux_encode(AUX_OPERATION_PNG_HEAD, head, &answer, &bytes, &size, error)
    : make_plain_head(head->numbers, &bytes, &size, error);
  if (code != AUX_OK) return code;
  *icc_written = answer.numbers[0] != 0;
  size_t total = size + metadata->text_size + 64;
  for (size_t number = 0; number < band_count; number += 1) {
    total += bands[number].size + 12 * (bands[number].size / largest_chunk + 1);
  }
  if (aux_buffer_reserve(file, total)) {
    memcpy(file->bytes, bytes, size);
    file->size = size;
    // libpng of Debian 12 does not know this chunk.
    if (metadata->cicp) add_chunk(file, "cICP", metadata->cicp, 4);
    if (metadata->text_size) add_chunk(file, "iTXt", metadata->text, metadata->text_size);
    add_bands(file, bands, band_count);
    add_chunk(file, "IEND", NULL, 0);
  } else {
    code = aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to write PNG");
  }
  aux_free(bytes);
  return code;
}

int aux_png_write(
  uint32_t width, uint32_t height, int bit_depth, int channels, const aux_png_metadata *metadata,
  aux_png_band *bands, size_t band_count, uint8_t **out, size_t *size, int *icc_written,
  aux_error *error
) {
  aux_clear(error);
  *out = NULL;
  *size = 0;
  *icc_written = 0;
  aux_buffer file = {0};
  aux_request head = {
    .data = metadata->icc, .size = metadata->icc_size, .beside = metadata->exif, .beside_size = metadata->exif_size,
    .numbers = {width, height, bit_depth, channels}};
  int code = check(width, height, bit_depth, channels, metadata, bands, band_count, error);
  if (code == AUX_OK) code = write_file(&head, metadata, bands, band_count, &file, icc_written, error);
  for (size_t number = 0; number < band_count; number += 1) {
    free(bands[number].bytes);
    bands[number].bytes = NULL;
  }
  if (code != AUX_OK) {
    free(file.bytes);
    return code;
  }
  *out = file.bytes;
  *size = file.size;
  return AUX_OK;
}
