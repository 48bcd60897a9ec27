// What is called of libwebpmux, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_WEBPMUX_H
#define AUX_LOADER_WEBPMUX_H

#include <webp/mux.h>

#include "library.h"

#define AUX_WEBPMUX_FUNCTIONS(each) \
  each(WebPAnimEncoderAdd) \
  each(WebPAnimEncoderAssemble) \
  each(WebPAnimEncoderDelete) \
  each(WebPAnimEncoderGetError) \
  each(WebPAnimEncoderNewInternal) \
  each(WebPAnimEncoderOptionsInitInternal) \
  each(WebPGetMuxVersion) \
  each(WebPMuxAssemble) \
  each(WebPMuxCreateInternal) \
  each(WebPMuxDelete) \
  each(WebPMuxSetChunk)

AUX_DECLARE_LIBRARY(webpmux, AUX_WEBPMUX_FUNCTIONS)

#define WebPAnimEncoderAdd aux_webpmux_calls.WebPAnimEncoderAdd_call
#define WebPAnimEncoderAssemble aux_webpmux_calls.WebPAnimEncoderAssemble_call
#define WebPAnimEncoderDelete aux_webpmux_calls.WebPAnimEncoderDelete_call
#define WebPAnimEncoderGetError aux_webpmux_calls.WebPAnimEncoderGetError_call
#define WebPAnimEncoderNewInternal aux_webpmux_calls.WebPAnimEncoderNewInternal_call
#define WebPAnimEncoderOptionsInitInternal aux_webpmux_calls.WebPAnimEncoderOptionsInitInternal_call
#define WebPGetMuxVersion aux_webpmux_calls.WebPGetMuxVersion_call
#define WebPMuxAssemble aux_webpmux_calls.WebPMuxAssemble_call
#define WebPMuxCreateInternal aux_webpmux_calls.WebPMuxCreateInternal_call
#define WebPMuxDelete aux_webpmux_calls.WebPMuxDelete_call
#define WebPMuxSetChunk aux_webpmux_calls.WebPMuxSetChunk_call

#endif
