// The memory that libde265 decodes pictures into.

#ifndef AUX_HEVC_PICTURES_H
#define AUX_HEVC_PICTURES_H

#include <libde265/de265.h>

#include "../shared/include/aux_serve.h"

/// Makes a decoder take the memory of its pictures from here, where it is filled with a fixed pattern before it is used.
///
/// libde265 leaves blocks as they are that damaged data never get to, and calls the picture decoded. So nothing of what
/// the memory held before can get into a picture, and what was never decoded is known by the pattern.
void pictures_use(de265_decoder_context *decoder);

/// Returns an error where a block of a picture was never decoded.
int pictures_check(const struct de265_image *image, aux_error *error);

#endif
