#include <stdlib.h>
#include <string.h>

#include "../box/operations.h"
#include "exr_memory.h"

/// The size and the samples of what is written.
typedef struct {
  const uint8_t *pixels;
  int32_t width;
  int32_t height;
  size_t sample_bytes;
  // The names of the channels, which all have these samples.
  const char *channels[2];
  int channel_count;
  const char *comments;
} plane;

static exr_result_t write_header(exr_context_t context, const plane *plane) {
  int part = 0;
  exr_result_t result = exr_add_part(context, NULL, EXR_STORAGE_SCANLINE, &part);
  if (result == EXR_ERR_SUCCESS) {
    result = exr_initialize_required_attr_simple(
      context, part, plane->width, plane->height, EXR_COMPRESSION_ZIP);
  }
  exr_pixel_type_t type = plane->sample_bytes == 2 ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT;
  for (int i = 0; i < plane->channel_count && result == EXR_ERR_SUCCESS; i++) {
    result = exr_add_channel(context, part, plane->channels[i], type, EXR_PERCEPTUALLY_LINEAR, 1, 1);
  }
  if (result == EXR_ERR_SUCCESS && plane->comments) {
    result = exr_attr_set_string(context, part, "comments", plane->comments);
  }
  // The same bytes on every run, whatever a later default of the library may be.
  if (result == EXR_ERR_SUCCESS) result = exr_set_zip_compression_level(context, part, 6);
  return result == EXR_ERR_SUCCESS ? exr_write_header(context) : result;
}

// The library's function that compresses a chunk.
typedef struct {
  exr_result_t (*run)(exr_encode_pipeline_t *pipeline);
} compression;

// Compresses a chunk as the library does. Readers take a chunk that is as large as its samples for uncompressed, which OpenEXR 3.1
// writes compressed if both sizes happen to be equal.
static exr_result_t compress(exr_encode_pipeline_t *pipeline) {
  exr_result_t result = ((const compression *)pipeline->encoding_user_data)->run(pipeline);
  if (result == EXR_ERR_SUCCESS && pipeline->compressed_bytes == pipeline->packed_bytes) {
    memcpy(pipeline->compressed_buffer, pipeline->packed_buffer, pipeline->packed_bytes);
  }
  return result;
}

static exr_result_t write_lines(exr_context_t context, const plane *plane) {
  exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
  int32_t lines = 0;
  exr_result_t result = exr_get_scanlines_per_chunk(context, 0, &lines);
  size_t row_size = (size_t)plane->width * plane->sample_bytes;
  int is_started = 0;
  compression library;
  for (int32_t y = 0; y < plane->height && result == EXR_ERR_SUCCESS; y += lines) {
    exr_chunk_info_t chunk;
    result = exr_write_scanline_chunk_info(context, 0, y, &chunk);
    if (result != EXR_ERR_SUCCESS) break;
    result = is_started ? exr_encoding_update(context, 0, &chunk, &pipeline)
                        : exr_encoding_initialize(context, 0, &chunk, &pipeline);
    if (result != EXR_ERR_SUCCESS) break;
    for (int i = 0; i < pipeline.channel_count; i++) {
      exr_coding_channel_info_t *channel = &pipeline.channels[i];
      channel->encode_from_ptr = plane->pixels + (size_t)y * row_size;
      channel->user_pixel_stride = (int32_t)plane->sample_bytes;
      channel->user_line_stride = (int32_t)row_size;
      channel->user_bytes_per_element = (int16_t)plane->sample_bytes;
      channel->user_data_type = channel->data_type;
    }
    if (!is_started) {
      is_started = 1;
      result = exr_encoding_choose_default_routines(context, 0, &pipeline);
      library.run = pipeline.compress_fn;
      pipeline.encoding_user_data = &library;
      if (pipeline.compress_fn) pipeline.compress_fn = compress;
    }
    if (result == EXR_ERR_SUCCESS) result = exr_encoding_run(context, 0, &pipeline);
  }
  if (is_started) exr_encoding_destroy(context, &pipeline);
  return result;
}

int aux_run_exr_encoding(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_exr(error) != AUX_OK) return error->code;
  // The names of the channels, of which the second may be empty, and the comments, each with its NUL.
  const char *first = (const char *)request->beside, *second = first + strlen(first) + 1;
  size_t names_size = (size_t)(second - first) + strlen(second) + 1;
  plane plane = {
    .pixels = request->data, .width = (int32_t)request->numbers[0], .height = (int32_t)request->numbers[1],
    .sample_bytes = request->numbers[2] ? 2 : 4, .channels = {first, second},
    .channel_count = second[0] ? 2 : 1,
    .comments = request->beside_size > names_size ? first + names_size : NULL};
  exr_memory memory = {.error = error};
  exr_context_initializer_t options = exr_memory_options(&memory);
  exr_context_t context = NULL;
  exr_result_t result = exr_start_write(&context, "map", EXR_WRITE_FILE_DIRECTLY, &options);
  if (result == EXR_ERR_SUCCESS) result = write_header(context, &plane);
  if (result == EXR_ERR_SUCCESS) result = write_lines(context, &plane);
  int code = result == EXR_ERR_SUCCESS
    ? AUX_OK : exr_memory_failure(&memory, result, "the OpenEXR file cannot be written");
  memory.error = NULL;
  if (context) exr_finish(&context);
  if (code != AUX_OK) {
    free(memory.output.bytes);
    return code;
  }
  aux_clear(error);
  answer->buffers[0] = memory.output.bytes;
  answer->sizes[0] = memory.output.size;
  return AUX_OK;
}

int aux_exr_write(
  const void *pixels, uint32_t width, uint32_t height, int is_half, const char *channel,
  const char *second, const char *comments, uint8_t **out, size_t *size, aux_error *error
) {
  aux_clear(error);
  *out = NULL;
  *size = 0;
  if (width == 0 || height == 0 || width > INT32_MAX / 8 || height > INT32_MAX / 8) {
    return aux_fail(error, AUX_ERROR_USAGE, "OpenEXR cannot hold %ux%u pixels", width, height);
  }
  if (!second) second = "";
  size_t first_size = strlen(channel) + 1, names_size = first_size + strlen(second) + 1;
  size_t comments_size = comments ? strlen(comments) + 1 : 0;
  uint8_t *beside = malloc(names_size + comments_size);
  if (!beside) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory to write OpenEXR");
  memcpy(beside, channel, first_size);
  memcpy(beside + first_size, second, names_size - first_size);
  if (comments_size > 0) memcpy(beside + names_size, comments, comments_size);
  aux_request request = {
    .data = pixels, .size = (size_t)width * height * (is_half ? 2 : 4), .beside = beside,
    .beside_size = names_size + comments_size, .numbers = {width, height, is_half}, .pixels = (uint64_t)width * height};
  aux_answer answer;
  int code = aux_encode(AUX_OPERATION_EXR_ENCODING, &request, &answer, out, size, error);
  free(beside);
  return code;
}
