#include "huffman.h"

#include <stdlib.h>
#include <string.h>

/// A symbol that occurs, in an order that has no ties.
typedef struct {
  uint32_t count;
  uint16_t symbol;
} leaf;

static int compare_leaves(const void *a, const void *b) {
  const leaf *one = a, *other = b;
  if (one->count != other->count) return one->count < other->count ? -1 : 1;
  return one->symbol < other->symbol ? -1 : 1;
}

/// Counts the leaves of each depth in Huffman's tree, in which `longest` is the greatest depth.
///
/// Leaves come in the order of their counts, and so do the nodes that are made of them: both are queues.
static void count_depths(const leaf *leaves, int count, int longest, int *depths) {
  uint32_t weights[AUX_MOST_SYMBOLS];
  int parents[2 * AUX_MOST_SYMBOLS], levels[2 * AUX_MOST_SYMBOLS];
  int next_leaf = 0, next_node = 0;
  for (int made = 0; made < count - 1; made += 1) {
    weights[made] = 0;
    for (int child = 0; child < 2; child += 1) {
      int is_leaf = next_node == made || (next_leaf < count && leaves[next_leaf].count <= weights[next_node]);
      weights[made] += is_leaf ? leaves[next_leaf].count : weights[next_node];
      parents[is_leaf ? next_leaf++ : count + next_node++] = count + made;
    }
  }
  memset(depths, 0, (size_t)(longest + 1) * sizeof *depths);
  levels[2 * count - 2] = 0;
  for (int node = 2 * count - 3; node >= 0; node -= 1) {
    levels[node] = levels[parents[node]] + 1;
    if (node < count) depths[levels[node] < longest ? levels[node] : longest] += 1;
  }
}

/// Moves leaves down until the tree has room for those that were too deep.
static void limit_depths(int *depths, int longest) {
  int64_t taken = 0;
  for (int depth = 1; depth <= longest; depth += 1) taken += (int64_t)depths[depth] << (longest - depth);
  while (taken > (int64_t)1 << longest) {
    // A leaf becomes a node, with itself and one of the deepest below it.
    int depth = longest - 1;
    while (depths[depth] == 0) depth -= 1;
    depths[depth] -= 1;
    depths[depth + 1] += 2;
    depths[longest] -= 1;
    taken -= 1;
  }
}

static uint16_t reversed(uint32_t bits, int length) {
  uint32_t turned = 0;
  for (int bit = 0; bit < length; bit += 1) turned |= (bits >> bit & 1) << (length - 1 - bit);
  return (uint16_t)turned;
}

void aux_make_prefix_codes(const uint32_t *counts, int symbols, int longest, aux_prefix_code *codes) {
  leaf leaves[AUX_MOST_SYMBOLS];
  int depths[16], count = 0;
  memset(codes, 0, (size_t)symbols * sizeof *codes);
  for (int symbol = 0; symbol < symbols; symbol += 1) {
    if (counts[symbol]) leaves[count++] = (leaf){counts[symbol], (uint16_t)symbol};
  }
  qsort(leaves, (size_t)count, sizeof *leaves, compare_leaves);
  count_depths(leaves, count, longest, depths);
  limit_depths(depths, longest);
  // What occurs least has the longest code.
  int at = 0;
  for (int length = longest; length > 0; length -= 1) {
    for (int number = 0; number < depths[length]; number += 1) {
      codes[leaves[at++].symbol].length = (uint8_t)length;
    }
  }
  uint32_t next[17] = {0};
  for (int length = 1; length <= longest; length += 1) {
    next[length + 1] = (next[length] + (uint32_t)depths[length]) << 1;
  }
  for (int symbol = 0; symbol < symbols; symbol += 1) {
    int length = codes[symbol].length;
    if (length) codes[symbol].bits = reversed(next[length]++, length);
  }
}

static void add_length(aux_code_lengths *lengths, int symbol, int extra) {
  lengths->symbols[lengths->count++] = (uint16_t)(symbol | extra << 5);
  lengths->counts[symbol] += 1;
}

void aux_list_code_lengths(aux_code_lengths *lengths, const uint8_t *all, int count) {
  for (int at = 0; at < count;) {
    int run = 1;
    while (at + run < count && all[at + run] == all[at]) run += 1;
    int left = run;
    if (all[at] == 0) {
      for (; left >= 11; left -= left < 138 ? left : 138) add_length(lengths, 18, (left < 138 ? left : 138) - 11);
      if (left >= 3) {
        add_length(lengths, 17, left - 3);
        left = 0;
      }
    } else {
      add_length(lengths, all[at], 0);
      for (left -= 1; left >= 3; left -= left < 6 ? left : 6) add_length(lengths, 16, (left < 6 ? left : 6) - 3);
    }
    for (; left > 0; left -= 1) add_length(lengths, all[at], 0);
    at += run;
  }
}
