internal import AuxDepthKit

/// The notes that many inputs of a batch have in common: each is printed once, after the last input.
struct SharedNotes {
  /// A note, with the first of the inputs that it is about and how many others it is about.
  private struct Entry {
    let note: String
    let path: String
    var others = 0

    var message: Message {
      guard others > 0 else { return Message(.note, of: path, note) }
      let also = others == 1 ? "1 other" : "\(others) others"
      return Message(.note, about: "\(StandardStream.inputName(path)) and \(also)", note)
    }
  }

  private var entries: [Entry] = []
  private var places: [String: Int] = [:]

  /// Counts a note about an input; the notes keep the order in which they came first.
  mutating func add(_ note: String, of path: String) {
    if let place = places[note] {
      entries[place].others += 1
    } else {
      places[note] = entries.count
      entries.append(Entry(note: note, path: path))
    }
  }

  func print() { for entry in entries { Console.say(entry.message) } }
}
