#define _GNU_SOURCE
#include "box.h"

#ifdef __linux__
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// A part of a file in memory.
typedef struct {
  uint8_t *bytes;
  size_t size;
} mapping;

/// The memory of a mapping of no bytes.
static uint8_t nothing[8];

static int map(mapping *self, int file, int protection, uint64_t size) {
  *self = (mapping){.bytes = nothing};
  if (size == 0) return AUX_OK;
  if (size > SIZE_MAX / 2) return AUX_ERROR_MEMORY;
  void *bytes = mmap(NULL, (size_t)size, protection, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) return AUX_ERROR_MEMORY;
  *self = (mapping){.bytes = bytes, .size = (size_t)size};
  return AUX_OK;
}

static void unmap(mapping *self) {
  if (self->size > 0) munmap(self->bytes, self->size);
}

/// Maps the target of a request, for which it makes room in the output file.
static int map_target(mapping *self, int file, uint64_t size) {
  if (ftruncate(file, (off_t)size) != 0) return AUX_ERROR_MEMORY;
  return map(self, file, PROT_READ | PROT_WRITE, size);
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
  int code = map(&in, input, PROT_READ, request->size + request->beside_size);
  if (code == AUX_OK) {
    code = map_target(&target, output, request->target_size);
    if (code == AUX_OK) {
      run(request, &in, &target, out, output, &setup->operations[request->operation]);
      unmap(&target);
    }
    unmap(&in);
  }
  if (code != AUX_OK) aux_fail(&out->error, code, "there is not enough memory");
}

_Noreturn void box_work(
  int socket, int input, int output, const box_setup *setup, uint64_t present_memory, int encodes
) {
  const char *step = "";
  int reason = box_confine(encodes ? NULL : &setup->limits, present_memory, &step);
  box_answer answer = {0};
  if (reason != 0) aux_fail(&answer.error, AUX_ERROR_SYSTEM, "%s: %s", step, strerror(reason));
  if (box_send(socket, &answer, sizeof answer, NULL, 0) != 0 || reason != 0) _exit(0);
  box_request request;
  while (box_receive(socket, &request, sizeof request, NULL, 0) == 0) {
    memset(&answer, 0, sizeof answer);
    if (request.operation < 0 || (size_t)request.operation >= setup->count) _exit(0);
    if (setup->operations[request.operation].encodes != encodes) _exit(0);
    serve(&request, &answer, input, output, setup);
    if (box_send(socket, &answer, sizeof answer, NULL, 0) != 0) break;
  }
  _exit(0);
}
#endif
