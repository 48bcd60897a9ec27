#include "exiv2_namespaces.hpp"

#include <exiv2/exiv2.hpp>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "exiv2_guard.hpp"

namespace {

void lock_toolkit(void *, bool lock) {
  if (lock) {
    aux::exiv2_mutex().lock();
  } else {
    aux::exiv2_mutex().unlock();
  }
}

/// The URIs to which the toolkit gave a prefix of ours: its own registry only grows. It looks a name up in a tree, and a
/// packet may add 64 KiB of names to it.
std::set<std::string> &bound() {
  static std::set<std::string> shared;
  return shared;
}

/// Returns the URI as Exiv2 registers it.
std::string normalised(const std::string &uri) {
  return uri.empty() || uri.back() == '/' || uri.back() == '#' ? uri : uri + '/';
}

/// Returns text as an attribute holds it.
std::string escaped(const std::string &text) {
  std::string result;
  for (const char byte : text) {
    switch (byte) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '\'': result += "&apos;"; break;
      default: result += byte;
    }
  }
  return result;
}

}  // namespace

namespace aux {

bool start_toolkit() {
  static const bool started = Exiv2::XmpParser::initialize(lock_toolkit, nullptr);
  return started;
}

Namespaces::Namespaces(const uint8_t *bindings, size_t size) {
  const char *at = reinterpret_cast<const char *>(bindings);
  const char *const end = at + size;
  // Never past the end, whatever is in there.
  const auto next = [&at, end] {
    const char *const stop = std::find(at, end, '\0');
    const std::string text(at, stop);
    at = stop == end ? end : stop + 1;
    return text;
  };
  std::string packet;
  while (at < end) {
    const std::string uri = next();
    const std::string prefix = next();
    // Exiv2 compares each name with those of all that it knows.
    if (Exiv2::XmpProperties::prefix(uri).empty()) {
      Exiv2::XmpProperties::registerNs(uri, prefix);
      registered_.push_back(normalised(uri));
    }
    if (!bound().insert(uri).second) continue;
    packet += " xmlns:" + prefix + "='" + escaped(uri) + "'";
  }
  if (packet.empty()) return;
  // The only way to make a prefix known to the toolkit is to let it parse one.
  Exiv2::XmpData nothing;
  Exiv2::XmpParser::decode(
    nothing,
    "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about=''" + packet
      + "/></rdf:RDF>");
}

Namespaces::~Namespaces() {
  for (const std::string &uri : registered_) Exiv2::XmpProperties::unregisterNs(uri);
}

}  // namespace aux
