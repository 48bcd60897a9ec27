// The operations of the box: every function of this module that calls a library of formats; not for Swift.
//
// Each is called through a function of CAuxShims.h, which is in the same file and turns its arguments to a request.

#ifndef AUX_OPERATIONS_H
#define AUX_OPERATIONS_H

#include "../support.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  AUX_OPERATION_JXL,
  AUX_OPERATION_JXL_BOX,
  AUX_OPERATION_PNG_HEADER,
  AUX_OPERATION_PNG,
  AUX_OPERATION_WEBP,
  AUX_OPERATION_XMP,
  AUX_OPERATION_HEIF_PLANES,
  AUX_OPERATION_TIFF_MAP,
  AUX_OPERATION_TIFF_PHOTO,
  AUX_OPERATION_EXR,
  AUX_OPERATION_EXR_DWA,
  AUX_OPERATION_PNG_HEAD,
  AUX_OPERATION_HEIF_ENCODING,
  AUX_OPERATION_TIFF_ENCODING,
  AUX_OPERATION_EXR_ENCODING,
  AUX_OPERATION_WEBP_ENCODING,
  AUX_OPERATION_LIBRARY,
  AUX_OPERATION_COUNT
};

extern const aux_operation aux_operations[AUX_OPERATION_COUNT];

int aux_run_jxl_box(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_jxl(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_png_header(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_png(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_webp(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_xmp(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_heif_planes(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_tiff_map(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_tiff_photo(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_exr(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_png_head(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_heif_encoding(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_tiff_encoding(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_exr_encoding(const aux_request *request, aux_answer *answer, aux_error *error);
int aux_run_webp_encoding(const aux_request *request, aux_answer *answer, aux_error *error);
/// Says of a library what it says of itself.
int aux_run_library(const aux_request *request, aux_answer *answer, aux_error *error);

/// Runs an operation whose answer is a file; the caller frees `*out`.
int aux_encode(int operation, const aux_request *request, aux_answer *answer, uint8_t **out, size_t *size, aux_error *error);

/// Load what is in files: a library, and the plug-ins of libheif with it.
void aux_prepare_heif_codecs(void);
void aux_prepare_png(void);
/// All of them.
void aux_prepare_libraries(void);
void aux_prepare_tiff(void);
void aux_prepare_exr(void);
void aux_prepare_exr_module(void);
void aux_prepare_webp(void);
void aux_prepare_jxl(void);
void aux_prepare_xmp(void);

#ifdef __cplusplus
}
#endif

#endif
