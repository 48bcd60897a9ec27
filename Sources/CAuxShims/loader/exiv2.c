#define _GNU_SOURCE
#include "exiv2.h"
#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
// There, all is linked.
const aux_exiv2_functions *aux_load_exiv2(aux_error *error) {
  static const aux_exiv2_functions linked = {aux_exiv2_check, aux_exiv2_version};
  (void)error;
  return &linked;
}
#else
#include <sys/auxv.h>

#pragma weak aux_exiv2_check
#pragma weak aux_exiv2_version

static const char module[] = "libauxdepth-xmp.so";

/// Its places, seen from the folder of the program, or of the library, that has this code; NULL at the end.
static const char *const places_of_program[] = {"", "../lib/auxdepth/", NULL};
static const char *const places_of_library[] = {"", "auxdepth/", "../auxdepth/", NULL};

enum { longest_place = 64 };

/// Writes the path of the file that has this code, links followed, or nothing where it is not known; returns the places
/// to look at from there.
static const char *const *locate(char path[PATH_MAX]) {
  Dl_info own;
  path[0] = 0;
  if (aux_is_in_library()) {
    if (!dladdr(module, &own) || !realpath(own.dli_fname, path)) path[0] = 0;
    return places_of_library;
  }
  ssize_t size = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[size > 0 ? size : 0] = 0;
  // Without /proc there is what execve was given, which is seen from the folder of that time.
  const char *started = size > 0 ? NULL : (const char *)getauxval(AT_EXECFN);
  if (started && !realpath(started, path)) path[0] = 0;
  return places_of_program;
}

/// Opens the module; the first that is there counts, so that the reason why it does not load is not lost.
static void *open_module(void) {
  char path[PATH_MAX + longest_place];
  const char *const *place = locate(path);
  char *name = strrchr(path, '/');
  for (; name && *place; place += 1) {
    snprintf(name + 1, longest_place, "%s%s", *place, module);
    if (access(path, F_OK) == 0) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
  return dlopen(module, RTLD_NOW | RTLD_LOCAL);
}

static int load(aux_exiv2_functions *out, aux_error *error) {
  void *handle = open_module();
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
