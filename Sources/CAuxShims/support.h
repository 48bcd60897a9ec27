// What the sources of this module and of CAuxXMP share; not for Swift.

#ifndef AUX_SUPPORT_H
#define AUX_SUPPORT_H

#include <stdarg.h>
#include <stdio.h>

#include "CAuxShims.h"

#ifdef __cplusplus
extern "C" {
#endif

// Errors are filled in where they are found, also in CAuxXMP, which is not linked with anything of this module.

/// Clears an error before a call.
static inline void aux_clear(aux_error *error) {
  error->code = AUX_OK;
  error->message[0] = 0;
}

/// Fills in an error and returns its code.
__attribute__((format(printf, 3, 4)))
static inline int aux_fail(aux_error *error, int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  error->code = code;
  return code;
}

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
