#include "../box/operations.h"
#include "../loader/exiv2.h"

int aux_run_xmp(const aux_request *request, aux_answer *answer, aux_error *error) {
  const aux_exiv2_functions *exiv2 = aux_load_exiv2(error);
  if (!exiv2) return error->code;
  // Exiv2 runs in one thread at a time anyway.
  aux_lock(AUX_LOCK_XMP);
  int code = exiv2->check(request, answer, error);
  aux_unlock(AUX_LOCK_XMP);
  return code;
}

void aux_prepare_xmp(void) {
  // What fails here fails again where it is needed, and says so.
  aux_error error;
  aux_load_exiv2(&error);
}

int aux_xmp_check(
  const uint8_t *packet, size_t size, const uint8_t *namespaces, size_t namespaces_size, aux_error *error
) {
  aux_request request = {
    .data = packet, .size = size, .beside = namespaces, .beside_size = namespaces_size};
  aux_answer answer;
  return aux_call(AUX_OPERATION_XMP, &request, &answer, error);
}
