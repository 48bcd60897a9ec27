#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void aux_free(void *buffer) { free(buffer); }

void aux_clear(aux_error *error) {
  error->code = AUX_OK;
  error->message[0] = 0;
}

int aux_fail(aux_error *error, int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  error->code = code;
  return code;
}

int aux_buffer_reserve(aux_buffer *buffer, size_t count) {
  if (count > SIZE_MAX / 4 - buffer->size) return 0;
  size_t needed = buffer->size + count;
  if (needed <= buffer->capacity) return 1;
  size_t capacity = buffer->capacity ? buffer->capacity : 4096;
  while (capacity < needed) capacity *= 2;
  uint8_t *bytes = realloc(buffer->bytes, capacity);
  if (!bytes) return 0;
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return 1;
}
