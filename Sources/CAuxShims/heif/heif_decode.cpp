#include <cstdlib>
#include <cstring>

#include "heif_guard.hpp"

using namespace aux::heif;

namespace {

/// Decodes the primary image of a file; null with `error` filled in where its size is another.
Image decode(
  const uint8_t *file, size_t size, int width, int height, heif_colorspace space, heif_chroma chroma,
  int *warnings, aux_error *error
) {
  Context context = owned<Context>(heif_context_alloc());
  heif_context_set_max_decoding_threads(context.get(), 0);
#if LIBHEIF_HAVE_VERSION(1, 19, 0)
  // Room for whole coding tree units.
  heif_context_get_security_limits(context.get())->max_image_size_pixels =
    (static_cast<uint64_t>(width) + 64) * (static_cast<uint64_t>(height) + 64);
#endif
  check(heif_context_read_from_memory_without_copy(context.get(), file, size, nullptr));
  heif_image_handle *primary = nullptr;
  check(heif_context_get_primary_image_handle(context.get(), &primary));
  Handle handle(primary);
  int stored_width = heif_image_handle_get_ispe_width(handle.get());
  int stored_height = heif_image_handle_get_ispe_height(handle.get());
  if (stored_width != width || stored_height != height) {
    aux_fail(
      error, AUX_ERROR_CODEC, "the image is %dx%d, not %dx%d as described", stored_width, stored_height,
      width, height);
    return nullptr;
  }
  DecodingOptions options = owned<DecodingOptions>(heif_decoding_options_alloc());
  options->ignore_transformations = 1;
  options->convert_hdr_to_8bit = space == heif_colorspace_RGB;
  heif_image *decoded = nullptr;
  check(heif_decode_image(handle.get(), &decoded, space, chroma, options.get()));
  Image image(decoded);
  *warnings = heif_image_get_decoding_warnings(image.get(), 0, nullptr, 0);
  heif_error first;
  if (*warnings > 0 && heif_image_get_decoding_warnings(image.get(), 0, &first, 1) == 1) {
    aux_fail(error, AUX_OK, "%s", first.message);
  }
  return image;
}

/// Copies the rows of a channel to `out`; returns an error where the channel has another size.
int copy_rows(
  const heif_image *image, heif_channel channel, int width, int height, size_t pixel_size, uint8_t *out,
  aux_error *error
) {
  int stride = 0;
  const uint8_t *rows = heif_image_get_plane_readonly(image, channel, &stride);
  int decoded_width = heif_image_get_width(image, channel);
  int decoded_height = heif_image_get_height(image, channel);
  if (!rows || decoded_width != width || decoded_height != height) {
    return aux_fail(
      error, AUX_ERROR_CODEC, "the bitstream decodes to %dx%d, not %dx%d as described", decoded_width,
      decoded_height, width, height);
  }
  size_t row_size = static_cast<size_t>(width) * pixel_size;
  for (int row = 0; row < height; row += 1) {
    std::memcpy(out + static_cast<size_t>(row) * row_size, rows + static_cast<size_t>(row) * stride, row_size);
  }
  return AUX_OK;
}

}  // namespace

int aux_heif_decode_planes(
  const uint8_t *file, size_t size, int width, int height, int chroma, aux_heif_planes *out, int *warnings,
  aux_error *error
) {
  static const heif_chroma formats[] = {
    heif_chroma_undefined, heif_chroma_420, heif_chroma_422, heif_chroma_444,
  };
  static const heif_channel channels[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
  *out = {};
  *warnings = 0;
  return guarded(error, [&] {
    if (chroma < 0 || chroma > 3) return aux_fail(error, AUX_ERROR_USAGE, "chroma format %d", chroma);
    // libheif makes RGB of whatever is not asked for as it is coded.
    heif_colorspace space = chroma == 0 ? heif_colorspace_undefined : heif_colorspace_YCbCr;
    Image image = decode(file, size, width, height, space, formats[chroma], warnings, error);
    if (!image) return error->code;
    std::unique_ptr<uint8_t, Releaser<std::free>> planes[3];
    for (int index = 0; index < (chroma == 0 ? 1 : 3); index += 1) {
      heif_channel channel = channels[index];
      if (!heif_image_has_channel(image.get(), channel)) {
        return aux_fail(error, AUX_ERROR_CODEC, index ? "the image has no chroma" : "the image has no luma");
      }
      int depth = heif_image_get_bits_per_pixel_range(image.get(), channel);
      if (depth < 8 || depth > 16 || (index > 0 && depth != out->bit_depth)) {
        return aux_fail(error, AUX_ERROR_CODEC, "%d bits per sample", depth);
      }
      bool halves_width = index > 0 && chroma < 3, halves_height = index > 0 && chroma == 1;
      int across = halves_width ? (width + 1) / 2 : width, down = halves_height ? (height + 1) / 2 : height;
      size_t sample_size = depth == 8 ? 1 : 2;
      size_t count = static_cast<size_t>(across) * static_cast<size_t>(down) * sample_size;
      planes[index].reset(static_cast<uint8_t *>(std::malloc(count)));
      if (!planes[index]) throw std::bad_alloc();
      int code = copy_rows(image.get(), channel, across, down, sample_size, planes[index].get(), error);
      if (code != AUX_OK) return code;
      out->sizes[index] = count;
      out->widths[index] = across;
      out->heights[index] = down;
      out->bit_depth = depth;
    }
    for (int index = 0; index < 3; index += 1) out->samples[index] = planes[index].release();
    return static_cast<int>(AUX_OK);
  });
}

int aux_heif_decode_rgb(
  const uint8_t *file, size_t size, int width, int height, uint8_t *out, int *warnings, aux_error *error
) {
  *warnings = 0;
  return guarded(error, [&] {
    Image image = decode(
      file, size, width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, warnings, error);
    if (!image) return error->code;
    return copy_rows(image.get(), heif_channel_interleaved, width, height, 3, out, error);
  });
}
