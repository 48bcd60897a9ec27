#include "de265.h"

AUX_DEFINE_LIBRARY(de265, DE265, AUX_DE265_FUNCTIONS)

de265_decoder_context *aux_new_de265_decoder(void) {
  static int is_shared;
  aux_lock(AUX_LOCK_DECODERS);
  // With the last decoder the tables would go, and be made again for the next, behind that lock.
  if (!is_shared) is_shared = aux_de265_calls.de265_init_call() == DE265_OK;
  de265_decoder_context *decoder = aux_de265_calls.de265_new_decoder_call();
  aux_unlock(AUX_LOCK_DECODERS);
  return decoder;
}

de265_error aux_free_de265_decoder(de265_decoder_context *decoder) {
  aux_lock(AUX_LOCK_DECODERS);
  de265_error reason = aux_de265_calls.de265_free_decoder_call(decoder);
  aux_unlock(AUX_LOCK_DECODERS);
  return reason;
}
