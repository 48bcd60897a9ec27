// What is called of OpenEXRCore, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_OPENEXR_H
#define AUX_LOADER_OPENEXR_H

#include <OpenEXR/openexr.h>

#include "library.h"

#define AUX_OPENEXR_FUNCTIONS(each) \
  each(exr_add_channel) \
  each(exr_add_part) \
  each(exr_attr_set_string) \
  each(exr_decoding_choose_default_routines) \
  each(exr_decoding_destroy) \
  each(exr_decoding_initialize) \
  each(exr_decoding_run) \
  each(exr_decoding_update) \
  each(exr_encoding_choose_default_routines) \
  each(exr_encoding_destroy) \
  each(exr_encoding_initialize) \
  each(exr_encoding_run) \
  each(exr_encoding_update) \
  each(exr_finish) \
  each(exr_get_channels) \
  each(exr_get_chunk_count) \
  each(exr_get_compression) \
  each(exr_get_data_window) \
  each(exr_get_default_error_message) \
  each(exr_get_display_window) \
  each(exr_get_library_version) \
  each(exr_get_scanlines_per_chunk) \
  each(exr_get_storage) \
  each(exr_get_tile_sizes) \
  each(exr_get_user_data) \
  each(exr_initialize_required_attr_simple) \
  each(exr_read_scanline_chunk_info) \
  each(exr_read_tile_chunk_info) \
  each(exr_set_zip_compression_level) \
  each(exr_start_read) \
  each(exr_start_write) \
  each(exr_write_header) \
  each(exr_write_scanline_chunk_info)

AUX_DECLARE_LIBRARY(exr, AUX_OPENEXR_FUNCTIONS)

#define exr_add_channel aux_exr_calls.exr_add_channel_call
#define exr_add_part aux_exr_calls.exr_add_part_call
#define exr_attr_set_string aux_exr_calls.exr_attr_set_string_call
#define exr_decoding_choose_default_routines aux_exr_calls.exr_decoding_choose_default_routines_call
#define exr_decoding_destroy aux_exr_calls.exr_decoding_destroy_call
#define exr_decoding_initialize aux_exr_calls.exr_decoding_initialize_call
#define exr_decoding_run aux_exr_calls.exr_decoding_run_call
#define exr_decoding_update aux_exr_calls.exr_decoding_update_call
#define exr_encoding_choose_default_routines aux_exr_calls.exr_encoding_choose_default_routines_call
#define exr_encoding_destroy aux_exr_calls.exr_encoding_destroy_call
#define exr_encoding_initialize aux_exr_calls.exr_encoding_initialize_call
#define exr_encoding_run aux_exr_calls.exr_encoding_run_call
#define exr_encoding_update aux_exr_calls.exr_encoding_update_call
#define exr_finish aux_exr_calls.exr_finish_call
#define exr_get_channels aux_exr_calls.exr_get_channels_call
#define exr_get_chunk_count aux_exr_calls.exr_get_chunk_count_call
#define exr_get_compression aux_exr_calls.exr_get_compression_call
#define exr_get_data_window aux_exr_calls.exr_get_data_window_call
#define exr_get_default_error_message aux_exr_calls.exr_get_default_error_message_call
#define exr_get_display_window aux_exr_calls.exr_get_display_window_call
#define exr_get_library_version aux_exr_calls.exr_get_library_version_call
#define exr_get_scanlines_per_chunk aux_exr_calls.exr_get_scanlines_per_chunk_call
#define exr_get_storage aux_exr_calls.exr_get_storage_call
#define exr_get_tile_sizes aux_exr_calls.exr_get_tile_sizes_call
#define exr_get_user_data aux_exr_calls.exr_get_user_data_call
#define exr_initialize_required_attr_simple aux_exr_calls.exr_initialize_required_attr_simple_call
#define exr_read_scanline_chunk_info aux_exr_calls.exr_read_scanline_chunk_info_call
#define exr_read_tile_chunk_info aux_exr_calls.exr_read_tile_chunk_info_call
#define exr_set_zip_compression_level aux_exr_calls.exr_set_zip_compression_level_call
#define exr_start_read aux_exr_calls.exr_start_read_call
#define exr_start_write aux_exr_calls.exr_start_write_call
#define exr_write_header aux_exr_calls.exr_write_header_call
#define exr_write_scanline_chunk_info aux_exr_calls.exr_write_scanline_chunk_info_call

#endif
