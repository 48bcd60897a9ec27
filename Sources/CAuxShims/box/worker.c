#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// A file, or the part of one, as memory.
typedef struct {
  uint8_t *bytes;
  size_t size;
} mapping;

/// The memory of a mapping of no bytes.
static uint8_t nothing[8];

/// The largest target whose memory is taken at once, which costs less than page by page; that of a larger one is taken as
/// samples come, so that a false size costs nothing.
enum { most_at_once = 32 << 20 };

static int map(mapping *self, int file, uint64_t size, int protection) {
  self->bytes = nothing;
  self->size = 0;
  if (size == 0) return AUX_OK;
  if (size > SIZE_MAX / 2) return AUX_ERROR_MEMORY;
  int flags = MAP_SHARED | (protection == PROT_READ || size <= most_at_once ? MAP_POPULATE : 0);
  void *bytes = mmap(NULL, (size_t)size, protection, flags, file, 0);
  if (bytes == MAP_FAILED) return AUX_ERROR_MEMORY;
  self->bytes = bytes;
  self->size = (size_t)size;
  return AUX_OK;
}

static void unmap(mapping *self) {
  if (self->size > 0) munmap(self->bytes, self->size);
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

static void serve(const box_request *request, box_answer *out, int input, int output, const box_setup *setup) {
  mapping in, target;
  int code = map(&in, input, request->size + request->beside_size, PROT_READ);
  if (code == AUX_OK) {
    if (request->target_size > 0 && ftruncate(output, (off_t)request->target_size) != 0) code = AUX_ERROR_MEMORY;
    if (code == AUX_OK) code = map(&target, output, request->target_size, PROT_READ | PROT_WRITE);
    if (code == AUX_OK) {
      run(request, &in, &target, out, output, &setup->operations[request->operation]);
      unmap(&target);
    }
    unmap(&in);
  }
  if (code != AUX_OK) aux_fail(&out->error, code, "there is not enough memory");
}

_Noreturn void box_work(int socket, int input, int output, const box_setup *setup, uint64_t present_memory) {
  const char *step = "";
  int reason = box_confine(&setup->limits, present_memory, &step);
  box_answer answer = {0};
  if (reason != 0) aux_fail(&answer.error, AUX_ERROR_SYSTEM, "%s: %s", step, strerror(reason));
  if (box_send(socket, &answer, sizeof answer, NULL, 0) != 0 || reason != 0) _exit(0);
  box_request request;
  while (box_receive(socket, &request, sizeof request, NULL, 0) == 0) {
    memset(&answer, 0, sizeof answer);
    if (request.operation < 0 || (size_t)request.operation >= setup->count) _exit(0);
    serve(&request, &answer, input, output, setup);
    if (box_send(socket, &answer, sizeof answer, NULL, 0) != 0) break;
  }
  _exit(0);
}
#endif
