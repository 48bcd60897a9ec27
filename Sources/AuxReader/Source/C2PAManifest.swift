internal import AuxContainers
package import AuxImage

extension ImageSource {
  /// A C2PA manifest (Content Credentials) that a file carries: signed statements about its bytes.
  ///
  /// Its content is not read, and its signature is not checked. Source: Specs/c2pa.md.
  public struct C2PAManifest: Hashable, Sendable {
    /// Where the manifest begins in the file, in bytes.
    public let offset: Int
    /// The number of bytes of the manifest with the headers of its container.
    public let byteCount: Int

    package var json: JSONValue { ["offset": .integer(offset), "byteCount": .integer(byteCount)] }
  }
}

extension ImageSource {
  /// The C2PA manifest that the file carries; nil where it carries none, and for PNG, TIFF, WebP and OpenEXR,
  /// which are not looked through.
  ///
  /// It is in segments APP11 of JPEG, in a `uuid` box of HEIF, in the tag 52545 of DNG. Any change of the file makes
  /// its signature invalid.
  public var c2paManifest: C2PAManifest? {
    let ranges = parsed.reader.manifestRanges
    guard let first = ranges.first else { return nil }
    return C2PAManifest(offset: first.lowerBound, byteCount: ranges.reduce(0) { $0 + $1.count })
  }
}

extension JPEGReader {
  package var manifestRanges: [Range<Int>] { (try? file.primary.manifestRanges(in: source)) ?? [] }
}

extension HEIFReader {
  package var manifestRanges: [Range<Int>] { file.layout.manifestRanges }
}

extension DNGReader {
  package var manifestRanges: [Range<Int>] {
    let tiff = file.tiff
    let range = try? tiff.range(of: TIFFTag.c2pa, in: tiff.first, most: tiff.source.byteCount)
    return range.map { [$0] } ?? []
  }
}
