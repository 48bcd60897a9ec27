// What the sources of the box share; not for Swift.
//
// The process that decodes ("host") forks a small one with one thread ("nursery") before it has threads itself, and
// that one forks a worker whenever one is needed. Requests go from the host to a worker over a socket, bytes through
// two files in memory: the host writes and reads them with system calls and never maps them, so that nothing that a
// worker does to them can hurt it.

#ifndef AUX_BOX_INTERNAL_H
#define AUX_BOX_INTERNAL_H

#include <sys/types.h>

#include "../support.h"

/// A request on its way to a worker. Its bytes follow one another in the input file.
typedef struct {
  int32_t operation;
  int32_t reserved;
  int64_t numbers[AUX_REQUEST_NUMBERS];
  uint64_t size, beside_size, target_size;
} box_request;

/// An answer on its way back. The output file has the target, then from the next page on the buffers.
typedef struct {
  aux_error error;
  int64_t numbers[AUX_ANSWER_NUMBERS];
  uint64_t sizes[AUX_ANSWER_BUFFERS];
} box_answer;

/// What the host asks of the nursery, and its reply.
typedef struct {
  enum { BOX_SPAWN = 1, BOX_END = 2 } order;
  /// The operation that the new worker is to be ready for, or the process to be ended.
  int32_t number;
} box_order;

typedef struct {
  /// The process of the new worker, or how the one that was ended had ended; negative for an errno.
  int64_t value;
} box_reply;

/// The operations and limits that host, nursery and workers share from the start.
typedef struct {
  const aux_operation *operations;
  size_t count;
  aux_box_limits limits;
} box_setup;

/// A worker as the host sees it.
typedef struct box_worker {
  struct box_worker *next;
  pid_t process;
  int socket, input, output;
  /// Which operations were prepared when it was forked, as bits.
  uint64_t prepared;
} box_worker;

/// How much processor time a worker gets in its life, as a multiple of that for one operation.
enum { box_lives = 4 };

/// Where the first buffer is in the output file.
static inline uint64_t box_buffers_offset(uint64_t target_size) { return (target_size + 4095) & ~(uint64_t)4095; }

// wire.c: the system, without its surprises.

/// Reads or writes all of `size` bytes; returns 0, or an errno (EIO where a file is too short).
int box_read_file(int file, void *bytes, size_t size, uint64_t offset);
int box_write_file(int file, const void *bytes, size_t size, uint64_t offset);
/// Sends or receives one message; returns 0, or an errno (EPIPE where the other side is gone).
int box_send(int socket, const void *message, size_t size, const int *files, int count);
int box_receive(int socket, void *message, size_t size, int *files, int count);
/// Makes both ends of a socket and a file in memory, none of them a standard stream; returns 0 or an errno.
int box_socket_pair(int ends[2]);
int box_memory_file(int *file);

// rules.c and filter.c: what a worker may do.

/// The version of the kernel's landlock, 0 without it.
int box_landlock_version(void);
/// Whether the kernel filters system calls, and this program knows those of the processor.
int box_has_filter(void);
/// Takes from the process, for good, all that decoding does not need; returns 0, or an errno with `step` set.
int box_confine(const aux_box_limits *limits, uint64_t present_memory, const char **step);
int box_filter_calls(void);

// nursery.c and worker.c

/// Serves the host until it is gone.
_Noreturn void box_nurse(int socket, pid_t host, const box_setup *setup);
/// Serves requests until the host is gone.
_Noreturn void box_work(int socket, int input, int output, const box_setup *setup, uint64_t present_memory);

// pool.c

/// Prepares the pool of workers, and has the first one made.
int box_pool_start(int nursery, const box_setup *setup, aux_error *error);
/// Returns a worker that is ready for an operation and not in use, or NULL with `error` filled in.
box_worker *box_pool_take(int operation, aux_error *error);
/// Gives a worker back.
void box_pool_return(box_worker *worker);
/// Ends a worker that was taken; returns its status as waitpid does, or a negative errno.
int64_t box_pool_end(box_worker *worker);
/// What the thread that forks does with the pool: takes it, gives it back, and in the child leaves it to the parent.
void box_pool_hold(void);
void box_pool_release(void);
void box_pool_leave(void);

// exchange.c

/// Runs an operation in a worker; the worker is given back, or ended.
int box_exchange(const box_setup *setup, int operation, const aux_request *request, aux_answer *answer, aux_error *error);

#endif
