// HEVC for libheif, through hevc_decoder.h.

#ifndef AUX_HEIF_HEVC_PLUGIN_HPP
#define AUX_HEIF_HEVC_PLUGIN_HPP

#include "../loader/heif.h"

namespace aux::heif {

/// While one is alive, libheif decodes HEVC on this thread by our decoder, which finds damage that its own passes over; the
/// colours are libheif's work as ever. To all others the decoder is not there.
class HEVCDecoding {
 public:
  /// What is wrong goes to `error`. libde265 has to be loaded.
  HEVCDecoding(int64_t pixels, int threads, aux_error *error);
  ~HEVCDecoding();
  HEVCDecoding(const HEVCDecoding &) = delete;
  HEVCDecoding &operator=(const HEVCDecoding &) = delete;

  int64_t pixels;
  int threads;
  aux_error *error;
  /// Whether libheif asked for the decoder.
  bool was_used = false;
};

/// Registers the decoder, once in a process; throws Failure.
void register_hevc();

}  // namespace aux::heif

#endif
