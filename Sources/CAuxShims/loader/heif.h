// What is called of libheif, which is loaded when it is first needed; not for Swift.
//
// To be included in place of the library's own header. A call of what is missing here does not link.

#ifndef AUX_LOADER_HEIF_H
#define AUX_LOADER_HEIF_H

#include <libheif/heif.h>

#include "library.h"

#if LIBHEIF_HAVE_VERSION(1, 19, 0)
#define AUX_HEIF_LATER_FUNCTIONS(each) each(heif_context_get_security_limits)
#else
#define AUX_HEIF_LATER_FUNCTIONS(each)
#endif

#define AUX_HEIF_FUNCTIONS(each) \
  each(heif_context_add_XMP_metadata) \
  each(heif_context_add_exif_metadata) \
  each(heif_context_alloc) \
  each(heif_context_encode_image) \
  each(heif_context_free) \
  each(heif_context_get_encoder) \
  each(heif_context_get_primary_image_handle) \
  each(heif_context_read_from_memory_without_copy) \
  each(heif_context_set_max_decoding_threads) \
  each(heif_context_write) \
  each(heif_decode_image) \
  each(heif_decoder_descriptor_get_name) \
  each(heif_decoding_options_alloc) \
  each(heif_decoding_options_free) \
  each(heif_encoder_descriptor_get_name) \
  each(heif_encoder_release) \
  each(heif_encoder_set_logging_level) \
  each(heif_encoder_set_lossless) \
  each(heif_encoder_set_lossy_quality) \
  each(heif_encoder_set_parameter) \
  each(heif_encoding_options_alloc) \
  each(heif_encoding_options_free) \
  each(heif_get_decoder_descriptors) \
  each(heif_get_encoder_descriptors) \
  each(heif_get_version) \
  each(heif_image_add_plane) \
  each(heif_image_create) \
  each(heif_image_get_bits_per_pixel_range) \
  each(heif_image_get_decoding_warnings) \
  each(heif_image_get_height) \
  each(heif_image_get_plane) \
  each(heif_image_get_plane_readonly) \
  each(heif_image_get_width) \
  each(heif_image_handle_get_ispe_height) \
  each(heif_image_handle_get_ispe_width) \
  each(heif_image_handle_release) \
  each(heif_image_has_channel) \
  each(heif_image_release) \
  each(heif_image_set_nclx_color_profile) \
  each(heif_image_set_raw_color_profile) \
  each(heif_init) \
  each(heif_nclx_color_profile_alloc) \
  each(heif_nclx_color_profile_free) \
  each(heif_nclx_color_profile_set_color_primaries) \
  each(heif_nclx_color_profile_set_matrix_coefficients) \
  each(heif_nclx_color_profile_set_transfer_characteristics) \
  AUX_HEIF_LATER_FUNCTIONS(each)

AUX_DECLARE_LIBRARY(heif, AUX_HEIF_FUNCTIONS)

#define heif_context_add_XMP_metadata aux_heif_calls.heif_context_add_XMP_metadata_call
#define heif_context_add_exif_metadata aux_heif_calls.heif_context_add_exif_metadata_call
#define heif_context_alloc aux_heif_calls.heif_context_alloc_call
#define heif_context_encode_image aux_heif_calls.heif_context_encode_image_call
#define heif_context_free aux_heif_calls.heif_context_free_call
#define heif_context_get_encoder aux_heif_calls.heif_context_get_encoder_call
#define heif_context_get_primary_image_handle aux_heif_calls.heif_context_get_primary_image_handle_call
#define heif_context_get_security_limits aux_heif_calls.heif_context_get_security_limits_call
#define heif_context_read_from_memory_without_copy aux_heif_calls.heif_context_read_from_memory_without_copy_call
#define heif_context_set_max_decoding_threads aux_heif_calls.heif_context_set_max_decoding_threads_call
#define heif_context_write aux_heif_calls.heif_context_write_call
#define heif_decode_image aux_heif_calls.heif_decode_image_call
#define heif_decoder_descriptor_get_name aux_heif_calls.heif_decoder_descriptor_get_name_call
#define heif_decoding_options_alloc aux_heif_calls.heif_decoding_options_alloc_call
#define heif_decoding_options_free aux_heif_calls.heif_decoding_options_free_call
#define heif_encoder_descriptor_get_name aux_heif_calls.heif_encoder_descriptor_get_name_call
#define heif_encoder_release aux_heif_calls.heif_encoder_release_call
#define heif_encoder_set_logging_level aux_heif_calls.heif_encoder_set_logging_level_call
#define heif_encoder_set_lossless aux_heif_calls.heif_encoder_set_lossless_call
#define heif_encoder_set_lossy_quality aux_heif_calls.heif_encoder_set_lossy_quality_call
#define heif_encoder_set_parameter aux_heif_calls.heif_encoder_set_parameter_call
#define heif_encoding_options_alloc aux_heif_calls.heif_encoding_options_alloc_call
#define heif_encoding_options_free aux_heif_calls.heif_encoding_options_free_call
#define heif_get_decoder_descriptors aux_heif_calls.heif_get_decoder_descriptors_call
#define heif_get_encoder_descriptors aux_heif_calls.heif_get_encoder_descriptors_call
#define heif_get_version aux_heif_calls.heif_get_version_call
#define heif_image_add_plane aux_heif_calls.heif_image_add_plane_call
#define heif_image_create aux_heif_calls.heif_image_create_call
#define heif_image_get_bits_per_pixel_range aux_heif_calls.heif_image_get_bits_per_pixel_range_call
#define heif_image_get_decoding_warnings aux_heif_calls.heif_image_get_decoding_warnings_call
#define heif_image_get_height aux_heif_calls.heif_image_get_height_call
#define heif_image_get_plane aux_heif_calls.heif_image_get_plane_call
#define heif_image_get_plane_readonly aux_heif_calls.heif_image_get_plane_readonly_call
#define heif_image_get_width aux_heif_calls.heif_image_get_width_call
#define heif_image_handle_get_ispe_height aux_heif_calls.heif_image_handle_get_ispe_height_call
#define heif_image_handle_get_ispe_width aux_heif_calls.heif_image_handle_get_ispe_width_call
#define heif_image_handle_release aux_heif_calls.heif_image_handle_release_call
#define heif_image_has_channel aux_heif_calls.heif_image_has_channel_call
#define heif_image_release aux_heif_calls.heif_image_release_call
#define heif_image_set_nclx_color_profile aux_heif_calls.heif_image_set_nclx_color_profile_call
#define heif_image_set_raw_color_profile aux_heif_calls.heif_image_set_raw_color_profile_call
#define heif_init aux_heif_calls.heif_init_call
#define heif_nclx_color_profile_alloc aux_heif_calls.heif_nclx_color_profile_alloc_call
#define heif_nclx_color_profile_free aux_heif_calls.heif_nclx_color_profile_free_call
#define heif_nclx_color_profile_set_color_primaries aux_heif_calls.heif_nclx_color_profile_set_color_primaries_call
#define heif_nclx_color_profile_set_matrix_coefficients aux_heif_calls.heif_nclx_color_profile_set_matrix_coefficients_call
#define heif_nclx_color_profile_set_transfer_characteristics aux_heif_calls.heif_nclx_color_profile_set_transfer_characteristics_call

#endif
