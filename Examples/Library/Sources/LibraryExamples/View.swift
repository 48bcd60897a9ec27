import AuxDepthKit

/// Writes a page that shows a photo with its maps.
public func show(_ photo: String, in page: String) throws {
  try DepthPage([photo]).write(to: page)
}

/// Writes a page that begins with two photos side by side, and returns which of them are valid.
public func compare(_ before: String, _ after: String, in output: String) throws -> [Bool] {
  var valid: [Bool] = []
  var page = DepthPage([before, after])
  page.isComparison = true
  try page.write(to: output) { entry in valid.append(entry.judgement == .valid) }
  return valid
}

/// Writes the page of a folder of photos, and returns why some of them are not shown.
public func contactSheet(of folder: String, in output: String) throws -> [AuxError] {
  var failures: [AuxError] = []
  var page = DepthPage(Array(PhotoFiles(at: folder)))
  page.title = "Contact sheet"
  try page.write(to: output, options: .replacing) { entry in
    if let failure = entry.failure { failures.append(failure) }
  }
  return failures
}

/// Returns the structure of a photo, a line for each part.
public func outline(of photo: String) throws -> [String] {
  try ImageSource(photo).structureNodes().map { node in
    String(repeating: "  ", count: node.level) + "\(node.name) \(node.text)"
  }
}
