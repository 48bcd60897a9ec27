internal import AuxContainers
package import AuxImage

extension ImageSource {
  /// Data that a maker or a program put after the images of a file.
  ///
  /// An edit keeps them as they are; depth maps in them whose form is known are among the auxiliary images. Source:
  /// Specs/trailers.md.
  public struct FileTrailer: Hashable, Sendable {
    /// One part of the data.
    public struct Part: Hashable, Sendable {
      /// What the maker calls the part.
      public let name: String
      /// Where it begins in the file, in bytes.
      public let offset: Int
      /// The number of bytes.
      public let byteCount: Int
    }

    /// Whose data it is: `samsung`, `huawei`, `xiaomi`, `oppo` (also OnePlus and realme), `vivo`, `afcp`, `fotoStation`,
    /// `photoMechanic`, `canonVRD` or `mie`.
    public let kind: String
    /// Where it begins in the file, in bytes.
    public let offset: Int
    /// The number of bytes.
    public let byteCount: Int
    /// Its parts as far as they are known.
    public let parts: [Part]

    /// The data as a JSON object: `kind`, `offset`, `byteCount`, and `parts` of `name`, `offset` and `byteCount`.
    package var json: JSONValue {
      let parts = parts.map { part -> JSONValue in
        [
          "name": .string(part.name), "offset": .integer(part.offset), "byteCount": .integer(part.byteCount),
        ]
      }
      return [
        "kind": .string(kind), "offset": .integer(offset), "byteCount": .integer(byteCount),
        "parts": parts.isEmpty ? nil : .array(parts),
      ]
    }
  }
}

extension ImageSource {
  /// What makers and programs put after the images, as far as it is known, first to last.
  ///
  /// For JPEG files, and for HEIF files trailers that end with their name; other containers have none.
  public var trailers: [FileTrailer] {
    parsed.reader.trailers.map(FileTrailer.init)
  }
}

extension ImageSource.FileTrailer {
  fileprivate init(_ trailer: Trailer) {
    kind = trailer.kind.rawValue
    (offset, byteCount) = (trailer.range.lowerBound, trailer.range.count)
    parts = trailer.parts.map {
      Part(name: $0.name, offset: $0.range.lowerBound, byteCount: $0.range.count)
    }
  }
}
