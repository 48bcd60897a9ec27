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

    /// Whose data it is: `samsung`, `huawei`, `xiaomi`, `oppo` (also OnePlus and realme), `vivo`, `leia`, `afcp`,
    /// `fotoStation`, `photoMechanic`, `canonVRD` or `mie`; `video` for that of a motion photo.
    public let kind: String
    /// Where it begins in the file, in bytes.
    public let offset: Int
    /// The number of bytes.
    public let byteCount: Int
    /// Its parts as far as they are known.
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
  /// What makers and programs put after the images, as far as it is known, first to last.
  ///
  /// For JPEG files, and for HEIF files trailers that end with their name; other containers have none.
  public var trailers: [FileTrailer] {
    parsed.reader.trailers.map(FileTrailer.init) + parsed.reader.videos.map(FileTrailer.init(video:))
  }
}

extension ImageSource.FileTrailer {
  fileprivate init(video: Range<Int>) {
    (kind, offset, byteCount) = ("video", video.lowerBound, video.count)
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
