#include "run_deflate.h"

#include <stdlib.h>
#include <string.h>

#include "huffman.h"

enum {
  LONGEST_MATCH = 258,
  SHORTEST_MATCH = 4,
  /// How many literals and matches have codes of their own: what pictures show changes from place to place.
  BLOCK_TOKENS = 32768,
  END_OF_BLOCK = 256,
  LENGTHS_FROM = 257,
  LITERALS_AND_LENGTHS = 286,
  /// The first is that of a distance of 1, the only one that there is.
  DISTANCES = 2,
  /// A stored block has as many bytes at most (RFC 1951, 3.2.4).
  MOST_STORED = 65535,
  /// The bits of a match, as they are on the whole.
  MATCH_BITS = 11,
};

/// A match with the byte before it; bytes that are in none are literals.
typedef struct {
  /// Where it is, from the first byte of the block.
  uint32_t at;
  uint16_t length;
} match;

// Source: RFC 1951, 3.2.5.
static const uint16_t length_bases[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extras[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint8_t length_code_order[AUX_LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

/// The work on one part.
typedef struct work {
  aux_buffer *buffer;
  /// Bits that are not a whole byte yet.
  uint64_t bits;
  int bit_count;
  /// The number of a length's symbol by the length.
  uint8_t length_symbols[LONGEST_MATCH + 1];
  /// Neighbours are often equal: four tables, of which none waits for another. Lengths are counted in the first.
  uint32_t symbol_counts[4][LITERALS_AND_LENGTHS];
  aux_prefix_code symbols[LITERALS_AND_LENGTHS];
  /// The least length of a match: shorter ones take more bits than their bytes.
  size_t least_length;
  match matches[BLOCK_TOKENS];
  size_t match_count;
} work;

static void fill_symbols(work *work) {
  for (uint32_t length = 3, symbol = 0; length <= LONGEST_MATCH; length += 1) {
    if (symbol < 28 && length >= length_bases[symbol + 1]) symbol += 1;
    work->length_symbols[length] = (uint8_t)symbol;
  }
}

// Bits are written into room that was made for all of a block.

static inline void put(work *work, uint64_t bits, int count) {
  work->bits |= bits << work->bit_count;
  work->bit_count += count;
}

/// Writes the whole bytes; no more than 7 bits are left.
static inline void flush_bytes(work *work) {
  uint8_t *out = work->buffer->bytes + work->buffer->size;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(out, &work->bits, 8);
#else
  for (int byte = 0; byte < 8; byte += 1) out[byte] = (uint8_t)(work->bits >> 8 * byte);
#endif
  int whole = work->bit_count >> 3;
  work->buffer->size += (size_t)whole;
  work->bits >>= 8 * whole;
  work->bit_count &= 7;
}

static void align(work *work) {
  work->bit_count = (work->bit_count + 7) & ~7;
  flush_bytes(work);
}

/// Some readers refuse codes of a single symbol.
static void occupy(uint32_t *counts, int symbols) {
  int occurring = 0;
  for (int symbol = 0; symbol < symbols; symbol += 1) occurring += counts[symbol] != 0;
  for (int symbol = 0; occurring < 2; symbol += 1) {
    if (counts[symbol]) continue;
    counts[symbol] = 1;
    occurring += 1;
  }
}

static void count_literals(work *work, const uint8_t *bytes, size_t count) {
  size_t at = 0;
  for (; at + 4 <= count; at += 4) {
    for (int table = 0; table < 4; table += 1) work->symbol_counts[table][bytes[at + (size_t)table]] += 1;
  }
  for (; at < count; at += 1) work->symbol_counts[0][bytes[at]] += 1;
}

/// Returns the counts of all tables, in the first.
static uint32_t *gathered_counts(work *work) {
  uint32_t *counts = work->symbol_counts[0];
  for (int byte = 0; byte < 256; byte += 1) {
    for (int table = 1; table < 4; table += 1) counts[byte] += work->symbol_counts[table][byte];
  }
  return counts;
}

/// Returns the bits of the block's tokens.
static uint64_t token_bits(const work *work) {
  uint64_t bits = 0;
  for (int symbol = 0; symbol < LITERALS_AND_LENGTHS; symbol += 1) {
    int extra = symbol < LENGTHS_FROM ? 0 : length_extras[symbol - LENGTHS_FROM];
    bits += (uint64_t)work->symbol_counts[0][symbol] * (uint64_t)(work->symbols[symbol].length + extra);
  }
  return bits + work->match_count;
}

static void write_lengths(work *work, const aux_code_lengths *lengths, int symbols) {
  int orders = AUX_LENGTH_CODES;
  while (orders > 4 && lengths->codes[length_code_order[orders - 1]].length == 0) orders -= 1;
  put(work, (uint64_t)(symbols - 257) | (DISTANCES - 1) << 5 | (uint64_t)(orders - 4) << 10, 14);
  flush_bytes(work);
  for (int order = 0; order < orders; order += 1) {
    put(work, lengths->codes[length_code_order[order]].length, 3);
    flush_bytes(work);
  }
  for (int at = 0; at < lengths->count; at += 1) {
    int symbol = lengths->symbols[at] & 31;
    put(work, lengths->codes[symbol].bits, lengths->codes[symbol].length);
    if (symbol >= 16) put(work, lengths->symbols[at] >> 5, symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
    flush_bytes(work);
  }
}

static void write_literals(work *work, const uint8_t *bytes, size_t count) {
  const aux_prefix_code *codes = work->symbols;
  for (; count >= 3; bytes += 3, count -= 3) {
    for (int byte = 0; byte < 3; byte += 1) put(work, codes[bytes[byte]].bits, codes[bytes[byte]].length);
    flush_bytes(work);
  }
  for (; count; bytes += 1, count -= 1) put(work, codes[*bytes].bits, codes[*bytes].length);
  flush_bytes(work);
}

static void write_match(work *work, match match) {
  uint32_t symbol = work->length_symbols[match.length];
  put(work, work->symbols[LENGTHS_FROM + symbol].bits, work->symbols[LENGTHS_FROM + symbol].length);
  put(work, match.length - length_bases[symbol], length_extras[symbol]);
  // The distance: of two codes of one bit the first.
  put(work, 0, 1);
  flush_bytes(work);
}

static void write_tokens(work *work, const uint8_t *bytes, size_t count) {
  size_t at = 0;
  for (size_t number = 0; number < work->match_count; number += 1) {
    match match = work->matches[number];
    write_literals(work, bytes + at, match.at - at);
    write_match(work, match);
    at = match.at + match.length;
  }
  write_literals(work, bytes + at, count - at);
  put(work, work->symbols[END_OF_BLOCK].bits, work->symbols[END_OF_BLOCK].length);
  flush_bytes(work);
}

static int write_stored(work *work, const uint8_t *bytes, size_t count, int is_last) {
  do {
    size_t part = count < MOST_STORED ? count : MOST_STORED;
    if (!aux_buffer_reserve(work->buffer, part + 32)) return 0;
    put(work, is_last && part == count, 3);
    align(work);
    put(work, part | (uint64_t)(~part & 0xFFFF) << 16, 32);
    flush_bytes(work);
    if (part) memcpy(work->buffer->bytes + work->buffer->size, bytes, part);
    work->buffer->size += part;
    bytes += part;
    count -= part;
  } while (count);
  return 1;
}

/// Writes a block in the smaller of two ways.
static int write_block(work *work, const uint8_t *bytes, size_t count, int is_last) {
  uint32_t *symbol_counts = gathered_counts(work);
  symbol_counts[END_OF_BLOCK] = 1;
  occupy(symbol_counts, LITERALS_AND_LENGTHS);
  aux_make_prefix_codes(symbol_counts, LITERALS_AND_LENGTHS, 15, work->symbols);
  int symbols = LITERALS_AND_LENGTHS;
  while (symbols > LENGTHS_FROM && work->symbols[symbols - 1].length == 0) symbols -= 1;
  uint8_t all[LITERALS_AND_LENGTHS + DISTANCES];
  for (int at = 0; at < symbols; at += 1) all[at] = work->symbols[at].length;
  for (int at = 0; at < DISTANCES; at += 1) all[symbols + at] = 1;
  aux_code_lengths lengths = {.count = 0};
  aux_list_code_lengths(&lengths, all, symbols + DISTANCES);
  occupy(lengths.counts, AUX_LENGTH_CODES);
  aux_make_prefix_codes(lengths.counts, AUX_LENGTH_CODES, 7, lengths.codes);
  // A symbol of a length has 14 bits at most.
  uint64_t most = token_bits(work) + 17 + 3 * AUX_LENGTH_CODES + 14 * (uint64_t)lengths.count;
  if (most / 8 > count + 5 * (count / MOST_STORED + 1)) return write_stored(work, bytes, count, is_last);
  if (!aux_buffer_reserve(work->buffer, (size_t)(most / 8) + 32)) return 0;
  put(work, (uint64_t)is_last | 2 << 1, 3);
  write_lengths(work, &lengths, symbols);
  write_tokens(work, bytes, count);
  return 1;
}

/// Sets how long matches have to be, by the bits that a byte would have if none were matched.
static void set_least_length(work *work, const uint8_t *bytes, size_t count) {
  memset(work->symbol_counts, 0, sizeof work->symbol_counts);
  count_literals(work, bytes, count);
  uint32_t *counts = gathered_counts(work);
  occupy(counts, 256);
  aux_make_prefix_codes(counts, 256, 15, work->symbols);
  uint64_t bits = 0;
  for (int byte = 0; byte < 256; byte += 1) bits += (uint64_t)counts[byte] * work->symbols[byte].length;
  size_t least = (size_t)(((uint64_t)MATCH_BITS * count + bits - 1) / bits);
  work->least_length = least < SHORTEST_MATCH ? SHORTEST_MATCH : least;
}

static inline uint32_t four(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, 4);
  return value;
}

/// Returns how many bytes from a place on are that before it, up to the longest match.
static size_t run_length(const uint8_t *bytes, size_t at, size_t count) {
  size_t most = count - at < LONGEST_MATCH ? count - at : LONGEST_MATCH, length = 0;
  while (length < most && bytes[at + length] == bytes[at - 1]) length += 1;
  return length;
}

/// Finds the literals and matches of a block from `begin` on; returns where it ends.
static size_t find_block(work *work, const uint8_t *bytes, size_t begin, size_t count) {
  size_t at = begin, literals_from = begin, literals = 0;
  work->match_count = 0;
  memset(work->symbol_counts, 0, sizeof work->symbol_counts);
  while (at < count && literals + (at - literals_from) + work->match_count < BLOCK_TOKENS) {
    if (at == 0 || count - at < SHORTEST_MATCH || four(bytes + at) != four(bytes + at - 1)) {
      at += 1;
      continue;
    }
    size_t length = run_length(bytes, at, count);
    if (length < work->least_length) {
      at += length;
      continue;
    }
    count_literals(work, bytes + literals_from, at - literals_from);
    literals += at - literals_from;
    work->matches[work->match_count++] = (match){(uint32_t)(at - begin), (uint16_t)length};
    work->symbol_counts[0][LENGTHS_FROM + work->length_symbols[length]] += 1;
    at += length;
    literals_from = at;
  }
  count_literals(work, bytes + literals_from, at - literals_from);
  return at;
}

int aux_deflate_runs(aux_buffer *buffer, const uint8_t *bytes, size_t count, int is_last) {
  work *work = malloc(sizeof *work);
  if (!work) return 0;
  *work = (struct work){.buffer = buffer};
  fill_symbols(work);
  set_least_length(work, bytes, count);
  int whole = 1;
  for (size_t begin = 0, end = 0; whole && begin < count; begin = end) {
    end = find_block(work, bytes, begin, count);
    whole = write_block(work, bytes + begin, end - begin, is_last && end == count);
  }
  if (whole && (!is_last || count == 0)) {
    whole = write_stored(work, NULL, 0, is_last);
  } else if (whole) {
    whole = aux_buffer_reserve(buffer, 16);
    if (whole) align(work);
  }
  free(work);
  return whole;
}
