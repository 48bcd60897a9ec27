// Probabilities of several models, mixed by how right each was. Source: Specs/viewer.md, "Context coding".
#ifndef AUX_CODES_MIXER_H
#define AUX_CODES_MIXER_H

#include <math.h>

#include "contexts.h"
#include "range.h"

enum {
  /// The classes of energy that have weights of their own.
  class_count = 4,
  greatest_logit = 2047,
  greatest_weight = 196607,
  first_weight = 22000,
};

typedef struct mixer {
  /// The logarithm of the odds of a probability of 12 bits, in 256ths; and the probability of 16 bits of such a logarithm.
  int16_t logits[4096];
  uint16_t probabilities[4096];
  int32_t weights[class_count * bit_count][model_count];
  bit_model models[model_count][context_count * bit_count];
} mixer;

static inline int32_t within(int32_t value, int32_t most) {
  return value < -most ? -most : value > most ? most : value;
}

/// Makes the tables. No value of either is within 1/20000 of a half, so that each mathematical library rounds it to the same.
static inline void mixer_begin(mixer *mixer) {
  for (int i = 0; i < 4096; i++) {
    const double part = (i + 0.5) / 4096;
    mixer->logits[i] = (int16_t)within((int32_t)floor(256 * log(part / (1 - part)) + 0.5), greatest_logit);
    const double probability = 65536 / (1 + exp((2048 - i) / 256.0));
    mixer->probabilities[i] = (uint16_t)(32768 + within((int32_t)floor(probability + 0.5) - 32768, 32752));
  }
  for (int i = 0; i < class_count * bit_count; i++) {
    for (int j = 0; j < model_count; j++) mixer->weights[i][j] = first_weight;
  }
  for (int i = 0; i < model_count; i++) {
    for (int j = 0; j < context_count * bit_count; j++) mixer->models[i][j] = even_model;
  }
}

/// Codes a bit of a difference; `contexts` are the positions of its first models.
static inline void mixer_code(
  mixer *mixer, range_coder *coder, const int32_t contexts[model_count], int32_t class, int32_t number, bool bit
) {
  bit_model *models[model_count];
  int32_t logits[model_count], sum = 0;
  int32_t *weights = mixer->weights[class * bit_count + number];
  for (int i = 0; i < model_count; i++) {
    models[i] = &mixer->models[i][contexts[i] * bit_count + number];
    logits[i] = mixer->logits[*models[i] >> 20];
    sum += weights[i] * logits[i];
  }
  const int32_t probability = mixer->probabilities[within(sum >> 16, greatest_logit) + 2048];
  range_bit(coder, bit, (uint32_t)probability);
  const int32_t error = (bit ? 65536 : 0) - probability;
  for (int i = 0; i < model_count; i++) {
    weights[i] = within(weights[i] + ((logits[i] * error + (1 << 14)) >> 15), greatest_weight);
    *models[i] = bit_model_after(*models[i], bit, usual_limit);
  }
}

#endif
