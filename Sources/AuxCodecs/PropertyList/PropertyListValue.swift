package import AuxImage

/// A value of a property list, as far as auxiliary data-info dictionaries need it.
package indirect enum PropertyListValue: Hashable, Sendable {
  /// Bytes.
  case data([UInt8])
  /// A whole number.
  case integer(Int)
  /// Text.
  case text(String)
  /// Values by their keys, in the order of the file.
  case dictionary([Entry])

  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: PropertyListValue

    /// Creates an entry.
    package init(_ key: String, _ value: PropertyListValue) {
      self.key = key
      self.value = value
    }
  }

  /// Returns the value of a key; nil for one that is absent, and for what is no dictionary.
  package subscript(key: String) -> PropertyListValue? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }
}

/// Reads and writes property lists of either format.
package enum PropertyListFile {
  /// The two formats.
  package enum Format: Sendable {
    /// `bplist00`.
    case binary
    /// XML.
    case xml
  }

  /// Reads a dictionary of a property list: the values of the keys in `wanted`, and of those in dictionaries
  /// under them; everything else is skipped.
  ///
  /// Throws `malformed`, `truncated`, or `unsupported` for bytes that are no property list.
  package static func decode(
    _ bytes: [UInt8], wanted: Set<String>
  ) throws(AuxError) -> PropertyListValue {
    do throws(AuxError) {
      if bytes.starts(with: BinaryPropertyListReader.magic) {
        return try BinaryPropertyListReader(bytes, wanted: wanted).root()
      }
      return try XMLPropertyList.decode(bytes, wanted: wanted)
    } catch { throw error.within("property list") }
  }

  /// Returns the file of a dictionary; the same dictionary always gives the same bytes.
  package static func encode(
    _ dictionary: PropertyListValue, as format: Format
  ) throws(AuxError) -> [UInt8] {
    switch format {
    case .binary: BinaryPropertyListWriter.bytes(of: dictionary)
    case .xml: try XMLPropertyList.encode(dictionary)
    }
  }
}
