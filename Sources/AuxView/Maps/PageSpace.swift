internal import AuxImage
internal import AuxKernels
internal import AuxReader
internal import AuxRender

/// What the page needs to make the mesh that `PhotoSpace` makes: its camera, and its outlines.
///
/// Source: Specs/viewer.md, "Space".
enum PageSpace {
  /// Returns the map that points and meshes are made of; nil where there is no photo, or no such map can be read.
  static func map(of source: ImageSource) -> (index: Int, image: AuxiliaryImage)? {
    guard source.primary != nil else { return nil }
    let images = source.auxiliaryImages
    return images.firstIndex { $0.type.isDepthData && !$0.isOfOtherView && $0.failure == nil }
      .map { ($0, images[$0]) }
  }

  /// Returns the camera of the upright photo: the number of the map, and `origin` with the camera, or a `failure`.
  static func camera(of source: ImageSource) -> JSONValue? {
    guard let (index, image) = map(of: source) else { return nil }
    var members: [JSONValue.Member] = [.init("map", .integer(index))]
    do throws(AuxError) {
      members += try PhotoSpace.cameraMembers(of: source, image)
    } catch { members.append(.init("failure", .string(error.reason))) }
    return .object(members)
  }
}

/// Which sample each sample of the map takes its disparity from in a mesh, by the photo's colours.
struct PageOutlines {
  let json: JSONValue
  private(set) var element: [UInt8] = []

  /// Computes the moves given the decoded photo; nil where there is no map, or none of its samples moves.
  init?(of source: ImageSource, _ photo: PhotoPixels, identifier: String) {
    guard let (_, image) = PageSpace.map(of: source) else { return nil }
    do throws(AuxError) {
      guard PageEffects.isOfUse(image, source.limits) else {
        throw AuxError(
          .limitExceeded,
          "the map has more than \(PageEffects.mostSamples) samples, or more than memory has room for")
      }
      // One thread: other pieces are made at the same time.
      let data = try source.stored(image).depthData(in: .fdep).applyingExifOrientation(source.orientation)
      let moves = try PhotoSpace.outlineMoves(of: data, by: photo, jobs: 1)
      guard moves.contains(where: { $0 != 0 }) else { return nil }
      let packed = try PackedCodes(
        PixelPlane(
          width: data.depthDataMap.width, height: data.depthDataMap.height, known: .uint8(moves)))
      element = PageElement.bytes(packed.data, identifier: identifier)
      json = ["part": .string(identifier), "coding": .string(packed.coding.rawValue)]
    } catch { json = ["failure": .string(error.reason)] }
  }
}
