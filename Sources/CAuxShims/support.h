// What the sources of this module and of CAuxXMP share; not for Swift.

#ifndef AUX_SUPPORT_H
#define AUX_SUPPORT_H

#include "CAuxShims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A buffer that grows as a codec writes.
typedef struct {
  uint8_t *bytes;
  size_t size;
  size_t capacity;
} aux_buffer;

/// Makes room for `count` more bytes; returns 0 where memory is lacking, with the buffer as it was.
int aux_buffer_reserve(aux_buffer *buffer, size_t count);

#ifdef __cplusplus
}
#endif

#endif
