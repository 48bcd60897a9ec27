internal import AuxContainers
internal import AuxImage

/// What a spatial photo, as Apple describes one, needs and a file lacks.
///
/// Source: Specs/heif.md, "What makes a spatial photo".
package struct SpatialPhotoFault: Sendable {
  /// What a spatial photo needs.
  package enum Requirement: String, Hashable, Sendable, CaseIterable {
    /// The container is HEIF, and the pictures are HEVC.
    case container
    /// Two pictures are in a group of the type `ster`.
    case group
    /// Baseline, field of view and disparity adjustment are stated, and possible.
    case camera
    /// Both pictures have the same size and orientation.
    case pictures
    /// Both lenses are alike.
    case lenses
    /// The right camera is to the right of the left one, and nothing else distinguishes their places.
    case positions
  }

  package let requirement: Requirement
  /// What is wrong, for people.
  package let reason: String
}

extension ImageSource {
  /// Why the file is not a spatial photo as Apple describes one; empty where nothing is missing, whatever a device makes of it.
  ///
  /// Headers alone are looked at. Source: Specs/heif.md, "What makes a spatial photo".
  public var spatialPhotoFaults: [String] { spatialFaults.map(\.reason) }

  /// ``spatialPhotoFaults``, each with what it is about.
  package var spatialFaults: [SpatialPhotoFault] {
    guard case .heif(let reader) = parsed, container == .heif else {
      return [
        SpatialPhotoFault(requirement: .container, reason: "the file is \(container.rawValue), and no HEIC")
      ]
    }
    return reader.spatialFaults
  }
}

extension HEIFReader {
  fileprivate var spatialFaults: [SpatialPhotoFault] {
    var faults: [SpatialPhotoFault] = []
    func add(_ requirement: SpatialPhotoFault.Requirement, _ reason: String?) {
      if let reason { faults.append(SpatialPhotoFault(requirement: requirement, reason: reason)) }
    }
    guard let pair = stereoPair, let left = eye(pair.left), let right = eye(pair.right) else {
      add(.group, "no two pictures are in an entity group of the type ster")
      return faults
    }
    add(.container, codecFault(left, right))
    add(.camera, pair.cameraFault)
    add(.pictures, picturesFault(pair, left, right))
    guard let one = try? StereoProperties(of: left, in: file),
      let other = try? StereoProperties(of: right, in: file)
    else {
      add(.camera, "what the file states of the cameras cannot be read")
      return faults
    }
    add(.lenses, Self.lensFault(one, other))
    add(.positions, Self.positionFault(one, other))
    return faults
  }

  private func eye(_ eye: StereoGroup.Eye) -> HEIFItem? { UInt32(exactly: eye.number).flatMap(file.item) }

  private func codecFault(_ left: HEIFItem, _ right: HEIFItem) -> String? {
    for item in [left, right] {
      guard let coded = try? file.codedItems(of: item, from: source), !coded.isEmpty else {
        return "item \(item.id) has no coded picture"
      }
      if let other = coded.first(where: { $0.type != "hvc1" }) {
        return "item \(item.id) is coded as \(other.type), and not as HEVC"
      }
    }
    return nil
  }

  private func picturesFault(_ pair: StereoGroup, _ left: HEIFItem, _ right: HEIFItem) -> String? {
    guard (pair.left.width, pair.left.height) == (pair.right.width, pair.right.height) else {
      return "the left picture is \(pair.left.width)x\(pair.left.height) and the right one "
        + "\(pair.right.width)x\(pair.right.height)"
    }
    guard let one = try? file.orientation(of: left), let other = try? file.orientation(of: right) else {
      return "the orientation of a picture cannot be read"
    }
    return one == other
      ? nil : "the left picture has the orientation \(one.rawValue) and the right one \(other.rawValue)"
  }

  /// How much lenses and places may differ, in relation to the focal length and to the baseline: what whole micrometres and
  /// fractions of 16 bits round away is far below.
  private static let tolerance = 0.001

  private static func lensFault(_ left: StereoProperties, _ right: StereoProperties) -> String? {
    guard let one = left.focalLength, let other = right.focalLength, abs(one - other) > tolerance * one else {
      return nil
    }
    return "the focal length of the left camera is \(one) widths and that of the right one \(other)"
  }

  private static func positionFault(_ left: StereoProperties, _ right: StereoProperties) -> String? {
    guard let one = left.position, let other = right.position, one != other else { return nil }
    let step = zip(other, one).map { $0 - $1 }
    guard step[0] > 0 else { return "the camera of the right picture is not to the right of the left one" }
    let aside = max(abs(step[1]), abs(step[2]))
    return aside <= tolerance * step[0]
      ? nil : "the cameras are \(aside * 1000) mm apart in another direction than from left to right"
  }
}

extension StereoGroup {
  /// What is missing or impossible in what the file states of the cameras; nil where nothing is.
  fileprivate var cameraFault: String? {
    let missing = [
      baseline == nil ? "baseline" : nil, focalLength == nil ? "field of view" : nil,
      disparityAdjustment == nil ? "disparity adjustment" : nil,
    ].compactMap(\.self)
    guard missing.isEmpty else { return "the file states no " + missing.alternatives }
    guard baseline != 0 else { return "the baseline is 0: both pictures are taken from one place" }
    return camera == nil ? "the baseline, the field of view or the disparity adjustment is impossible" : nil
  }
}
