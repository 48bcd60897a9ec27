// Libraries that are loaded when they are first needed; not for Swift.
//
// Each has a header here with the names of the functions that are called of it. They become members of a structure,
// each of the type that the library's header says, which are found all together or not at all.

#ifndef AUX_LOADER_LIBRARY_H
#define AUX_LOADER_LIBRARY_H

#include "../support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Loads a library, unless it is there, and finds functions by their names; returns AUX_OK, or AUX_ERROR_MISSING.
///
/// What was found stays for the life of the process.
int aux_load(int library, const char *const *names, void **functions, size_t count, aux_error *error);

/// Says why the dynamic linker did not load a library; returns the code of it.
///
/// AUX_ERROR_MISSING with the name of its package, unless the process lacks files that it may open, or memory.
int aux_fail_to_load(int library, aux_error *error);

/// As aux_fail_to_load, for another file of the library's package; `use` is what that is needed for.
int aux_fail_to_load_part(int library, const char *use, const char *file, aux_error *error);

/// Whether this code is in a shared library, in the process of another program, and not in a program of ours.
int aux_is_in_library(void);

#ifdef __cplusplus
}
#define AUX_EXTERN extern "C"
#else
#define AUX_EXTERN extern
#endif

#define AUX_FUNCTION_MEMBER(name) __typeof__(name) *name##_call;
#define AUX_FUNCTION_NAME(name) #name,

/// Declares the functions of a library, and aux_load_... which has to succeed before one of them is called.
#define AUX_DECLARE_LIBRARY(library, FUNCTIONS) \
  typedef struct { FUNCTIONS(AUX_FUNCTION_MEMBER) } aux_##library##_functions; \
  AUX_EXTERN aux_##library##_functions aux_##library##_calls; \
  AUX_EXTERN int aux_load_##library(aux_error *error); \
  AUX_EXTERN void aux_prepare_##library(void);

/// Defines what AUX_DECLARE_LIBRARY declares.
#define AUX_DEFINE_LIBRARY(library, LIBRARY, FUNCTIONS) \
  aux_##library##_functions aux_##library##_calls; \
  static const char *const names[] = {FUNCTIONS(AUX_FUNCTION_NAME)}; \
  _Static_assert(sizeof aux_##library##_calls == sizeof names, "functions alone, each with its name"); \
  int aux_load_##library(aux_error *error) { \
    return aux_load( \
      AUX_LIBRARY_##LIBRARY, names, (void **)&aux_##library##_calls, sizeof names / sizeof *names, error); \
  } \
  void aux_prepare_##library(void) { \
    /* What fails here fails again where it is needed, and says so. */ \
    aux_error error; \
    aux_load_##library(&error); \
  }

#endif
