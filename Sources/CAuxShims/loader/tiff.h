// What is called of libtiff, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_TIFF_H
#define AUX_LOADER_TIFF_H

#include <tiffio.h>

#include "library.h"

#define AUX_TIFF_FUNCTIONS(each) \
  each(TIFFClientOpenExt) \
  each(TIFFClose) \
  each(TIFFComputeStrip) \
  each(TIFFComputeTile) \
  each(TIFFCurrentDirOffset) \
  each(TIFFGetField) \
  each(TIFFGetFieldDefaulted) \
  each(TIFFGetStrileByteCount) \
  each(TIFFGetVersion) \
  each(TIFFIsCODECConfigured) \
  each(TIFFIsTiled) \
  each(TIFFNumberOfStrips) \
  each(TIFFNumberOfTiles) \
  each(TIFFOpenOptionsAlloc) \
  each(TIFFOpenOptionsFree) \
  each(TIFFOpenOptionsSetErrorHandlerExtR) \
  each(TIFFOpenOptionsSetMaxSingleMemAlloc) \
  each(TIFFOpenOptionsSetWarningHandlerExtR) \
  each(TIFFReadEncodedStrip) \
  each(TIFFReadEncodedTile) \
  each(TIFFSetField) \
  each(TIFFSetSubDirectory) \
  each(TIFFStripSize) \
  each(TIFFTileSize) \
  each(TIFFWriteDirectory) \
  each(TIFFWriteEncodedStrip)

AUX_DECLARE_LIBRARY(tiff, AUX_TIFF_FUNCTIONS)

#define TIFFClientOpenExt aux_tiff_calls.TIFFClientOpenExt_call
#define TIFFClose aux_tiff_calls.TIFFClose_call
#define TIFFComputeStrip aux_tiff_calls.TIFFComputeStrip_call
#define TIFFComputeTile aux_tiff_calls.TIFFComputeTile_call
#define TIFFCurrentDirOffset aux_tiff_calls.TIFFCurrentDirOffset_call
#define TIFFGetField aux_tiff_calls.TIFFGetField_call
#define TIFFGetFieldDefaulted aux_tiff_calls.TIFFGetFieldDefaulted_call
#define TIFFGetStrileByteCount aux_tiff_calls.TIFFGetStrileByteCount_call
#define TIFFGetVersion aux_tiff_calls.TIFFGetVersion_call
#define TIFFIsCODECConfigured aux_tiff_calls.TIFFIsCODECConfigured_call
#define TIFFIsTiled aux_tiff_calls.TIFFIsTiled_call
#define TIFFNumberOfStrips aux_tiff_calls.TIFFNumberOfStrips_call
#define TIFFNumberOfTiles aux_tiff_calls.TIFFNumberOfTiles_call
#define TIFFOpenOptionsAlloc aux_tiff_calls.TIFFOpenOptionsAlloc_call
#define TIFFOpenOptionsFree aux_tiff_calls.TIFFOpenOptionsFree_call
#define TIFFOpenOptionsSetErrorHandlerExtR aux_tiff_calls.TIFFOpenOptionsSetErrorHandlerExtR_call
#define TIFFOpenOptionsSetMaxSingleMemAlloc aux_tiff_calls.TIFFOpenOptionsSetMaxSingleMemAlloc_call
#define TIFFOpenOptionsSetWarningHandlerExtR aux_tiff_calls.TIFFOpenOptionsSetWarningHandlerExtR_call
#define TIFFReadEncodedStrip aux_tiff_calls.TIFFReadEncodedStrip_call
#define TIFFReadEncodedTile aux_tiff_calls.TIFFReadEncodedTile_call
#define TIFFSetField aux_tiff_calls.TIFFSetField_call
#define TIFFSetSubDirectory aux_tiff_calls.TIFFSetSubDirectory_call
#define TIFFStripSize aux_tiff_calls.TIFFStripSize_call
#define TIFFTileSize aux_tiff_calls.TIFFTileSize_call
#define TIFFWriteDirectory aux_tiff_calls.TIFFWriteDirectory_call
#define TIFFWriteEncodedStrip aux_tiff_calls.TIFFWriteEncodedStrip_call

#endif
