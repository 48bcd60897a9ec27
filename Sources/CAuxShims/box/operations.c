#include "operations.h"

const aux_operation aux_operations[AUX_OPERATION_COUNT] = {
  [AUX_OPERATION_JPEG] = {"JPEG", aux_run_jpeg, aux_prepare_jpeg, 0},
  [AUX_OPERATION_JXL] = {"JPEG XL", aux_run_jxl, aux_prepare_jxl, 0},
  [AUX_OPERATION_JXL_BOX] = {"JPEG XL", aux_run_jxl_box, aux_prepare_jxl, 0},
  [AUX_OPERATION_PNG_HEADER] = {"PNG", aux_run_png_header, aux_prepare_png, 0},
  [AUX_OPERATION_PNG] = {"PNG", aux_run_png, aux_prepare_png, 0},
  [AUX_OPERATION_WEBP] = {"WebP", aux_run_webp, aux_prepare_webp, 0},
  [AUX_OPERATION_ZSTD] = {"Zstandard", aux_run_zstd, aux_prepare_zstd, 0},
  [AUX_OPERATION_XMP] = {"XMP", aux_run_xmp, aux_prepare_xmp, 0},
  [AUX_OPERATION_HEIF_PLANES] = {"HEIF", aux_run_heif_planes, aux_prepare_heif_codecs, 0},
  [AUX_OPERATION_HEIF_RGB] = {"HEIF", aux_run_heif_rgb, aux_prepare_heif_codecs, 0},
  [AUX_OPERATION_HEVC] = {"HEVC", aux_run_hevc, aux_prepare_de265, 0},
  [AUX_OPERATION_TIFF_MAP] = {"TIFF", aux_run_tiff_map, aux_prepare_tiff, 0},
  [AUX_OPERATION_TIFF_PHOTO] = {"TIFF", aux_run_tiff_photo, aux_prepare_tiff, 0},
  [AUX_OPERATION_EXR] = {"OpenEXR", aux_run_exr, aux_prepare_exr, 0},
  [AUX_OPERATION_EXR_DWA] = {"OpenEXR", aux_run_exr, aux_prepare_exr_module, 0},
  [AUX_OPERATION_JPEG_ENCODING] = {"JPEG", aux_run_jpeg_encoding, aux_prepare_jpeg, 1},
  [AUX_OPERATION_JPEG_TRANSFORM] = {"JPEG", aux_run_jpeg_transform, aux_prepare_jpeg, 0},
  [AUX_OPERATION_PNG_HEAD] = {"PNG", aux_run_png_head, aux_prepare_png, 1},
  [AUX_OPERATION_HEIF_ENCODING] = {"HEIF", aux_run_heif_encoding, aux_prepare_heif_codecs, 1},
  [AUX_OPERATION_TIFF_ENCODING] = {"TIFF", aux_run_tiff_encoding, aux_prepare_tiff, 1},
  [AUX_OPERATION_EXR_ENCODING] = {"OpenEXR", aux_run_exr_encoding, aux_prepare_exr, 1},
  [AUX_OPERATION_WEBP_ENCODING] = {"WebP", aux_run_webp_encoding, aux_prepare_webp, 1},
  [AUX_OPERATION_LIBRARY] = {"a library", aux_run_library, aux_prepare_libraries, 0},
};

void aux_box_serve_all(void) { aux_box_serve(aux_operations, AUX_OPERATION_COUNT); }

int aux_encode(int operation, const aux_request *request, aux_answer *answer, uint8_t **out, size_t *size, aux_error *error) {
  *out = NULL;
  *size = 0;
  int code = aux_call(operation, request, answer, error);
  if (code != AUX_OK) return code;
  if (!answer->buffers[0]) return aux_fail(error, AUX_ERROR_CODEC, "the encoder gave no file");
  *out = answer->buffers[0];
  *size = answer->sizes[0];
  // The others are empty, unless the process that answers was taken over.
  for (int index = 1; index < AUX_ANSWER_BUFFERS; index += 1) aux_free(answer->buffers[index]);
  return AUX_OK;
}
