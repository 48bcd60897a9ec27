/// Codec processes, and calls of the system that Swift cannot make itself.

#ifndef AUX_SYSTEM_H
#define AUX_SYSTEM_H

#include "aux_codec.h"

// Codec processes

/// The codec programs; each is `auxdepth-codec-` and its name.
enum { AUX_CODEC_JPEG = 0, AUX_CODEC_HEVC = 1, AUX_CODEC_COUNT = 2 };

/// What one request may use.
typedef struct {
  /// Bytes of memory, in addition to what the program itself takes.
  uint64_t memory;
  /// Seconds of processor time.
  uint64_t processor_seconds;
  /// Seconds of time.
  uint64_t seconds;
} aux_codec_limits;

/// Runs an operation in a codec process; fills in `answer`, whose buffers the caller frees with free().
///
/// `encodes` is 1 if the data are samples of the caller: a failure then says nothing of an image. Waits for a process if as
/// many of this codec are busy as there are cores.
int aux_codec_call(
  int codec, int operation, int encodes, const aux_request *request, aux_answer *answer, aux_error *error);

/// Starts a process unless one is idle, and copies the version of its library to `out`, of 64 bytes.
int aux_codec_version(int codec, char *out, aux_error *error);

/// Sets the confinement of processes from the next request on, AUX_SANDBOX_AUTOMATIC at first.
void aux_codec_set_sandbox(int mode);

/// Sets the limits of processes from the next request on.
void aux_codec_set_limits(const aux_codec_limits *limits);

/// Returns 1 if processes run that the system does not confine, with the reason in `error`.
int aux_codec_is_unconfined(aux_error *error);

/// Sets a function that tells whether the work of the calling thread is cancelled; a process that works for it is ended then.
void aux_codec_set_cancellation(int (*is_cancelled)(void));

/// Ends idle processes and waits for them when the program exits, so that their work counts as the program's.
void aux_codec_end_at_exit(void);

// Files

/// Sets the time at which the content of an open file was changed; returns 0, or -1 with errno set.
int aux_set_modified(int descriptor, int64_t seconds, int64_t nanoseconds);

/// Copies the extended attributes of an open file to another; writes the names of those that could not be read or set, each
/// with its NUL, to `lost`, as many as there is room for, and returns the number of bytes written.
size_t aux_copy_extended_attributes(int from, int to, char *lost, size_t lost_size);

/// Renames a file; returns -1 with errno set if that fails, as with EEXIST if there is a file of the new name.
int aux_rename_new(const char *from, const char *to);

/// Adds a file to those that a signal removes when it ends the process; returns a number for aux_temporary_forget, or -1,
/// which is no error, if the table is full or the path too long for it.
int aux_temporary_add(const char *path);

/// Removes a file from the table; does nothing for -1.
void aux_temporary_forget(int number);

/// Makes signals that end the process remove those files; a SIGPIPE of its own writing does not end it any more.
void aux_remove_temporaries_on_signals(void);

#endif
