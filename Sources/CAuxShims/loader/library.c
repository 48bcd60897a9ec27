#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#ifdef __APPLE__
#define AUX_LIBRARY_ENTRY(name, linux_file, macos_file, package, use) {macos_file, package, use},
#else
#define AUX_LIBRARY_ENTRY(name, linux_file, macos_file, package, use) {linux_file, package, use},
#endif

static const aux_library libraries[AUX_LIBRARY_COUNT] = {AUX_LIBRARIES(AUX_LIBRARY_ENTRY)};

const aux_library *aux_library_at(int number) { return &libraries[number]; }

/// Whether the functions of a library are there; once set, it stays.
static atomic_int is_loaded[AUX_LIBRARY_COUNT];

/// Finds a function as the dynamic linker would: one that was preloaded stands in front of the library's.
static void *find(void *handle, const char *name) {
  void *found = dlsym(RTLD_DEFAULT, name);
  return found ? found : dlsym(handle, name);
}

/// Whether the process or the system has no file to open left; what is there cannot be opened then either.
static int lacks_descriptors(void) {
  int file = open("/", O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno == EMFILE || errno == ENFILE;
  close(file);
  return 0;
}

static int load(int number, const char *const *names, void **functions, size_t count, aux_error *error) {
  const aux_library *library = &libraries[number];
  void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    if (lacks_descriptors()) {
      return aux_fail(error, AUX_ERROR_SYSTEM, "the library for %s cannot be loaded: too many open files", library->use);
    }
    return aux_fail(
      error, AUX_ERROR_MISSING, "the library for %s cannot be loaded (%s); install it, Debian has it as %s",
      library->use, reason ? reason : library->file, library->package);
  }
  for (size_t index = 0; index < count; index += 1) {
    functions[index] = find(handle, names[index]);
    if (!functions[index]) {
      return aux_fail(
        error, AUX_ERROR_MISSING, "%s has no %s: install the version of the Debian package %s that this was built for",
        library->file, names[index], library->package);
    }
  }
  atomic_store_explicit(&is_loaded[number], 1, memory_order_release);
  return AUX_OK;
}

int aux_load(int number, const char *const *names, void **functions, size_t count, aux_error *error) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  if (atomic_load_explicit(&is_loaded[number], memory_order_acquire)) return AUX_OK;
  pthread_mutex_lock(&lock);
  int code = AUX_OK;
  if (!atomic_load_explicit(&is_loaded[number], memory_order_relaxed)) {
    code = load(number, names, functions, count, error);
  }
  pthread_mutex_unlock(&lock);
  return code;
}
