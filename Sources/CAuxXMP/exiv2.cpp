#include <exiv2/exiv2.hpp>

#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "CAuxXMP.h"
#include "exiv2_guard.hpp"
#include "exiv2_namespaces.hpp"
#include "xmp_list.hpp"
#include "xmp_size.hpp"

namespace {

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

/// Returns the kind of a value, and appends its members.
int describe(const Exiv2::Value &value, std::vector<std::string> &members) {
  if (const auto *alternatives = dynamic_cast<const Exiv2::LangAltValue *>(&value)) {
    const auto standard = alternatives->value_.find("x-default");
    if (standard != alternatives->value_.end()) members.push_back(standard->second);
    for (auto each = alternatives->value_.begin(); each != alternatives->value_.end(); ++each) {
      if (each != standard) members.push_back(each->second);
    }
    return AUX_XMP_LANG_ALT;
  }
  if (const auto *array = dynamic_cast<const Exiv2::XmpArrayValue *>(&value)) {
    const auto count = array->count();
    for (decltype(array->count()) index = 0; index < count; index += 1) members.push_back(array->toString(index));
    switch (array->typeId()) {
      case Exiv2::xmpSeq: return AUX_XMP_SEQ;
      case Exiv2::xmpAlt: return AUX_XMP_ALT;
      default: return AUX_XMP_BAG;
    }
  }
  const auto *structured = dynamic_cast<const Exiv2::XmpValue *>(&value);
  if (structured
      && (structured->xmpStruct() != Exiv2::XmpValue::xsNone
        || structured->xmpArrayType() != Exiv2::XmpValue::xaNone)) {
    return AUX_XMP_STRUCT;
  }
  members.push_back(value.toString());
  return AUX_XMP_TEXT;
}

int parse(
  const std::string &packet, const uint8_t *bindings, size_t bindings_size, aux_answer *answer, aux_error *error) {
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
  aux::XmpList list;
  std::string prefix, uri;
  for (const auto &datum : data) {
    // Properties come grouped by namespace, so that this is rare.
    if (uri.empty() || datum.groupName() != prefix) {
      prefix = datum.groupName();
      uri = Exiv2::XmpProperties::ns(prefix);
    }
    std::vector<std::string> members;
    const int kind = describe(datum.value(), members);
    list.add(uri, prefix, datum.tagName(), kind, members);
  }
  list.give(answer);
  return AUX_OK;
}

}  // namespace

int aux_exiv2_parse(const aux_request *request, aux_answer *answer, aux_error *error) {
  return aux::guarded(error, [=] {
    return parse(trimmed(request->data, request->size), request->beside, request->beside_size, answer, error);
  });
}

const char *aux_exiv2_version(void) { return Exiv2::version(); }
