#include "pictures.h"

#include <stdlib.h>
#include <string.h>

/// The side of the blocks that are compared with the pattern. Coding tree blocks, of which each is decoded or not, have
/// at least 16 samples a side, 8 of chroma; filters of those beside them change 3 at an edge, 1 of chroma.
enum { side = 4 };

/// One block of the pattern, drawn once from random numbers: samples of 8 bits are the high bytes. A picture that has
/// these 16 numbers in a block by chance comes once in 2^128.
static const uint16_t pattern[side * side] = {
  0xA3D7, 0x1C64, 0xE809, 0x57B2, 0x3F91, 0xC22E, 0x08F5, 0x9B4A, 0x7146, 0xDE8D, 0x2473, 0xB53C, 0x4AE0, 0x9617, 0xF35B, 0x62C8,
};

/// The plane of a picture as libde265 has it, before it is cropped.
typedef struct {
  uint8_t *rows;
  size_t stride, width, height;
  /// The bytes of a sample, and the bits.
  size_t step;
  int bits;
} plane;

/// What a picture is kept with, as the user data of its first plane.
typedef struct {
  plane planes[3];
} memory;

/// Writes the block of the pattern as the samples of a plane are; they have to be of its bits, for they are looked at.
static void make_block(const plane *self, uint8_t block[side][side * 2]) {
  for (int index = 0; index < side * side; index += 1) {
    uint8_t *at = block[index / side] + (size_t)(index % side) * self->step;
    uint16_t sample = (uint16_t)(pattern[index] >> (16 - self->bits));
    if (self->step == 1) {
      *at = (uint8_t)sample;
    } else {
      memcpy(at, &sample, sizeof sample);
    }
  }
}

static void fill(const plane *self) {
  uint8_t block[side][side * 2];
  make_block(self, block);
  for (size_t row = 0; row < self->height; row += 1) {
    uint8_t *at = self->rows + row * self->stride;
    if (row >= side) {
      memcpy(at, at - side * self->stride, self->stride);
      continue;
    }
    // A stride is a number of whole blocks.
    for (size_t column = 0; column < self->stride; column += side * self->step) {
      memcpy(at + column, block[row], side * self->step);
    }
  }
}

/// Whether the plane has the pattern nowhere. The size of a sample is one that the compiler knows: each row of a block is one
/// number then.
static inline int is_whole_in_steps(const plane *self, size_t step) {
  uint8_t block[side][side * 2];
  make_block(self, block);
  for (size_t top = 0; top + side <= self->height; top += side) {
    const uint8_t *row = self->rows + top * self->stride;
    for (size_t column = 0; column + side <= self->width; column += side) {
      size_t same = 0;
      while (same < side && memcmp(row + same * self->stride + column * step, block[same], side * step) == 0) same += 1;
      if (same == side) return 0;
    }
  }
  return 1;
}

static int is_whole(const plane *self) {
  return self->step == 1 ? is_whole_in_steps(self, 1) : is_whole_in_steps(self, 2);
}

static int make_plane(plane *self, size_t width, size_t height, int bits) {
  // As libde265's own memory: rows begin at multiples of 16 bytes, and code for vectors may read past the last.
  enum { alignment = 16 };
  self->bits = bits;
  self->step = bits > 8 ? 2 : 1;
  self->width = width;
  self->height = height;
  size_t samples = (width + alignment - 1) / alignment * alignment;
  self->stride = samples * self->step;
  if (bits < 8 || bits > 16 || self->stride > INT32_MAX || self->stride > (SIZE_MAX - alignment) / height) return 0;
  void *rows = NULL;
  if (posix_memalign(&rows, alignment, self->stride * height + alignment) != 0) return 0;
  self->rows = rows;
  memset(self->rows + self->stride * height, 0, alignment);
  fill(self);
  return 1;
}

static void release(memory *self) {
  for (int index = 0; self && index < 3; index += 1) free(self->planes[index].rows);
  free(self);
}

static int get_buffer(
  de265_decoder_context *decoder, struct de265_image_spec *spec, struct de265_image *image, void *user
) {
  (void)decoder, (void)user;
  enum de265_chroma chroma = de265_get_chroma_format(image);
  size_t width = (size_t)spec->width, height = (size_t)spec->height;
  memory *self = spec->width > 0 && spec->height > 0 ? calloc(1, sizeof *self) : NULL;
  if (!self || !make_plane(&self->planes[0], width, height, de265_get_bits_per_pixel(image, 0))) {
    release(self);
    return 0;
  }
  if (chroma == de265_chroma_420 || chroma == de265_chroma_422) width = (width + 1) / 2;
  if (chroma == de265_chroma_420) height = (height + 1) / 2;
  for (int index = 1; index < 3 && chroma != de265_chroma_mono; index += 1) {
    if (make_plane(&self->planes[index], width, height, de265_get_bits_per_pixel(image, index))) continue;
    release(self);
    return 0;
  }
  for (int index = 0; index < 3; index += 1) {
    const plane *each = &self->planes[index];
    de265_set_image_plane(image, index, each->rows, (int)each->stride, index == 0 ? self : NULL);
  }
  return 1;
}

static void release_buffer(de265_decoder_context *decoder, struct de265_image *image, void *user) {
  (void)decoder, (void)user;
  release(de265_get_image_plane_user_data(image, 0));
}

void pictures_use(de265_decoder_context *decoder) {
  static struct de265_image_allocation functions = {get_buffer, release_buffer};
  de265_set_image_allocation_functions(decoder, &functions, NULL);
}

int pictures_check(const struct de265_image *image, aux_error *error) {
  const memory *self = de265_get_image_plane_user_data(image, 0);
  if (!self) return aux_fail(error, AUX_ERROR_UNSUPPORTED, "this version of libde265 keeps pictures in memory of its own");
  for (int index = 0; index < 3; index += 1) {
    const plane *each = &self->planes[index];
    if (!each->rows || is_whole(each)) continue;
    return aux_fail(error, AUX_ERROR_CODEC, "the bitstream is damaged");
  }
  return AUX_OK;
}
