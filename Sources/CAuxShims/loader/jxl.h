// What is called of libjxl, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_JXL_H
#define AUX_LOADER_JXL_H

#include <jxl/decode.h>

#include "library.h"

#define AUX_JXL_FUNCTIONS(each) \
  each(JxlDecoderCloseInput) \
  each(JxlDecoderCreate) \
  each(JxlDecoderDestroy) \
  each(JxlDecoderExtraChannelBufferSize) \
  each(JxlDecoderGetBasicInfo) \
  each(JxlDecoderGetBoxType) \
  each(JxlDecoderGetColorAsEncodedProfile) \
  each(JxlDecoderGetColorAsICCProfile) \
  each(JxlDecoderGetICCProfileSize) \
  each(JxlDecoderImageOutBufferSize) \
  each(JxlDecoderProcessInput) \
  each(JxlDecoderReleaseBoxBuffer) \
  each(JxlDecoderSetBoxBuffer) \
  each(JxlDecoderSetDecompressBoxes) \
  each(JxlDecoderSetExtraChannelBuffer) \
  each(JxlDecoderSetImageOutBuffer) \
  each(JxlDecoderSetImageOutCallback) \
  each(JxlDecoderSetInput) \
  each(JxlDecoderSetKeepOrientation) \
  each(JxlDecoderSubscribeEvents) \
  each(JxlDecoderVersion)

AUX_DECLARE_LIBRARY(jxl, AUX_JXL_FUNCTIONS)

#define JxlDecoderCloseInput aux_jxl_calls.JxlDecoderCloseInput_call
#define JxlDecoderCreate aux_jxl_calls.JxlDecoderCreate_call
#define JxlDecoderDestroy aux_jxl_calls.JxlDecoderDestroy_call
#define JxlDecoderExtraChannelBufferSize aux_jxl_calls.JxlDecoderExtraChannelBufferSize_call
#define JxlDecoderGetBasicInfo aux_jxl_calls.JxlDecoderGetBasicInfo_call
#define JxlDecoderGetBoxType aux_jxl_calls.JxlDecoderGetBoxType_call
#define JxlDecoderGetColorAsEncodedProfile aux_jxl_calls.JxlDecoderGetColorAsEncodedProfile_call
#define JxlDecoderGetColorAsICCProfile aux_jxl_calls.JxlDecoderGetColorAsICCProfile_call
#define JxlDecoderGetICCProfileSize aux_jxl_calls.JxlDecoderGetICCProfileSize_call
#define JxlDecoderImageOutBufferSize aux_jxl_calls.JxlDecoderImageOutBufferSize_call
#define JxlDecoderProcessInput aux_jxl_calls.JxlDecoderProcessInput_call
#define JxlDecoderReleaseBoxBuffer aux_jxl_calls.JxlDecoderReleaseBoxBuffer_call
#define JxlDecoderSetBoxBuffer aux_jxl_calls.JxlDecoderSetBoxBuffer_call
#define JxlDecoderSetDecompressBoxes aux_jxl_calls.JxlDecoderSetDecompressBoxes_call
#define JxlDecoderSetExtraChannelBuffer aux_jxl_calls.JxlDecoderSetExtraChannelBuffer_call
#define JxlDecoderSetImageOutBuffer aux_jxl_calls.JxlDecoderSetImageOutBuffer_call
#define JxlDecoderSetImageOutCallback aux_jxl_calls.JxlDecoderSetImageOutCallback_call
#define JxlDecoderSetInput aux_jxl_calls.JxlDecoderSetInput_call
#define JxlDecoderSetKeepOrientation aux_jxl_calls.JxlDecoderSetKeepOrientation_call
#define JxlDecoderSubscribeEvents aux_jxl_calls.JxlDecoderSubscribeEvents_call
#define JxlDecoderVersion aux_jxl_calls.JxlDecoderVersion_call

#endif
