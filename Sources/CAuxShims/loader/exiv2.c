#define _GNU_SOURCE
#include "exiv2.h"
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
// There, all is linked.
const aux_exiv2_functions *aux_load_exiv2(aux_error *error) {
  static const aux_exiv2_functions linked = {aux_exiv2_parse, aux_exiv2_version};
  (void)error;
  return &linked;
}
#else
#pragma weak aux_exiv2_parse
#pragma weak aux_exiv2_version

static const char module[] = "libauxdepth-xmp.so";

/// Where it stands, seen from the folder of the program.
static const char *const places[] = {"", "../lib/auxdepth/"};

/// Opens the module; the first that is there counts, so that the reason why it does not load is not lost.
static void *open_module(void) {
  char path[4096];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path - 64);
  path[size > 0 ? size : 0] = 0;
  char *name = strrchr(path, '/');
  for (size_t index = 0; name && index < sizeof places / sizeof *places; index += 1) {
    snprintf(name + 1, 63, "%s%s", places[index], module);
    if (access(path, F_OK) == 0) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
  return dlopen(module, RTLD_NOW | RTLD_LOCAL);
}

static int load(aux_exiv2_functions *out, aux_error *error) {
  void *handle = open_module();
  out->parse = handle ? (aux_exiv2_parser *)dlsym(handle, "aux_exiv2_parse") : NULL;
  out->version = out->parse ? (aux_exiv2_namer *)dlsym(handle, "aux_exiv2_version") : NULL;
  return out->version ? AUX_OK : aux_fail_to_load(AUX_LIBRARY_EXIV2, error);
}

const aux_exiv2_functions *aux_load_exiv2(aux_error *error) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static aux_exiv2_functions functions;
  static const aux_exiv2_functions *_Atomic loaded;
  const aux_exiv2_functions *found = atomic_load_explicit(&loaded, memory_order_acquire);
  if (found) return found;
  pthread_mutex_lock(&lock);
  found = atomic_load_explicit(&loaded, memory_order_relaxed);
  if (!found && aux_exiv2_parse && aux_exiv2_version) {
    functions = (aux_exiv2_functions){aux_exiv2_parse, aux_exiv2_version};
    found = &functions;
  } else if (!found && load(&functions, error) == AUX_OK) {
    found = &functions;
  }
  atomic_store_explicit(&loaded, found, memory_order_release);
  pthread_mutex_unlock(&lock);
  return found;
}
#endif
