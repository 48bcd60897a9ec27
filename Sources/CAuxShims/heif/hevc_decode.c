#include <string.h>

#include "../box/operations.h"
#include "hevc_decoder.h"
#include "plane_size.h"

/// Checks a plane against what is described; returns its bits, or 0 with `error` filled in.
static int check_plane(
  const struct de265_image *image, int plane, const aux_plane_size *wanted, aux_error *error
) {
  int width = de265_get_image_width(image, plane), height = de265_get_image_height(image, plane);
  if (width != wanted->width || height != wanted->height) {
    aux_fail(
      error, AUX_ERROR_CODEC, "the bitstream decodes to %dx%d, not %dx%d as described", width, height, wanted->width,
      wanted->height);
    return 0;
  }
  int bits = de265_get_bits_per_pixel(image, plane);
  if (bits >= 8 && bits <= 16) return bits;
  aux_fail(error, AUX_ERROR_CODEC, "%d bits per sample", bits);
  return 0;
}

/// Copies the planes to the target, unless it is for samples of another type; `bit_depth` becomes that of all.
static int copy_planes(
  const struct de265_image *image, const aux_request *request, int *bit_depth, aux_error *error
) {
  int width = (int)request->numbers[0], height = (int)request->numbers[1], chroma = (int)request->numbers[2];
  int coded = (int)de265_get_chroma_format(image);
  if (chroma != 0 && coded != chroma) {
    return aux_fail(
      error, AUX_ERROR_CODEC,
      coded ? "the bitstream has chroma of another format than described" : "the image has no chroma");
  }
  uint8_t *target = request->target;
  *bit_depth = 0;
  for (int index = 0; index < aux_count_of_planes(chroma); index += 1) {
    aux_plane_size size = aux_size_of_plane(width, height, chroma, index, (int)request->numbers[3]);
    int bits = check_plane(image, index, &size, error);
    if (bits == 0) return error->code;
    if (index > 0 && bits != *bit_depth) return aux_fail(error, AUX_ERROR_CODEC, "%d bits per sample", bits);
    *bit_depth = bits;
    // The caller has made room for other samples; it learns of these.
    if ((bits == 8) != (request->numbers[3] == 8)) return AUX_OK;
    int stride = 0;
    const uint8_t *rows = de265_get_image_plane(image, index, &stride);
    if (!rows) return aux_fail(error, AUX_ERROR_CODEC, index ? "the image has no chroma" : "the image has no luma");
    size_t line = (size_t)size.width * (bits == 8 ? 1 : 2);
    for (int row = 0; row < size.height; row += 1) {
      memcpy(target, rows + (size_t)row * (size_t)stride, line);
      target += line;
    }
  }
  return AUX_OK;
}

typedef struct {
  const aux_request *request;
  int bit_depth;
} taking;

static int take(const struct de265_image *picture, void *user, aux_error *error) {
  taking *self = user;
  return copy_planes(picture, self->request, &self->bit_depth, error);
}

int aux_run_hevc(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_de265(error) != AUX_OK) return error->code;
  taking self = {.request = request};
  hevc_decoder decoder = {.take = take, .user = &self};
  int code = hevc_decoder_make(&decoder, request->numbers[0] * request->numbers[1], (int)request->numbers[4], error);
  if (code == AUX_OK) code = hevc_decoder_push(&decoder, request->data, request->size, error);
  if (code == AUX_OK) code = hevc_decoder_finish(&decoder, error);
  hevc_decoder_free(&decoder);
  answer->numbers[0] = self.bit_depth;
  return code;
}

int aux_hevc_decode_planes(
  const uint8_t *units, size_t size, int width, int height, int chroma, int threads, void *out, int *bit_depth,
  aux_error *error
) {
  if (chroma < 0 || chroma > 3 || width <= 0 || height <= 0) {
    return aux_fail(error, AUX_ERROR_USAGE, "chroma format %d of %dx%d", chroma, width, height);
  }
  aux_request request = {
    .data = units, .size = size, .numbers = {width, height, chroma, *bit_depth, threads}, .target = out,
    .target_size = aux_heif_planes_size(width, height, chroma, *bit_depth)};
  aux_answer answer;
  int code = aux_call(AUX_OPERATION_HEVC, &request, &answer, error);
  if (code != AUX_OK) return code;
  *bit_depth = (int)answer.numbers[0];
  if (*bit_depth >= 8 && *bit_depth <= 16) return AUX_OK;
  return aux_fail(error, AUX_ERROR_CODEC, "the decoder gave an impossible number of bits");
}
