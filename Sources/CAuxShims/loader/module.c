#define _GNU_SOURCE
#include "module.h"
#include "places.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>

// The first that is there counts, so that the reason why it does not load is not lost.
void *aux_open_module(const char *name) {
  // The program is bin/auxdepth, or libexec/auxdepth/auxdepth-worker.
  static const char *const of_program[] = {"", "../lib/auxdepth/", "../../lib/auxdepth/", NULL};
  static const char *const of_library[] = {"", "auxdepth/", "../auxdepth/", NULL};
  char path[PATH_MAX];
  int is_found = aux_find_beside(name, of_program, of_library, path, sizeof path);
  return dlopen(is_found ? path : name, RTLD_NOW | RTLD_LOCAL);
}
