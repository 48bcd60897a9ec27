// What is called of libpng, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_PNG_H
#define AUX_LOADER_PNG_H

#include <png.h>

#include "library.h"

#define AUX_PNG_FUNCTIONS(each) \
  each(png_create_info_struct) \
  each(png_create_read_struct) \
  each(png_create_write_struct) \
  each(png_destroy_read_struct) \
  each(png_destroy_write_struct) \
  each(png_error) \
  each(png_get_IHDR) \
  each(png_get_bit_depth) \
  each(png_get_channels) \
  each(png_get_color_type) \
  each(png_get_error_ptr) \
  each(png_get_iCCP) \
  each(png_get_image_height) \
  each(png_get_image_width) \
  each(png_get_io_ptr) \
  each(png_get_libpng_ver) \
  each(png_get_rowbytes) \
  each(png_get_valid) \
  each(png_longjmp) \
  each(png_read_end) \
  each(png_read_info) \
  each(png_read_row) \
  each(png_read_update_info) \
  each(png_set_IHDR) \
  each(png_set_benign_errors) \
  each(png_set_chunk_malloc_max) \
  each(png_set_compression_level) \
  each(png_set_crc_action) \
  each(png_set_eXIf_1) \
  each(png_set_expand_gray_1_2_4_to_8) \
  each(png_set_iCCP) \
  each(png_set_interlace_handling) \
  each(png_set_keep_unknown_chunks) \
  each(png_set_longjmp_fn) \
  each(png_set_palette_to_rgb) \
  each(png_set_read_fn) \
  each(png_set_swap) \
  each(png_set_tRNS_to_alpha) \
  each(png_set_user_limits) \
  each(png_set_write_fn) \
  each(png_write_info)

AUX_DECLARE_LIBRARY(png, AUX_PNG_FUNCTIONS)

#define png_create_info_struct aux_png_calls.png_create_info_struct_call
#define png_create_read_struct aux_png_calls.png_create_read_struct_call
#define png_create_write_struct aux_png_calls.png_create_write_struct_call
#define png_destroy_read_struct aux_png_calls.png_destroy_read_struct_call
#define png_destroy_write_struct aux_png_calls.png_destroy_write_struct_call
#define png_error aux_png_calls.png_error_call
#define png_get_IHDR aux_png_calls.png_get_IHDR_call
#define png_get_bit_depth aux_png_calls.png_get_bit_depth_call
#define png_get_channels aux_png_calls.png_get_channels_call
#define png_get_color_type aux_png_calls.png_get_color_type_call
#define png_get_error_ptr aux_png_calls.png_get_error_ptr_call
#define png_get_iCCP aux_png_calls.png_get_iCCP_call
#define png_get_image_height aux_png_calls.png_get_image_height_call
#define png_get_image_width aux_png_calls.png_get_image_width_call
#define png_get_io_ptr aux_png_calls.png_get_io_ptr_call
#define png_get_libpng_ver aux_png_calls.png_get_libpng_ver_call
#define png_get_rowbytes aux_png_calls.png_get_rowbytes_call
#define png_get_valid aux_png_calls.png_get_valid_call
#define png_longjmp aux_png_calls.png_longjmp_call
#define png_read_end aux_png_calls.png_read_end_call
#define png_read_info aux_png_calls.png_read_info_call
#define png_read_row aux_png_calls.png_read_row_call
#define png_read_update_info aux_png_calls.png_read_update_info_call
#define png_set_IHDR aux_png_calls.png_set_IHDR_call
#define png_set_benign_errors aux_png_calls.png_set_benign_errors_call
#define png_set_chunk_malloc_max aux_png_calls.png_set_chunk_malloc_max_call
#define png_set_compression_level aux_png_calls.png_set_compression_level_call
#define png_set_crc_action aux_png_calls.png_set_crc_action_call
#define png_set_eXIf_1 aux_png_calls.png_set_eXIf_1_call
#define png_set_expand_gray_1_2_4_to_8 aux_png_calls.png_set_expand_gray_1_2_4_to_8_call
#define png_set_iCCP aux_png_calls.png_set_iCCP_call
#define png_set_interlace_handling aux_png_calls.png_set_interlace_handling_call
#define png_set_keep_unknown_chunks aux_png_calls.png_set_keep_unknown_chunks_call
#define png_set_longjmp_fn aux_png_calls.png_set_longjmp_fn_call
#define png_set_palette_to_rgb aux_png_calls.png_set_palette_to_rgb_call
#define png_set_read_fn aux_png_calls.png_set_read_fn_call
#define png_set_swap aux_png_calls.png_set_swap_call
#define png_set_tRNS_to_alpha aux_png_calls.png_set_tRNS_to_alpha_call
#define png_set_user_limits aux_png_calls.png_set_user_limits_call
#define png_set_write_fn aux_png_calls.png_set_write_fn_call
#define png_write_info aux_png_calls.png_write_info_call

#endif
