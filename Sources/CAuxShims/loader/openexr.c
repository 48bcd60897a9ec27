#define _GNU_SOURCE
#include "openexr.h"
#include "library.h"
#include "module.h"

#include <dlfcn.h>
#include <stdatomic.h>

#ifdef __APPLE__
static const char module[] = "libauxdepth-exr.dylib";
#else
static const char module[] = "libauxdepth-exr.so";
#endif

aux_openexr_reader *aux_load_openexr(aux_error *error) {
  static aux_openexr_reader *_Atomic loaded;
  aux_openexr_reader *found = atomic_load_explicit(&loaded, memory_order_acquire);
  if (found) return found;
  aux_lock(AUX_LOCK_LOADING);
  found = atomic_load_explicit(&loaded, memory_order_relaxed);
  if (!found) {
    void *handle = aux_open_module(module);
    found = handle ? (aux_openexr_reader *)dlsym(handle, "aux_openexr_read") : NULL;
    if (!found) {
      aux_fail_to_load_part(AUX_LIBRARY_OPENEXR, "DWAA and DWAB in OpenEXR", "OpenEXR's C++ library", error);
    }
  }
  atomic_store_explicit(&loaded, found, memory_order_release);
  aux_unlock(AUX_LOCK_LOADING);
  return found;
}
