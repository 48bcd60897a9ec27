// What a codec program consists of: one aux_codec, and a main that serves it.

#ifndef AUX_SERVE_H
#define AUX_SERVE_H

#include "../../../CAuxSystem/include/aux_codec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Does one operation; returns AUX_OK or fills in `error` and returns its code.
typedef int aux_operation(const aux_request *request, aux_answer *answer, aux_error *error);

/// A codec library as a program.
typedef struct {
  /// The name of the program, for messages.
  const char *name;
  /// Returns the version of the library.
  const char *(*version)(void);
  /// Loads what the library would need files for, before the process is confined; may be NULL.
  void (*prepare)(void);
  /// The operations, by number.
  aux_operation *const *operations;
  int operation_count;
} aux_codec;

/// Serves requests until the client is gone or silent for 10 seconds. Started by hand, runs one operation on a file.
int aux_serve(const aux_codec *codec, int count, char **words);

/// Takes from the process, for good, all that decoding does not need; returns 0, or an errno with `step` set.
int aux_confine(const char **step);

/// Sets the limits of the process, relative to the memory that it has now; returns 0 or an errno.
int aux_limit(const aux_greeting *greeting);

#ifdef __cplusplus
}
#endif

#endif
