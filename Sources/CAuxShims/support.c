#include "support.h"

#include <stdlib.h>

void aux_free(void *buffer) { free(buffer); }

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
