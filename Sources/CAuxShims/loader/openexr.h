// What OpenEXR's C++ library makes of a file, which has a module of its own; not for Swift.

#ifndef AUX_LOADER_OPENEXR_CXX_H
#define AUX_LOADER_OPENEXR_CXX_H

#include "../../CAuxEXR/include/CAuxEXR.h"
#include "../support.h"

typedef int aux_openexr_reader(
  const uint8_t *data, size_t size, int part, const char *channel, size_t sample_bytes, aux_openexr_taker *take,
  void *context, aux_error *error);

/// Returns aux_openexr_read of the shared object `libauxdepth-exr`; NULL, with AUX_ERROR_MISSING, where there is none.
aux_openexr_reader *aux_load_openexr(aux_error *error);

#endif
