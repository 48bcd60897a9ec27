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
  each(JxlDecoderGetBasicInfo) \
  each(JxlDecoderImageOutBufferSize) \
  each(JxlDecoderProcessInput) \
  each(JxlDecoderSetImageOutBuffer) \
  each(JxlDecoderSetInput) \
  each(JxlDecoderSetKeepOrientation) \
  each(JxlDecoderSubscribeEvents) \
  each(JxlDecoderVersion)

AUX_DECLARE_LIBRARY(jxl, AUX_JXL_FUNCTIONS)

#define JxlDecoderCloseInput aux_jxl_calls.JxlDecoderCloseInput_call
#define JxlDecoderCreate aux_jxl_calls.JxlDecoderCreate_call
#define JxlDecoderDestroy aux_jxl_calls.JxlDecoderDestroy_call
#define JxlDecoderGetBasicInfo aux_jxl_calls.JxlDecoderGetBasicInfo_call
#define JxlDecoderImageOutBufferSize aux_jxl_calls.JxlDecoderImageOutBufferSize_call
#define JxlDecoderProcessInput aux_jxl_calls.JxlDecoderProcessInput_call
#define JxlDecoderSetImageOutBuffer aux_jxl_calls.JxlDecoderSetImageOutBuffer_call
#define JxlDecoderSetInput aux_jxl_calls.JxlDecoderSetInput_call
#define JxlDecoderSetKeepOrientation aux_jxl_calls.JxlDecoderSetKeepOrientation_call
#define JxlDecoderSubscribeEvents aux_jxl_calls.JxlDecoderSubscribeEvents_call
#define JxlDecoderVersion aux_jxl_calls.JxlDecoderVersion_call

#endif
