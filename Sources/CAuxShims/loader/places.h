// Files of ours beside the program or the library that has this code; not for Swift.

#ifndef AUX_LOADER_PLACES_H
#define AUX_LOADER_PLACES_H

#include <stddef.h>

/// Writes the path of the first file of that name that is there; returns 0 where there is none.
///
/// The places are seen from the folder of the program, or of the library, and end with NULL.
int aux_find_beside(
  const char *name, const char *const *places_of_program, const char *const *places_of_library, char *path, size_t size);

#endif
