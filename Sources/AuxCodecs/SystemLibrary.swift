package import AuxImage
internal import CAuxShims

/// A library of the system that formats are read or written with, as CAuxShims lists it.
package struct SystemLibrary: Hashable, Sendable {
  private let number: Int32
  package let name: String
  package let file: String
  package let debianPackage: String
  package let reads: [String]
  package let writes: [String]

  private init?(number: Int32) {
    guard let entry = unsafe aux_library_at(number) else { return nil }
    func formats(_ list: UnsafePointer<CChar>) -> [String] {
      unsafe String(cString: list).split(separator: ",").map(String.init)
    }
    self.number = number
    name = unsafe String(cString: entry.pointee.name)
    file = unsafe String(cString: entry.pointee.file)
    debianPackage = unsafe String(cString: entry.pointee.package)
    reads = unsafe formats(entry.pointee.reads)
    writes = unsafe formats(entry.pointee.writes)
  }

  /// All of them, those first that are loaded when they are needed; none is loaded for this list.
  package static let all = (0..<Int32(AUX_ALL_LIBRARIES_COUNT)).compactMap(SystemLibrary.init(number:))

  /// Whether it is linked, and not loaded when it is first needed.
  package var isLinked: Bool { number >= Int32(AUX_LIBRARY_COUNT) && program == nil }

  /// The codec program that is linked to it; nil where it is loaded, or linked to the library itself.
  private var program: CodecProgram? {
    switch number {
    case Int32(AUX_LIBRARY_JPEG): .jpeg
    case Int32(AUX_LIBRARY_DE265): .hevc
    default: nil
    }
  }

  /// Whether ``version()`` is that of the headers that this was built with, since the library does not report its own.
  package var tellsVersionOfBuild: Bool {
    number == Int32(AUX_LIBRARY_JPEG) || number == Int32(AUX_LIBRARY_ISAL)
  }

  /// Loads the library, unless it is there, and returns its version; throws `codecMissing` where it is not installed.
  package func version() throws(AuxError) -> String {
    if let program { return try program.libraryVersion() }
    var error = aux_error()
    let text = unsafe Self.text { unsafe aux_library_version(number, $0, $1, &error) == Int32(AUX_OK) }
    guard let text else { throw codecFailure(error, "the library is not there") }
    return text
  }

  /// Returns the coders that libheif has for a format, in its order; empty for another library.
  package func coders(ofAV1 isAV1: Bool, areEncoders: Bool) -> [String] {
    guard number == Int32(AUX_LIBRARY_HEIF) else { return [] }
    var names: [String] = []
    let format = Int32(isAV1 ? AUX_HEIF_AV1 : AUX_HEIF_HEVC)
    while let name = unsafe Self.text({
      unsafe aux_heif_coder(format, areEncoders ? 1 : 0, Int32(names.count), $0, $1) != 0
    }) {
      names.append(name)
    }
    return names
  }

  /// Returns the text that a function of C writes; nil where it does not.
  private static func text(
    _ write: (_ out: UnsafeMutablePointer<CChar>?, _ size: Int) -> Bool
  ) -> String? {
    var text = [CChar](repeating: 0, count: 256)
    let isWritten = unsafe text.withUnsafeMutableBufferPointer { unsafe write($0.baseAddress, $0.count) }
    guard isWritten else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
