// What is called of libde265, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_DE265_H
#define AUX_LOADER_DE265_H

#include <libde265/de265.h>

#include "library.h"

#define AUX_DE265_FUNCTIONS(each) \
  each(de265_decode) \
  each(de265_flush_data) \
  each(de265_free_decoder) \
  each(de265_get_bits_per_pixel) \
  each(de265_get_chroma_format) \
  each(de265_get_error_text) \
  each(de265_get_image_colour_primaries) \
  each(de265_get_image_full_range_flag) \
  each(de265_get_image_height) \
  each(de265_get_image_matrix_coefficients) \
  each(de265_get_image_plane) \
  each(de265_get_image_plane_user_data) \
  each(de265_get_image_transfer_characteristics) \
  each(de265_get_image_width) \
  each(de265_get_next_picture) \
  each(de265_get_version) \
  each(de265_get_warning) \
  each(de265_init) \
  each(de265_new_decoder) \
  each(de265_push_NAL) \
  each(de265_push_end_of_frame) \
  each(de265_set_image_allocation_functions) \
  each(de265_set_image_plane) \
  each(de265_set_parameter_bool) \
  each(de265_start_worker_threads)

AUX_DECLARE_LIBRARY(de265, AUX_DE265_FUNCTIONS)

/// de265_new_decoder and de265_free_decoder, which count all decoders behind a lock of the library's: behind one of ours,
/// so that a child of fork finds neither held. The first call takes a share in the library's tables for good.
AUX_EXTERN de265_decoder_context *aux_new_de265_decoder(void);
AUX_EXTERN de265_error aux_free_de265_decoder(de265_decoder_context *decoder);

#define de265_decode aux_de265_calls.de265_decode_call
#define de265_flush_data aux_de265_calls.de265_flush_data_call
#define de265_free_decoder aux_free_de265_decoder
#define de265_get_bits_per_pixel aux_de265_calls.de265_get_bits_per_pixel_call
#define de265_get_chroma_format aux_de265_calls.de265_get_chroma_format_call
#define de265_get_error_text aux_de265_calls.de265_get_error_text_call
#define de265_get_image_colour_primaries aux_de265_calls.de265_get_image_colour_primaries_call
#define de265_get_image_full_range_flag aux_de265_calls.de265_get_image_full_range_flag_call
#define de265_get_image_height aux_de265_calls.de265_get_image_height_call
#define de265_get_image_matrix_coefficients aux_de265_calls.de265_get_image_matrix_coefficients_call
#define de265_get_image_plane aux_de265_calls.de265_get_image_plane_call
#define de265_get_image_plane_user_data aux_de265_calls.de265_get_image_plane_user_data_call
#define de265_get_image_transfer_characteristics aux_de265_calls.de265_get_image_transfer_characteristics_call
#define de265_get_image_width aux_de265_calls.de265_get_image_width_call
#define de265_get_next_picture aux_de265_calls.de265_get_next_picture_call
#define de265_get_version aux_de265_calls.de265_get_version_call
#define de265_get_warning aux_de265_calls.de265_get_warning_call
#define de265_new_decoder aux_new_de265_decoder
#define de265_push_NAL aux_de265_calls.de265_push_NAL_call
#define de265_push_end_of_frame aux_de265_calls.de265_push_end_of_frame_call
#define de265_set_image_allocation_functions aux_de265_calls.de265_set_image_allocation_functions_call
#define de265_set_image_plane aux_de265_calls.de265_set_image_plane_call
#define de265_set_parameter_bool aux_de265_calls.de265_set_parameter_bool_call
#define de265_start_worker_threads aux_de265_calls.de265_start_worker_threads_call

#endif
