#include "hevc_plugin.hpp"

#include <cstring>
#include <libheif/heif_plugin.h>

#include "heif_guard.hpp"
#include "hevc_decoder.h"

namespace aux::heif {

namespace {

thread_local HEVCDecoding *current = nullptr;

constexpr heif_error well = {heif_error_Ok, heif_suberror_Unspecified, "Success"};
/// The reason is in the error of the decoding.
constexpr heif_error failed = {heif_error_Decoder_plugin_error, heif_suberror_Unspecified, "the HEVC image cannot be decoded"};

/// The decoder of one image, and what came of it.
struct Work {
  hevc_decoder decoder = {};
  HEVCDecoding *decoding = nullptr;
  heif_image *image = nullptr;
};

/// Copies a plane, which has two bytes for a sample of more than 8 bits.
heif_error copy_plane(const de265_image *picture, int index, heif_image *image) {
  static const heif_channel channels[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
  int width = de265_get_image_width(picture, index), height = de265_get_image_height(picture, index);
  int bits = de265_get_bits_per_pixel(picture, index), from_stride = 0, to_stride = 0;
  const uint8_t *from = de265_get_image_plane(picture, index, &from_stride);
  if (!from || width <= 0 || height <= 0 || bits != de265_get_bits_per_pixel(picture, 0)) return failed;
  heif_error result = heif_image_add_plane(image, channels[index], width, height, bits);
  if (result.code != heif_error_Ok) return result;
  uint8_t *to = heif_image_get_plane(image, channels[index], &to_stride);
  for (int row = 0; row < height; row += 1) {
    std::memcpy(
      to + static_cast<size_t>(row) * to_stride, from + static_cast<size_t>(row) * from_stride,
      static_cast<size_t>(width) * (bits > 8 ? 2 : 1));
  }
  return well;
}

/// States the colours of the bitstream. What libheif does not know is unspecified, as H.265 has it of reserved code points
/// (E.3.1).
heif_error set_colours(const de265_image *picture, heif_image *image) {
  heif_color_profile_nclx *profile = heif_nclx_color_profile_alloc();
  if (!profile) return failed;
  heif_nclx_color_profile_set_color_primaries(
    profile, static_cast<uint16_t>(de265_get_image_colour_primaries(picture)));
  heif_nclx_color_profile_set_transfer_characteristics(
    profile, static_cast<uint16_t>(de265_get_image_transfer_characteristics(picture)));
  heif_nclx_color_profile_set_matrix_coefficients(
    profile, static_cast<uint16_t>(de265_get_image_matrix_coefficients(picture)));
  profile->full_range_flag = de265_get_image_full_range_flag(picture) != 0;
  heif_error result = heif_image_set_nclx_color_profile(image, profile);
  heif_nclx_color_profile_free(profile);
  return result;
}

heif_error make_image(const de265_image *picture, heif_image **image) {
  de265_chroma chroma = de265_get_chroma_format(picture);
  bool is_gray = chroma == de265_chroma_mono;
  heif_error result = heif_image_create(
    de265_get_image_width(picture, 0), de265_get_image_height(picture, 0),
    is_gray ? heif_colorspace_monochrome : heif_colorspace_YCbCr, static_cast<heif_chroma>(chroma), image);
  for (int index = 0; index < (is_gray ? 1 : 3) && result.code == heif_error_Ok; index += 1) {
    result = copy_plane(picture, index, *image);
  }
  return result.code == heif_error_Ok ? set_colours(picture, *image) : result;
}

/// Of several pictures the last is the image.
int take(const de265_image *picture, void *user, aux_error *error) {
  Work *work = static_cast<Work *>(user);
  if (work->image) heif_image_release(work->image);
  work->image = nullptr;
  heif_error result = make_image(picture, &work->image);
  if (result.code == heif_error_Ok) return AUX_OK;
  int code = result.code == heif_error_Memory_allocation_error ? AUX_ERROR_MEMORY : AUX_ERROR_CODEC;
  return aux_fail(error, code, "%s", result.message);
}

const char *get_name() { return "auxdepth"; }

/// More than any other has, and nothing where nobody of ours asks.
int get_priority(heif_compression_format format) { return current && format == heif_compression_HEVC ? 10000 : 0; }

heif_error make(void **decoder) {
  *decoder = nullptr;
  Work *work = current ? new (std::nothrow) Work : nullptr;
  if (!work) return failed;
  work->decoding = current;
  current->was_used = true;
  work->decoder.take = take;
  work->decoder.user = work;
  if (hevc_decoder_make(&work->decoder, current->pixels, current->threads, current->error) != AUX_OK) {
    delete work;
    return failed;
  }
  *decoder = work;
  return well;
}

void release(void *decoder) {
  Work *work = static_cast<Work *>(decoder);
  if (!work) return;
  if (work->image) heif_image_release(work->image);
  hevc_decoder_free(&work->decoder);
  delete work;
}

heif_error push(void *decoder, const void *data, size_t size) {
  Work *work = static_cast<Work *>(decoder);
  const uint8_t *units = static_cast<const uint8_t *>(data);
  return hevc_decoder_push(&work->decoder, units, size, work->decoding->error) == AUX_OK ? well : failed;
}

heif_error decode(void *decoder, heif_image **image) {
  Work *work = static_cast<Work *>(decoder);
  *image = nullptr;
  if (hevc_decoder_finish(&work->decoder, work->decoding->error) != AUX_OK) return failed;
  *image = work->image;
  work->image = nullptr;
  return well;
}

}  // namespace

HEVCDecoding::HEVCDecoding(int64_t pixels, int threads, aux_error *error)
  : pixels(pixels), threads(threads), error(error) {
  current = this;
}

HEVCDecoding::~HEVCDecoding() { current = nullptr; }

void register_hevc() {
  static heif_decoder_plugin plugin = {};
  plugin.plugin_api_version = 3;
  plugin.get_plugin_name = get_name;
  plugin.does_support_format = get_priority;
  plugin.new_decoder = make;
  plugin.free_decoder = release;
  plugin.push_data = push;
  plugin.decode_image = decode;
  plugin.id_name = "auxdepth";
  check(heif_register_decoder_plugin(&plugin));
}

}  // namespace aux::heif
