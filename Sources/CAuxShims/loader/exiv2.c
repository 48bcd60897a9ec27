#define _GNU_SOURCE
#include "exiv2.h"
#include "library.h"
#include "module.h"

#include <dlfcn.h>
#include <stdatomic.h>

#ifdef __APPLE__
// There, all is linked.
const aux_exiv2_functions *aux_load_exiv2(aux_error *error) {
  static const aux_exiv2_functions linked = {aux_exiv2_check, aux_exiv2_version};
  (void)error;
  return &linked;
}
#else
#pragma weak aux_exiv2_check
#pragma weak aux_exiv2_version

static const char module[] = "libauxdepth-xmp.so";

static int load(aux_exiv2_functions *out, aux_error *error) {
  void *handle = aux_open_module(module);
  out->check = handle ? (aux_exiv2_checker *)dlsym(handle, "aux_exiv2_check") : NULL;
  out->version = out->check ? (aux_exiv2_namer *)dlsym(handle, "aux_exiv2_version") : NULL;
  return out->version ? AUX_OK : aux_fail_to_load(AUX_LIBRARY_EXIV2, error);
}

const aux_exiv2_functions *aux_load_exiv2(aux_error *error) {
  static aux_exiv2_functions functions;
  static const aux_exiv2_functions *_Atomic loaded;
  const aux_exiv2_functions *found = atomic_load_explicit(&loaded, memory_order_acquire);
  if (found) return found;
  aux_lock(AUX_LOCK_LOADING);
  found = atomic_load_explicit(&loaded, memory_order_relaxed);
  if (!found && aux_exiv2_check && aux_exiv2_version) {
    functions = (aux_exiv2_functions){aux_exiv2_check, aux_exiv2_version};
    found = &functions;
  } else if (!found && load(&functions, error) == AUX_OK) {
    found = &functions;
  }
  atomic_store_explicit(&loaded, found, memory_order_release);
  aux_unlock(AUX_LOCK_LOADING);
  return found;
}
#endif
