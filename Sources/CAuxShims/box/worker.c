#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/// A file in memory that requests and answers use one after the other. The first part stays mapped, so that its pages are
/// taken once and not for each image.
typedef struct {
  int file, protection;
  uint8_t *window;
  /// How many bytes of the window have pages, and of the file are there.
  uint64_t populated, length;
} exchange_file;

/// The part of it that one request uses.
typedef struct {
  uint8_t *bytes;
  size_t size;
  int is_window;
} mapping;

/// The memory of a mapping of no bytes.
static uint8_t nothing[8];

/// The largest target whose memory is taken at once, which costs less than page by page; that of a larger one is taken as
/// samples come, so that a false size costs nothing.
enum { most_at_once = 32 << 20, populate_read = 22, populate_write = 23 };

static int has_window(exchange_file *self) {
  if (self->window) return 1;
  // Where there is little memory, it is for the decoder.
  struct rlimit space;
  if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur / 16 < box_kept_bytes) return 0;
  void *bytes = mmap(NULL, box_kept_bytes, self->protection, MAP_SHARED, self->file, 0);
  if (bytes != MAP_FAILED) self->window = bytes;
  return bytes != MAP_FAILED;
}

/// Takes the pages that the window does not have yet; where the kernel cannot, they come one by one.
static void populate(exchange_file *self, uint64_t size) {
  if (size <= self->populated || size > most_at_once) return;
  uint64_t first = self->populated & ~(uint64_t)4095;
  int advice = self->protection == PROT_READ ? populate_read : populate_write;
  if (madvise(self->window + first, (size_t)(size - first), advice) == 0) self->populated = size;
}

static int map(mapping *self, exchange_file *from, uint64_t size) {
  *self = (mapping){.bytes = nothing};
  if (size == 0) return AUX_OK;
  if (size > SIZE_MAX / 2) return AUX_ERROR_MEMORY;
  self->size = (size_t)size;
  if (size <= box_kept_bytes && has_window(from)) {
    populate(from, size);
    self->bytes = from->window;
    self->is_window = 1;
    return AUX_OK;
  }
  void *bytes = mmap(NULL, (size_t)size, from->protection, MAP_SHARED, from->file, 0);
  if (bytes == MAP_FAILED) return AUX_ERROR_MEMORY;
  self->bytes = bytes;
  return AUX_OK;
}

static void unmap(mapping *self) {
  if (self->size > 0 && !self->is_window) munmap(self->bytes, self->size);
}

/// Makes room for a target in the output file.
static int make_room(exchange_file *output, uint64_t size) {
  // The host has cut what was larger.
  if (output->length > box_kept_bytes) output->length = box_kept_bytes;
  if (size <= output->length) return AUX_OK;
  if (ftruncate(output->file, (off_t)size) != 0) return AUX_ERROR_MEMORY;
  output->length = size;
  return AUX_OK;
}

/// Puts the buffers of an answer into the output file.
static int hand_over(const aux_answer *answer, box_answer *out, int output, uint64_t target_size) {
  uint64_t offset = box_buffers_offset(target_size);
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) {
    out->sizes[index] = answer->buffers[index] ? answer->sizes[index] : 0;
    int reason = box_write_file(output, answer->buffers[index], (size_t)out->sizes[index], offset);
    if (reason != 0) return aux_fail(&out->error, AUX_ERROR_MEMORY, "%s", strerror(reason));
    offset += out->sizes[index];
  }
  return AUX_OK;
}

static void run(
  const box_request *request, const mapping *in, const mapping *target, box_answer *out, int output,
  const aux_operation *operation
) {
  aux_request call = {
    .data = in->bytes, .size = (size_t)request->size, .beside = in->bytes + request->size,
    .beside_size = (size_t)request->beside_size, .target = target->bytes, .target_size = target->size};
  memcpy(call.numbers, request->numbers, sizeof call.numbers);
  aux_answer answer = {0};
  out->error.code = operation->run(&call, &answer, &out->error);
  memcpy(out->numbers, answer.numbers, sizeof out->numbers);
  if (out->error.code == AUX_OK) out->error.code = hand_over(&answer, out, output, request->target_size);
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) aux_free(answer.buffers[index]);
}

static void serve(
  const box_request *request, box_answer *out, exchange_file *input, exchange_file *output, const box_setup *setup
) {
  mapping in, target;
  int code = map(&in, input, request->size + request->beside_size);
  if (code == AUX_OK) {
    code = make_room(output, request->target_size);
    if (code == AUX_OK) code = map(&target, output, request->target_size);
    if (code == AUX_OK) {
      run(request, &in, &target, out, output->file, &setup->operations[request->operation]);
      unmap(&target);
    }
    unmap(&in);
  }
  if (code != AUX_OK) aux_fail(&out->error, code, "there is not enough memory");
}

/// Keeps the memory of one image for the next: what is given back comes again page by page, each of which is cleared.
static void keep_memory(void) {
#ifdef M_TRIM_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, box_kept_bytes / 4);
  mallopt(M_TRIM_THRESHOLD, box_kept_bytes);
  mallopt(M_TOP_PAD, 1 << 20);
#endif
}

_Noreturn void box_work(
  int socket, int input, int output, const box_setup *setup, uint64_t present_memory, int encodes
) {
  const char *step = "";
  keep_memory();
  int reason = box_confine(encodes ? NULL : &setup->limits, present_memory, &step);
  box_answer answer = {0};
  if (reason != 0) aux_fail(&answer.error, AUX_ERROR_SYSTEM, "%s: %s", step, strerror(reason));
  if (box_send(socket, &answer, sizeof answer, NULL, 0) != 0 || reason != 0) _exit(0);
  exchange_file in = {.file = input, .protection = PROT_READ};
  exchange_file out = {.file = output, .protection = PROT_READ | PROT_WRITE};
  box_request request;
  while (box_receive(socket, &request, sizeof request, NULL, 0) == 0) {
    memset(&answer, 0, sizeof answer);
    if (request.operation < 0 || (size_t)request.operation >= setup->count) _exit(0);
    if (setup->operations[request.operation].encodes != encodes) _exit(0);
    serve(&request, &answer, &in, &out, setup);
    if (box_send(socket, &answer, sizeof answer, NULL, 0) != 0) break;
  }
  _exit(0);
}
#endif
