// What Exiv2 reads in XMP packets, for tests that compare it with what the package reads; no product has it.
//
//   XMPReference FILE
//
// The file holds packets, each after four bytes of its length, the last byte first. Standard output gets for each packet a
// byte, 1 where it is read, 0 where it is refused; then for a packet that is read the number of its properties, for each a
// byte of its kind and the number of its members, then namespace, prefix, path and members. Numbers are as in the file,
// texts end with a zero byte.

#include <exiv2/exiv2.hpp>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace {

void put(std::string &out, uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(number >> shift));
}

/// Returns the kind of a value, and appends its members.
char describe(const Exiv2::Value &value, std::vector<std::string> &members) {
  if (const auto *alternatives = dynamic_cast<const Exiv2::LangAltValue *>(&value)) {
    const auto standard = alternatives->value_.find("x-default");
    if (standard != alternatives->value_.end()) members.push_back(standard->second);
    for (auto each = alternatives->value_.begin(); each != alternatives->value_.end(); ++each) {
      if (each != standard) members.push_back(each->second);
    }
    return 'a';
  }
  if (const auto *array = dynamic_cast<const Exiv2::XmpArrayValue *>(&value)) {
    for (long index = 0; index < static_cast<long>(array->count()); index += 1) {
      members.push_back(array->toString(index));
    }
    switch (array->typeId()) {
      case Exiv2::xmpSeq: return 's';
      case Exiv2::xmpAlt: return 'a';
      default: return 'b';
    }
  }
  const auto *structured = dynamic_cast<const Exiv2::XmpValue *>(&value);
  if (structured
      && (structured->xmpStruct() != Exiv2::XmpValue::xsNone
        || structured->xmpArrayType() != Exiv2::XmpValue::xaNone)) {
    return 'x';
  }
  members.push_back(value.toString());
  return 't';
}

/// Returns the packet without the zeros and spaces around it and without a byte order mark, as Exiv2 wants it.
std::string trimmed(const std::string &packet) {
  const std::string padding("\0 \t\r\n", 5);
  const size_t begin = packet.find_first_not_of(padding);
  if (begin == packet.npos) return {};
  const std::string text = packet.substr(begin, packet.find_last_not_of(padding) + 1 - begin);
  return text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? text.substr(3) : text;
}

/// Appends what is read in a packet; returns whether it is read.
bool list(const std::string &bytes, std::string &out) {
  const std::string packet = trimmed(bytes);
  Exiv2::XmpData data;
  try {
    if (packet.empty() || Exiv2::XmpParser::decode(data, packet) != 0) return false;
  } catch (const std::exception &) {
    return false;
  }
  put(out, static_cast<uint32_t>(data.count()));
  std::set<std::string> uris;
  for (const auto &datum : data) {
    std::vector<std::string> members;
    out.push_back(describe(datum.value(), members));
    put(out, static_cast<uint32_t>(members.size()));
    const std::string uri = Exiv2::XmpProperties::ns(datum.groupName());
    uris.insert(uri);
    for (const std::string &text : {uri, datum.groupName(), datum.tagName()}) out.append(text).push_back(0);
    for (const std::string &member : members) out.append(member).push_back(0);
  }
  // What one packet bound to a prefix is nothing to the next.
  for (const std::string &uri : uris) Exiv2::XmpProperties::unregisterNs(uri);
  return true;
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 2 || !Exiv2::XmpParser::initialize()) return 64;
  Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (size_t at = 0; at + 4 <= bytes.size();) {
    size_t size = 0;
    for (int index = 3; index >= 0; index -= 1) size = size << 8 | static_cast<uint8_t>(bytes[at + index]);
    if (size > bytes.size() - at - 4) return 65;
    std::string out;
    const bool is_read = list(bytes.substr(at + 4, size), out);
    std::cout.put(is_read ? 1 : 0);
    if (is_read) std::cout << out;
    at += 4 + size;
  }
  return std::cout.flush() ? 0 : 74;
}
