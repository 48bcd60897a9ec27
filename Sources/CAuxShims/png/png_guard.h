// What reading and writing PNG share: the ways out of libpng; not for Swift.

#ifndef AUX_PNG_GUARD_H
#define AUX_PNG_GUARD_H

#include <setjmp.h>
#include <string.h>

#include "../loader/libpng.h"

// libpng hands over the aux_error; a code set before png_error says more than the default.
static inline void fail_and_leave(png_structp png, png_const_charp text) {
  aux_error *error = png_get_error_ptr(png);
  int lacks_memory = strstr(text, "ut of Memory") || strstr(text, "nsufficient memory");
  int code = lacks_memory ? AUX_ERROR_MEMORY : AUX_ERROR_CODEC;
  aux_fail(error, error->code == AUX_OK ? code : error->code, "%s", text);
  png_longjmp(png, 1);
}

static inline void ignore_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

#endif
