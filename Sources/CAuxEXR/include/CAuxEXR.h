/// OpenEXR files as its C++ library reads them, which stays behind these functions of C.
///
/// It decodes the compressions DWAA and DWAB, which the C core of version 3.1 does not. A program loads it, as a shared
/// object, with the first file that is compressed so.

#ifndef AUX_EXR_H
#define AUX_EXR_H

#include "CAuxShims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Takes `rows` lines of samples, as wide as the data window, from line `y` of it on.
typedef void aux_openexr_taker(void *context, int y, int rows, const void *samples);

/// Decodes the channel of that name of a part, whose samples have `sample_bytes`: 2 for halves, 4 for floats.
///
/// Gives the lines of the data window to `take` in order. Fails with AUX_ERROR_MALFORMED, or AUX_ERROR_MEMORY.
__attribute__((visibility("default")))
int aux_openexr_read(
  const uint8_t *data, size_t size, int part, const char *channel, size_t sample_bytes, aux_openexr_taker *take,
  void *context, aux_error *error);

#ifdef __cplusplus
}
#endif

#endif
