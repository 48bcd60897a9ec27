internal import AuxEffects
package import AuxImage
internal import AuxMaps
package import AuxRender
package import AuxWriter

extension OptionCall {
  package static let editNewSpatial = OptionCall("edit_new_spatial")
}

/// How two pictures become a spatial photo.
package struct PairMaking: CallOptions {
  package var pair = SpatialPhoto.Description()
  package private(set) var isLayoutGiven = false

  package init() {}

  package static let title = "Spatial photos"
  package static let calls: [OptionCall] = [.editNewSpatial]
  private static let layouts: [Stereo.Layout] = [.leftRight, .rightLeft, .topBottom, .bottomTop]
  package static let rows: [OptionRow<Self>] = [
    OptionRow(
      "layout",
      .named(layouts.map(\.rawValue)) {
        Stereo.Layout(rawValue: $0)
      } text: {
        $0.rawValue
      }, standard: "`left-right` for one picture",
      "how `left` holds both eyes where there is no `right`; it needs a `baseline`"
    ) { ($0.pair.layout, $0.isLayoutGiven) = ($1, true) },
    OptionRow(
      "baseline", .number(0.001...10_000), unit: "mm", standard: "as the photos say",
      "the distance between the cameras"
    ) { (options: inout Self, millimeters: Double) throws(AuxError) in
      guard (0.001...10_000).contains(millimeters) else {
        throw AuxError(.usage, "is 0.001 to 10000 millimeters, not \(millimeters)", place: "options/baseline")
      }
      options.pair.baseline = millimeters / 1000
    },
    OptionRow(
      "fieldOfView", .number(1...175), \.pair.fieldOfView, unit: "degrees",
      standard: "by the camera that is given, as the photos say, else by calibration or Exif of the left one",
      "the horizontal field of view of the left picture as displayed"),
    OptionRow(
      "adjustment", .number(-1...1), \.pair.disparityAdjustment, unit: "widths",
      standard: "as the photos say, else 0",
      "how far viewers shift the pictures against each other; a positive number moves the scene back"),
    OptionRow("quality", .quality, \.pair.quality, "of pictures that are coded"),
    OptionRow(
      "intrinsics", .numbers, unit: "pixels of the picture as displayed",
      "the camera of the left picture: `[f]`, `[fx,fy]` or `[fx,fy,cx,cy]`; `[fx,fy,cx,cy,width,height]` is in pixels of that size"
    ) { options, numbers throws(AuxError) in
      options.pair.camera = try MapCamera(pixels: numbers, from: .corner)
    },
    OptionRow(
      "calibration", .value(.object),
      "as auxdepth_image_calibration_json() gives it, in place of `intrinsics`"
    ) { options, value throws(AuxError) in
      guard options.pair.camera == nil else {
        throw AuxError(.usage, "intrinsics and a calibration say the same", place: "options/calibration")
      }
      options.pair.camera = .calibration(try CameraCalibrationData(json: Array(value.text.utf8)))
    },
  ]

  package func check() throws(AuxError) {
    if let degrees = pair.fieldOfView { _ = try StereoCamera.focalLength(fieldOfView: degrees) }
    if let adjustment = pair.disparityAdjustment {
      _ = try StereoCamera(focalLength: 1, baseline: 0, disparityAdjustment: adjustment)
    }
  }
}
