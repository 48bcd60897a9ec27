// What is called of libwebp, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_WEBP_H
#define AUX_LOADER_WEBP_H

#include <webp/decode.h>
#include <webp/encode.h>

#include "library.h"

#define AUX_WEBP_FUNCTIONS(each) \
  each(WebPConfigInitInternal) \
  each(WebPDecode) \
  each(WebPEncode) \
  each(WebPFreeDecBuffer) \
  each(WebPGetDecoderVersion) \
  each(WebPGetFeaturesInternal) \
  each(WebPInitDecoderConfigInternal) \
  each(WebPPictureFree) \
  each(WebPPictureImportRGB) \
  each(WebPPictureInitInternal)

AUX_DECLARE_LIBRARY(webp, AUX_WEBP_FUNCTIONS)

#define WebPConfigInitInternal aux_webp_calls.WebPConfigInitInternal_call
#define WebPDecode aux_webp_calls.WebPDecode_call
#define WebPEncode aux_webp_calls.WebPEncode_call
#define WebPFreeDecBuffer aux_webp_calls.WebPFreeDecBuffer_call
#define WebPGetDecoderVersion aux_webp_calls.WebPGetDecoderVersion_call
#define WebPGetFeaturesInternal aux_webp_calls.WebPGetFeaturesInternal_call
#define WebPInitDecoderConfigInternal aux_webp_calls.WebPInitDecoderConfigInternal_call
#define WebPPictureFree aux_webp_calls.WebPPictureFree_call
#define WebPPictureImportRGB aux_webp_calls.WebPPictureImportRGB_call
#define WebPPictureInitInternal aux_webp_calls.WebPPictureInitInternal_call

#endif
