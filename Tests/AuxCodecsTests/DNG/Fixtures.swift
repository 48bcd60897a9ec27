import AuxContainers
import AuxImage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns a file of Tests/Fixtures.
func fixture(_ name: String) throws(AuxError) -> [UInt8] {
  let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  return try contents("/\(folder)/Fixtures/\(name)")
}

/// Returns the bytes of a file.
func contents(_ path: String) throws(AuxError) -> [UInt8] {
  let source = try FileByteSource(path: path)
  return try source.read(at: 0, count: source.byteCount)
}

/// Returns the bytes that hexadecimal digits stand for.
func hexadecimal(_ text: Substring) -> [UInt8] {
  let digits = text.utf8.map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The folder of samples that the environment names, or nil.
let samplesFolder: String? = unsafe getenv("AUXDEPTH_SAMPLES").map { unsafe String(cString: $0) }

/// Returns the bytes of a composition.
func bytes(of composition: ByteComposition, from source: [UInt8]) -> [UInt8] {
  composition.pieces.flatMap { piece in
    switch piece {
    case .bytes(let bytes): bytes
    case .source(let range): Array(source[range])
    }
  }
}
