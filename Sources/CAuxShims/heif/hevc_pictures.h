// The memory that libde265 decodes pictures into; not for Swift.

#ifndef AUX_HEIF_HEVC_PICTURES_H
#define AUX_HEIF_HEVC_PICTURES_H

#include "../loader/de265.h"

/// Makes a decoder take the memory of its pictures from here, where it is filled with a fixed pattern before it is used.
///
/// libde265 leaves blocks as they are that damaged data never get to, and calls the picture decoded. So nothing of what
/// the memory held before can get into a picture, and what was never decoded is known by the pattern.
void hevc_pictures_use(de265_decoder_context *decoder);

/// Returns an error where a block of a picture was never decoded.
int hevc_picture_check(const struct de265_image *image, aux_error *error);

#endif
