// The owners of libheif's objects, and the way out of its errors.

#ifndef AUX_HEIF_GUARD_HPP
#define AUX_HEIF_GUARD_HPP

#include <exception>
#include <memory>
#include <new>
#include <string>

#include "../loader/heif.h"

namespace aux::heif {

using Calls = aux_heif_functions;

template <auto release>
struct Releaser {
  template <typename Pointee>
  void operator()(Pointee *pointee) const { (aux_heif_calls.*release)(pointee); }
};

using Context = std::unique_ptr<heif_context, Releaser<&Calls::heif_context_free_call>>;
using Handle = std::unique_ptr<heif_image_handle, Releaser<&Calls::heif_image_handle_release_call>>;
using Image = std::unique_ptr<heif_image, Releaser<&Calls::heif_image_release_call>>;
using Encoder = std::unique_ptr<heif_encoder, Releaser<&Calls::heif_encoder_release_call>>;
using Profile = std::unique_ptr<heif_color_profile_nclx, Releaser<&Calls::heif_nclx_color_profile_free_call>>;
using DecodingOptions = std::unique_ptr<heif_decoding_options, Releaser<&Calls::heif_decoding_options_free_call>>;
using EncodingOptions = std::unique_ptr<heif_encoding_options, Releaser<&Calls::heif_encoding_options_free_call>>;

/// The failure of a call of libheif, with a text of its own: libheif's dies with the context.
struct Failure {
  heif_error_code code;
  heif_suberror_code subcode;
  std::string text;

  explicit Failure(const heif_error &reason)
    : code(reason.code), subcode(reason.subcode), text(reason.message ? reason.message : "") {
    while (!text.empty() && text.back() == '\n') text.pop_back();
  }
};

inline void check(heif_error result) {
  if (result.code != heif_error_Ok) throw Failure(result);
}

template <typename Pointer>
Pointer owned(typename Pointer::pointer pointer) {
  if (!pointer) throw std::bad_alloc();
  return Pointer(pointer);
}

/// The AUX_ code of a failure.
int code_of(const Failure &reason);

/// Registers the codecs of libheif, which are plug-ins; throws Failure.
void register_plugins();

/// Runs `body` with the plug-ins registered, and turns whatever it throws into an error.
template <typename Body>
int guarded(aux_error *error, Body body) noexcept {
  aux_clear(error);
  if (aux_load_heif(error) != AUX_OK) return error->code;
  try {
    register_plugins();
    return body();
  } catch (const Failure &failure) {
    return aux_fail(error, code_of(failure), "%s", failure.text.c_str());
  } catch (const std::bad_alloc &) {
    return aux_fail(error, AUX_ERROR_MEMORY, "not enough memory for the image");
  } catch (const std::exception &reason) {
    return aux_fail(error, AUX_ERROR_CODEC, "%s", reason.what());
  } catch (...) {
    return aux_fail(error, AUX_ERROR_CODEC, "libheif failed for an unknown reason");
  }
}

}  // namespace aux::heif

#endif
