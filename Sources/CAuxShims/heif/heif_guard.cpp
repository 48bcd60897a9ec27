#include "heif_guard.hpp"

namespace aux::heif {

int code_of(const Failure &reason) {
  switch (reason.code) {
    case heif_error_Memory_allocation_error:
      return reason.subcode == heif_suberror_Security_limit_exceeded ? AUX_ERROR_LIMIT : AUX_ERROR_MEMORY;
    case heif_error_Unsupported_feature:
      if (reason.subcode == heif_suberror_Unsupported_codec) return AUX_ERROR_MISSING;
      // The library does not even know the type of the item.
      if (reason.subcode == heif_suberror_Unsupported_image_type) return AUX_ERROR_MISSING;
      return AUX_ERROR_CODEC;
    case heif_error_Plugin_loading_error: return AUX_ERROR_MISSING;
    default: return AUX_ERROR_CODEC;
  }
}

void register_plugins() {
  // Only once, and never undone: the matching heif_deinit would take the plug-ins from under another thread. Not by
  // std::call_once, which a child of fork would find begun and never ended.
  static bool is_registered = false;
  struct Lock {
    Lock() { aux_lock(AUX_LOCK_LOADING); }
    ~Lock() { aux_unlock(AUX_LOCK_LOADING); }
  } const lock;
  if (is_registered) return;
  check(heif_init(nullptr));
  is_registered = true;
}

}  // namespace aux::heif
