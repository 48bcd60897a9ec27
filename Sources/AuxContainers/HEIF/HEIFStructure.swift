package import AuxImage

/// The structure of a HEIF file, right or wrong: its boxes, and what those of `meta` say.
///
/// ``HEIFFile`` makes of it what reading accepts, and rules say what is wrong with it. The headers of the boxes at
/// the top, `ftyp` and `meta` are read, each once. Source: Specs/heif.md, "Reading".
package struct HEIFStructure: Sendable {
  package let source: any ByteSource
  package let limits: AuxLimits
  package let layout: FileLayout
  /// The brands; nil where the file does not begin with `ftyp`.
  package let fileType: Result<FileTypeBox, AuxError>?
  /// The first `meta` box, or why it cannot be loaded; nil without one.
  package let meta: Result<MetaStructure, AuxError>?
  /// The items, with the list of the auxiliary images among them.
  package let index: HEIFIndex

  package var isAVIF: Bool { if case .success(let type)? = fileType { type.isAVIF } else { false } }

  package init(_ source: any ByteSource, limits: AuxLimits = .standard) {
    self.source = source
    self.limits = limits
    layout = FileLayout(walking: source, limits: limits)
    let all = layout.all
    fileType = all.first.flatMap { $0.type == "ftyp" ? $0 : nil }.map { entry in
      Result { () throws(AuxError) in
        var reader = try entry.payload(from: source, limits: limits)
        return try AuxError.at("ftyp") { () throws(AuxError) in try FileTypeBox(parsing: &reader) }
      }
    }
    meta = all.first { $0.type == "meta" }.map { entry in
      Result { () throws(AuxError) in
        ParseEvent.report(.metaBox(at: entry.offset, of: source.byteCount))
        return MetaStructure(try entry.box(from: source, limits: limits), limits: limits)
      }
    }
    index = if case .success(let meta)? = meta { HEIFIndex(meta) } else { HEIFIndex() }
  }
}
