
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "../box/operations.h"
#include "heif_guard.hpp"

using namespace aux::heif;

namespace {

/// x265 and libaom by name: the parameters and the bounds that were measured are their own.
Encoder make_encoder(heif_context *context, int codec) {
  bool is_av1 = codec == AUX_HEIF_AV1;
  const heif_encoder_descriptor *descriptor = nullptr;
  if (heif_get_encoder_descriptors(
        is_av1 ? heif_compression_AV1 : heif_compression_HEVC, is_av1 ? "aom" : "x265", &descriptor, 1) < 1) {
    throw Failure(
      {heif_error_Unsupported_feature, heif_suberror_Unsupported_codec,
       is_av1 ? "libheif has no AV1 encoder (libaom) installed" : "libheif has no HEVC encoder (x265) installed"});
  }
  heif_encoder *encoder = nullptr;
  check(heif_context_get_encoder(context, descriptor, &encoder));
  Encoder owner(encoder);
  check(heif_encoder_set_logging_level(encoder, 0));
  return owner;
}

struct Parameter {
  const char *name;
  const char *value;
};

void set(heif_encoder *encoder, std::initializer_list<Parameter> parameters) {
  for (const Parameter &each : parameters) {
    check(heif_encoder_set_parameter(encoder, each.name, each.value));
  }
}

void set_number(heif_encoder *encoder, const char *name, int value) {
  char text[16];
  std::snprintf(text, sizeof text, "%d", value);
  check(heif_encoder_set_parameter(encoder, name, text));
}

Profile make_profile(int primaries, int transfer, int matrix) {
  Profile profile = owned<Profile>(heif_nclx_color_profile_alloc());
  profile->color_primaries = static_cast<heif_color_primaries>(primaries);
  profile->transfer_characteristics = static_cast<heif_transfer_characteristics>(transfer);
  profile->matrix_coefficients = static_cast<heif_matrix_coefficients>(matrix);
  profile->full_range_flag = 1;
  return profile;
}

Image make_image(
  int width, int height, heif_colorspace space, heif_chroma chroma, heif_channel channel, int bits = 8
) {
  heif_image *image = nullptr;
  check(heif_image_create(width, height, space, chroma, &image));
  Image owner(image);
  check(heif_image_add_plane(image, channel, width, height, bits));
  return owner;
}

heif_error append(heif_context *, const void *data, size_t size, void *target) {
  aux_buffer *buffer = static_cast<aux_buffer *>(target);
  if (!aux_buffer_reserve(buffer, size)) {
    return {heif_error_Memory_allocation_error, heif_suberror_Unspecified, "not enough memory for the file"};
  }
  std::memcpy(buffer->bytes + buffer->size, data, size);
  buffer->size += size;
  return {heif_error_Ok, heif_suberror_Unspecified, "Success"};
}

void write(heif_context *context, uint8_t **file, size_t *size) {
  aux_buffer buffer = {};
  heif_writer writer = {1, append};
  heif_error result = heif_context_write(context, &writer, &buffer);
  if (result.code != heif_error_Ok) {
    std::free(buffer.bytes);
    throw Failure(result);
  }
  *file = buffer.bytes;
  *size = buffer.size;
}

/// The longest side that level 6.2 of HEVC allows (H.265, A.4.1), in whole coding units.
constexpr int longest_hevc_side = 16888;
/// The longest side that libheif decodes by default, with which this library and many programs read AVIF; a sequence header of AV1
/// could state 65536 (5.5.1).
constexpr int longest_av1_side = 32768;

const char *codec_name(int codec) { return codec == AUX_HEIF_AV1 ? "AV1" : "HEVC"; }

int check_side_lengths(int width, int height, int codec, aux_error *error) {
  int longest = codec == AUX_HEIF_AV1 ? longest_av1_side : longest_hevc_side;
  if (width >= 1 && height >= 1 && width <= longest && height <= longest) return AUX_OK;
  return aux_fail(
    error, AUX_ERROR_USAGE, "%s cannot hold %dx%d: a side is 1 to %d pixels long", codec_name(codec), width,
    height, longest);
}

/// Sets what makes x265 fast for one picture: slower presets take three to ten times as long for a twentieth of the bytes.
///
/// The size of the coding tree may not vary in a process. Rows of it are coded side by side; what they are coded to does
/// not depend on the number of threads, of which there have to be two. Nothing is kept for pictures that never come.
void set_one_picture(heif_encoder *encoder, int threads) {
  set(encoder, {
    {"preset", "ultrafast"}, {"x265:ctu", "64"}, {"x265:wpp", "1"}, {"x265:frame-threads", "1"},
    {"x265:rc-lookahead", "0"}, {"x265:bframes", "0"}});
  set_number(encoder, "x265:pools", threads);
}

/// Returns a gray image whose last column and row are repeated up to the coded size.
Image make_gray(const uint8_t *pixels, int width, int height, int coded_width, int coded_height) {
  Image image = make_image(
    coded_width, coded_height, heif_colorspace_monochrome, heif_chroma_monochrome, heif_channel_Y);
  int stride = 0;
  uint8_t *rows = heif_image_get_plane(image.get(), heif_channel_Y, &stride);
  for (int row = 0; row < coded_height; row += 1) {
    const uint8_t *source = pixels + static_cast<size_t>(row < height ? row : height - 1) * width;
    uint8_t *target = rows + static_cast<size_t>(row) * stride;
    std::memcpy(target, source, width);
    std::memset(target + width, source[width - 1], coded_width - width);
  }
  Profile profile = make_profile(2, 2, 2);
  check(heif_image_set_nclx_color_profile(image.get(), profile.get()));
  return image;
}

/// Returns the size of the picture that is coded for a side of `side` pixels in units of at least `unit`.
int coded_side(int side, int unit) {
  // libheif rounds up to even numbers and to 64, and x265 to whole coding units: what has both already is left alone by
  // them, and the size of the coding tree (which may not vary in a process) is always 64.
  return side <= 64 ? 64 : (side + unit - 1) / unit * unit;
}

int encode_gray(
  const uint8_t *pixels, int width, int height, int quantiser, int unit, int threads, uint8_t **file,
  size_t *size, aux_error *error
) {
  return guarded(error, [&] {
    if (check_side_lengths(width, height, AUX_HEIF_HEVC, error) != AUX_OK) return error->code;
    if (quantiser != AUX_HEIF_LOSSLESS && (quantiser < 0 || quantiser > 51)) {
      return aux_fail(error, AUX_ERROR_USAGE, "an HEVC quantiser is 0 to 51, not %d", quantiser);
    }
    if (unit != 8 && unit != 16) {
      return aux_fail(error, AUX_ERROR_USAGE, "a coding unit is at least 8 or 16 pixels wide, not %d", unit);
    }
    Image image = make_gray(pixels, width, height, coded_side(width, unit), coded_side(height, unit));

    Context context = owned<Context>(heif_context_alloc());
    Encoder encoder = make_encoder(context.get(), AUX_HEIF_HEVC);
    set_one_picture(encoder.get(), threads);
    // The error counts, not the look.
    set(encoder.get(), {
      {"tune", "psnr"}, {"x265:aq-mode", "0"}, {"x265:psy-rd", "0"}, {"x265:psy-rdoq", "0"}});
    set_number(encoder.get(), "x265:min-cu-size", unit);
    if (quantiser == AUX_HEIF_LOSSLESS) {
      check(heif_encoder_set_lossless(encoder.get(), 1));
      // Smaller transforms and closer choices save a hundredth of the bytes of depth and mattes, for a fifth of the time.
      set(encoder.get(), {{"tu-intra-depth", "2"}, {"x265:rd", "1"}});
    } else {
      // ipratio 1 makes qp the quantiser of the picture.
      set(encoder.get(), {{"x265:ipratio", "1"}});
      set_number(encoder.get(), "x265:qp", quantiser);
    }
    check(heif_context_encode_image(context.get(), image.get(), encoder.get(), nullptr, nullptr));
    write(context.get(), file, size);
    return static_cast<int>(AUX_OK);
  });
}

int encode_gray_av1(
  const uint8_t *pixels, int width, int height, int quality, int is_large, uint8_t **file, size_t *size,
  aux_error *error
) {
  return guarded(error, [&] {
    if (check_side_lengths(width, height, AUX_HEIF_AV1, error) != AUX_OK) return error->code;
    if (quality != AUX_HEIF_LOSSLESS && (quality < 1 || quality > 100)) {
      return aux_fail(error, AUX_ERROR_USAGE, "AV1 quality %d is not in 1 to 100", quality);
    }
    Image image = make_gray(pixels, width, height, width, height);
    Context context = owned<Context>(heif_context_alloc());
    Encoder encoder = make_encoder(context.get(), AUX_HEIF_AV1);
    bool is_lossless = quality == AUX_HEIF_LOSSLESS;
    if (is_lossless) {
      check(heif_encoder_set_lossless(encoder.get(), 1));
    } else {
      check(heif_encoder_set_lossy_quality(encoder.get(), quality));
    }
    // The number of threads is part of what decides the bytes, and is the same on every machine. Slower than 6 saves a
    // hundredth of them; 7 costs a twentieth at most, for two fifths of the time where nothing may be lost. What looks in
    // noise for blocks to copy takes three times as long and 100 bytes a pixel, for a three-hundredth of the bytes.
    set(encoder.get(), {
      {"speed", is_large && is_lossless ? "7" : "6"}, {"threads", is_large ? "4" : "1"}, {"aom:enable-intrabc", "0"}});
    check(heif_context_encode_image(context.get(), image.get(), encoder.get(), nullptr, nullptr));
    write(context.get(), file, size);
    return static_cast<int>(AUX_OK);
  });
}

int encode_rgb(
  const void *pixels, int bits, int width, int height, int codec, int quality, int subsample, int threads,
  const aux_heif_metadata *metadata, uint8_t **file, size_t *size, aux_error *error
) {
  return guarded(error, [&] {
    if (check_side_lengths(width, height, codec, error) != AUX_OK) return error->code;
    bool is_lossless = quality == AUX_HEIF_LOSSLESS;
    if (!is_lossless && (quality < 1 || quality > 100)) {
      return aux_fail(
        error, AUX_ERROR_USAGE, "%s quality %d is not in 1 to 100", codec_name(codec), quality);
    }
    if (bits != 8 && bits != 10) {
      return aux_fail(error, AUX_ERROR_USAGE, "a picture is coded with 8 or 10 bits, not %d", bits);
    }
    Image image = make_image(
      width, height, heif_colorspace_RGB,
      bits == 8 ? heif_chroma_interleaved_RGB : heif_chroma_interleaved_RRGGBB_LE, heif_channel_interleaved, bits);
    int stride = 0;
    uint8_t *rows = heif_image_get_plane(image.get(), heif_channel_interleaved, &stride);
    size_t row_size = static_cast<size_t>(width) * (bits == 8 ? 3 : 6);
    for (int row = 0; row < height; row += 1) {
      std::memcpy(
        rows + static_cast<size_t>(row) * stride, static_cast<const uint8_t *>(pixels) + row * row_size, row_size);
    }
    // BT.601 of full range is what readers assume of a file that has an ICC profile only (23000-22, 7.3.6.4).
    Profile profile = metadata->icc_size ? make_profile(2, 2, 6)
                                         : make_profile(metadata->primaries, metadata->transfer, metadata->matrix);
    check(heif_image_set_nclx_color_profile(image.get(), profile.get()));
    if (metadata->icc_size) {
      check(heif_image_set_raw_color_profile(image.get(), "prof", metadata->icc, metadata->icc_size));
    }

    Context context = owned<Context>(heif_context_alloc());
    Encoder encoder = make_encoder(context.get(), codec);
    if (is_lossless) {
      check(heif_encoder_set_lossless(encoder.get(), 1));
    } else {
      // The fast preset gives the error and the size that a slow one gives at three less.
      int raised = codec == AUX_HEIF_AV1 || quality > 97 ? quality : quality + 3;
      check(heif_encoder_set_lossy_quality(encoder.get(), raised));
    }
    // libheif 1.15 asks libaom for the professional profile for all that has more than 8 bits; with 10 bits that is 4:2:2,
    // and for anything else libaom stops the process.
    const char *chroma = codec == AUX_HEIF_AV1 && bits > 8 ? "422" : subsample ? "420" : "444";
    set(encoder.get(), {{"chroma", chroma}});
    if (codec == AUX_HEIF_AV1) {
      // Slower presets save a twentieth of the bytes for twice to four times the time; the fastest takes half of it. There
      // are as many threads on every machine: their number is part of what decides the bytes.
      bool is_fast = threads == 0;
      set(encoder.get(), {{"speed", is_fast ? "9" : "8"}, {"threads", is_fast ? "1" : "4"}});
    } else {
      set_one_picture(encoder.get(), threads);
    }
    EncodingOptions options = owned<EncodingOptions>(heif_encoding_options_alloc());
    options->output_nclx_profile = profile.get();
    options->macOS_compatibility_workaround_no_nclx_profile = 0;
    heif_image_handle *encoded = nullptr;
    check(
      heif_context_encode_image(context.get(), image.get(), encoder.get(), options.get(), &encoded));
    Handle handle(encoded);
    image.reset();
    if (metadata->exif_size) {
      check(heif_context_add_exif_metadata(
        context.get(), handle.get(), metadata->exif, static_cast<int>(metadata->exif_size)));
    }
    if (metadata->xmp_size) {
      check(heif_context_add_XMP_metadata(
        context.get(), handle.get(), metadata->xmp, static_cast<int>(metadata->xmp_size)));
    }
    write(context.get(), file, size);
    return static_cast<int>(AUX_OK);
  });
}

/// What is encoded, the first number of a request.
enum Kind { gray, gray_av1, rgb };

}  // namespace

int aux_run_heif_encoding(const aux_request *request, aux_answer *answer, aux_error *error) {
  int numbers[AUX_REQUEST_NUMBERS];
  for (int index = 0; index < AUX_REQUEST_NUMBERS; index += 1) numbers[index] = static_cast<int>(request->numbers[index]);
  uint8_t **file = &answer->buffers[0];
  size_t *size = &answer->sizes[0];
  int width = numbers[1], height = numbers[2];
  switch (numbers[0]) {
    case gray: return encode_gray(request->data, width, height, numbers[3], numbers[4], numbers[5], file, size, error);
    case gray_av1: return encode_gray_av1(request->data, width, height, numbers[3], numbers[4], file, size, error);
    default: {
      // Profile, Exif and XMP follow one another.
      const uint8_t *exif = request->beside + request->numbers[8], *xmp = exif + request->numbers[9];
      size_t icc_size = static_cast<size_t>(request->numbers[8]), exif_size = static_cast<size_t>(request->numbers[9]);
      aux_heif_metadata metadata = {
        request->beside, icc_size, exif, exif_size, xmp, request->beside_size - icc_size - exif_size,
        numbers[10], numbers[11], numbers[12]};
      return encode_rgb(
        request->data, numbers[3], width, height, numbers[4], numbers[5], numbers[6], numbers[7], &metadata, file, size,
        error);
    }
  }
}

int aux_heif_encode_gray(
  const uint8_t *pixels, int width, int height, int quantiser, int unit, int threads, uint8_t **file,
  size_t *size, aux_error *error
) {
  aux_request request = {
    pixels, static_cast<size_t>(width) * static_cast<size_t>(height), nullptr, 0,
    {gray, width, height, quantiser, unit, threads}};
  request.pixels = static_cast<uint64_t>(width) * static_cast<uint64_t>(height);
  aux_answer answer;
  return aux_encode(AUX_OPERATION_HEIF_ENCODING, &request, &answer, file, size, error);
}

int aux_heif_encode_gray_av1(
  const uint8_t *pixels, int width, int height, int quality, int is_large, uint8_t **file, size_t *size,
  aux_error *error
) {
  aux_request request = {
    pixels, static_cast<size_t>(width) * static_cast<size_t>(height), nullptr, 0,
    {gray_av1, width, height, quality, is_large}};
  request.pixels = static_cast<uint64_t>(width) * static_cast<uint64_t>(height);
  aux_answer answer;
  return aux_encode(AUX_OPERATION_HEIF_ENCODING, &request, &answer, file, size, error);
}

int aux_heif_encode_rgb(
  const void *pixels, int bits, int width, int height, int codec, int quality, int subsample, int threads,
  const aux_heif_metadata *metadata, uint8_t **file, size_t *size, aux_error *error
) {
  *file = nullptr;
  *size = 0;
  std::vector<uint8_t> beside;
  try {
    beside.insert(beside.end(), metadata->icc, metadata->icc + metadata->icc_size);
    beside.insert(beside.end(), metadata->exif, metadata->exif + metadata->exif_size);
    beside.insert(beside.end(), metadata->xmp, metadata->xmp + metadata->xmp_size);
  } catch (const std::bad_alloc &) {
    return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the metadata");
  }
  size_t pixel_size = bits == 8 ? 3 : 6;
  aux_request request = {
    static_cast<const uint8_t *>(pixels), static_cast<size_t>(width) * static_cast<size_t>(height) * pixel_size,
    beside.data(), beside.size(),
    {rgb, width, height, bits, codec, quality, subsample, threads, static_cast<int64_t>(metadata->icc_size),
     static_cast<int64_t>(metadata->exif_size), metadata->primaries, metadata->transfer, metadata->matrix}};
  request.pixels = static_cast<uint64_t>(width) * static_cast<uint64_t>(height);
  aux_answer answer;
  return aux_encode(AUX_OPERATION_HEIF_ENCODING, &request, &answer, file, size, error);
}
