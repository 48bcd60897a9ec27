#include <string.h>

#include "../box/operations.h"
#include "../loader/de265.h"
#include "plane_size.h"

/// The pictures from which on threads pay, in pixels, and the most of them.
enum { pixels_for_threads = 1 << 20, most_threads = 8 };

static int fail(aux_error *error, de265_error reason) {
  int code = reason == DE265_ERROR_OUT_OF_MEMORY ? AUX_ERROR_MEMORY : AUX_ERROR_CODEC;
  return aux_fail(error, code, "%s", de265_get_error_text(reason));
}

/// Returns a decoder with threads, or without where the system gives none; NULL where memory is lacking.
static de265_decoder_context *make_decoder(int threads) {
  de265_decoder_context *decoder = de265_new_decoder();
  if (!decoder || threads < 2) return decoder;
  if (de265_start_worker_threads(decoder, threads < most_threads ? threads : most_threads) == DE265_OK) return decoder;
  de265_free_decoder(decoder);
  return de265_new_decoder();
}

/// Hands over units, each after its length in four bytes (ISO/IEC 14496-15, 4.3.3).
static int push_units(de265_decoder_context *decoder, const uint8_t *data, size_t size, aux_error *error) {
  while (size >= 4) {
    size_t count = (size_t)data[0] << 24 | (size_t)data[1] << 16 | (size_t)data[2] << 8 | data[3];
    data += 4;
    size -= 4;
    if (count > size || count > INT32_MAX) {
      return aux_fail(error, AUX_ERROR_TRUNCATED, "a NAL unit of %zu bytes has %zu", count, size);
    }
    de265_error reason = de265_push_NAL(decoder, data, (int)count, 0, NULL);
    if (reason != DE265_OK) return fail(error, reason);
    data += count;
    size -= count;
  }
  de265_error reason = de265_flush_data(decoder);
  return reason == DE265_OK ? AUX_OK : fail(error, reason);
}

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
    // The caller has made room for other samples, and is told.
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

/// Decodes what was handed over; of several pictures the last is taken, as libheif does.
static int decode(
  de265_decoder_context *decoder, const aux_request *request, int *bit_depth, aux_error *error
) {
  int pictures = 0, more = 1;
  de265_error reason = DE265_OK;
  while (reason == DE265_OK && more) {
    more = 0;
    reason = de265_decode(decoder, &more);
    // It is the decoder's, and only until that is called again.
    const struct de265_image *image = de265_get_next_picture(decoder);
    if (!image) continue;
    pictures += 1;
    int code = copy_planes(image, request, bit_depth, error);
    if (code != AUX_OK) return code;
  }
  if (pictures > 0) return AUX_OK;
  if (reason != DE265_OK && reason != DE265_ERROR_WAITING_FOR_INPUT_DATA) return fail(error, reason);
  return aux_fail(error, AUX_ERROR_CODEC, "the bitstream has no picture");
}

int aux_run_hevc(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_de265(error) != AUX_OK) return error->code;
  int is_large = request->numbers[0] * request->numbers[1] >= pixels_for_threads;
  de265_decoder_context *decoder = make_decoder(is_large ? (int)request->numbers[4] : 1);
  if (!decoder) return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the image");
  int bit_depth = 0;
  int code = push_units(decoder, request->data, request->size, error);
  if (code == AUX_OK) code = decode(decoder, request, &bit_depth, error);
  de265_free_decoder(decoder);
  answer->numbers[0] = bit_depth;
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
