#include <exiv2/exiv2.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "CAuxXMP.h"
#include "exiv2_guard.hpp"

namespace {

/// The toolkit takes this for its own lock.
void lock_toolkit(void *, bool lock) {
  if (lock) {
    aux::exiv2_mutex().lock();
  } else {
    aux::exiv2_mutex().unlock();
  }
}

/// Starts the XMP toolkit once; returns whether it runs. To be called with the lock held.
bool start_toolkit() {
  static const bool started = Exiv2::XmpParser::initialize(lock_toolkit, nullptr);
  return started;
}

bool is_padding(char byte) {
  return byte == 0 || byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/// Returns the packet without the zeros and spaces around it and without a byte order mark.
std::string trimmed(const uint8_t *packet, size_t size) {
  const char *begin = reinterpret_cast<const char *>(packet);
  const char *end = begin + size;
  while (begin < end && is_padding(*begin)) begin += 1;
  while (begin < end && is_padding(end[-1])) end -= 1;
  if (end - begin >= 3 && std::memcmp(begin, "\xEF\xBB\xBF", 3) == 0) begin += 3;
  return std::string(begin, end);
}

/// The namespaces of one packet that Exiv2 does not know, which it forgets with this: what a file declares makes nothing
/// of the next one slower, and changes nothing for a program that uses Exiv2 itself. To be made and destroyed with the
/// lock held.
class NewNamespaces {
 public:
  /// Takes the URIs, each with the NUL that ends it.
  NewNamespaces(const uint8_t *uris, size_t size) {
    const char *at = reinterpret_cast<const char *>(uris);
    const char *const end = at + size;
    while (at < end) {
      const char *const stop = std::find(at, end, '\0');
      const std::string uri(at, stop);
      if (!uri.empty() && Exiv2::XmpProperties::prefix(uri).empty()) uris_.push_back(uri);
      at = stop == end ? end : stop + 1;
    }
  }

  ~NewNamespaces() {
    for (const std::string &uri : uris_) {
      const bool isWhole = uri.back() == '/' || uri.back() == '#';
      Exiv2::XmpProperties::unregisterNs(isWhole ? uri : uri + '/');
    }
  }

  NewNamespaces(const NewNamespaces &) = delete;
  NewNamespaces &operator=(const NewNamespaces &) = delete;

 private:
  std::vector<std::string> uris_;
};

int check(const std::string &packet, const uint8_t *uris, size_t uris_size, aux_error *error) {
  if (packet.empty()) return aux_fail(error, AUX_ERROR_MALFORMED, "the XMP packet is empty");
  if (!start_toolkit()) return aux_fail(error, AUX_ERROR_CODEC, "the XMP toolkit does not start");
  const NewNamespaces namespaces(uris, uris_size);
  Exiv2::XmpData data;
  if (Exiv2::XmpParser::decode(data, packet) == 0) return AUX_OK;
  const std::string &reason = aux::first_log_message();
  return aux_fail(error, AUX_ERROR_MALFORMED, "%s", reason.empty() ? "Exiv2 gives no reason" : reason.c_str());
}

}  // namespace

int aux_exiv2_check(const aux_request *request, aux_answer *, aux_error *error) {
  return aux::guarded(error, [=] {
    return check(trimmed(request->data, request->size), request->beside, request->beside_size, error);
  });
}

const char *aux_exiv2_version(void) { return Exiv2::version(); }
