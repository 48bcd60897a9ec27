#include <stdlib.h>
#include <string.h>

#include "../box/operations.h"
#include "../loader/jxl.h"

/// What a file in boxes begins with: the signature, and the box `ftyp`. Source: ISO/IEC 18181-2, 9.1 and 9.2.
static const uint8_t beginning[] = {
  0, 0, 0, 12, 'J', 'X', 'L', ' ', 0x0D, 0x0A, 0x87, 0x0A,
  0, 0, 0, 20, 'f', 't', 'y', 'p', 'j', 'x', 'l', ' ', 0, 0, 0, 0, 'j', 'x', 'l', ' ',
};
/// A box without content: when the decoder comes to it, the one before is complete.
static const uint8_t ending[] = {0, 0, 0, 8, 'f', 'r', 'e', 'e'};

/// Makes a file of one compressed box, for the decoder to unpack; NULL where there is no memory.
static uint8_t *file_of(const uint8_t *data, size_t size, size_t *file_size) {
  size_t box_size = 8 + size;
  *file_size = sizeof beginning + box_size + sizeof ending;
  uint8_t *file = malloc(*file_size);
  if (!file) return NULL;
  memcpy(file, beginning, sizeof beginning);
  uint8_t *box = file + sizeof beginning;
  for (int index = 0; index < 4; index += 1) box[index] = (uint8_t)(box_size >> (24 - 8 * index));
  memcpy(box + 4, "brob", 4);
  memcpy(box + 8, data, size);
  memcpy(box + box_size, ending, sizeof ending);
  return file;
}

/// Gives the decoder room for more of the content.
static int make_room(JxlDecoder *decoder, aux_buffer *content, size_t max_size, aux_error *error) {
  if (content->size >= max_size) {
    return aux_fail(error, AUX_ERROR_LIMIT, "more than %zu bytes are in the compressed box", max_size);
  }
  size_t more = content->size ? content->size : 4096;
  if (more > max_size - content->size) more = max_size - content->size;
  if (!aux_buffer_reserve(content, more)) {
    return aux_fail(error, AUX_ERROR_MEMORY, "no memory for the content of a box");
  }
  if (JxlDecoderSetBoxBuffer(decoder, content->bytes + content->size, more) != JXL_DEC_SUCCESS) {
    return aux_fail(error, AUX_ERROR_CODEC, "the decoder cannot be set up");
  }
  content->size += more;
  return AUX_OK;
}

static int unpack(JxlDecoder *decoder, aux_buffer *content, size_t max_size, aux_error *error) {
  int is_inside = 0;
  for (;;) {
    int code = AUX_OK;
    switch (JxlDecoderProcessInput(decoder)) {
    case JXL_DEC_BOX: {
      if (is_inside) {
        content->size -= JxlDecoderReleaseBoxBuffer(decoder);
        return AUX_OK;
      }
      JxlBoxType type;
      if (JxlDecoderGetBoxType(decoder, type, JXL_FALSE) != JXL_DEC_SUCCESS) {
        return aux_fail(error, AUX_ERROR_CODEC, "the box has no type");
      }
      is_inside = memcmp(type, "brob", 4) == 0;
      if (is_inside) code = make_room(decoder, content, max_size, error);
      break;
    }
    case JXL_DEC_BOX_NEED_MORE_OUTPUT:
      content->size -= JxlDecoderReleaseBoxBuffer(decoder);
      code = make_room(decoder, content, max_size, error);
      break;
    case JXL_DEC_NEED_MORE_INPUT: return aux_fail(error, AUX_ERROR_TRUNCATED, "the compressed box ends too early");
    default: return aux_fail(error, AUX_ERROR_CODEC, "the compressed box is damaged");
    }
    if (code != AUX_OK) return code;
  }
}

int aux_run_jxl_box(const aux_request *request, aux_answer *answer, aux_error *error) {
  if (aux_load_jxl(error) != AUX_OK) return error->code;
  size_t file_size = 0;
  uint8_t *file = file_of(request->data, request->size, &file_size);
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  aux_buffer content = {0};
  int code;
  if (!file || !decoder) {
    code = aux_fail(error, AUX_ERROR_MEMORY, "no memory for the decoder");
  } else if (JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE) != JXL_DEC_SUCCESS) {
    code = aux_fail(error, AUX_ERROR_MISSING, "libjxl was built without Brotli");
  } else if (JxlDecoderSubscribeEvents(decoder, JXL_DEC_BOX) != JXL_DEC_SUCCESS
             || JxlDecoderSetInput(decoder, file, file_size) != JXL_DEC_SUCCESS) {
    code = aux_fail(error, AUX_ERROR_CODEC, "the decoder cannot be set up");
  } else {
    JxlDecoderCloseInput(decoder);
    code = unpack(decoder, &content, (size_t)request->numbers[0], error);
  }
  if (decoder) JxlDecoderDestroy(decoder);
  free(file);
  answer->buffers[0] = content.bytes;
  answer->sizes[0] = content.size;
  return code;
}

int aux_jxl_unpack(
  const uint8_t *data, size_t size, size_t max_size, uint8_t **out, size_t *out_size, aux_error *error
) {
  *out = NULL;
  *out_size = 0;
  // The size of a box has 32 bits.
  if (size < 4 || size > UINT32_MAX - 8) return aux_fail(error, AUX_ERROR_MALFORMED, "no compressed box");
  aux_request request = {.data = data, .size = size, .numbers = {(int64_t)max_size}};
  aux_answer answer = {0};
  int code = aux_call(AUX_OPERATION_JXL_BOX, &request, &answer, error);
  if (code == AUX_OK) {
    *out = answer.buffers[0];
    *out_size = answer.sizes[0];
  }
  return code;
}
