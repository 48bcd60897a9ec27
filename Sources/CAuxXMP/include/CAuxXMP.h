/// XMP packets as Exiv2 sees them, whose C++ stays behind these functions of C.
///
/// Linked into a program it is simply there. A program that is to start fast is linked without it and loads it, as a
/// shared object, with the first packet that it checks.

#ifndef AUX_XMP_H
#define AUX_XMP_H

#include "CAuxShims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Checks a packet as AUX_OPERATION_XMP does: the packet, and beside it the namespaces that it declares, each with the NUL
/// that ends it; there is no answer but the code.
__attribute__((visibility("default")))
int aux_exiv2_check(const aux_request *request, aux_answer *answer, aux_error *error);

/// Returns the version of Exiv2.
__attribute__((visibility("default")))
const char *aux_exiv2_version(void);

#ifdef __cplusplus
}
#endif

#endif
