#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/// The most memory that one chunk other than the image data may ask for.
enum { most_chunk_bytes = 64 << 20 };

/// The state of one read; it lives in the caller of the function that calls setjmp, so that longjmp
/// leaves it defined.
typedef struct {
  png_structp png;
  png_infop info;
  aux_error *error;
  const uint8_t *data;
  size_t size;
  size_t position;
} reader;

/// The state of one write.
typedef struct {
  png_structp png;
  png_infop info;
  aux_error *error;
  aux_buffer buffer;
} writer;

// libpng hands over the aux_error; a code set before png_error says more than the default.
static void fail_and_leave(png_structp png, png_const_charp text) {
  aux_error *error = png_get_error_ptr(png);
  aux_fail(error, error->code == AUX_OK ? AUX_ERROR_CODEC : error->code, "%s", text);
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void take_bytes(png_structp png, png_bytep out, size_t count) {
  reader *self = png_get_io_ptr(png);
  if (count > self->size - self->position) {
    self->error->code = AUX_ERROR_TRUNCATED;
    png_error(png, "the PNG data end too early");
  }
  memcpy(out, self->data + self->position, count);
  self->position += count;
}

// Reading

static int open_reader(reader *self) {
  self->png = png_create_read_struct(
    PNG_LIBPNG_VER_STRING, self->error, fail_and_leave, ignore_warning);
  if (self->png) self->info = png_create_info_struct(self->png);
  if (!self->info) {
    return aux_fail(self->error, AUX_ERROR_MEMORY, "not enough memory to read PNG");
  }
  aux_clear(self->error);
  return AUX_OK;
}

static void close_reader(reader *self) {
  png_destroy_read_struct(&self->png, &self->info, NULL);
}

/// Reads up to the image data; to be called where setjmp has been.
static void read_info(reader *self) {
  png_structp png = self->png;
  png_set_read_fn(png, self, take_bytes);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(png, most_chunk_bytes);
  // Text and Exif are read by PNGFile; there is no reason to inflate or keep them here.
  static const png_byte passed_over[] = "tEXt\0zTXt\0iTXt\0eXIf";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, passed_over, sizeof passed_over / 5);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_read_info(png, self->info);
}

static int run_header(
  reader *self, uint32_t *width, uint32_t *height, int *bit_depth, int *color_type
) {
  if (setjmp(png_jmpbuf(self->png))) return self->error->code;
  read_info(self);
  png_get_IHDR(self->png, self->info, width, height, bit_depth, color_type, NULL, NULL, NULL);
  return AUX_OK;
}

int aux_png_read_header(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, int *bit_depth,
  int *color_type, aux_error *error
) {
  aux_clear(error);
  reader self = {.error = error, .data = data, .size = size};
  int code = open_reader(&self);
  if (code == AUX_OK) code = run_header(&self, width, height, bit_depth, color_type);
  close_reader(&self);
  return code;
}

static void expand(reader *self) {
  png_structp png = self->png;
  int color_type = png_get_color_type(png, self->info);
  int bit_depth = png_get_bit_depth(png, self->info);
  if (color_type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (color_type == PNG_COLOR_TYPE_GRAY && bit_depth < 8) png_set_expand_gray_1_2_4_to_8(png);
  if (png_get_valid(png, self->info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(png);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (bit_depth == 16) png_set_swap(png);
#endif
}

static void *copy_bytes(png_structp png, const void *bytes, size_t size) {
  void *copy = malloc(size ? size : 1);
  if (!copy) {
    ((aux_error *)png_get_error_ptr(png))->code = AUX_ERROR_MEMORY;
    png_error(png, "not enough memory to read PNG");
  }
  return memcpy(copy, bytes, size);
}

static void copy_profile(reader *self, aux_png_image *out) {
  png_structp png = self->png;
  png_charp name = NULL;
  int method = 0;
  png_bytep bytes = NULL;
  png_uint_32 size = 0;
  if (png_get_iCCP(png, self->info, &name, &method, &bytes, &size) && bytes) {
    out->icc = copy_bytes(png, bytes, size);
    out->icc_size = size;
  }
}

static int run_reader(reader *self, uint64_t max_pixels, aux_png_image *out) {
  if (setjmp(png_jmpbuf(self->png))) return self->error->code;
  read_info(self);
  out->width = png_get_image_width(self->png, self->info);
  out->height = png_get_image_height(self->png, self->info);
  uint64_t pixels = (uint64_t)out->width * out->height;
  if (pixels > max_pixels || pixels > SIZE_MAX / 16) {
    return aux_fail(
      self->error, AUX_ERROR_LIMIT, "%ux%u is more than the limit of %llu pixels (Limits.pixels)", out->width,
      out->height, (unsigned long long)max_pixels);
  }
  expand(self);
  int passes = png_set_interlace_handling(self->png);
  png_read_update_info(self->png, self->info);
  out->bit_depth = png_get_bit_depth(self->png, self->info);
  out->channels = png_get_channels(self->png, self->info);
  size_t stride = png_get_rowbytes(self->png, self->info);
  if (stride != (size_t)out->width * (size_t)out->channels * (size_t)(out->bit_depth / 8)) {
    return aux_fail(self->error, AUX_ERROR_CODEC, "libpng gives rows of an unexpected size");
  }
  out->pixels_size = stride * out->height;
  out->pixels = malloc(out->pixels_size);
  if (!out->pixels) {
    return aux_fail(self->error, AUX_ERROR_MEMORY, "not enough memory for the PNG's pixels");
  }
  for (int pass = 0; pass < passes; pass += 1) {
    for (uint32_t row = 0; row < out->height; row += 1) {
      png_read_row(self->png, out->pixels + row * stride, NULL);
    }
  }
  png_read_end(self->png, self->info);
  copy_profile(self, out);
  return AUX_OK;
}

int aux_png_read(
  const uint8_t *data, size_t size, uint64_t max_pixels, aux_png_image *out, aux_error *error
) {
  aux_clear(error);
  memset(out, 0, sizeof *out);
  reader self = {.error = error, .data = data, .size = size};
  int code = open_reader(&self);
  if (code == AUX_OK) code = run_reader(&self, max_pixels, out);
  close_reader(&self);
  if (code != AUX_OK) aux_png_image_free(out);
  return code;
}

void aux_png_image_free(aux_png_image *image) {
  free(image->pixels);
  free(image->icc);
  memset(image, 0, sizeof *image);
}

// Writing

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

static int run_writer(
  writer *self, const uint8_t *pixels, uint32_t width, uint32_t height, int bit_depth,
  int channels, const aux_png_metadata *metadata, int *icc_written
) {
  static const int color_types[] = {
    PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA,
  };
  if (setjmp(png_jmpbuf(self->png))) return self->error->code;
  png_structp png = self->png;
  png_set_write_fn(png, self, add_bytes, flush_nothing);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(png, 6);
  png_set_IHDR(
    png, self->info, width, height, bit_depth, color_types[channels - 1], PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  *icc_written = set_metadata(png, self->info, metadata);
  png_write_info(png, self->info);
  if (metadata->text_size) {
    png_write_chunk(png, (png_const_bytep) "iTXt", metadata->text, metadata->text_size);
  }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (bit_depth == 16) png_set_swap(png);
#endif
  size_t stride = (size_t)width * (size_t)channels * (size_t)(bit_depth / 8);
  for (uint32_t row = 0; row < height; row += 1) png_write_row(png, pixels + row * stride);
  png_write_end(png, NULL);
  return AUX_OK;
}

int aux_png_write(
  const void *pixels, uint32_t width, uint32_t height, int bit_depth, int channels,
  const aux_png_metadata *metadata, uint8_t **out, size_t *size, int *icc_written, aux_error *error
) {
  aux_clear(error);
  *out = NULL;
  *size = 0;
  *icc_written = 0;
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
  writer self = {.error = error};
  self.png = png_create_write_struct(
    PNG_LIBPNG_VER_STRING, error, fail_and_leave, ignore_warning);
  if (self.png) self.info = png_create_info_struct(self.png);
  int code = AUX_ERROR_MEMORY;
  if (self.info) {
    aux_clear(error);
    code = run_writer(&self, pixels, width, height, bit_depth, channels, metadata, icc_written);
  } else {
    aux_fail(error, code, "not enough memory to write PNG");
  }
  png_destroy_write_struct(&self.png, &self.info);
  if (code != AUX_OK) {
    free(self.buffer.bytes);
    return code;
  }
  *out = self.buffer.bytes;
  *size = self.buffer.size;
  return AUX_OK;
}
