#include <stdlib.h>
#include <string.h>
#include <zlib.h>

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

/// The most bytes of a chunk of pixels.
static const size_t largest_chunk = 1 << 30;

/// Writes bands as chunks IDAT, each freed when it is written: together they are one zlib stream.
static void write_bands(writer *self, aux_png_band *bands, size_t count) {
  uLong adler = adler32(0, NULL, 0);
  for (size_t number = 0; number < count; number += 1) {
    aux_png_band *band = bands + number;
    adler = adler32_combine(adler, band->adler, (z_off_t)band->count);
    for (size_t at = 0; at < band->size; at += largest_chunk) {
      size_t left = band->size - at;
      png_write_chunk(
        self->png, (png_const_bytep) "IDAT", band->bytes + at,
        left < largest_chunk ? left : largest_chunk);
    }
    free(band->bytes);
    band->bytes = NULL;
  }
  png_byte sum[4];
  png_save_uint_32(sum, (png_uint_32)adler);
  png_write_chunk(self->png, (png_const_bytep) "IDAT", sum, sizeof sum);
}

static int run_writer(
  writer *self, uint32_t width, uint32_t height, int bit_depth, int channels,
  const aux_png_metadata *metadata, aux_png_band *bands, size_t band_count, int *icc_written
) {
  static const int color_types[] = {
    PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA,
  };
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
  png_write_info_before_PLTE(png, self->info);
  if (metadata->cicp) png_write_chunk(png, (png_const_bytep) "cICP", metadata->cicp, 4);
  png_write_info(png, self->info);
  if (metadata->text_size) {
    png_write_chunk(png, (png_const_bytep) "iTXt", metadata->text, metadata->text_size);
  }
  write_bands(self, bands, band_count);
  png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
  return AUX_OK;
}

/// Checks what is to be written.
static int check(
  uint32_t width, uint32_t height, int bit_depth, int channels, const aux_png_metadata *metadata,
  const aux_png_band *bands, size_t band_count, aux_error *error
) {
  if (width == 0 || height == 0 || width > PNG_UINT_31_MAX || height > PNG_UINT_31_MAX) {
    return aux_fail(error, AUX_ERROR_USAGE, "PNG cannot hold %ux%u pixels", width, height);
  }
  if ((bit_depth != 8 && bit_depth != 16) || channels < 1 || channels > 4) {
    return aux_fail(
      error, AUX_ERROR_USAGE, "PNG is written with 8 or 16 bits and 1 to 4 channels");
  }
  if (
    metadata->icc_size > PNG_UINT_31_MAX || metadata->exif_size > PNG_UINT_31_MAX ||
    metadata->text_size > PNG_UINT_31_MAX
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

static int write_file(
  writer *self, uint32_t width, uint32_t height, int bit_depth, int channels,
  const aux_png_metadata *metadata, aux_png_band *bands, size_t band_count, int *icc_written
) {
  size_t total = 4096;
  for (size_t number = 0; number < band_count; number += 1) total += bands[number].size + 12;
  self->png = png_create_write_struct(
    PNG_LIBPNG_VER_STRING, self->error, fail_and_leave, ignore_warning);
  if (self->png) self->info = png_create_info_struct(self->png);
  int code = AUX_ERROR_MEMORY;
  if (self->info && aux_buffer_reserve(&self->buffer, total)) {
    aux_clear(self->error);
    code = run_writer(
      self, width, height, bit_depth, channels, metadata, bands, band_count, icc_written);
  } else {
    aux_fail(self->error, code, "not enough memory to write PNG");
  }
  png_destroy_write_struct(&self->png, &self->info);
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
  writer self = {.error = error};
  int code = check(width, height, bit_depth, channels, metadata, bands, band_count, error);
  if (code == AUX_OK) {
    code = write_file(
      &self, width, height, bit_depth, channels, metadata, bands, band_count, icc_written);
  }
  for (size_t number = 0; number < band_count; number += 1) {
    free(bands[number].bytes);
    bands[number].bytes = NULL;
  }
  if (code != AUX_OK) {
    free(self.buffer.bytes);
    return code;
  }
  *out = self.buffer.bytes;
  *size = self.buffer.size;
  return AUX_OK;
}
