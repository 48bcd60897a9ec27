#include <stdlib.h>
#include <string.h>

#include "../box/operations.h"
#include "png_guard.h"

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

static void take_bytes(png_structp png, png_bytep out, size_t count) {
  reader *self = png_get_io_ptr(png);
  if (count > self->size - self->position) {
    self->error->code = AUX_ERROR_TRUNCATED;
    png_error(png, "the PNG data end too early");
  }
  memcpy(out, self->data + self->position, count);
  self->position += count;
}

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

int aux_run_png_header(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_png(error) != AUX_OK) return error->code;
  reader self = {.error = error, .data = request->data, .size = request->size};
  uint32_t width = 0, height = 0;
  int bit_depth = 0, color_type = 0;
  int code = open_reader(&self);
  if (code == AUX_OK) code = run_header(&self, &width, &height, &bit_depth, &color_type);
  close_reader(&self);
  int64_t numbers[] = {width, height, bit_depth, color_type};
  memcpy(answer->numbers, numbers, sizeof numbers);
  return code;
}

int aux_png_read_header(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, int *bit_depth,
  int *color_type, aux_error *error
) {
  aux_request request = {.data = data, .size = size};
  aux_answer answer;
  int code = aux_call(AUX_OPERATION_PNG_HEADER, &request, &answer, error);
  *width = (uint32_t)answer.numbers[0];
  *height = (uint32_t)answer.numbers[1];
  *bit_depth = (int)answer.numbers[2];
  *color_type = (int)answer.numbers[3];
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
  out->pixels = calloc(1, out->pixels_size);
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

int aux_run_png(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_png(error) != AUX_OK) return error->code;
  reader self = {.error = error, .data = request->data, .size = request->size};
  aux_png_image image = {0};
  int code = open_reader(&self);
  if (code == AUX_OK) code = run_reader(&self, (uint64_t)request->numbers[0], &image);
  close_reader(&self);
  *answer = (aux_answer){
    .numbers = {image.width, image.height, image.bit_depth, image.channels},
    .buffers = {image.pixels, image.icc}, .sizes = {image.pixels_size, image.icc_size}};
  return code;
}

/// Whether the pixels are as many as the size of an image says.
static int is_whole(const aux_png_image *image, uint64_t max_pixels) {
  uint64_t pixels = (uint64_t)image->width * image->height;
  return image->pixels && pixels <= max_pixels && pixels <= SIZE_MAX / 16
    && (image->bit_depth == 8 || image->bit_depth == 16) && image->channels >= 1 && image->channels <= 4
    && image->pixels_size == pixels * (size_t)image->channels * (size_t)(image->bit_depth / 8);
}

int aux_png_read(
  const uint8_t *data, size_t size, uint64_t max_pixels, aux_png_image *out, aux_error *error
) {
  // An `int64_t` holds all that an image can have.
  if (max_pixels > INT64_MAX) max_pixels = INT64_MAX;
  aux_request request = {.data = data, .size = size, .numbers = {(int64_t)max_pixels}};
  aux_answer answer;
  int code = aux_call(AUX_OPERATION_PNG, &request, &answer, error);
  *out = (aux_png_image){
    .width = (uint32_t)answer.numbers[0], .height = (uint32_t)answer.numbers[1],
    .bit_depth = (int)answer.numbers[2], .channels = (int)answer.numbers[3],
    .pixels = answer.buffers[0], .pixels_size = answer.sizes[0],
    .icc = answer.buffers[1], .icc_size = answer.sizes[1]};
  if (code != AUX_OK || is_whole(out, max_pixels)) return code;
  aux_png_image_free(out);
  return aux_fail(error, AUX_ERROR_CODEC, "the decoder gave other pixels than the image has");
}

void aux_png_image_free(aux_png_image *image) {
  free(image->pixels);
  free(image->icc);
  memset(image, 0, sizeof *image);
}
