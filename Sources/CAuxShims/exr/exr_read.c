#include <stdlib.h>
#include <string.h>

#include "exr_file.h"

/// What one block decodes to.
typedef struct {
  exr_decode_pipeline_t pipeline;
  int is_started;
  uint8_t *samples;
  size_t size;
} block;

static int fail_result(exr_file *self, exr_result_t result) {
  return exr_memory_failure(&self->memory, result, "the pixels cannot be decoded");
}

/// Reports why a block cannot be decoded.
static int fail_block(exr_file *self, const exr_chunk_info_t *chunk, exr_result_t result) {
  // Not all versions of the C core decode these; that of 3.1 does not.
  int is_dwa = chunk->compression == EXR_COMPRESSION_DWAA || chunk->compression == EXR_COMPRESSION_DWAB;
  if (!is_dwa || result != EXR_ERR_FEATURE_NOT_IMPLEMENTED) return fail_result(self, result);
  self->is_lacking = 1;
  return aux_fail(
    self->memory.error, AUX_ERROR_UNSUPPORTED,
    "it is compressed as %s, which this version of OpenEXR does not decode; save it as ZIP",
    chunk->compression == EXR_COMPRESSION_DWAA ? "DWAA" : "DWAB");
}

/// Decodes the block `chunk` of at most `columns` x `rows` pixels.
static int decode(
  exr_file *self, const exr_chunk_info_t *chunk, int64_t columns, int64_t rows, block *block
) {
  if (chunk->width <= 0 || chunk->height <= 0 || chunk->width > columns || chunk->height > rows
      || chunk->packed_size > self->memory.size
      || chunk->unpacked_size / largest_ratio((exr_compression_t)chunk->compression) > chunk->packed_size) {
    return aux_fail(self->memory.error, AUX_ERROR_MALFORMED, "a block has an impossible size");
  }
  size_t size = (size_t)chunk->width * (size_t)chunk->height * self->sample_bytes;
  if (size > block->size) {
    uint8_t *samples = realloc(block->samples, size);
    if (!samples) return aux_fail(self->memory.error, AUX_ERROR_MEMORY, "not enough memory for a block");
    memset(samples + block->size, 0, size - block->size);
    block->samples = samples;
    block->size = size;
  }
  exr_decode_pipeline_t *pipeline = &block->pipeline;
  exr_result_t result = block->is_started
    ? exr_decoding_update(self->context, self->part, chunk, pipeline)
    : exr_decoding_initialize(self->context, self->part, chunk, pipeline);
  if (result != EXR_ERR_SUCCESS) return fail_block(self, chunk, result);
  for (int index = 0; index < pipeline->channel_count; index += 1) {
    exr_coding_channel_info_t *channel = &pipeline->channels[index];
    channel->decode_to_ptr = NULL;
    if (index != self->channel) continue;
    if (channel->width != chunk->width || channel->height != chunk->height) {
      return aux_fail(self->memory.error, AUX_ERROR_MALFORMED, "a block has an impossible size");
    }
    channel->decode_to_ptr = block->samples;
    channel->user_pixel_stride = (int32_t)self->sample_bytes;
    channel->user_line_stride = (int32_t)((size_t)chunk->width * self->sample_bytes);
    channel->user_bytes_per_element = (int16_t)self->sample_bytes;
    channel->user_data_type = channel->data_type;
  }
  if (!block->is_started) {
    block->is_started = 1;
    result = exr_decoding_choose_default_routines(self->context, self->part, pipeline);
  }
  if (result == EXR_ERR_SUCCESS) result = exr_decoding_run(self->context, self->part, pipeline);
  return result == EXR_ERR_SUCCESS ? AUX_OK : fail_block(self, chunk, result);
}

void exr_file_place(
  const exr_file *self, const uint8_t *samples, int64_t x, int64_t y, int64_t width, int64_t height, uint8_t *out
) {
  int64_t left = x > self->display.min.x ? x : self->display.min.x;
  int64_t right = x + width <= self->display.max.x ? x + width : (int64_t)self->display.max.x + 1;
  int64_t top = y > self->display.min.y ? y : self->display.min.y;
  int64_t bottom = y + height <= self->display.max.y ? y + height : (int64_t)self->display.max.y + 1;
  if (left >= right) return;
  size_t bytes = self->sample_bytes;
  for (int64_t row = top; row < bottom; row += 1) {
    const uint8_t *from = samples + (size_t)((row - y) * width + (left - x)) * bytes;
    size_t to = (size_t)((row - self->display.min.y) * width_of(self->display) + left - self->display.min.x);
    memcpy(out + to * bytes, from, (size_t)(right - left) * bytes);
  }
}

static int read_lines(exr_file *self, block *block, uint8_t *out) {
  int32_t lines = 0;
  exr_result_t result = exr_get_scanlines_per_chunk(self->context, self->part, &lines);
  if (result != EXR_ERR_SUCCESS || lines <= 0) return fail_result(self, result);
  for (int64_t y = self->data.min.y; y <= self->data.max.y; y += lines) {
    exr_chunk_info_t chunk;
    result = exr_read_scanline_chunk_info(self->context, self->part, (int)y, &chunk);
    if (result != EXR_ERR_SUCCESS) return fail_result(self, result);
    int64_t rows = self->data.max.y - y + 1 < lines ? self->data.max.y - y + 1 : lines;
    int code = decode(self, &chunk, width_of(self->data), rows, block);
    if (code != AUX_OK) return code;
    if (chunk.width != width_of(self->data) || chunk.height != rows) {
      return aux_fail(self->memory.error, AUX_ERROR_MALFORMED, "a block has an impossible size");
    }
    exr_file_place(self, block->samples, self->data.min.x, y, chunk.width, chunk.height, out);
  }
  return AUX_OK;
}

static int read_tiles(exr_file *self, block *block, uint8_t *out) {
  int32_t width = 0, height = 0;
  exr_result_t result = exr_get_tile_sizes(self->context, self->part, 0, 0, &width, &height);
  if (result != EXR_ERR_SUCCESS || width <= 0 || height <= 0) return fail_result(self, result);
  for (int64_t y = 0; y < height_of(self->data); y += height) {
    for (int64_t x = 0; x < width_of(self->data); x += width) {
      exr_chunk_info_t chunk;
      result = exr_read_tile_chunk_info(
        self->context, self->part, (int)(x / width), (int)(y / height), 0, 0, &chunk);
      if (result != EXR_ERR_SUCCESS) return fail_result(self, result);
      int64_t columns = width_of(self->data) - x, rows = height_of(self->data) - y;
      if (columns > width) columns = width;
      if (rows > height) rows = height;
      int code = decode(self, &chunk, columns, rows, block);
      if (code != AUX_OK) return code;
      exr_file_place(self, block->samples, self->data.min.x + x, self->data.min.y + y, chunk.width, chunk.height, out);
    }
  }
  return AUX_OK;
}

static void fill_with_nan(const exr_file *self, uint8_t *out, int64_t row, int64_t from, int64_t to) {
  static const uint16_t half = 0x7e00;
  static const uint32_t whole = 0x7fc00000;
  size_t bytes = self->sample_bytes;
  const void *nan = bytes == 2 ? (const void *)&half : (const void *)&whole;
  uint8_t *start = out + (size_t)(row * width_of(self->display)) * bytes;
  for (int64_t column = from; column < to; column += 1) memcpy(start + (size_t)column * bytes, nan, bytes);
}

void exr_file_fill_around(const exr_file *self, uint8_t *out) {
  int64_t width = width_of(self->display);
  int64_t left = (int64_t)self->data.min.x - self->display.min.x;
  int64_t right = (int64_t)self->data.max.x - self->display.min.x + 1;
  if (left < 0) left = 0;
  if (right > width) right = width;
  for (int64_t row = 0; row < height_of(self->display); row += 1) {
    int64_t y = row + self->display.min.y;
    if (y < self->data.min.y || y > self->data.max.y || left >= right) {
      fill_with_nan(self, out, row, 0, width);
    } else {
      fill_with_nan(self, out, row, 0, left);
      fill_with_nan(self, out, row, right, width);
    }
  }
}

int exr_file_read(exr_file *self, void *out, size_t size, aux_error *error) {
  aux_clear(error);
  size_t count = (size_t)width_of(self->display) * (size_t)height_of(self->display);
  if (self->part < 0 || size != count * self->sample_bytes) {
    return aux_fail(error, AUX_ERROR_USAGE, "%zu bytes are not the size of the image", size);
  }
  self->memory.error = error;
  block block = {.pipeline = EXR_DECODE_PIPELINE_INITIALIZER};
  int is_tiled = self->is_tiled;
  int code = is_tiled ? read_tiles(self, &block, out) : read_lines(self, &block, out);
  if (block.is_started) exr_decoding_destroy(self->context, &block.pipeline);
  free(block.samples);
  self->memory.error = NULL;
  if (code != AUX_OK) return code;
  // Last, so that damaged data are found before a large window is filled.
  exr_file_fill_around(self, out);
  aux_clear(error);
  return AUX_OK;
}
