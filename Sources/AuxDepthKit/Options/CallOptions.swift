package import AuxImage

/// A function of the C interface that takes options, or one kind of its use.
package struct OptionCall: Hashable, Sendable {
  /// The name of the function.
  package let function: String
  /// What options that not every use of the function has are for: `gain maps`.
  package let use: String?

  init(_ name: String, for use: String? = nil) { (function, self.use) = ("auxdepth_" + name, use) }
}

/// The options of some calls.
package protocol CallOptions: Sendable {
  /// Creates the defaults.
  init()
  /// What they are about, as a heading.
  static var title: String { get }
  /// The calls that take them, in the order of the header.
  static var calls: [OptionCall] { get }
  /// The options, in the order in which they are read.
  static var rows: [OptionRow<Self>] { get }
  /// Throws `usage` where options contradict one another.
  func check() throws(AuxError)
}

extension CallOptions {
  package func check() throws(AuxError) {}

  /// Reads the members of a JSON object.
  ///
  /// Throws `AuxError` with code `usage` that names the option: one that the call does not have, a value that cannot be, and
  /// as ``check()``.
  package init(_ members: [JSONValue.Member], for call: OptionCall) throws(AuxError) {
    self.init()
    var object = JSONObjectReader(members, prefix: "options/", takesNull: false)
    for row in Self.rows where row.calls?.contains(call) ?? true { try row.read(&self, &object) }
    try check()
    try object.end { _ in "there is no option of that name here" }
  }
}

/// What documents and other languages need to know of the options of some calls.
package struct OptionTable: Sendable {
  /// An option.
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

  /// Returns the options of a function.
  package func entries(of function: String) -> [Entry] {
    entries.filter { $0.calls.contains { $0.function == function } }
  }

  /// The tables of all calls.
  package static let all = [
    OptionTable(PhotoOpening.self), OptionTable(PictureMaking.self), OptionTable(MapOpening.self),
    OptionTable(MapWriting.self), OptionTable(ImageWriting.self), OptionTable(EditOpening.self),
    OptionTable(Attaching.self), OptionTable(Copying.self), OptionTable(Checking.self),
    OptionTable(RendererOpening.self), OptionTable(PictureWriting.self), OptionTable(PageMaking.self),
  ]
}
