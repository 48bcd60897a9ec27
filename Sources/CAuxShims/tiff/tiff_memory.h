// TIFF files in memory, shared by the sources that read and write them; not for Swift.

#ifndef AUX_TIFF_MEMORY_H
#define AUX_TIFF_MEMORY_H

#include "../loader/tiff.h"

/// Photometric interpretations of DNG that tiff.h does not name: PhotometricMask and Depth.
enum { photometric_mask = 52527, photometric_depth = 51177 };

/// A file in memory: `data` is read, `output` is written.
typedef struct {
  const uint8_t *data;
  size_t size;
  aux_buffer output;
  uint64_t position;
  /// Takes the first message of libtiff; NULL while no call is made.
  aux_error *error;
  /// Whether libtiff asked for bytes after the end.
  int is_short;
  /// Whether libtiff reported an error, and whether the first one was a lack of memory.
  int has_failed, lacks_memory;
} tiff_memory;

/// Opens `memory` in a mode of TIFFOpen; NULL after a failure, whose message `memory->error` has.
TIFF *tiff_memory_open(tiff_memory *memory, const char *mode, size_t most_single_bytes);

/// Gives the captured message a code and returns the code; `otherwise` is the message where none came.
int tiff_memory_failure(tiff_memory *memory, const char *otherwise);

#endif
