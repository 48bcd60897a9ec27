// What Exiv2 makes of XMP, which is C++ and has a module of its own; not for Swift.

#ifndef AUX_LOADER_EXIV2_H
#define AUX_LOADER_EXIV2_H

#include "../../CAuxXMP/include/CAuxXMP.h"
#include "../support.h"

typedef int aux_exiv2_checker(const aux_request *request, aux_answer *answer, aux_error *error);

/// Returns the version of Exiv2.
typedef const char *aux_exiv2_namer(void);

/// What is called of it.
typedef struct {
  aux_exiv2_checker *check;
  aux_exiv2_namer *version;
} aux_exiv2_functions;

/// Returns the functions: those that are linked, or of the shared object `libauxdepth-xmp`, which is beside the
/// program, in `../lib/auxdepth` seen from there, or where the system has its libraries. NULL, with AUX_ERROR_MISSING,
/// where there is none.
const aux_exiv2_functions *aux_load_exiv2(aux_error *error);

#endif
