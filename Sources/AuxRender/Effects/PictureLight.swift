internal import AuxImage
internal import AuxKernels
internal import Synchronization

/// How the codes of a picture stand for light, in tables that are made when an effect first asks for them.
final class PictureLight: Sendable {
  private let encoding: LightEncoding
  private let bits: Int
  private let made = Mutex<LightTables?>(nil)

  init(_ encoding: LightEncoding, bits: Int) { (self.encoding, self.bits) = (encoding, bits) }

  /// The tables.
  var tables: LightTables {
    made.withLock { made in
      if let made { return made }
      let tables = encoding.tables(bits: bits)
      made = tables
      return tables
    }
  }
}
