extension AuxError {
  /// The error as a JSON object: `path`, `code`, `message`, which has place and offset in it, `place` and `offset` where they
  /// are known, and `remedy`.
  ///
  /// `path` is that of the `input` which failed, and `file` then another one that the error is about; without an input,
  /// `path` is the file that the error is about. `remedy` are the words of the library, unless a program has its own for it.
  public func json(input: String? = nil, remedy words: String? = nil) -> JSONValue {
    let main = input ?? path
    let other = path == main ? nil : path
    let remedy = words ?? remedy?.description
    return [
      "path": main.map(JSONValue.path), "pathBytes": main.flatMap(JSONValue.pathBytes),
      "code": .string(code.description), "message": .string(message), "file": other.map(JSONValue.path),
      "place": place.isEmpty ? nil : .string(place), "offset": offset.map(JSONValue.integer),
      "remedy": remedy.map(JSONValue.string),
    ]
  }
}
