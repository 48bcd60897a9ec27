internal import ArgumentParser
internal import AuxDepthKit

struct StereoArguments: ParsableArguments {
  @Option(
    help: """
      left-right, right-left (crossed eyes), top-bottom, bottom-top (the right eye's above); half-width and half-height: \
      left-right and top-bottom in the size of one; anaglyph (red-cyan); pair: two files; mpo: one file of both, as \
      cameras of 3D write it; or spatial: one HEIC file of both eyes.
      """)
  var layout = ListedArgument<StereoLayout>(.pictures(.leftRight))

  @Option(
    name: .customLong("max-shift"),
    help: """
      The largest shift of an eye, as a fraction of the width (default: 0.01); of a spatial photo, a quarter of \
      what the nearest and the farthest differ by.
      """)
  var maxShift: Float?

  @Option(help: "The nearness that stays in the plane of the picture, 0 to 1.")
  var convergence: Float = 0.5

  @Option(
    help: """
      The distance of the eyes' cameras in millimeters, by the distances of the map and the field of view (default: as \
      --max-shift makes it).
      """)
  var baseline: Float?

  @Option(
    name: .customLong("fov"),
    help: """
      Spatial, normals, and with --baseline, --aperture or --f-number: the horizontal field of view in degrees (default: by the \
      map's calibration, or Exif; of normals else 60 of the longer side).
      """)
  var fieldOfView: Double?

  var isMultiPicture: Bool { if case .pictures(.multiPicture) = layout.value { true } else { false } }

  var isSpatial: Bool { if case .spatial = layout.value { true } else { false } }

  /// Returns the effect; throws `usage` where a number is out of range.
  func stereo() throws(AuxError) -> Stereo {
    try Stereo(maxShift: maxShift ?? Stereo.standard.maxShift, convergence: convergence)
  }

  /// Returns the cameras of a spatial photo; throws `usage` where a number is out of range.
  func cameras() throws(AuxError) -> SpatialOptions {
    try SpatialOptions(baseline: baseline.map { $0 / 1000 }, fieldOfView: fieldOfView)
  }

  func validate() throws {
    guard maxShift == nil || baseline == nil else {
      throw ValidationError("--max-shift and --baseline say the same; give one of them")
    }
    guard (try? SpatialOptions(baseline: baseline.map { $0 / 1000 })) != nil else {
      throw ValidationError("--baseline is 0.001 to 10000 millimetres")
    }
    guard (try? SpatialOptions(fieldOfView: fieldOfView)) != nil else {
      throw ValidationError("--fov is 1 to 175 degrees")
    }
    do throws(AuxError) { _ = try stereo() } catch { throw ValidationError(error.reason) }
  }
}

/// How both eyes' views become one frame of a stream.
struct StereoFrameArguments: ParsableArguments {
  @Option(help: "Both eyes' views in a frame: \(Self.layouts.map(\.rawValue).alternatives).")
  var layout = Stereo.Layout.leftRight

  @Option(
    name: .customLong("max-shift"), help: "The largest shift of an eye, as a fraction of the width.")
  var maxShift: Float = Stereo.standard.maxShift

  @Option(help: "The nearness that stays in the plane of the picture, 0 to 1.")
  var convergence: Float = 0.5

  private static let layouts = Stereo.Layout.allCases.filter(\.isOnePicture)

  /// Sets what the options say.
  func apply(to options: inout EffectOptions) throws(AuxError) {
    options.stereo = try Stereo(maxShift: maxShift, convergence: convergence)
    options.layout = layout
  }

  func validate() throws {
    guard layout.isOnePicture else {
      throw ValidationError("--layout \(layout) has two pictures, and a frame is one")
    }
    do throws(AuxError) { _ = try Stereo(maxShift: maxShift, convergence: convergence) } catch {
      throw ValidationError(error.reason)
    }
  }
}
