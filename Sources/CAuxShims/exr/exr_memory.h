// OpenEXR files in memory, shared by the sources that read and write them; not for Swift.

#ifndef AUX_EXR_MEMORY_H
#define AUX_EXR_MEMORY_H

#include "../loader/exr.h"

/// A file in memory: `data` is read, `output` is written.
typedef struct {
  const uint8_t *data;
  size_t size;
  aux_buffer output;
  /// Takes the first message of the library; NULL while no call is made.
  aux_error *error;
  /// Whether the library asked for bytes after the end.
  int is_short;
} exr_memory;

/// Returns the options that make the library read and write `memory`, bound what it allocates, and keep
/// it silent.
exr_context_initializer_t exr_memory_options(exr_memory *memory);

/// Gives the captured message the code of a result and returns the code, which is never AUX_OK.
int exr_memory_failure(exr_memory *memory, exr_result_t result, const char *attempt);

#endif
