// What is called of libzstd, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_ZSTD_H
#define AUX_LOADER_ZSTD_H

#include <zstd.h>

#include "library.h"

#define AUX_ZSTD_FUNCTIONS(each) \
  each(ZSTD_DCtx_setParameter) \
  each(ZSTD_createDCtx) \
  each(ZSTD_decompressStream) \
  each(ZSTD_freeDCtx) \
  each(ZSTD_getErrorName) \
  each(ZSTD_isError) \
  each(ZSTD_versionString)

AUX_DECLARE_LIBRARY(zstd, AUX_ZSTD_FUNCTIONS)

#define ZSTD_DCtx_setParameter aux_zstd_calls.ZSTD_DCtx_setParameter_call
#define ZSTD_createDCtx aux_zstd_calls.ZSTD_createDCtx_call
#define ZSTD_decompressStream aux_zstd_calls.ZSTD_decompressStream_call
#define ZSTD_freeDCtx aux_zstd_calls.ZSTD_freeDCtx_call
#define ZSTD_getErrorName aux_zstd_calls.ZSTD_getErrorName_call
#define ZSTD_isError aux_zstd_calls.ZSTD_isError_call
#define ZSTD_versionString aux_zstd_calls.ZSTD_versionString_call

#endif
