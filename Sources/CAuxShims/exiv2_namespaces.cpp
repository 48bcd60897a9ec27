#include "exiv2_namespaces.hpp"

#include <exiv2/exiv2.hpp>

#include <map>
#include <utility>
#include <vector>

#include "exiv2_guard.hpp"

namespace {

/// A URI and its prefix.
using Binding = std::pair<std::string, std::string>;

/// The most namespaces that one packet may add: registries never shrink.
const size_t most_new_namespaces = 1000;

const char rdf_uri[] = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const char meta_uri[] = "adobe:ns:meta/";
const char xml_uri[] = "http://www.w3.org/XML/1998/namespace/";

/// The namespaces that get their usual prefix whatever packets call them.
const Binding usual_bindings[] = {
  {"http://ns.apple.com/pixeldatainfo/1.0/", "apdi"},
  {"http://ns.apple.com/depthData/1.0/", "depthData"},
  {"http://ns.apple.com/depthBlurEffect/1.0/", "depthBlurEffect"},
  {"http://ns.apple.com/portraitLightingEffect/2.0/", "portraitLightingEffect"},
  {"http://ns.apple.com/portraitEffectsMatte/1.0/", "portraitEffectsMatte"},
  {"http://ns.apple.com/semanticSegmentationMatte/1.0/", "semanticSegmentationMatte"},
  {"http://ns.apple.com/HDRGainMap/1.0/", "HDRGainMap"},
  {"http://ns.google.com/photos/1.0/depthmap/", "GDepth"},
  {"http://ns.google.com/photos/1.0/image/", "GImage"},
  {"http://ns.google.com/photos/1.0/camera/", "GCamera"},
  {"http://ns.google.com/photos/1.0/container/", "Container"},
  {"http://ns.google.com/photos/1.0/container/item/", "Item"},
  {"http://ns.adobe.com/hdr-gain-map/1.0/", "hdrgm"},
  {"http://ns.adobe.com/xmp/note/", "xmpNote"},
};

/// What has been registered, in both directions; the URIs as Exiv2 spells them.
struct Registry {
  std::map<std::string, std::string> prefix_of;
  std::map<std::string, std::string> uri_of;
};

Registry &registry() {
  static Registry shared;
  return shared;
}

/// Returns the URI as Exiv2 registers it: with a slash unless it ends in / or #.
std::string normalized(const std::string &uri) {
  return uri.empty() || uri.back() == '/' || uri.back() == '#' ? uri : uri + "/";
}

/// Binds prefixes in Exiv2, and in the toolkit, whose only way to learn one is to parse it.
///
/// A prefix that the toolkit already has for a URI stays there.
void bind(const std::vector<Binding> &bindings) {
  if (bindings.empty()) return;
  std::string packet = std::string("<rdf:RDF xmlns:rdf='") + rdf_uri + "'><rdf:Description rdf:about=''";
  for (const auto &[uri, prefix] : bindings) {
    packet += " xmlns:" + prefix + "='" + uri + "'";
    registry().prefix_of.emplace(normalized(uri), prefix);
    registry().uri_of.emplace(prefix, normalized(uri));
    if (Exiv2::XmpProperties::prefix(uri) != prefix) Exiv2::XmpProperties::registerNs(uri, prefix);
  }
  Exiv2::XmpData nothing;
  Exiv2::XmpParser::decode(nothing, packet + "/></rdf:RDF>");
}

void lock_toolkit(void *, bool lock) {
  if (lock) {
    aux::exiv2_mutex().lock();
  } else {
    aux::exiv2_mutex().unlock();
  }
}

bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

bool is_plain(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
    || byte == '_' || byte == '-';
}

/// Returns the declaration that follows `xmlns` at `position`, with an empty URI where there is none.
Binding declaration(const std::string &packet, size_t position) {
  std::string prefix;
  if (position < packet.size() && packet[position] == ':') {
    const size_t start = position += 1;
    while (position < packet.size() && is_plain(packet[position])) position += 1;
    prefix = packet.substr(start, position - start);
    // A name with other characters is legal, but no name to pass on.
    while (position < packet.size() && !is_space(packet[position]) && packet[position] != '=') {
      position += 1;
      prefix.clear();
    }
  }
  if (prefix.empty() || prefix.size() > 64) prefix = "ns";
  while (position < packet.size() && is_space(packet[position])) position += 1;
  if (position >= packet.size() || packet[position] != '=') return {};
  position += 1;
  while (position < packet.size() && is_space(packet[position])) position += 1;
  if (position >= packet.size() || (packet[position] != '"' && packet[position] != '\'')) return {};
  const size_t end = packet.find(packet[position], position + 1);
  if (end == std::string::npos) return {};
  const std::string uri = packet.substr(position + 1, end - position - 1);
  // A URI with references or quotes is left to Exiv2.
  if (uri.find_first_of("&<'\"") != std::string::npos) return {};
  return {uri, prefix};
}

}  // namespace

namespace aux {

bool start_toolkit() {
  static const bool started = [] {
    if (!Exiv2::XmpParser::initialize(lock_toolkit, nullptr)) return false;
    Exiv2::Dictionary built_in;
    Exiv2::XmpProperties::registeredNamespaces(built_in);
    for (const auto &[uri, prefix] : usual_bindings) built_in[prefix] = uri;
    std::vector<Binding> bindings;
    for (const auto &[prefix, uri] : built_in) {
      if (prefix == "xml" || prefix == "rdf" || prefix == "x") continue;
      bindings.emplace_back(uri, prefix);
    }
    for (const char *uri : {rdf_uri, meta_uri, xml_uri}) registry().prefix_of.emplace(uri, "");
    bind(bindings);
    return true;
  }();
  return started;
}

bool register_declared(const std::string &packet) {
  std::map<std::string, std::string> found;
  const std::string keyword = "xmlns";
  for (size_t at = packet.find(keyword); at != std::string::npos; at = packet.find(keyword, at + 1)) {
    auto [uri, prefix] = declaration(packet, at + keyword.size());
    if (uri.empty() || registry().prefix_of.count(normalized(uri)) != 0) continue;
    found.emplace(std::move(uri), std::move(prefix));
    if (found.size() > most_new_namespaces) return false;
  }
  std::vector<Binding> bindings;
  std::map<std::string, std::string> taken;
  for (const auto &[uri, wish] : found) {
    std::string prefix = wish;
    for (size_t count = registry().uri_of.size() + taken.size();
         registry().uri_of.count(prefix) != 0 || taken.count(prefix) != 0; count += 1) {
      prefix = wish + "_" + std::to_string(count);
    }
    taken.emplace(prefix, uri);
    bindings.emplace_back(uri, prefix);
  }
  bind(bindings);
  return true;
}

std::string namespace_of(const std::string &prefix, const std::string &packet) {
  const auto known = registry().uri_of.find(prefix);
  const std::string uri =
    known == registry().uri_of.end() ? Exiv2::XmpProperties::ns(prefix) : known->second;
  if (uri.empty() || uri.back() != '/') return uri;
  // The slash may be the one that Exiv2 adds.
  const std::string bare = uri.substr(0, uri.size() - 1);
  for (const std::string &spelling : {uri, bare}) {
    for (const char quote : {'"', '\''}) {
      if (packet.find(quote + spelling + quote) != std::string::npos) return spelling;
    }
  }
  return uri;
}

}  // namespace aux
