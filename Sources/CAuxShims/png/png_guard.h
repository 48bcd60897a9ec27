// What reading and writing PNG share: the ways out of libpng; not for Swift.

#ifndef AUX_PNG_GUARD_H
#define AUX_PNG_GUARD_H

#include <setjmp.h>

#include "../loader/libpng.h"

// libpng hands over the aux_error; a code set before png_error says more than the default.
static inline void fail_and_leave(png_structp png, png_const_charp text) {
  aux_error *error = png_get_error_ptr(png);
  aux_fail(error, error->code == AUX_OK ? AUX_ERROR_CODEC : error->code, "%s", text);
  png_longjmp(png, 1);
}

static inline void ignore_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

#endif
