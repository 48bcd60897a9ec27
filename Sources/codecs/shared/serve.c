// The loop of every codec program.

#define _GNU_SOURCE
#include "include/aux_serve.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/// Reads all of a number of bytes from the socket; returns 0 at its end, after an error, and after a long silence.
static int read_all(void *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t got = read(AUX_SOCKET_DESCRIPTOR, (char *)bytes + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    done += (size_t)got;
  }
  return 1;
}

/// Writes all bytes to a descriptor, at an offset unless that is negative.
static int write_all(int descriptor, const void *bytes, size_t size, int64_t offset) {
  for (size_t done = 0; done < size;) {
    const char *from = (const char *)bytes + done;
    ssize_t put = offset < 0 ? write(descriptor, from, size - done)
                             : pwrite(descriptor, from, size - done, (off_t)offset + (off_t)done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return 0;
    done += (size_t)put;
  }
  return 1;
}

static int receive(void *message, uint32_t size) {
  uint32_t length = 0;
  return read_all(&length, sizeof length) && length == size && read_all(message, size);
}

static int reply(const void *message, uint32_t size) {
  return write_all(AUX_SOCKET_DESCRIPTOR, &size, sizeof size, -1)
    && write_all(AUX_SOCKET_DESCRIPTOR, message, size, -1);
}

/// Maps a part of a file; an empty one is `empty`. Returns NULL if memory is not available.
static uint8_t *map(int file, int protection, uint64_t size) {
  static uint8_t empty[8];
  if (size == 0) return empty;
  if (size > SIZE_MAX / 2) return NULL;
  void *bytes = mmap(NULL, (size_t)size, protection, MAP_SHARED, file, 0);
  return bytes == MAP_FAILED ? NULL : bytes;
}

/// Writes the buffers of an answer after the target into the output file.
static void write_buffers(const aux_answer *answer, uint64_t target_size, aux_answer_message *out) {
  uint64_t offset = aux_buffers_offset(target_size);
  for (int index = 0; index < AUX_ANSWER_BUFFERS && out->error.code == AUX_OK; index += 1) {
    out->sizes[index] = answer->buffers[index] ? answer->sizes[index] : 0;
    if (!write_all(AUX_OUTPUT_DESCRIPTOR, answer->buffers[index], (size_t)out->sizes[index], (int64_t)offset)) {
      aux_fail(&out->error, AUX_ERROR_MEMORY, "%s", strerror(errno));
    }
    offset += out->sizes[index];
  }
}

static void run(const aux_codec *codec, const aux_request_message *message, aux_answer_message *out) {
  uint64_t input_size = message->size + message->beside_size;
  uint8_t *input = map(AUX_INPUT_DESCRIPTOR, PROT_READ, input_size);
  uint8_t *target = NULL;
  // An operation finds out about wrong data before it touches the target, and an untouched file takes no memory.
  if (input && ftruncate(AUX_OUTPUT_DESCRIPTOR, (off_t)message->target_size) == 0) {
    target = map(AUX_OUTPUT_DESCRIPTOR, PROT_READ | PROT_WRITE, message->target_size);
  }
  if (input && target) {
    aux_request request = {
      .data = input, .size = (size_t)message->size, .beside = input + message->size,
      .beside_size = (size_t)message->beside_size, .target = target, .target_size = (size_t)message->target_size};
    memcpy(request.numbers, message->numbers, sizeof request.numbers);
    aux_answer answer = {0};
    out->error.code = codec->operations[message->operation](&request, &answer, &out->error);
    memcpy(out->numbers, answer.numbers, sizeof out->numbers);
    write_buffers(&answer, message->target_size, out);
    for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) free(answer.buffers[index]);
  } else {
    aux_fail(&out->error, AUX_ERROR_MEMORY, "there is not enough memory");
  }
  if (target && message->target_size > 0) munmap(target, (size_t)message->target_size);
  if (input && input_size > 0) munmap(input, (size_t)input_size);
}

/// Runs the operation of the words: FILE OPERATION TARGET-SIZE NUMBER...; the target goes to standard output.
static int run_by_hand(const aux_codec *codec, int count, char **words) {
  int operation = count > 3 ? atoi(words[2]) : -1;
  int file = count > 3 ? open(words[1], O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0 || operation < 0 || operation >= codec->operation_count) {
    fprintf(
      stderr, "%s, library version %s\n%s: auxdepth starts this program. By hand: FILE OPERATION TARGET-SIZE NUMBER...\n",
      codec->name, codec->version(), codec->name);
    return 64;
  }
  aux_request request = {.size = (size_t)lseek(file, 0, SEEK_END), .target_size = strtoull(words[3], NULL, 10)};
  request.data = map(file, PROT_READ, request.size);
  request.target = calloc(1, request.target_size + 1);
  for (int index = 4; index < count && index - 4 < AUX_REQUEST_NUMBERS; index += 1) {
    request.numbers[index - 4] = strtoll(words[index], NULL, 10);
  }
  if (!request.data || !request.target) return 74;
  if (codec->prepare) codec->prepare();
  aux_answer answer = {0};
  aux_error error = {0};
  int code = codec->operations[operation](&request, &answer, &error);
  fprintf(stderr, "%s: result %d %s, numbers %lld %lld\n", codec->name, code, error.message, (long long)answer.numbers[0],
    (long long)answer.numbers[1]);
  write_all(STDOUT_FILENO, request.target, code == AUX_OK ? request.target_size : 0, -1);
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) {
    write_all(STDOUT_FILENO, answer.buffers[index], answer.sizes[index], -1);
    free(answer.buffers[index]);
  }
  free(request.target);
  return code == AUX_OK ? 0 : 65;
}

/// Prepares and confines the process; fills in what it says first.
static void begin(const aux_codec *codec, const aux_greeting *greeting, aux_hello *hello) {
  if (greeting->magic != AUX_PROTOCOL_MAGIC || greeting->version != AUX_PROTOCOL_VERSION) {
    aux_fail(&hello->error, AUX_ERROR_SYSTEM, "%s is of another version", codec->name);
    return;
  }
  snprintf(hello->version, sizeof hello->version, "%s", codec->version());
  if (codec->prepare) codec->prepare();
  const char *step = "limits";
  int reason = aux_limit(greeting);
  if (reason == 0 && greeting->sandbox != AUX_SANDBOX_OFF) reason = aux_confine(&step);
  if (reason != 0) aux_fail(&hello->error, AUX_ERROR_SYSTEM, "%s: %s", step, strerror(reason));
  hello->serves = reason == 0 || greeting->sandbox == AUX_SANDBOX_AUTOMATIC;
}

int aux_serve(const aux_codec *codec, int count, char **words) {
  int type = 0;
  socklen_t size = sizeof type;
  if (getsockopt(AUX_SOCKET_DESCRIPTOR, SOL_SOCKET, SO_TYPE, &type, &size) != 0) return run_by_hand(codec, count, words);
  // A terminal signals all processes of a program, which decides alone what becomes of its work.
  static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXFSZ};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index += 1) signal(ignored[index], SIG_IGN);
  // Until now, what the dynamic linker had to say went into the output file.
  dup2(STDOUT_FILENO, STDERR_FILENO);
  aux_greeting greeting;
  aux_hello hello = {0};
  if (!receive(&greeting, sizeof greeting)) return 0;
  begin(codec, &greeting, &hello);
  if (!reply(&hello, sizeof hello) || !hello.serves) return 0;
  aux_request_message request;
  while (receive(&request, sizeof request)) {
    aux_answer_message answer = {0};
    if (request.operation < 0 || request.operation >= codec->operation_count) {
      aux_fail(&answer.error, AUX_ERROR_USAGE, "%s has no operation %d", codec->name, request.operation);
    } else {
      run(codec, &request, &answer);
    }
    if (!reply(&answer, sizeof answer)) break;
  }
  return 0;
}
