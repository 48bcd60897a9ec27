// Decoders that a hostile file has taken over, for the checks `evil-codec` and `evil-answer` of Torture/faults.
//
// Preloaded into the codec programs, it wraps libjpeg and libde265. At the images of $EVIL_WIDTH columns it does what $EVIL_DO says:
//
//   crash   ends by SIGSEGV
//   open    makes the file `evil` in the working folder, and decodes
//   print   writes to standard output and standard error, and decodes
//   loop    goes on for ever
//
// With $EVIL_LIE=FIELD:VALUE, the codec process changes that field of its answer, where it did such an image; of every
// answer with $EVIL_WIDTH=0. Its headers are those of Sources/CAuxSystem, and of Sources/CAuxShims for the answers of the other codecs.
//
//   size0, size1, size2, sizes   the bytes of a buffer, or of all; the file is as long, if it may be
//   numbers                      all numbers
//   code, message                the code of the error, or a text without an end
//   samples                      all bytes of the samples
//   length                       how many bytes the answer has, and says that it has
//   short                        the length of the files
#define _GNU_SOURCE
#include "box/box.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <jpeglib.h>
#include <libde265/de265.h>

/// Whether the answer that comes next is a lie.
static int is_lying;

static void act(int width) {
  const char *wanted = getenv("EVIL_WIDTH"), *action = getenv("EVIL_DO");
  if (!wanted || atoi(wanted) != width) return;
  is_lying = 1;
  if (!action) return;
  // A bad access and no raise(), which the program's own handler would return from.
  if (strcmp(action, "crash") == 0) *(volatile char *)(size_t)8 = 1;
  if (strcmp(action, "open") == 0) {
    int file = open("evil", O_CREAT | O_WRONLY, 0600);
    if (file >= 0) close(file);
  }
  if (strcmp(action, "print") == 0) {
    for (int stream = 1; stream <= 2; stream += 1) {
      if (write(stream, "evil\n", 5) < 0) continue;
    }
  }
  volatile int goes_on = strcmp(action, "loop") == 0;
  while (goes_on) continue;
}

/// The descriptors of a process of the sandbox are below it.
enum { most_files = 64 };

static void set_length(uint64_t length) {
  for (int file = STDERR_FILENO + 1; file < most_files; file += 1) {
    if (ftruncate(file, (off_t)length) != 0) continue;
  }
}

static void fill(int byte) {
  char bytes[1 << 16];
  memset(bytes, byte, sizeof bytes);
  for (int file = STDERR_FILENO + 1; file < most_files; file += 1) {
    if (pwrite(file, bytes, sizeof bytes, 0) < 0) continue;
  }
}

/// Changes the parts of an answer as $EVIL_LIE says; returns its length.
static size_t lie(aux_error *error, int64_t *numbers, uint64_t *sizes, size_t length) {
  char field[16] = "";
  long long value = 0;
  sscanf(getenv("EVIL_LIE"), "%15[^:]:%lld", field, &value);
  uint64_t whole = 1 << 20;
  for (int index = 0; index < AUX_ANSWER_BUFFERS; index += 1) {
    char name[] = {'s', 'i', 'z', 'e', (char)('0' + index), 0};
    if (strcmp(field, name) == 0 || strcmp(field, "sizes") == 0) sizes[index] = (uint64_t)value;
    whole += sizes[index];
  }
  if (strncmp(field, "size", 4) == 0) set_length(whole);
  for (int index = 0; index < AUX_ANSWER_NUMBERS && strcmp(field, "numbers") == 0; index += 1) {
    numbers[index] = value;
  }
  if (strcmp(field, "code") == 0) error->code = (int)value;
  if (strcmp(field, "message") == 0) {
    memset(error->message, (int)value, sizeof error->message);
    error->code = AUX_ERROR_CODEC;
  }
  if (strcmp(field, "samples") == 0) fill((int)value);
  if (strcmp(field, "short") == 0) set_length((uint64_t)value);
  return strcmp(field, "length") == 0 ? (size_t)value : length;
}

/// True if the next answer is to be changed.
static int lies_now(void) {
  const char *wanted = getenv("EVIL_WIDTH");
  int result = getenv("EVIL_LIE") && wanted && (is_lying || atoi(wanted) == 0);
  is_lying = 0;
  return result;
}

ssize_t write(int file, const void *bytes, size_t size) {
  ssize_t (*next)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  // The length of an answer is held back until the answer comes.
  static const uint32_t usual = sizeof(aux_answer_message);
  if (file == AUX_SOCKET_DESCRIPTOR && size == sizeof usual && memcmp(bytes, &usual, size) == 0) return (ssize_t)size;
  if (file != AUX_SOCKET_DESCRIPTOR || size != usual) return next(file, bytes, size);
  aux_answer_message answer;
  memcpy(&answer, bytes, sizeof answer);
  uint32_t length = usual;
  if (lies_now()) length = (uint32_t)lie(&answer.error, answer.numbers, answer.sizes, usual);
  if (next(file, &length, sizeof length) < 0 || next(file, &answer, length) < 0) return -1;
  return (ssize_t)size;
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  ssize_t (*next)(int, const struct msghdr *, int) =
    (ssize_t(*)(int, const struct msghdr *, int))dlsym(RTLD_NEXT, "sendmsg");
  static pid_t greeted;
  if (message->msg_iovlen != 1 || message->msg_iov->iov_len != sizeof(box_answer)) return next(socket, message, flags);
  // The first answer of a process is its greeting.
  int is_greeting = greeted != getpid();
  greeted = getpid();
  if (is_greeting || !lies_now()) return next(socket, message, flags);
  box_answer answer;
  memcpy(&answer, message->msg_iov->iov_base, sizeof answer);
  struct iovec part = {.iov_base = &answer, .iov_len = sizeof answer};
  struct msghdr changed = {.msg_iov = &part, .msg_iovlen = 1};
  part.iov_len = lie(&answer.error, answer.numbers, answer.sizes, sizeof answer);
  ssize_t sent = next(socket, &changed, flags);
  return sent == (ssize_t)part.iov_len ? (ssize_t)sizeof answer : sent;
}

boolean jpeg_start_decompress(j_decompress_ptr codec) {
  boolean (*next)(j_decompress_ptr) = (boolean(*)(j_decompress_ptr))dlsym(RTLD_NEXT, "jpeg_start_decompress");
  act((int)codec->image_width);
  return next(codec);
}

/// The first that knows the width of a picture, which is decoded then.
const struct de265_image *de265_get_next_picture(de265_decoder_context *decoder) {
  const struct de265_image *(*next)(de265_decoder_context *) =
    (const struct de265_image *(*)(de265_decoder_context *))dlsym(RTLD_NEXT, "de265_get_next_picture");
  const struct de265_image *image = next(decoder);
  if (image) act(de265_get_image_width(image, 0));
  return image;
}
