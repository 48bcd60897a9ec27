#include <cstring>

#include "../box/operations.h"
#include "heif_guard.hpp"

using namespace aux::heif;

namespace {

/// What is decoded: the primary image of a file, which is known to be of that size.
struct Input {
  const uint8_t *file;
  size_t size;
  int width, height;
};

/// The size of a plane, and which of the samples of luma's grid it has.
struct PlaneSize {
  int width, height;
  int across, down;
  size_t bytes;
};

/// Returns the size of plane 0, 1 or 2; `chroma` is the format in the numbers of HEVC.
PlaneSize size_of_plane(int width, int height, int chroma, int index, int bit_depth) {
  PlaneSize size = {};
  size.across = index > 0 && chroma < 3 ? 2 : 1;
  size.down = index > 0 && chroma == 1 ? 2 : 1;
  size.width = (width + size.across - 1) / size.across;
  size.height = (height + size.down - 1) / size.down;
  size.bytes = static_cast<size_t>(size.width) * static_cast<size_t>(size.height) * (bit_depth == 8 ? 1 : 2);
  return size;
}

/// Decodes the image; null with `error` filled in where its size is another, or it is damaged.
Image decode(const Input &input, heif_colorspace space, heif_chroma chroma, aux_error *error) {
  Context context = owned<Context>(heif_context_alloc());
  heif_context_set_max_decoding_threads(context.get(), 0);
#if LIBHEIF_HAVE_VERSION(1, 19, 0)
  // Room for whole coding tree units.
  heif_context_get_security_limits(context.get())->max_image_size_pixels =
    (static_cast<uint64_t>(input.width) + 64) * (static_cast<uint64_t>(input.height) + 64);
#endif
  check(heif_context_read_from_memory_without_copy(context.get(), input.file, input.size, nullptr));
  heif_image_handle *primary = nullptr;
  check(heif_context_get_primary_image_handle(context.get(), &primary));
  Handle handle(primary);
  int stored_width = heif_image_handle_get_ispe_width(handle.get());
  int stored_height = heif_image_handle_get_ispe_height(handle.get());
  if (stored_width != input.width || stored_height != input.height) {
    aux_fail(
      error, AUX_ERROR_CODEC, "the image is %dx%d, not %dx%d as described", stored_width, stored_height,
      input.width, input.height);
    return nullptr;
  }
  DecodingOptions options = owned<DecodingOptions>(heif_decoding_options_alloc());
  options->ignore_transformations = 1;
  // Of AV1, libaom checks what follows the last symbol of each tile, which flipped bits hardly leave as it has to be; dav1d,
  // which libheif prefers, does not.
  options->decoder_id = "aom";
#if LIBHEIF_HAVE_VERSION(1, 16, 0)
  options->color_conversion_options.preferred_chroma_upsampling_algorithm = heif_chroma_upsampling_nearest_neighbor;
  options->color_conversion_options.only_use_preferred_chroma_algorithm = true;
#endif
  heif_image *decoded = nullptr;
  check(heif_decode_image(handle.get(), &decoded, space, chroma, options.get()));
  Image image(decoded);
  // Their number alone: of the warnings, libheif 1.15 writes more than there is said to be room for, with texts that are
  // gone by then.
  int warnings = heif_image_get_decoding_warnings(image.get(), 0, nullptr, 0);
  if (warnings == 0) return image;
  aux_fail(error, AUX_ERROR_CODEC, "libheif found %d faults in it that it passed over", warnings);
  return nullptr;
}

/// Returns an error where a channel has another size than the image.
int check_size(const heif_image *image, heif_channel channel, int width, int height, aux_error *error) {
  int decoded_width = heif_image_get_width(image, channel);
  int decoded_height = heif_image_get_height(image, channel);
  if (decoded_width == width && decoded_height == height) return AUX_OK;
  return aux_fail(
    error, AUX_ERROR_CODEC, "the bitstream decodes to %dx%d, not %dx%d as described", decoded_width,
    decoded_height, width, height);
}

/// Takes every `across`-th sample of every `down`-th row; false where those between are others.
template <typename Sample>
bool reduce(const uint8_t *rows, int stride, int width, int height, const PlaneSize &size, uint8_t *out) {
  Sample *target = reinterpret_cast<Sample *>(out);
  for (int row = 0; row < height; row += 1) {
    const Sample *source = reinterpret_cast<const Sample *>(rows + static_cast<size_t>(row) * stride);
    Sample *line = target + static_cast<size_t>(row / size.down) * size.width;
    if (size.across == 1 && size.down == 1) {
      std::memcpy(line, source, static_cast<size_t>(width) * sizeof(Sample));
      continue;
    }
    for (int column = 0; column < width; column += 1) {
      if (row % size.down == 0 && column % size.across == 0) line[column / size.across] = source[column];
      if (line[column / size.across] != source[column]) return false;
    }
  }
  return true;
}

}  // namespace

void aux_prepare_heif_codecs(void) {
  // What fails here fails again where it is needed, and says so.
  aux_error error;
  guarded(&error, [] { return static_cast<int>(AUX_OK); });
}

int aux_run_heif_planes(const aux_request *request, aux_answer *answer, aux_error *error) {
  // By an identity matrix, luma and chroma come as green, blue and red: libheif hands out no YCbCr that it has not
  // made of RGB, with the losses of both ways, and repeats chroma for each pixel.
  static const heif_channel colour_channels[] = {heif_channel_G, heif_channel_B, heif_channel_R};
  int width = static_cast<int>(request->numbers[0]), height = static_cast<int>(request->numbers[1]);
  int chroma = static_cast<int>(request->numbers[2]);
  return guarded(error, [&] {
    int bit_depth = 0;
    Image image = decode(
      {request->data, request->size, width, height}, chroma ? heif_colorspace_RGB : heif_colorspace_undefined,
      chroma ? heif_chroma_444 : heif_chroma_undefined, error);
    if (!image) return error->code;
    uint8_t *target = request->target;
    for (int index = 0; index < (chroma == 0 ? 1 : 3); index += 1) {
      heif_channel channel = chroma == 0 ? heif_channel_Y : colour_channels[index];
      if (!heif_image_has_channel(image.get(), channel)) {
        return aux_fail(error, AUX_ERROR_CODEC, index ? "the image has no chroma" : "the image has no luma");
      }
      int depth = heif_image_get_bits_per_pixel_range(image.get(), channel);
      if (depth < 8 || depth > 16 || (index > 0 && depth != bit_depth)) {
        return aux_fail(error, AUX_ERROR_CODEC, "%d bits per sample", depth);
      }
      bit_depth = depth;
      // The caller has made room for other samples; it learns of these.
      if ((depth == 8) != (request->numbers[3] == 8)) break;
      int code = check_size(image.get(), channel, width, height, error);
      if (code != AUX_OK) return code;
      PlaneSize plane = size_of_plane(width, height, chroma, index, depth);
      int stride = 0;
      const uint8_t *rows = heif_image_get_plane_readonly(image.get(), channel, &stride);
      bool is_exact = depth == 8 ? reduce<uint8_t>(rows, stride, width, height, plane, target)
                                 : reduce<uint16_t>(rows, stride, width, height, plane, target);
      if (!is_exact) {
        return aux_fail(error, AUX_ERROR_CODEC, "this libheif interpolates chroma and has no way to leave it alone");
      }
      target += plane.bytes;
    }
    answer->numbers[0] = bit_depth;
    return static_cast<int>(AUX_OK);
  });
}

int aux_heif_decode_planes(
  const uint8_t *file, size_t size, int width, int height, int chroma, void *out, size_t out_size, int *bit_depth,
  aux_error *error
) {
  if (chroma < 0 || chroma > 3 || width <= 0 || height <= 0) {
    return aux_fail(error, AUX_ERROR_USAGE, "chroma format %d of %dx%d", chroma, width, height);
  }
  aux_request request = {};
  request.data = file;
  request.size = size;
  request.numbers[0] = width;
  request.numbers[1] = height;
  request.numbers[2] = chroma;
  request.numbers[3] = *bit_depth;
  request.target = static_cast<uint8_t *>(out);
  request.target_size = out_size;
  aux_answer answer;
  int code = aux_call(AUX_OPERATION_HEIF_PLANES, &request, &answer, error);
  if (code != AUX_OK) return code;
  *bit_depth = static_cast<int>(answer.numbers[0]);
  if (*bit_depth >= 8 && *bit_depth <= 16) return AUX_OK;
  return aux_fail(error, AUX_ERROR_CODEC, "the decoder gave an impossible number of bits");
}
