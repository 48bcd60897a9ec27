package import AuxImage

/// Boxes that follow one another, right or wrong: those up to the first that cannot be read.
package struct BoxList: Sendable {
  package let boxes: [Box]
  /// Why the box after them cannot be read; nil where no box failed.
  package let fault: AuxError?
  /// What follows the last: less than a box header where there is no fault.
  package let rest: [UInt8]
  package let restOffset: Int

  /// Reads the rest of a payload, `most` boxes at most.
  init(_ reader: inout ByteReader, most: Int) {
    var boxes: [Box] = []
    var fault: AuxError?
    while reader.remaining >= 8, fault == nil {
      do throws(AuxError) {
        guard boxes.count < most else {
          throw AuxError(.limitExceeded, "more than \(most) boxes", offset: reader.fileOffset)
        }
        boxes.append(try Box(leaf: &reader))
      } catch { fault = error }
    }
    self.boxes = boxes
    self.fault = fault
    restOffset = reader.fileOffset
    rest = reader.readRest()
  }

  package init(childrenOf box: Box) {
    boxes = box.boxes
    fault = box.fault
    if case .boxes(_, _, let rest) = box.content { self.rest = rest } else { rest = [] }
    restOffset = box.payloadOffset + box.payloadCount - rest.count
  }

  func requireAnother() throws(AuxError) {
    if let fault { throw fault }
    var reader = ByteReader(rest, fileOffset: restOffset)
    _ = try Box(leaf: &reader)
  }

  /// Returns the bytes of the boxes from that number on, and the rest.
  func bytes(from number: Int) -> [UInt8] {
    var writer = ByteWriter()
    for box in boxes[number...] { box.serialize(into: &writer) }
    writer.write(rest)
    return writer.bytes
  }
}
