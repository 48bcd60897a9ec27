#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

#ifdef __APPLE__
#define AUX_LIBRARY_FILE(linux_file, macos_file) macos_file
#else
#define AUX_LIBRARY_FILE(linux_file, macos_file) linux_file
#endif

#define AUX_LIBRARY_ENTRY(id, linux_file, macos_file, package, use, name, reads, writes) \
  [AUX_LIBRARY_##id] = {AUX_LIBRARY_FILE(linux_file, macos_file), package, use, name, reads, writes},

static const aux_library libraries[AUX_ALL_LIBRARIES_COUNT] = {
  AUX_LIBRARIES(AUX_LIBRARY_ENTRY) AUX_PROGRAM_LIBRARIES(AUX_LIBRARY_ENTRY) AUX_LINKED_LIBRARIES(AUX_LIBRARY_ENTRY)};

const aux_library *aux_library_at(int number) { return &libraries[number]; }

/// Whether the functions of a library are there; once set, it stays.
static atomic_int is_loaded[AUX_LIBRARY_COUNT];

int aux_is_in_library(void) {
#ifdef __linux__
  Dl_info own, program;
  return dladdr(libraries, &own) && dladdr((const void *)getauxval(AT_PHDR), &program) &&
         own.dli_fbase != program.dli_fbase;
#else
  return 0;
#endif
}

/// Finds a function.
///
/// In a program of ours, one that was preloaded comes before the library's, as the dynamic linker would have it. In a
/// library of ours, one of that name which the process has is another package's, and of another version maybe.
static void *find(void *handle, const char *name, int is_in_library) {
  void *found = is_in_library ? NULL : dlsym(RTLD_DEFAULT, name);
  return found ? found : dlsym(handle, name);
}

/// Whether the dynamic linker lacked something of the system, and the library may well be installed.
///
/// It gives no number: what it says ends in the text of one, or, where it has none, is one of its own.
static int is_of_system(const char *reason) {
  static const int codes[] = {EMFILE, ENFILE, ENOMEM, EAGAIN, EIO};
  // Source: elf/dl-load.c, dl-map-segments.h, dl-minimal.c and dl-tls.c of the GNU C library.
  static const char *const texts[] = {
    "failed to map segment", "cannot map zero-fill", "cannot change memory protections", "cannot allocate",
    "cannot create shared object descriptor", "out of memory", "cannot read file data",
  };
  for (size_t index = 0; index < sizeof codes / sizeof *codes; index += 1) {
    if (strstr(reason, strerror(codes[index]))) return 1;
  }
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index += 1) {
    if (strstr(reason, texts[index])) return 1;
  }
  return 0;
}

/// Why a library could not be loaded at first. Read by one thread at a time: that which has the lock of its loading.
static aux_error first_failures[AUX_ALL_LIBRARIES_COUNT];

int aux_fail_to_load(int number, aux_error *error) {
  return aux_fail_to_load_part(number, libraries[number].use, libraries[number].file, error);
}

int aux_fail_to_load_part(int number, const char *use, const char *file, aux_error *error) {
  const aux_library *library = &libraries[number];
  const char *told = dlerror();
  const char *reason = told ? told : file;
  // A process that may open no files any more, as those of the sandbox, finds no library. What was wrong before it was
  // confined is the reason.
  if (strstr(reason, strerror(EPERM)) && first_failures[number].code != AUX_OK) {
    *error = first_failures[number];
    return error->code;
  }
  if (is_of_system(reason)) {
    aux_fail(error, AUX_ERROR_SYSTEM, "the library for %s cannot be loaded: %s", use, reason);
  } else {
    aux_fail(
      error, AUX_ERROR_MISSING, "the library for %s cannot be loaded (%s); install %s, which Debian has as %s",
      use, reason, file, library->package);
  }
  first_failures[number] = *error;
  return error->code;
}

static int load(int number, const char *const *names, void **functions, size_t count, aux_error *error) {
  const aux_library *library = &libraries[number];
  void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return aux_fail_to_load(number, error);
  int is_in_library = aux_is_in_library();
  for (size_t index = 0; index < count; index += 1) {
    functions[index] = find(handle, names[index], is_in_library);
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
  if (atomic_load_explicit(&is_loaded[number], memory_order_acquire)) return AUX_OK;
  aux_lock(AUX_LOCK_LOADING);
  int code = AUX_OK;
  if (!atomic_load_explicit(&is_loaded[number], memory_order_relaxed)) {
    code = load(number, names, functions, count, error);
  }
  aux_unlock(AUX_LOCK_LOADING);
  return code;
}
