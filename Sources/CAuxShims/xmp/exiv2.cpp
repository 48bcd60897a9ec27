#include <exiv2/exiv2.hpp>

#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "exiv2_guard.hpp"
#include "exiv2_namespaces.hpp"
#include "xmp_size.hpp"

namespace {

/// The owner of the strings of an aux_xmp; deques keep what they hold in place.
struct XmpStorage {
  std::deque<std::string> strings;
  std::deque<std::vector<const char *>> members;
  std::vector<aux_xmp_property> properties;

  const char *keep(std::string text) {
    strings.push_back(std::move(text));
    return strings.back().c_str();
  }
};

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

/// Fills in the kind and the members of a property.
void describe(const Exiv2::Value &value, XmpStorage &storage, aux_xmp_property &property) {
  storage.members.emplace_back();
  std::vector<const char *> &members = storage.members.back();
  if (const auto *alternatives = dynamic_cast<const Exiv2::LangAltValue *>(&value)) {
    property.kind = AUX_XMP_LANG_ALT;
    const auto standard = alternatives->value_.find("x-default");
    if (standard != alternatives->value_.end()) members.push_back(storage.keep(standard->second));
    for (auto each = alternatives->value_.begin(); each != alternatives->value_.end(); ++each) {
      if (each != standard) members.push_back(storage.keep(each->second));
    }
  } else if (const auto *array = dynamic_cast<const Exiv2::XmpArrayValue *>(&value)) {
    switch (array->typeId()) {
      case Exiv2::xmpSeq: property.kind = AUX_XMP_SEQ; break;
      case Exiv2::xmpAlt: property.kind = AUX_XMP_ALT; break;
      default: property.kind = AUX_XMP_BAG; break;
    }
    const auto count = array->count();
    for (decltype(array->count()) index = 0; index < count; index += 1) {
      members.push_back(storage.keep(array->toString(index)));
    }
  } else {
    const auto *structured = dynamic_cast<const Exiv2::XmpValue *>(&value);
    const bool holds_members =
      structured
      && (structured->xmpStruct() != Exiv2::XmpValue::xsNone
        || structured->xmpArrayType() != Exiv2::XmpValue::xaNone);
    property.kind = holds_members ? AUX_XMP_STRUCT : AUX_XMP_TEXT;
    if (!holds_members) members.push_back(storage.keep(value.toString()));
  }
  property.member_count = members.size();
  property.members = members.data();
}

int parse(
  const std::string &packet, const uint8_t *bindings, size_t bindings_size, aux_xmp *out, aux_error *error) {
  if (packet.empty()) return aux_fail(error, AUX_ERROR_MALFORMED, "the XMP packet is empty");
  if (aux::has_too_many_parts(packet)) {
    return aux_fail(error, AUX_ERROR_LIMIT, "the packet has too many elements, attributes or names");
  }
  if (!aux::start_toolkit()) return aux_fail(error, AUX_ERROR_CODEC, "the XMP toolkit does not start");
  const aux::Namespaces namespaces(bindings, bindings_size);
  Exiv2::XmpData data;
  if (Exiv2::XmpParser::decode(data, packet) != 0) {
    const std::string &reason = aux::first_log_message();
    return aux_fail(
      error, AUX_ERROR_MALFORMED, "%s", reason.empty() ? "Exiv2 gives no reason" : reason.c_str());
  }
  auto *storage = new XmpStorage;
  out->storage = storage;
  std::string prefix;
  const char *kept_prefix = nullptr;
  const char *kept_uri = nullptr;
  for (const auto &datum : data) {
    // Properties come grouped by namespace, so that this is rare.
    if (!kept_prefix || datum.groupName() != prefix) {
      prefix = datum.groupName();
      kept_prefix = storage->keep(prefix);
      kept_uri = storage->keep(Exiv2::XmpProperties::ns(prefix));
    }
    aux_xmp_property property = {kept_uri, kept_prefix, storage->keep(datum.tagName()), 0, 0, nullptr};
    describe(datum.value(), *storage, property);
    storage->properties.push_back(property);
  }
  out->count = storage->properties.size();
  out->properties = storage->properties.data();
  return AUX_OK;
}

}  // namespace

int aux_xmp_parse(
  const uint8_t *packet, size_t size, const uint8_t *bindings, size_t bindings_size, aux_xmp *out,
  aux_error *error) {
  *out = {};
  const int code = aux::guarded(error, [=] {
    return parse(trimmed(packet, size), bindings, bindings_size, out, error);
  });
  if (code != AUX_OK) aux_xmp_free(out);
  return code;
}

void aux_xmp_free(aux_xmp *xmp) {
  delete static_cast<XmpStorage *>(xmp->storage);
  *xmp = {};
}
