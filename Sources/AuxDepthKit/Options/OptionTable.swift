/// What documents and other languages need to know of the options of some calls.
package struct OptionTable: Sendable {
  package struct Entry: Hashable, Sendable {
    package let key: String
    package let kind: OptionKind
    package let unit: String?
    package let standard: String?
    package let meaning: String
    package let calls: [OptionCall]
  }

  package let title: String
  package let calls: [OptionCall]
  package let entries: [Entry]

  init<Options: CallOptions>(_: Options.Type) {
    title = Options.title
    calls = Options.calls
    entries = Options.rows.map {
      Entry(
        key: $0.key, kind: $0.kind, unit: $0.unit,
        standard: $0.standard.map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 }, meaning: $0.meaning,
        calls: $0.calls ?? Options.calls)
    }
  }

  /// The functions of the calls, each once.
  package var functions: [String] {
    calls.map(\.function).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  package func entries(of function: String) -> [Entry] {
    entries.filter { $0.calls.contains { $0.function == function } }
  }

  package static let all = [
    OptionTable(PhotoOpening.self), OptionTable(PictureMaking.self), OptionTable(MapOpening.self),
    OptionTable(Comparing.self), OptionTable(MapWriting.self), OptionTable(ImageWriting.self),
    OptionTable(SpaceMaking.self), OptionTable(MeshWriting.self), OptionTable(CameraWriting.self),
    OptionTable(EditOpening.self),
    OptionTable(Editing.self), OptionTable(Attaching.self), OptionTable(Describing.self),
    OptionTable(PreparingPortrait.self),
    OptionTable(Copying.self), OptionTable(Checking.self),
    OptionTable(RendererOpening.self), OptionTable(PictureWriting.self), OptionTable(PageMaking.self),
    OptionTable(PairMaking.self), OptionTable(DatasetWriting.self), OptionTable(Streaming.self),
  ]
}
