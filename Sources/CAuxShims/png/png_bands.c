#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "../support.h"
#include "deflate.h"

/// The bytes of a band, more or less: enough that beginning anew costs no size, and few for a thread.
static const uint64_t band_bytes = 512 << 10;

/// The bytes of a band that are tried.
static const uint64_t trial_bytes = 24 << 10;

/// What begins a zlib stream: a window of 32 KiB, a fast algorithm, no dictionary (RFC 1950, 2.2).
static const uint8_t zlib_header[] = {0x78, 0x5E};

/// The filters of rows that are used (ISO/IEC 15948, 9.2).
typedef enum { FILTER_NONE = 0, FILTER_UP = 2, FILTER_PAETH = 4 } filter_type;

/// How the rows of a band are filtered and deflated.
typedef struct {
  filter_type filter;
  /// The level of zlib; 0 for ISA-L, which takes a fifth of the time.
  int level;
  /// What zlib is given.
  int strategy;
  /// What ISA-L is given.
  int window_bits;
} method;

/// What some rows come to with a method.
typedef struct {
  method how;
  size_t size;
} trial;

/// For noise and for what is smoothly shaded, where other matches than runs cost more than they spare.
static const method zlib_runs = {FILTER_PAETH, .level = 6, .strategy = Z_RLE};
static const method isal_runs = {FILTER_PAETH, .window_bits = 1};

/// How much larger than by the thorough methods of zlib a band may be, as a part of it: with runs, which take half the time by
/// zlib, too; with what is faster, in pictures of 8-bit colour; and with that in others, mostly maps of few bytes.
///
/// With these no picture that we measured got 3 % larger than by zlib alone.
enum { PART_FOR_RUNS = 8, PART_FOR_COLOUR = 13, PART_FOR_OTHERS = 64 };

/// The work on one band.
typedef struct {
  const uint8_t *pixels;
  /// The bytes of a row, and of a pixel.
  uint64_t stride;
  uint64_t step;
  int swaps;
  /// Rows as the file holds them, each after the type of its filter: all of the band.
  uint8_t *filtered;
  /// A row and the one above in the byte order of the file, where that of the pixels is another. All rows here are one piece
  /// of memory, which begins with the first.
  uint8_t *row;
  uint8_t *above;
  /// NULL where ISA-L is not installed.
  aux_isal *isal;
  aux_buffer buffer;
  uint64_t count;
  uint32_t adler;
} band_work;

/// Swaps the bytes of numbers of 16 bits, which compilers turn to vectors.
static void swap_bytes(const uint8_t *restrict from, uint64_t count, uint8_t *restrict to) {
  for (uint64_t i = 0; i < count; i += 2) {
    uint16_t number;
    memcpy(&number, from + i, sizeof number);
    number = (uint16_t)(number >> 8 | number << 8);
    memcpy(to + i, &number, sizeof number);
  }
}

/// Filters without branches, which compilers turn to vectors.
static void filter_paeth(
  const uint8_t *row, const uint8_t *above, uint64_t count, uint64_t step, uint8_t *out
) {
  for (uint64_t i = 0; i < step; i += 1) out[i] = (uint8_t)(row[i] - above[i]);
  for (uint64_t i = step; i < count; i += 1) {
    int16_t left = row[i - step], up = above[i], corner = above[i - step];
    int16_t by_left = (int16_t)(up - corner), by_up = (int16_t)(left - corner);
    int16_t by_corner = (int16_t)(by_left + by_up);
    by_left = by_left < 0 ? (int16_t)-by_left : by_left;
    by_up = by_up < 0 ? (int16_t)-by_up : by_up;
    by_corner = by_corner < 0 ? (int16_t)-by_corner : by_corner;
    int16_t nearest = by_up <= by_corner ? up : corner;
    int16_t least = by_up <= by_corner ? by_up : by_corner;
    nearest = by_left <= least ? left : nearest;
    out[i] = (uint8_t)(row[i] - nearest);
  }
}

/// Returns a row in the byte order of the file; the one above the first is zeros.
static const uint8_t *file_row(const band_work *work, int64_t row, uint8_t *swapped) {
  if (row < 0) return memset(swapped, 0, work->stride);
  const uint8_t *pixels = work->pixels + (uint64_t)row * work->stride;
  if (!work->swaps) return pixels;
  swap_bytes(pixels, work->stride, swapped);
  return swapped;
}

static void filter_row(
  const band_work *work, const uint8_t *row, const uint8_t *above, filter_type type, uint8_t *filtered
) {
  uint8_t *out = filtered + 1;
  filtered[0] = (uint8_t)type;
  switch (type) {
    case FILTER_NONE: memcpy(out, row, work->stride); return;
    case FILTER_UP:
      for (uint64_t i = 0; i < work->stride; i += 1) out[i] = (uint8_t)(row[i] - above[i]);
      return;
    case FILTER_PAETH: filter_paeth(row, above, work->stride, work->step, out); return;
  }
}

/// Filters rows of the picture. A row in the byte order of the file is made once, and then is the one above the next.
static void filter_rows(band_work *work, filter_type type, uint32_t first, uint32_t rows) {
  uint8_t *rooms[] = {work->row, work->above};
  const uint8_t *above = file_row(work, (int64_t)first - 1, rooms[1]);
  for (uint32_t number = 0; number < rows; number += 1) {
    const uint8_t *row = file_row(work, (int64_t)first + number, rooms[number % 2]);
    filter_row(work, row, above, type, work->filtered + number * (work->stride + 1));
    above = row;
  }
}

/// Appends rows of the picture; returns 0 where memory is lacking.
static int write_rows(band_work *work, method how, uint32_t first, uint32_t rows, int is_last) {
  filter_rows(work, how.filter, first, rows);
  work->count = rows * (work->stride + 1);
  if (how.level == 0) {
    return aux_deflate_by_isal(work->isal, &work->buffer, work->filtered, work->count, how.window_bits, is_last);
  }
  return aux_deflate_by_zlib(&work->buffer, work->filtered, work->count, how.level, how.strategy, is_last);
}

/// Returns what rows come to, leaving the buffer as it was; SIZE_MAX where memory is lacking.
static trial try_rows(band_work *work, method how, uint32_t first, uint32_t rows) {
  size_t before = work->buffer.size;
  int whole = write_rows(work, how, first, rows, 0);
  size_t size = work->buffer.size - before;
  work->buffer.size = before;
  return (trial){how, whole ? size : SIZE_MAX};
}

static trial smaller(trial one, trial other) { return other.size < one.size ? other : one; }

/// Returns the smaller of what the thorough methods of zlib make of some rows.
static trial try_zlib(band_work *work, uint32_t first, uint32_t rows, int is_colour8) {
  if (is_colour8) return try_rows(work, (method){FILTER_UP, 2, Z_DEFAULT_STRATEGY}, first, rows);
  // Maps that were decoded from 8-bit codes have few values, between which there are many differences.
  return smaller(
    try_rows(work, (method){FILTER_UP, 6, Z_FILTERED}, first, rows),
    try_rows(work, (method){FILTER_NONE, 6, Z_DEFAULT_STRATEGY}, first, rows));
}

/// Returns the smallest of what ISA-L makes of some rows.
static trial try_isal(band_work *work, trial of_runs, uint32_t first, uint32_t rows) {
  trial up = try_rows(work, (method){.filter = FILTER_UP}, first, rows);
  return smaller(of_runs, smaller(up, try_rows(work, (method){.filter = FILTER_NONE}, first, rows)));
}

/// Chooses by what some rows from the middle of the band come to.
///
/// The levels were measured over photos, effects and maps: Specs/conversions.md.
static method chosen_method(band_work *work, uint32_t first, uint32_t rows, int is_colour8) {
  uint64_t wanted = trial_bytes / (work->stride + 1) + 1;
  uint32_t tried = wanted < rows ? (uint32_t)wanted : rows;
  uint32_t middle = first + (rows - tried) / 2;
  trial thorough = try_zlib(work, middle, tried, is_colour8);
  // Thorough search is for what takes little time in the end. ISA-L gives up to three times as many bytes for it.
  int is_little = thorough.size <= tried * (work->stride + 1) / 16;
  int has_isal = work->isal && !is_little;
  if (!is_colour8 && !is_little) thorough.how.level = 4;
  trial of_runs = try_rows(work, has_isal ? isal_runs : zlib_runs, middle, tried);
  trial fast = has_isal ? try_isal(work, of_runs, middle, tried) : of_runs;
  size_t part = is_colour8 ? PART_FOR_COLOUR : PART_FOR_OTHERS;
  if (thorough.size == SIZE_MAX || of_runs.size == SIZE_MAX) return of_runs.how;
  if (fast.size <= thorough.size + thorough.size / part) return fast.how;
  return of_runs.size < thorough.size + thorough.size / PART_FOR_RUNS ? of_runs.how : thorough.how;
}

uint32_t aux_png_band_rows(uint32_t width, int bit_depth, int channels) {
  uint64_t line = (uint64_t)width * (uint64_t)channels * (uint64_t)(bit_depth / 8) + 1;
  return line < band_bytes ? (uint32_t)(band_bytes / line) : 1;
}

/// Gets the memory that filters and ISA-L need, to be freed also where some of it is lacking; returns 0 there.
static int make_room(band_work *work, uint32_t rows) {
  int has_isal = aux_has_isal();
  if (has_isal) work->isal = aux_isal_make();
  work->row = malloc(2 * work->stride + rows * (work->stride + 1));
  if (!work->row || (has_isal && !work->isal)) return 0;
  work->above = work->row + work->stride;
  work->filtered = work->above + work->stride;
  return 1;
}

void aux_png_band_write(
  const void *pixels, uint32_t width, uint32_t height, int bit_depth, int channels, uint32_t number,
  aux_png_band *out
) {
  memset(out, 0, sizeof *out);
  uint32_t most = aux_png_band_rows(width, bit_depth, channels);
  uint32_t first = number * most;
  uint32_t rows = height - first < most ? height - first : most;
  band_work work = {.pixels = pixels, .step = (uint64_t)channels * (uint64_t)(bit_depth / 8)};
  work.stride = width * work.step;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  work.swaps = bit_depth == 16;
#endif
  int whole = make_room(&work, rows) && aux_buffer_reserve(&work.buffer, sizeof zlib_header);
  if (whole && number == 0) {
    memcpy(work.buffer.bytes, zlib_header, sizeof zlib_header);
    work.buffer.size = sizeof zlib_header;
  }
  if (whole) {
    method how = chosen_method(&work, first, rows, bit_depth == 8 && channels >= 3);
    whole = write_rows(&work, how, first, rows, first + rows == height);
    work.adler = (uint32_t)adler32_z(adler32_z(0, NULL, 0), work.filtered, work.count);
  }
  free(work.row);
  free(work.isal);
  if (!whole) {
    free(work.buffer.bytes);
    return;
  }
  // All bands are held until the file is put together.
  uint8_t *fitted = realloc(work.buffer.bytes, work.buffer.size);
  out->bytes = fitted ? fitted : work.buffer.bytes;
  out->size = work.buffer.size;
  out->adler = work.adler;
  out->count = work.count;
}
