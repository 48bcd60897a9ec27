// One codec process; internal to CAuxSystem.

#ifndef AUX_PROCESS_H
#define AUX_PROCESS_H

#include <sys/types.h>

#include "CAuxSystem.h"

typedef struct aux_process {
  struct aux_process *next;
  int codec, encodes;
  /// The generation of settings that the process was started with.
  unsigned generation;
  pid_t pid;
  /// A pidfd, -1 where the system has none; the client's end of the socket, and the memory files of requests and answers.
  int handle, socket, input, output;
  /// What it said first.
  aux_hello hello;
} aux_process;

/// What each program is.
typedef struct {
  /// The file name of the program.
  const char *name;
  /// The format, for messages.
  const char *format;
  /// The Debian package of its library.
  const char *package;
} aux_program;

extern const aux_program aux_programs[AUX_CODEC_COUNT];

/// Starts a program and waits until it serves; returns NULL with `error` filled in.
aux_process *aux_process_start(int codec, const aux_greeting *greeting, aux_error *error);

/// Returns 1 if a process has ended, or the host has waited for it.
int aux_process_has_ended(const aux_process *process);

/// Kills a process unless it has ended, waits for it and frees it.
///
/// Returns its status as waitpid does, or -1 if that is not known: the host has waited for it.
int aux_process_end(aux_process *process);

/// Closes the descriptors in a child of fork, which leaves the process to its parent.
void aux_process_forget(aux_process *process);

/// The bytes of an answer and its length, of which `count` were received.
typedef struct {
  size_t count;
  uint8_t bytes[sizeof(uint32_t) + sizeof(aux_answer_message)];
} aux_answer_parts;

/// Receives what has come of an answer; returns 0 if all has, EAGAIN if some has not, EPIPE, EPROTO or an errno.
int aux_process_receive_part(aux_process *process, aux_answer_parts *parts);

/// Send and receive a message with its length; return 0 or an errno, EPIPE if the process has ended.
int aux_process_send(aux_process *process, const void *message, uint32_t size);
int aux_process_receive(aux_process *process, void *message, uint32_t size);

#endif
