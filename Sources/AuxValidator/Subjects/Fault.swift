internal import AuxImage

/// A fault that building a subject met, for the rule that is about it.
struct Fault: Sendable {
  var rule: String
  var message: String
  var offset: Int?
  var place: String

  init(_ rule: String, _ message: String, at offset: Int? = nil, in place: String = "") {
    self.rule = rule
    self.message = message
    self.offset = offset
    self.place = place
  }

  /// Creates the fault that an error of a parser is.
  init(_ rule: String, _ error: AuxError, in place: String = "") {
    let error = place.isEmpty ? error : error.within(place)
    self.init(rule, error.reason, at: error.offset, in: error.place)
  }
}
