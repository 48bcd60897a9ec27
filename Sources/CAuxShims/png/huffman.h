// Codes of prefixes for Deflate; not for Swift.

#ifndef AUX_HUFFMAN_H
#define AUX_HUFFMAN_H

#include <stdint.h>

/// The most symbols of an alphabet of Deflate.
enum { AUX_MOST_SYMBOLS = 288 };

/// The symbols that lengths of codes are written with.
enum { AUX_LENGTH_CODES = 19 };

/// The code of a symbol, its first bit the lowest, and its length in bits.
typedef struct {
  uint16_t bits;
  uint8_t length;
} aux_prefix_code;

/// Makes a code of at most `longest` bits a symbol out of how often each symbol occurs; the length of those that do not is 0.
///
/// At least two symbols must occur. Source: RFC 1951, 3.2.2.
void aux_make_prefix_codes(const uint32_t *counts, int symbols, int longest, aux_prefix_code *codes);

/// The lengths of codes as symbols of their own code, each with the bits after it in the bits above 5.
typedef struct {
  uint16_t symbols[2 * AUX_MOST_SYMBOLS];
  int count;
  uint32_t counts[AUX_LENGTH_CODES];
  aux_prefix_code codes[AUX_LENGTH_CODES];
} aux_code_lengths;

/// Lists lengths, with runs of the same and of zeros as one symbol. Source: RFC 1951, 3.2.7.
void aux_list_code_lengths(aux_code_lengths *lengths, const uint8_t *all, int count);

#endif
