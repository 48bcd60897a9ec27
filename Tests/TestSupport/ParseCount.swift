package import AuxContainers
import Synchronization

/// How often each structure was parsed.
package struct ParseCount {
  /// The kinds of parses that are counted together.
  package enum Kind: Hashable {
    case jpegHeaders
    case jpegScans
    case multiPictureIndex
    case topBoxes
    case metaBox
    case directory
    case lostItems
    case exrHeaders
  }

  /// The count of each.
  package let counts: [ParseEvent: Int]

  /// Counts while `body` runs, on this thread.
  package init(of body: () throws -> Void) rethrows {
    let tally = Tally()
    try ParseEvent.$observer.withValue({ tally.add($0) }) { try body() }
    counts = tally.counts.withLock { $0 }
  }

  /// How often packets were parsed.
  package var packets: Int {
    counts.reduce(0) { sum, entry in if case .packet = entry.key { sum + entry.value } else { sum } }
  }

  /// What was parsed more than once of the parts of a HEIF file: properties, where items are, and pictures that
  /// were decoded.
  package var repeatedParts: [ParseEvent] {
    counts.filter { event, count in
      switch event {
      case .property, .extents, .codedPicture: count > 1
      case .jpegHeaders, .jpegScans, .multiPictureIndex, .topBoxes, .metaBox, .directory, .lostItems,
        .exrHeaders,
        .packet, .decodedFile, .decodedUnits:
        false
      }
    }.map(\.key)
  }

  /// The parts that were parsed more than once, packets apart, in sources of these numbers of bytes.
  package func repeated(of byteCounts: [Int]) -> [ParseEvent] {
    counts.keys.filter { event in
      event.structure.map { byteCounts.contains($0.byteCount) && counts[event] != 1 } == true
    }
  }

  /// How many different structures of each kind were parsed in sources of so many bytes.
  package func structures(of byteCount: Int) -> [Kind: Int] {
    var found: [Kind: Int] = [:]
    for case let structure? in counts.keys.map(\.structure) where structure.byteCount == byteCount {
      found[structure.kind, default: 0] += 1
    }
    return found
  }
}

extension ParseEvent {
  /// The kind of structure and the size of its source; nil for a packet, a file of one image and parts of a HEIF file.
  fileprivate var structure: (kind: ParseCount.Kind, byteCount: Int)? {
    switch self {
    case .jpegHeaders(_, let size): (.jpegHeaders, size)
    case .jpegScans(_, let size): (.jpegScans, size)
    case .multiPictureIndex(_, let size): (.multiPictureIndex, size)
    case .topBoxes(let size): (.topBoxes, size)
    case .metaBox(_, let size): (.metaBox, size)
    case .directory(_, let size): (.directory, size)
    case .lostItems(let size): (.lostItems, size)
    case .exrHeaders(let size): (.exrHeaders, size)
    case .property, .extents, .codedPicture, .packet, .decodedFile, .decodedUnits: nil
    }
  }
}

private final class Tally: Sendable {
  let counts = Mutex<[ParseEvent: Int]>([:])

  func add(_ event: ParseEvent) { counts.withLock { $0[event, default: 0] += 1 } }
}
