#include "exr_memory.h"

#include <stdlib.h>
#include <string.h>

/// The most memory that the library may ask for at once.
static const size_t most_single_bytes = (size_t)1 << 30;

static exr_memory *memory_of(exr_const_context_t context) {
  void *data = NULL;
  if (!context || exr_get_user_data(context, &data) != EXR_ERR_SUCCESS) return NULL;
  return data;
}

static void note_error(exr_const_context_t context, exr_result_t result, const char *text) {
  (void)result;
  exr_memory *self = memory_of(context);
  if (!self || !self->error || self->error->message[0] != 0 || !text) return;
  aux_fail(self->error, AUX_ERROR_CODEC, "%s", text);
}

/// Whether the system gave no memory to this thread since it opened a file; the library does not tell that from too large a size.
static _Thread_local int lacks_memory;

/// Cleared, since what damaged data leave out of a buffer is what the pixels would be made of.
static void *allocate(size_t count) {
  if (count > most_single_bytes) return NULL;
  void *bytes = calloc(1, count ? count : 1);
  if (!bytes) lacks_memory = 1;
  return bytes;
}

static int64_t size_of_file(exr_const_context_t context, void *data) {
  (void)context;
  exr_memory *self = data;
  return (int64_t)self->size;
}

static int64_t read_bytes(
  exr_const_context_t context, void *data, void *out, uint64_t count, uint64_t offset,
  exr_stream_error_func_ptr_t fail
) {
  (void)context;
  (void)fail;
  exr_memory *self = data;
  uint64_t left = offset < self->size ? self->size - offset : 0;
  uint64_t taken = count < left ? count : left;
  if (taken < count) self->is_short = 1;
  if (taken > 0) memcpy(out, self->data + offset, (size_t)taken);
  return (int64_t)taken;
}

static int64_t write_bytes(
  exr_const_context_t context, void *data, const void *bytes, uint64_t count, uint64_t offset,
  exr_stream_error_func_ptr_t fail
) {
  exr_memory *self = data;
  aux_buffer *buffer = &self->output;
  uint64_t end = offset + count;
  if (end < offset || end > INT64_MAX
      || (end > buffer->size && !aux_buffer_reserve(buffer, (size_t)end - buffer->size))) {
    fail(context, EXR_ERR_OUT_OF_MEMORY, "not enough memory for the file");
    return -1;
  }
  if (offset > buffer->size) memset(buffer->bytes + buffer->size, 0, (size_t)offset - buffer->size);
  memcpy(buffer->bytes + offset, bytes, (size_t)count);
  if (end > buffer->size) buffer->size = (size_t)end;
  return (int64_t)count;
}

exr_context_initializer_t exr_memory_options(exr_memory *memory) {
  exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
  lacks_memory = 0;
  options.error_handler_fn = note_error;
  options.alloc_fn = allocate;
  options.free_fn = free;
  options.user_data = memory;
  options.read_fn = read_bytes;
  options.size_fn = size_of_file;
  options.write_fn = write_bytes;
  // What a damaged table of chunks points to is not searched for.
  options.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
  return options;
}

int exr_memory_failure(exr_memory *self, exr_result_t result, const char *attempt) {
  int code = AUX_ERROR_CODEC;
  if (result == EXR_ERR_OUT_OF_MEMORY) code = lacks_memory ? AUX_ERROR_MEMORY : AUX_ERROR_LIMIT;
  if (result == EXR_ERR_FEATURE_NOT_IMPLEMENTED) code = AUX_ERROR_UNSUPPORTED;
  if (self->is_short) code = AUX_ERROR_TRUNCATED;
  aux_error *error = self->error;
  // The codes of what a version of the library lacks differ; the text does not.
  if (strstr(error->message, "not yet implemented")) code = AUX_ERROR_UNSUPPORTED;
  if (error->message[0] == 0) {
    const char *reason = exr_get_default_error_message(result);
    return aux_fail(error, code, "%s: %s", attempt, reason ? reason : "no reason given");
  }
  error->code = code;
  return code;
}
