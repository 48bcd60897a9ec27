internal import AuxContainers
package import AuxImage

extension ImageSource {
  /// Data that a vendor or a program put after the images of a file.
  ///
  /// An edit copies them byte for byte unless it removes them; depth maps of Samsung and Leia are among the auxiliary images.
  /// Source: Specs/trailers.md.
  public struct FileTrailer: Hashable, Sendable {
    /// One part of the data.
    public struct Part: Hashable, Sendable {
      /// What the vendor calls the part.
      public let name: String
      /// Where it begins in the file, in bytes.
      public let offset: Int
      /// The number of bytes.
      public let byteCount: Int
    }

    /// The form of the data: `samsung`, `leia`, `video` for that of a motion photo, or `trailer` for any other.
    public let kind: String
    /// Where it begins in the file, in bytes.
    public let offset: Int
    /// The number of bytes.
    public let byteCount: Int
    /// Its parts; empty for `video` and `trailer`.
    public let parts: [Part]
    /// What the file says of the parts, as JSON text: Leia's list of views with `convergence` and `gain`, as they are
    /// there; nil where it says nothing that is read.
    public let properties: String?
    package let propertiesJSON: JSONValue?

    /// The data as a JSON object: `kind`, `offset`, `byteCount`, `parts` of `name`, `offset` and `byteCount`, and
    /// `properties`.
    package var json: JSONValue {
      let parts = parts.map { part -> JSONValue in
        [
          "name": .string(part.name), "offset": .integer(part.offset), "byteCount": .integer(part.byteCount),
        ]
      }
      return [
        "kind": .string(kind), "offset": .integer(offset), "byteCount": .integer(byteCount),
        "parts": parts.isEmpty ? nil : .array(parts), "properties": propertiesJSON,
      ]
    }
  }
}

extension ImageSource {
  /// What vendors and programs put after the images: data of unknown form, then of known forms, then videos.
  ///
  /// Zeros are padding. Only JPEG and HEIF files have trailers.
  public var trailers: [FileTrailer] {
    let reader = parsed.reader
    let unknown = reader.unknownTrailer.map { FileTrailer("trailer", $0) }
    return [unknown].compactMap(\.self) + reader.trailers.map(FileTrailer.init)
      + reader.videos.map { FileTrailer("video", $0) }
  }
}

extension ImageSource.FileTrailer {
  fileprivate init(_ kind: String, _ range: Range<Int>) {
    (self.kind, offset, byteCount) = (kind, range.lowerBound, range.count)
    (parts, propertiesJSON, properties) = ([], nil, nil)
  }

  fileprivate init(_ trailer: Trailer) {
    kind = trailer.kind.rawValue
    (offset, byteCount) = (trailer.range.lowerBound, trailer.range.count)
    parts = trailer.parts.map {
      Part(name: $0.name, offset: $0.range.lowerBound, byteCount: $0.range.count)
    }
    (propertiesJSON, properties) = (trailer.properties, trailer.properties?.text)
  }
}
