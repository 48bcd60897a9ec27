/// Decoding in a box: a process that can reach nothing but the bytes it was given. CAuxShims.h includes this file.
///
/// Every function of this module that decodes is an operation: bytes and numbers in, samples and numbers out. It runs
/// in the process that calls, or, once aux_box_start has been called, in a worker that has no files, no network, no
/// other processes and bounded memory and time. Specs/sandbox.md has the whole.

#ifndef AUX_BOX_H
#define AUX_BOX_H

#include "CAuxShims.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /// The system does not give the box what it needs. A kind of result beside those of CAuxShims.h.
  AUX_ERROR_SYSTEM = 9,
  /// The caller ended the work.
  AUX_ERROR_CANCELLED = 10,
  /// How many numbers a request and an answer have, and how many buffers an answer.
  AUX_REQUEST_NUMBERS = 6,
  AUX_ANSWER_NUMBERS = 12,
  AUX_ANSWER_BUFFERS = 3
};

/// What an operation is given.
typedef struct aux_request {
  /// The coded bytes.
  const uint8_t *data;
  size_t size;
  /// More bytes, of another kind.
  const uint8_t *beside;
  size_t beside_size;
  int64_t numbers[AUX_REQUEST_NUMBERS];
  /// Where the samples go whose size the caller knows; all of it is written where the operation succeeds.
  uint8_t *target;
  size_t target_size;
} aux_request;

/// What an operation gives out beside the target; empty after a failure, but for the numbers.
typedef struct aux_answer {
  int64_t numbers[AUX_ANSWER_NUMBERS];
  /// Bytes whose size the caller does not know before; each is freed with aux_free.
  uint8_t *buffers[AUX_ANSWER_BUFFERS];
  size_t sizes[AUX_ANSWER_BUFFERS];
} aux_answer;

/// One thing that the box can do.
typedef struct {
  /// The format, for messages.
  const char *format;
  /// Does it; returns AUX_OK or one of the error codes.
  int (*run)(const aux_request *request, aux_answer *answer, aux_error *error);
  /// Loads what `run` would need files for, before the doors are closed; may be NULL.
  void (*prepare)(void);
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

/// Starts the box, in a process that has one thread; it lives as long as the process.
///
/// Fails with AUX_ERROR_USAGE where there are more threads or it was started before, and with AUX_ERROR_SYSTEM where
/// the kernel has no seccomp filters or gives no process. Nothing is changed then.
int aux_box_start(const aux_box_limits *limits, aux_error *error);

/// As aux_box_start, with the operations of the caller in place of those of this module: for tests.
int aux_box_start_with(
  const aux_box_limits *limits, const aux_operation *operations, size_t count, aux_error *error);

/// Whether operations run in the box.
int aux_box_is_started(void);

/// Makes aux_call ask, before an operation that gives samples, whether the work of the calling thread was cancelled.
void aux_heed_cancellations(int (*is_cancelled)(void));

/// Runs an operation by its number, in the box where that has been started.
int aux_call(int operation, const aux_request *request, aux_answer *answer, aux_error *error);

#ifdef __cplusplus
}
#endif

#endif
