/// Decoding in a box: a process that can reach nothing but the bytes it was given. CAuxShims.h includes this file.
///
/// Every function of this module that decodes or encodes with a library is an operation: bytes and numbers in, samples or
/// bytes and numbers out. It runs in a worker that has no files, no network, no other processes and bounded memory and time, unless the box is off or
/// cannot be started; then in the process that calls. Specs/sandbox.md has the whole.

#ifndef AUX_BOX_H
#define AUX_BOX_H

#include "CAuxShims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One thing that the box can do.
typedef struct {
  /// The format, for messages.
  const char *format;
  /// Does it; returns AUX_OK or one of the error codes.
  int (*run)(const aux_request *request, aux_answer *answer, aux_error *error);
  /// Loads what `run` would need files for, before the doors are closed; may be NULL.
  void (*prepare)(void);
  /// Whether it encodes pixels of the caller, for which memory has no limit: its failure says nothing of an image.
  int encodes;
  /// Returns how many bytes a buffer of the answer may have; NULL where the answer has no buffers.
  uint64_t (*most)(const aux_request *request, int buffer);
} aux_operation;

/// What one worker may use.
typedef struct {
  /// Bytes of memory, beside what the program itself takes.
  uint64_t memory;
  /// Seconds of processor time for one operation.
  uint64_t processor_seconds;
  /// Seconds of time for one operation.
  uint64_t seconds;
} aux_box_limits;

/// Where operations run.
enum {
  /// In the box, or in this process where the box cannot be started: at first.
  AUX_BOX_AUTOMATIC = 0,
  /// In the box, or not at all.
  AUX_BOX_REQUIRED = 1,
  /// In this process.
  AUX_BOX_OFF = 2
};

void aux_box_choose(int mode);
int aux_box_mode(void);

/// Sets the limits, and where they are not NULL the operations, of a box that has not been started: the latter for tests.
///
/// Fails with AUX_ERROR_USAGE where a limit is out of range, and where the box was started with others.
int aux_box_configure(const aux_box_limits *limits, const aux_operation *operations, size_t count, aux_error *error);

/// Starts the box and waits until it is known whether it runs; fails with AUX_ERROR_SYSTEM where it does not.
int aux_box_start(aux_error *error);

/// Whether the box is not off, was begun to be started in this process, and does not run, for the reason in `error`.
int aux_box_is_refused(aux_error *error);

/// Whether aux_call runs this operation in the box, or not at all; starts it where that is needed to know.
int aux_box_is_used(int operation);

/// Has somebody told, once in a process, that operations run in it since the box could not be started.
typedef void aux_box_listener(const char *reason);
void aux_box_listen(aux_box_listener *listener);

/// Has the helper count as a child of this process, which must be a program of ours with no other children, and end before it.
void aux_box_adopt(void);

/// What the helper program does: serves the process that started it with these operations, until that ends.
__attribute__((noreturn)) void aux_box_serve(const aux_operation *operations, size_t count);

/// As aux_box_serve, with the operations of this module.
__attribute__((noreturn)) void aux_box_serve_all(void);

/// Makes aux_call ask, before an operation that gives samples, whether the work of the calling thread was cancelled.
void aux_heed_cancellations(int (*is_cancelled)(void));

/// Runs an operation by its number.
int aux_call(int operation, const aux_request *request, aux_answer *answer, aux_error *error);

#ifdef __cplusplus
}
#endif

#endif
