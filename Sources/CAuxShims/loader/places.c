#define _GNU_SOURCE
#include "places.h"

#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/auxv.h>

/// Writes the path of the program, links followed, or nothing where it is not known.
static void locate_program(char path[PATH_MAX]) {
  ssize_t size = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[size > 0 ? size : 0] = 0;
  // Without /proc there is what execve was given, which is seen from the folder of that time.
  const char *started = size > 0 ? NULL : (const char *)getauxval(AT_EXECFN);
  if (started && !realpath(started, path)) path[0] = 0;
}

int aux_find_beside(
  const char *name, const char *const *places_of_program, const char *const *places_of_library, char *path, size_t size
) {
  char own[PATH_MAX] = "";
  int is_in_library = aux_is_in_library();
  Dl_info info;
  if (!is_in_library) locate_program(own);
  if (is_in_library && (!dladdr(aux_find_beside, &info) || !realpath(info.dli_fname, own))) own[0] = 0;
  char *end = strrchr(own, '/');
  if (!end) return 0;
  const char *const *place = is_in_library ? places_of_library : places_of_program;
  for (; *place; place += 1) {
    int length = snprintf(path, size, "%.*s%s%s", (int)(end + 1 - own), own, *place, name);
    if (length > 0 && (size_t)length < size && access(path, F_OK) == 0) return 1;
  }
  return 0;
}
#endif
