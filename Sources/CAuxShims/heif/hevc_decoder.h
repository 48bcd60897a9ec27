// One HEVC image on its way through libde265; not for Swift.

#ifndef AUX_HEIF_HEVC_DECODER_H
#define AUX_HEIF_HEVC_DECODER_H

#include "../loader/de265.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Takes a picture, which is the decoder's, and whose blocks were all decoded; what it returns beside AUX_OK ends decoding.
typedef int hevc_take(const struct de265_image *picture, void *user, aux_error *error);

/// The decoder of one image, of which `take` gets each picture: the last is the image, as with libheif.
typedef struct {
  de265_decoder_context *context;
  hevc_take *take;
  void *user;
  int pictures;
  /// Whether slices were handed over whose picture is not finished.
  int is_open;
} hevc_decoder;

/// Makes the context of a decoder for an image of so many pixels; libde265 has to be loaded, and hevc_decoder_free called.
///
/// `threads` work at a large image, or none where the system gives none.
int hevc_decoder_make(hevc_decoder *self, int64_t pixels, int threads, aux_error *error);

/// Decodes units, each after its length in four bytes (ISO/IEC 14496-15, 4.3.3), parameter sets before slices.
int hevc_decoder_push(hevc_decoder *self, const uint8_t *units, size_t size, aux_error *error);

/// Ends the stream; succeeds where there was a picture, and nothing was found wrong from the first unit on.
int hevc_decoder_finish(hevc_decoder *self, aux_error *error);

void hevc_decoder_free(hevc_decoder *self);

#ifdef __cplusplus
}
#endif

#endif
