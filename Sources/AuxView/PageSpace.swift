internal import AuxCodecs
internal import AuxImage
internal import AuxReader
internal import AuxRender

/// What the page needs to make the mesh that `PhotoSpace` makes: its camera, and its outlines.
///
/// Source: Specs/viewer.md, "Space".
enum PageSpace {
  /// Returns the map that points and meshes are made of; nil where there is no photo, or no such map can be read.
  private static func map(of source: ImageSource) -> (index: Int, image: AuxiliaryImage)? {
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

  /// Returns the member that says which sample each sample of the map takes its disparity from in the mesh, given the decoded
  /// photo; nil where there is no map, or none of its samples moves.
  static func outlines(of source: ImageSource, _ photo: PhotoPixels) -> JSONValue.Member? {
    guard let (_, image) = map(of: source) else { return nil }
    do throws(AuxError) {
      // One thread: other pieces are made at the same time.
      let data = try source.stored(image).depthData(in: .fdep).applyingExifOrientation(source.orientation)
      let moves = try PhotoSpace.outlineMoves(of: data, by: photo, jobs: 1)
      guard moves.contains(where: { $0 != 0 }) else { return nil }
      return .init("outlines", ["data": .string(Base64.text(try Deflate.compress(moves, level: 6)))])
    } catch { return .init("outlines", ["failure": .string(error.reason)]) }
  }
}
