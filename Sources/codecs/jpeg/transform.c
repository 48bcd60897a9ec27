// Crops and turns of JPEG streams by their DCT coefficients: nothing is decoded to samples, and nothing is quantised.
//
// Source: ITU-T T.81, A.1 and A.3.3. A mirrored block is the same block with the coefficients of odd frequencies
// negated; a transposed one has them transposed.

#include "jpeg.h"

#include <string.h>

/// What becomes of the blocks of a stream.
typedef struct {
  /// The part that stays, in samples of the source; its left and top are on borders of MCUs.
  JDIMENSION x, y, width, height;
  /// Whether the columns change their order, whether the rows do, and whether both change places after that.
  int mirrors_columns, mirrors_rows, swaps;
  /// Whether a progressive stream stays progressive.
  int keeps_progression;
  /// Blocks between restarts of a stream of one component; 0 for none.
  int restart_interval;
} transform;

typedef struct {
  jpeg_decoder decoder;
  jpeg_encoder encoder;
  jvirt_barray_ptr arrays[MAX_COMPONENTS];
} transformer;

/// Returns the size of an MCU in samples: with one component a block is one (T.81, A.2.2).
static JDIMENSION unit_width(const struct jpeg_decompress_struct *source) {
  return (JDIMENSION)(source->num_components == 1 ? 1 : source->max_h_samp_factor) * DCTSIZE;
}

static JDIMENSION unit_height(const struct jpeg_decompress_struct *source) {
  return (JDIMENSION)(source->num_components == 1 ? 1 : source->max_v_samp_factor) * DCTSIZE;
}

static JDIMENSION units(JDIMENSION length, JDIMENSION unit) { return (length + unit - 1) / unit; }

static int check_part(const struct jpeg_decompress_struct *source, const transform *how, aux_error *error) {
  JDIMENSION across = unit_width(source), down = unit_height(source);
  if (
    how->width < 1 || how->height < 1 || how->width > source->image_width || how->height > source->image_height
    || how->x > source->image_width - how->width || how->y > source->image_height - how->height) {
    return aux_fail(
      error, AUX_ERROR_USAGE, "the part reaches out of the JPEG stream of %ux%u", source->image_width,
      source->image_height);
  }
  if (how->x % across || how->y % down) {
    return aux_fail(
      error, AUX_ERROR_USAGE, "a part at %u,%u does not begin with a whole MCU of %ux%u", how->x, how->y, across, down);
  }
  if ((how->mirrors_columns && how->width % across) || (how->mirrors_rows && how->height % down)) {
    return aux_fail(
      error, AUX_ERROR_USAGE, "%ux%u are not whole MCUs of %ux%u, and cannot be mirrored", how->width, how->height,
      across, down);
  }
  return AUX_OK;
}

/// Asks for the blocks of the result, whole MCUs of them.
static void request_blocks(transformer *self, const transform *how) {
  struct jpeg_decompress_struct *source = &self->decoder.codec;
  JDIMENSION columns = units(how->width, unit_width(source)), rows = units(how->height, unit_height(source));
  for (int index = 0; index < source->num_components; index += 1) {
    const jpeg_component_info *component = &source->comp_info[index];
    int is_alone = source->num_components == 1;
    JDIMENSION across = columns * (JDIMENSION)(is_alone ? 1 : component->h_samp_factor);
    JDIMENSION down = rows * (JDIMENSION)(is_alone ? 1 : component->v_samp_factor);
    JDIMENSION height = (JDIMENSION)(is_alone ? 1 : how->swaps ? component->h_samp_factor : component->v_samp_factor);
    self->arrays[index] = source->mem->request_virt_barray(
      (j_common_ptr)source, JPOOL_IMAGE, FALSE, how->swaps ? down : across, how->swaps ? across : down, height);
  }
}

static void turn_block(const JCOEF *from, JCOEF *to, const transform *how) {
  for (int row = 0; row < DCTSIZE; row += 1) {
    for (int column = 0; column < DCTSIZE; column += 1) {
      JCOEF value = from[row * DCTSIZE + column];
      if ((how->mirrors_columns && column & 1) != (how->mirrors_rows && row & 1)) value = (JCOEF)-value;
      to[how->swaps ? column * DCTSIZE + row : row * DCTSIZE + column] = value;
    }
  }
}

/// Fills the blocks of one component of the result.
static void turn_component(transformer *self, jvirt_barray_ptr blocks, int index, const transform *how) {
  struct jpeg_decompress_struct *source = &self->decoder.codec;
  const jpeg_component_info *component = &source->comp_info[index];
  int is_alone = source->num_components == 1;
  JDIMENSION h = (JDIMENSION)(is_alone ? 1 : component->h_samp_factor);
  JDIMENSION v = (JDIMENSION)(is_alone ? 1 : component->v_samp_factor);
  JDIMENSION left = how->x / unit_width(source) * h, top = how->y / unit_height(source) * v;
  JDIMENSION across = units(how->width, unit_width(source)) * h, down = units(how->height, unit_height(source)) * v;
  for (JDIMENSION row = 0; row < (how->swaps ? across : down); row += 1) {
    JBLOCKARRAY target = source->mem->access_virt_barray((j_common_ptr)source, self->arrays[index], row, 1, TRUE);
    for (JDIMENSION column = 0; column < (how->swaps ? down : across); column += 1) {
      JDIMENSION x = how->swaps ? row : column, y = how->swaps ? column : row;
      if (how->mirrors_columns) x = across - 1 - x;
      if (how->mirrors_rows) y = down - 1 - y;
      JBLOCKARRAY from = source->mem->access_virt_barray((j_common_ptr)source, blocks, top + y, 1, FALSE);
      turn_block(from[0][left + x], target[0][column], how);
    }
  }
}

static void transpose_tables(struct jpeg_compress_struct *codec) {
  for (int index = 0; index < codec->num_components; index += 1) {
    int across = codec->comp_info[index].h_samp_factor;
    codec->comp_info[index].h_samp_factor = codec->comp_info[index].v_samp_factor;
    codec->comp_info[index].v_samp_factor = across;
  }
  for (int index = 0; index < NUM_QUANT_TBLS; index += 1) {
    JQUANT_TBL *table = codec->quant_tbl_ptrs[index];
    if (!table) continue;
    for (int row = 0; row < DCTSIZE; row += 1) {
      for (int column = 0; column < row; column += 1) {
        UINT16 value = table->quantval[row * DCTSIZE + column];
        table->quantval[row * DCTSIZE + column] = table->quantval[column * DCTSIZE + row];
        table->quantval[column * DCTSIZE + row] = value;
      }
    }
  }
}

static void start_writing(transformer *self, const transform *how) {
  struct jpeg_decompress_struct *source = &self->decoder.codec;
  struct jpeg_compress_struct *codec = &self->encoder.codec;
  jpeg_create_compress(codec);
  jpeg_set_destination(&self->encoder);
  jpeg_copy_critical_parameters(source, codec);
  codec->image_width = how->swaps ? how->height : how->width;
  codec->image_height = how->swaps ? how->width : how->height;
  if (how->swaps) transpose_tables(codec);
  // The factors of one component alone say nothing.
  if (codec->num_components == 1) codec->comp_info[0].h_samp_factor = codec->comp_info[0].v_samp_factor = 1;
  codec->optimize_coding = TRUE;
  codec->write_JFIF_header = FALSE;
  if (source->progressive_mode && how->keeps_progression) jpeg_simple_progression(codec);
  codec->restart_interval = codec->num_components == 1 ? (unsigned int)how->restart_interval : 0;
}

static int run(transformer *self, const aux_request *request, const transform *how) {
  struct jpeg_decompress_struct *source = &self->decoder.codec;
  // Both halves leave through the jump of the decoder, which either of them may fail in.
  if (setjmp(self->decoder.state.jump)) return self->decoder.state.error->code;
  int code = jpeg_begin(&self->decoder, request->data, request->size, request->numbers[0], request->numbers[1]);
  if (code == AUX_OK) code = check_part(source, how, self->decoder.state.error);
  if (code != AUX_OK) return code;
  request_blocks(self, how);
  jvirt_barray_ptr *blocks = jpeg_read_coefficients(source);
  for (int index = 0; index < source->num_components; index += 1) turn_component(self, blocks[index], index, how);
  start_writing(self, how);
  jpeg_write_coefficients(&self->encoder.codec, self->arrays);
  jpeg_finish_compress(&self->encoder.codec);
  jpeg_finish_decompress(source);
  return AUX_OK;
}

int jpeg_transform(const aux_request *request, aux_answer *answer, aux_error *error) {
  const int64_t *numbers = request->numbers;
  transform how = {
    .x = (JDIMENSION)numbers[2], .y = (JDIMENSION)numbers[3], .width = (JDIMENSION)numbers[4],
    .height = (JDIMENSION)numbers[5], .mirrors_columns = (numbers[6] & AUX_JPEG_MIRRORS_COLUMNS) != 0,
    .mirrors_rows = (numbers[6] & AUX_JPEG_MIRRORS_ROWS) != 0, .swaps = (numbers[6] & AUX_JPEG_SWAPS_SIDES) != 0,
    .keeps_progression = numbers[7] != 0, .restart_interval = (int)numbers[8]};
  transformer self;
  memset(&self, 0, sizeof self);
  // Errors of both halves are counted in one place, and leave by one jump.
  self.decoder.codec.err = self.encoder.codec.err = jpeg_errors(&self.decoder.state, error);
  self.decoder.codec.client_data = self.encoder.codec.client_data = &self.decoder.state;
  int code = run(&self, request, &how);
  answer->numbers[0] = self.decoder.state.manager.num_warnings;
  jpeg_destroy_compress(&self.encoder.codec);
  jpeg_destroy_decompress(&self.decoder.codec);
  answer->buffers[0] = self.encoder.bytes;
  answer->sizes[0] = self.encoder.size;
  return code;
}
