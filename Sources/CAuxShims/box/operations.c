#include "operations.h"

// How large the buffers of an answer may be; an answer with a larger one, or with another one, is refused before it is read.

enum { largest_profile = 16 << 20, largest_line = 256 };

static uint64_t most_of_library(const aux_request *request, int buffer) {
  (void)request;
  return buffer == 0 ? largest_line : 0;
}

/// A profile, if the request wants one.
static uint64_t most_of_jxl(const aux_request *request, int buffer) {
  return buffer == 0 && request->numbers[6] ? largest_profile : 0;
}

static uint64_t most_of_jxl_box(const aux_request *request, int buffer) {
  return buffer == 0 && request->numbers[0] > 0 ? (uint64_t)request->numbers[0] : 0;
}

static uint64_t number_at(const uint8_t *bytes) {
  return (uint64_t)bytes[0] << 24 | (uint64_t)bytes[1] << 16 | (uint64_t)bytes[2] << 8 | bytes[3];
}

/// Four samples of 16 bits a pixel, as many pixels as the header states, and a profile. Source: ISO/IEC 15948, 11.2.2.
static uint64_t most_of_png(const aux_request *request, int buffer) {
  if (buffer > 0) return buffer == 1 ? largest_profile : 0;
  if (request->size < 24) return 0;
  uint64_t width = number_at(request->data + 16), height = number_at(request->data + 20);
  uint64_t most = (uint64_t)request->numbers[0] < UINT64_MAX / 8 ? (uint64_t)request->numbers[0] : UINT64_MAX / 8;
  return 8 * (height == 0 || width <= most / height ? width * height : most);
}

/// The description, where no samples are asked for. It is in the file, and one byte ends it.
static uint64_t most_of_tiff(const aux_request *request, int buffer) {
  return buffer == 0 && request->target_size == 0 ? (uint64_t)request->size + 1 : 0;
}

/// A file. Noise makes the largest files: slightly more bytes than the samples have.
static uint64_t most_of_encoder(const aux_request *request, int buffer) {
  return buffer == 0 ? 4 * ((uint64_t)request->size + request->beside_size) + largest_profile : 0;
}

const aux_operation aux_operations[AUX_OPERATION_COUNT] = {
  [AUX_OPERATION_JXL] = {"JPEG XL", aux_run_jxl, aux_prepare_jxl, 0, most_of_jxl},
  [AUX_OPERATION_JXL_BOX] = {"JPEG XL", aux_run_jxl_box, aux_prepare_jxl, 0, most_of_jxl_box},
  [AUX_OPERATION_PNG_HEADER] = {"PNG", aux_run_png_header, aux_prepare_png, 0},
  [AUX_OPERATION_PNG] = {"PNG", aux_run_png, aux_prepare_png, 0, most_of_png},
  [AUX_OPERATION_WEBP] = {"WebP", aux_run_webp, aux_prepare_webp, 0},
  [AUX_OPERATION_XMP] = {"XMP", aux_run_xmp, aux_prepare_xmp, 0},
  [AUX_OPERATION_HEIF_PLANES] = {"HEIF", aux_run_heif_planes, aux_prepare_heif_codecs, 0},
  [AUX_OPERATION_TIFF_MAP] = {"TIFF", aux_run_tiff_map, aux_prepare_tiff, 0, most_of_tiff},
  [AUX_OPERATION_TIFF_PHOTO] = {"TIFF", aux_run_tiff_photo, aux_prepare_tiff, 0, most_of_tiff},
  [AUX_OPERATION_EXR] = {"OpenEXR", aux_run_exr, aux_prepare_exr, 0},
  [AUX_OPERATION_EXR_DWA] = {"OpenEXR", aux_run_exr, aux_prepare_exr_module, 0},
  [AUX_OPERATION_PNG_HEAD] = {"PNG", aux_run_png_head, aux_prepare_png, 1, most_of_encoder},
  [AUX_OPERATION_HEIF_ENCODING] = {"HEIF", aux_run_heif_encoding, aux_prepare_heif_codecs, 1, most_of_encoder},
  [AUX_OPERATION_TIFF_ENCODING] = {"TIFF", aux_run_tiff_encoding, aux_prepare_tiff, 1, most_of_encoder},
  [AUX_OPERATION_EXR_ENCODING] = {"OpenEXR", aux_run_exr_encoding, aux_prepare_exr, 1, most_of_encoder},
  [AUX_OPERATION_WEBP_ENCODING] = {"WebP", aux_run_webp_encoding, aux_prepare_webp, 1, most_of_encoder},
  [AUX_OPERATION_LIBRARY] = {"a library", aux_run_library, aux_prepare_libraries, 0, most_of_library},
};

void aux_box_serve_all(void) { aux_box_serve(aux_operations, AUX_OPERATION_COUNT); }

int aux_encode(int operation, const aux_request *request, aux_answer *answer, uint8_t **out, size_t *size, aux_error *error) {
  *out = NULL;
  *size = 0;
  int code = aux_call(operation, request, answer, error);
  if (code == AUX_OK && !answer->buffers[0]) code = aux_fail(error, AUX_ERROR_CODEC, "the encoder gave no file");
  // An encoder is given pixels that are ours: what it fails at is no fault of an image.
  if (code == AUX_ERROR_CODEC && aux_operations[operation].encodes) code = error->code = AUX_ERROR_SYSTEM;
  if (code != AUX_OK) return code;
  *out = answer->buffers[0];
  *size = answer->sizes[0];
  return AUX_OK;
}
