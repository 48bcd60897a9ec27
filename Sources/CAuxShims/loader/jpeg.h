// What is called of libjpeg, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_JPEG_H
#define AUX_LOADER_JPEG_H

#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

#include "library.h"

#define AUX_JPEG_FUNCTIONS(each) \
  each(jpeg_CreateCompress) \
  each(jpeg_CreateDecompress) \
  each(jpeg_copy_critical_parameters) \
  each(jpeg_destroy_compress) \
  each(jpeg_destroy_decompress) \
  each(jpeg_finish_compress) \
  each(jpeg_finish_decompress) \
  each(jpeg_mem_src) \
  each(jpeg_read_coefficients) \
  each(jpeg_read_header) \
  each(jpeg_read_scanlines) \
  each(jpeg_set_defaults) \
  each(jpeg_set_quality) \
  each(jpeg_simple_progression) \
  each(jpeg_start_compress) \
  each(jpeg_start_decompress) \
  each(jpeg_std_error) \
  each(jpeg_write_coefficients) \
  each(jpeg_write_scanlines)

AUX_DECLARE_LIBRARY(jpeg, AUX_JPEG_FUNCTIONS)

#define jpeg_CreateCompress aux_jpeg_calls.jpeg_CreateCompress_call
#define jpeg_CreateDecompress aux_jpeg_calls.jpeg_CreateDecompress_call
#define jpeg_copy_critical_parameters aux_jpeg_calls.jpeg_copy_critical_parameters_call
#define jpeg_destroy_compress aux_jpeg_calls.jpeg_destroy_compress_call
#define jpeg_destroy_decompress aux_jpeg_calls.jpeg_destroy_decompress_call
#define jpeg_finish_compress aux_jpeg_calls.jpeg_finish_compress_call
#define jpeg_finish_decompress aux_jpeg_calls.jpeg_finish_decompress_call
#define jpeg_mem_src aux_jpeg_calls.jpeg_mem_src_call
#define jpeg_read_coefficients aux_jpeg_calls.jpeg_read_coefficients_call
#define jpeg_read_header aux_jpeg_calls.jpeg_read_header_call
#define jpeg_read_scanlines aux_jpeg_calls.jpeg_read_scanlines_call
#define jpeg_set_defaults aux_jpeg_calls.jpeg_set_defaults_call
#define jpeg_set_quality aux_jpeg_calls.jpeg_set_quality_call
#define jpeg_simple_progression aux_jpeg_calls.jpeg_simple_progression_call
#define jpeg_start_compress aux_jpeg_calls.jpeg_start_compress_call
#define jpeg_start_decompress aux_jpeg_calls.jpeg_start_decompress_call
#define jpeg_std_error aux_jpeg_calls.jpeg_std_error_call
#define jpeg_write_coefficients aux_jpeg_calls.jpeg_write_coefficients_call
#define jpeg_write_scanlines aux_jpeg_calls.jpeg_write_scanlines_call

#endif
