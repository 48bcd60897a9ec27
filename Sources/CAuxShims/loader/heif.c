#include "heif.h"

AUX_DEFINE_LIBRARY(heif, HEIF, AUX_HEIF_FUNCTIONS)

struct heif_error aux_encode_heif_image(
  struct heif_context *context, const struct heif_image *image, struct heif_encoder *encoder,
  const struct heif_encoding_options *options, struct heif_image_handle **handle
) {
  aux_begin_coding();
  struct heif_error reason =
    aux_heif_calls.heif_context_encode_image_call(context, image, encoder, options, handle);
  aux_end_coding();
  return reason;
}
