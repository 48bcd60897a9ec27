/// What the library and the codec programs say to each other: requests, answers, and errors.
///
/// A request is an operation of one codec with numbers and bytes; an answer has a result, numbers, and bytes or samples.
/// Source: Specs/sandbox.md.

#ifndef AUX_CODEC_H
#define AUX_CODEC_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// The kinds of result.
enum {
  AUX_OK = 0,
  /// The codec found the data wrong.
  AUX_ERROR_CODEC = 1,
  /// The data end too early.
  AUX_ERROR_TRUNCATED = 2,
  /// A limit of the caller would be passed.
  AUX_ERROR_LIMIT = 3,
  /// An argument is out of range.
  AUX_ERROR_USAGE = 4,
  /// Memory, or a process, is not available.
  AUX_ERROR_MEMORY = 5,
  /// The data are not text of their format, or break its grammar.
  AUX_ERROR_MALFORMED = 6,
  /// The data may be right, but are of a kind that is not handled.
  AUX_ERROR_UNSUPPORTED = 7,
  /// A codec library is not installed.
  AUX_ERROR_MISSING = 8,
  /// The system does not give what a codec process needs.
  AUX_ERROR_SYSTEM = 9,
  /// The caller cancelled the work.
  AUX_ERROR_CANCELLED = 10
};

enum { AUX_REQUEST_NUMBERS = 13, AUX_ANSWER_NUMBERS = 12, AUX_ANSWER_BUFFERS = 3 };

/// The reason of a failure, or the first warning if the code is AUX_OK.
typedef struct aux_error {
  int code;
  /// UTF-8 that ends with a zero byte; empty without a reason.
  char message[256];
} aux_error;

/// What an operation gets.
typedef struct aux_request {
  /// The coded bytes, or the samples to be encoded.
  const uint8_t *data;
  size_t size;
  /// More bytes, of another kind.
  const uint8_t *beside;
  size_t beside_size;
  int64_t numbers[AUX_REQUEST_NUMBERS];
  /// Memory for samples whose size the caller knows; an operation that succeeds writes all of it.
  uint8_t *target;
  size_t target_size;
  /// The same for chroma, which follows luma. The client alone knows these; the target of an operation is for all planes.
  uint8_t *chroma[2];
  size_t chroma_size;
  /// The largest sizes of the buffers of an answer; the client refuses larger ones.
  uint64_t largest[AUX_ANSWER_BUFFERS];
  /// The number of pixels that an encoder gets, which bounds its time.
  uint64_t pixels;
} aux_request;

/// What an operation returns in addition to the target.
typedef struct aux_answer {
  int64_t numbers[AUX_ANSWER_NUMBERS];
  /// Bytes whose size the caller does not know before; allocated with malloc, NULL after a failure.
  uint8_t *buffers[AUX_ANSWER_BUFFERS];
  size_t sizes[AUX_ANSWER_BUFFERS];
} aux_answer;

/// Clears an error before a call.
static inline void aux_clear(aux_error *error) {
  error->code = AUX_OK;
  error->message[0] = 0;
}

/// Fills in an error and returns its code.
__attribute__((format(printf, 3, 4)))
static inline int aux_fail(aux_error *error, int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  error->code = code;
  return code;
}

// Operations, by the number in a request.

enum {
  /// Decodes a stream of exactly numbers[0] x numbers[1] to numbers[2] components, 1 or 3, of 8 bits, at 1/numbers[3] of the
  /// size, rounded up; answers the number of corrupt places that libjpeg bridged.
  AUX_JPEG_DECODE = 0,
  /// Encodes numbers[0] x numbers[1] pixels of numbers[2] components as baseline JPEG without application segments. numbers[3]
  /// is the quality, numbers[4] the restart interval in MCUs, numbers[5] 1 for 4:2:0 and 0 for 4:4:4. Answers the file.
  AUX_JPEG_ENCODE = 1,
  /// Writes a part of a stream of exactly numbers[0] x numbers[1] from its DCT coefficients. numbers[2...5] are x, y, width and
  /// height of the part, numbers[6] flags (AUX_JPEG_MIRRORS_COLUMNS and so on), numbers[7] 1 if a progressive stream stays
  /// progressive, numbers[8] the restart interval in blocks of a single component. Answers the stream and the warnings.
  AUX_JPEG_TRANSFORM = 2
};

/// How a transform changes rows of pixels: it mirrors columns and rows first, then swaps the sides.
enum { AUX_JPEG_MIRRORS_COLUMNS = 1, AUX_JPEG_MIRRORS_ROWS = 2, AUX_JPEG_SWAPS_SIDES = 4 };

enum {
  /// Decodes one picture of exactly numbers[0] x numbers[1] to planes. The data are NAL units, each after its length in four
  /// bytes, parameter sets first. numbers[2] is the chroma format in the numbers of HEVC: 0 for luma alone, 1 to 3 for luma, Cb
  /// and Cr in 4:2:0, 4:2:2 and 4:4:4. numbers[3] is the bit depth that the caller has made room for, numbers[4] the number of
  /// threads for a large picture. The target gets the planes one after the other, bytes or native-endian 16-bit samples,
  /// unless only one of both depths is 8. Answers the bit depth.
  AUX_HEVC_DECODE = 0
};

// Messages on the socket, each after its length in four bytes. The bytes of a request follow one another in the input file,
// data first. The output file has the target, then the buffers from the next page on.

enum { AUX_PROTOCOL_MAGIC = 0x78754164, AUX_PROTOCOL_VERSION = 1, AUX_PAGE_SIZE = 4096 };

/// Which confinement a codec process is to have.
enum {
  /// If the system allows it.
  AUX_SANDBOX_AUTOMATIC = 0,
  /// Or it does not serve.
  AUX_SANDBOX_REQUIRED = 1,
  /// None.
  AUX_SANDBOX_OFF = 2
};

/// The first message, from the client.
typedef struct {
  uint32_t magic, version;
  int32_t sandbox;
  /// 1 for a process that encodes samples of the caller, and has no limits of memory and time of its own.
  int32_t encodes;
  /// Bytes of memory in addition to the program's, and seconds of processor time in its life.
  uint64_t memory, processor_seconds;
} aux_greeting;

/// The first message of a codec process. An error of a process that serves is the reason why it is not confined.
typedef struct {
  aux_error error;
  int32_t serves;
  /// The version of the library, as text.
  char version[64];
} aux_hello;

typedef struct {
  int32_t operation;
  int32_t reserved;
  int64_t numbers[AUX_REQUEST_NUMBERS];
  uint64_t size, beside_size, target_size;
} aux_request_message;

typedef struct {
  aux_error error;
  int64_t numbers[AUX_ANSWER_NUMBERS];
  uint64_t sizes[AUX_ANSWER_BUFFERS];
} aux_answer_message;

/// Returns the offset of the first buffer in the output file.
static inline uint64_t aux_buffers_offset(uint64_t target_size) {
  return (target_size + AUX_PAGE_SIZE - 1) & ~(uint64_t)(AUX_PAGE_SIZE - 1);
}

/// The descriptors of a codec process; standard output and error are /dev/null.
enum { AUX_SOCKET_DESCRIPTOR = 0, AUX_INPUT_DESCRIPTOR = 3, AUX_OUTPUT_DESCRIPTOR = 4 };

#endif
