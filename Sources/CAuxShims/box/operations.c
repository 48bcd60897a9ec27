#include "operations.h"

const aux_operation aux_operations[AUX_OPERATION_COUNT] = {
  [AUX_OPERATION_JPEG] = {"JPEG", aux_run_jpeg, NULL},
  [AUX_OPERATION_JXL] = {"JPEG XL", aux_run_jxl, aux_prepare_jxl},
  [AUX_OPERATION_PNG_HEADER] = {"PNG", aux_run_png_header, NULL},
  [AUX_OPERATION_PNG] = {"PNG", aux_run_png, NULL},
  [AUX_OPERATION_WEBP] = {"WebP", aux_run_webp, aux_prepare_webp},
  [AUX_OPERATION_XMP] = {"XMP", aux_run_xmp, aux_prepare_xmp},
  [AUX_OPERATION_HEIF_PLANES] = {"HEIF", aux_run_heif_planes, aux_prepare_heif_codecs},
  [AUX_OPERATION_HEIF_RGB] = {"HEIF", aux_run_heif_rgb, aux_prepare_heif_codecs},
  [AUX_OPERATION_HEVC] = {"HEVC", aux_run_hevc, aux_prepare_de265},
  [AUX_OPERATION_TIFF_MAP] = {"TIFF", aux_run_tiff_map, aux_prepare_tiff},
  [AUX_OPERATION_TIFF_PHOTO] = {"TIFF", aux_run_tiff_photo, aux_prepare_tiff},
  [AUX_OPERATION_EXR] = {"OpenEXR", aux_run_exr, aux_prepare_exr},
};

void aux_box_serve_all(void) { aux_box_serve(aux_operations, AUX_OPERATION_COUNT); }
