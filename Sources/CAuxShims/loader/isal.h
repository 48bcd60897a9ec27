// What is called of ISA-L, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_ISAL_H
#define AUX_LOADER_ISAL_H

#include <isa-l.h>

#include "library.h"

#define AUX_ISAL_FUNCTIONS(each) \
  each(isal_deflate) \
  each(isal_deflate_init)

AUX_DECLARE_LIBRARY(isal, AUX_ISAL_FUNCTIONS)

#define isal_deflate aux_isal_calls.isal_deflate_call
#define isal_deflate_init aux_isal_calls.isal_deflate_init_call

#endif
