import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import Foundation
import TestSupport
import Testing

@Suite("Writing parses the source once, and the written file once")
struct ParsedOnceTests {
  private static let containers = ImageContainer.allCases.filter(\.holdsAuxiliaryImages)

  private static func name(_ container: ImageContainer) -> String {
    "photo." + (container.outputExtensions.first ?? "")
  }

  /// Returns what was parsed while a portrait was opened, changed and written as a container, and both files.
  private static func count(
    _ container: ImageContainer, as target: ImageContainer,
    _ change: (inout ImageDestination, ImageSource) throws -> Void
  ) throws -> (count: ParseCount, source: ImageSource, written: ImageSource) {
    let folder = try TemporaryFolder()
    let path = folder.path(name(container))
    let source = try WriterSupport.portrait(path, from: ImageSource(data: WriterSupport.jpeg()))
    let output = folder.path("out-" + name(target))
    let count = try ParseCount {
      let source = try ImageSource(path)
      var destination =
        target == container
        ? try ImageDestination(from: source) : try ImageDestination(encoding: source, as: target, quality: 80)
      try change(&destination, source)
      _ = try destination.finalize(to: output)
    }
    return (count, source, try ImageSource(output))
  }

  private static func expectOnce(_ count: ParseCount, _ source: ImageSource, _ written: ImageSource) throws {
    var packets = 0
    for file in [source, written] {
      let opening = ParseCount { _ = try? ImageSource(bytes: file.bytes) }
      // Of two mattes whose packets are the same, one is parsed.
      #expect(opening.packets > 0 && opening.packets <= file.auxiliaryImages.count)
      packets += opening.packets
      let parsed = count.structures(of: file.bytes.byteCount)
      for (kind, number) in opening.structures(of: file.bytes.byteCount) {
        #expect(try #require(parsed[kind]) >= number)
      }
      #expect(!parsed.isEmpty)
    }
    let sizes = [source.bytes.byteCount, written.bytes.byteCount]
    #expect(count.repeated(of: sizes).isEmpty, "\(count.repeated(of: sizes))")
    #expect(count.packets == packets)
  }

  @Test("Attaching a matte", arguments: containers, containers)
  func attaching(_ container: ImageContainer, _ target: ImageContainer) throws {
    let (count, source, written) = try Self.count(container, as: target) { destination, _ in
      try destination.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationSkinMatte))
    }
    #expect(written.auxiliaryImages.count == source.auxiliaryImages.count + 1)
    try Self.expectOnce(count, source, written)
  }

  @Test("Removing the depth map", arguments: containers)
  func removing(_ container: ImageContainer) throws {
    let (count, source, written) = try Self.count(container, as: container) { destination, source in
      try destination.removeAuxiliaryImage(source.auxiliaryImages[0])
    }
    #expect(written.auxiliaryImages.count == source.auxiliaryImages.count - 1)
    try Self.expectOnce(count, source, written)
  }
}
