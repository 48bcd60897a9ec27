internal import AuxDepthKit
internal import CAuxDepth

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Returns a copy of a text that its caller frees.
func copy(_ text: String) -> UnsafePointer<CChar>? { UnsafePointer(strdup(text)) }

/// Returns a copy of bytes with NUL after them, which its caller frees.
func copy(bytes: [UInt8]) -> UnsafePointer<CChar>? {
  guard let memory = malloc(bytes.count + 1) else { return nil }
  bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(memory, base, bytes.count) } }
  memory.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
  return UnsafePointer(memory.assumingMemoryBound(to: CChar.self))
}

/// Puts a copy of a text where a caller wants it; nowhere where that is nil.
func give(_ text: String, to place: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) {
  guard let place else { return }
  place.pointee = strdup(text)
}

/// Puts a copy of bytes where a caller wants them.
func give(
  _ bytes: [UInt8], to place: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
  count: UnsafeMutablePointer<Int>
) throws(AuxError) {
  // One byte more than none: what comes back is no NULL.
  guard let memory = malloc(max(bytes.count, 1)) else {
    throw AuxError(.io, "there is no memory for \(bytes.count) bytes")
  }
  bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(memory, base, bytes.count) } }
  place.pointee = memory.assumingMemoryBound(to: UInt8.self)
  count.pointee = bytes.count
}

/// Returns a text that a caller gave; throws `usage` where it is NULL or no UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(AuxError) -> String {
  guard let pointer else { throw missing(name) }
  guard let text = String(validatingCString: pointer) else { throw AuxError(.usage, "\(name) is no UTF-8") }
  return text
}

/// Returns a path that a caller gave, whatever its bytes; throws `usage` where it is NULL or empty.
func path(_ pointer: UnsafePointer<CChar>?, _ name: String = "path") throws(AuxError) -> String {
  guard let pointer else { throw missing(name) }
  let path = PathText.text(
    of: UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) })
  guard !path.isEmpty else { throw AuxError(.usage, "\(name) is empty") }
  return path
}

/// Returns the bytes that a caller gave; throws `usage` where they are NULL.
func bytes(_ pointer: UnsafePointer<UInt8>?, _ count: Int, _ name: String = "bytes") throws(AuxError)
  -> [UInt8]
{
  guard count >= 0 else { throw AuxError(.usage, "\(name): the count is too large") }
  guard count > 0 else { return [] }
  guard let pointer else { throw missing(name) }
  return Array(UnsafeBufferPointer(start: pointer, count: count))
}

/// Returns the kinds of images that a caller named; none for a count of 0.
func kinds(
  _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) throws(AuxError) -> [AuxiliaryKind] {
  guard count >= 0 else { throw AuxError(.usage, "the count of types is too large") }
  guard count > 0 else { return [] }
  guard let names else { throw missing("types") }
  var kinds: [AuxiliaryKind] = []
  for index in 0..<count { kinds.append(try kind(names[index])) }
  return kinds
}

/// Returns the kind of images that a caller named; throws `usage` for a name of none.
func kind(_ name: UnsafePointer<CChar>?) throws(AuxError) -> AuxiliaryKind {
  let name = try text(name, "type")
  guard let kind = AuxiliaryKind(name: name) else {
    let known = AuxiliaryKind.usualNames.joined(separator: ", ")
    throw AuxError(.usage, "\(name) is no type of auxiliary images; there are \(known), and URNs")
  }
  return kind
}

/// Returns the type that a caller named; throws `usage` for a name of none.
func type(_ name: UnsafePointer<CChar>?) throws(AuxError) -> AuxiliaryDataType {
  let name = try text(name, "type")
  guard let type = AuxiliaryDataType(name: name) else {
    let known = AuxiliaryDataType.known.map(\.name).joined(separator: ", ")
    throw AuxError(.usage, "\(name) is no type of auxiliary images; there are \(known), and URNs")
  }
  return type
}

extension CallOptions {
  /// Reads the options of a call: a JSON object, or NULL for none.
  init(_ pointer: UnsafePointer<CChar>?, for call: OptionCall) throws(AuxError) {
    guard let pointer else {
      try self.init([], for: call)
      return
    }
    let text = try AuxDepthC.text(pointer, "options")
    guard case .object(let members)? = try? JSONValue(json: Array(text.utf8), form: "object") else {
      throw AuxError(.usage, "the options are no JSON object: \(text.prefix(80))")
    }
    try self.init(members, for: call)
  }
}

/// A text that C reads, and that lives as long as this does; nobody writes to it.
final class SharedText: @unchecked Sendable {
  let pointer: UnsafePointer<CChar>?

  init(_ text: String) { pointer = copy(text) }

  deinit { free(UnsafeMutableRawPointer(mutating: pointer)) }
}

/// The texts that describe the auxiliary images of a photo.
struct ImageTexts: Sendable {
  struct Image: Sendable {
    let type, identifier, codec: SharedText
    let quality, accuracy, failure: SharedText?
  }

  let images: [Image]

  init(of images: [AuxiliaryImage]) {
    self.images = images.map { image in
      Image(
        type: SharedText(image.type.name), identifier: SharedText(image.identifier),
        codec: SharedText(image.codec),
        quality: image.metadata.quality.map { SharedText($0.rawValue) },
        accuracy: image.metadata.accuracy.map { SharedText($0.rawValue) },
        failure: image.failure.map { SharedText($0.message) })
    }
  }
}
