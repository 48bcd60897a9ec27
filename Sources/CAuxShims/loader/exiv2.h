// The parser of XMP, which is C++ and stands in a module of its own; not for Swift.

#ifndef AUX_LOADER_EXIV2_H
#define AUX_LOADER_EXIV2_H

#include "../../CAuxXMP/include/CAuxXMP.h"
#include "../support.h"

typedef int aux_exiv2_parser(const aux_request *request, aux_answer *answer, aux_error *error);

/// Returns the parser: the one that is linked, or that of the shared object `libauxdepth-xmp`, which stands beside the
/// program, in `../lib/auxdepth` seen from there, or where the system has its libraries. NULL, with AUX_ERROR_MISSING,
/// where there is none.
aux_exiv2_parser *aux_load_exiv2(aux_error *error);

#endif
