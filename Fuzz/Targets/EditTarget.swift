internal import AuxImage
internal import AuxReader
internal import AuxWriter
internal import Foundation

/// Takes images out of a file and puts others in, as the last byte says; what is written must open again.
///
/// A file may be refused, but once it is taken apart, the new file must pass the writer's own verification.
enum EditTarget {
  private static let output = FileManager.default.temporaryDirectory.path + "/edit-\(getpid())"

  static func run(_ bytes: [UInt8]) -> Bool {
    guard let choice = bytes.last,
      let source = try? ImageSource(data: Array(bytes.dropLast()), limits: .fuzzing),
      var destination = try? ImageDestination(from: source)
    else { return false }
    for (number, image) in source.auxiliaryImages.prefix(3).enumerated() where choice >> number & 1 == 1 {
      try? destination.removeAuxiliaryImage(image)
    }
    if let donor = donors[source.container] {
      for image in donor.auxiliaryImages {
        let isRefused =
          (try? source.stored(image)) == nil && (try? destination.removeAuxiliaryImage(image)) == nil
        require(isRefused, "an image of another source was taken")
      }
      for (number, image) in donor.auxiliaryImages.prefix(2).enumerated()
      where choice >> (3 + number) & 1 == 1 {
        _ = try? destination.copyAuxiliaryImage(image, from: donor, replacing: true)
      }
    }
    if choice & 0x20 != 0, let depth { _ = try? destination.addGDepth(depth) }
    write(destination)
    return true
  }

  private static func write(_ destination: ImageDestination) {
    do throws(AuxError) {
      _ = try destination.finalize(to: output, options: .replacing)
      let written = try ImageSource(output, limits: .fuzzing)
      // The written file can be edited like any other.
      var second = try ImageDestination(from: written)
      for image in written.auxiliaryImages { try? second.removeAuxiliaryImage(image) }
      _ = try second.finalize(to: output, options: .replacing)
    } catch {
      require(error.code != .verification, "\(error)")
    }
  }

  /// Files whose auxiliary images are copied without decoding.
  private static let donors: [ImageContainer: ImageSource] = {
    var donors: [ImageContainer: ImageSource] = [:]
    for container in ImageContainer.allCases where container.holdsAuxiliaryImages {
      donors[container] = try? ImageSource(data: Seeds.photo(container))
    }
    return donors
  }()

  private static let depth = try? donors[.jpeg].map { try $0.stored($0.auxiliaryImages[0]) }
}
