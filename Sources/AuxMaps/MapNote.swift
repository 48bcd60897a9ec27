public import AuxImage

/// A conclusion about a map beyond its samples, or an oddity.
public enum MapNote: Hashable, Sendable {
  /// The matte is the alpha channel of a picture whose colours are no matte.
  case alphaTaken
  /// The matte is the luma of a palette's colours.
  case paletteLumaTaken
  /// Bools, or labels of 0 and 1, became 0 and 255.
  case labelsSpread
  /// Properties, and with them the calibration, are those of the image that was replaced.
  case propertiesKept(withCalibration: Bool)
  /// The record in the file is used: what its samples mean, and which way up they are.
  case recordRead(MapRecord)
  /// The map is taken as the photo is displayed, and turned back to its stored grid, which has this orientation.
  case turned(ImageOrientation)
  /// All codes are this one: the matte parts nothing from anything.
  case constant(UInt8)
  /// Most distances are off by this fraction or more, since the code values also span samples that are far nearer or farther.
  case coarse(medianError: Double, Outliers?)
  /// So many samples take more than half of the range of a model's prediction, which is spread between near and far.
  case unevenPrediction(Int)
  /// No code is above this one of 255, as with labels and codes of another range.
  case dark(UInt8)
  /// The file is a JPEG or a WebP with loss: its 8-bit codes are near those that were coded, and not the same.
  case lossyCodes
  /// An array of the archive is not recorded: how sure the model is of each sample.
  case arrayUnread(String)
  /// So many floats of a matte were beyond 0...1 by no more than filters overshoot, and became its ends.
  case overshoot(Int)
  /// The farthest distances are beyond what the half floats of the format hold.
  case beyondHalves(PixelFormat)
  /// So many samples at rims mix two surfaces, and became holes: the depth pass is antialiased.
  case antialiased(Int)
  /// So many of the samples, nearly all, are farther than 100 m, and nothing says that they are metres.
  case farAway(Int, of: Int)
  /// The ground is farther than what is above it, as in relative models' output, and nothing says that samples are metres.
  case growsDownwards
  /// 16-bit lengths take up all code values from 0 to 65535.
  case spreadCodes
  /// Nearly all code values of millimeters are multiples of 8.
  case rotatedBits
  /// No code value is above this one, as in a map of confidence.
  case lowCodes(Int)
  /// So many of the disparities are nearer than 0.1 m, and may be in pixels.
  case pixelDisparities(Int, of: Int)
  /// So many samples had no value, and what they were given.
  case holesFilled(Int, of: Int, DepthMap.Holes)
  /// So many samples of a map of distances are negative, and holes.
  case negative(Int, of: Int)
  /// The map was read as Blender's Mist pass: the falloff, whether options state it, and whether a camera was known, without
  /// which distances along the rays are taken for depth.
  case mist(MistFalloff, isStated: Bool, hasCamera: Bool)
  /// The principal point is taken as counted from that point of the first pixel; no format of a file says it, nor do options.
  case pixelOrigin(PixelOrigin)

  /// True if the result is likely not what was meant.
  public var isWarning: Bool {
    switch self {
    case .alphaTaken, .paletteLumaTaken, .labelsSpread, .propertiesKept, .recordRead, .arrayUnread,
      .lossyCodes, .overshoot, .turned, .holesFilled, .pixelOrigin:
      false
    case .constant, .dark, .coarse, .unevenPrediction, .negative, .antialiased, .beyondHalves, .farAway,
      .growsDownwards,
      .spreadCodes, .rotatedBits, .lowCodes, .pixelDisparities:
      true
    case .mist(_, let isStated, let hasCamera): !isStated || !hasCamera
    }
  }

  /// What can be given so that the result is what was meant.
  package var remedy: Remedy? {
    switch self {
    case .coarse: .stateEnds
    case .unevenPrediction: .clipSamples
    case .beyondHalves: .recordFloats
    case .farAway, .growsDownwards: .stateMeaning
    case .turned: .takeStored
    case .spreadCodes: .stateMeaning
    case .pixelDisparities: .statePixels
    case .holesFilled: .keepHoles
    case .pixelOrigin: .statePixelOrigin
    case .mist(_, _, hasCamera: false): .stateCamera
    default: nil
    }
  }
}

extension MapNote {
  /// A few samples that are far from all others.
  public enum Outliers: Hashable, Sendable, CustomStringConvertible {
    /// So many samples are nearer than this distance in meters, which all others have or exceed.
    case nearer(count: Int, than: Double)
    /// So many samples are farther than this distance in meters, which no other exceeds.
    case farther(count: Int, than: Double)

    /// The samples and the distance, as `1 sample nearer than 2 m`.
    public var description: String {
      let (count, side, meters) =
        switch self {
        case .nearer(let count, let meters): (count, "nearer", meters)
        case .farther(let count, let meters): (count, "farther", meters)
        }
      return
        "\(count) \(count == 1 ? "sample" : "samples") \(side) than \((meters * 1000).rounded() / 1000) m"
    }
  }
}

extension MapNote: CustomStringConvertible {
  /// The note as a sentence without its end, and what can be given.
  public var description: String { reason + (remedy.map { ": \($0)" } ?? "") }

  /// The note without its remedy.
  package var reason: String {
    switch self {
    case .alphaTaken: "the alpha channel is taken for the matte"
    case .paletteLumaTaken: "the luma of the palette's colours is taken for the matte"
    case .labelsSpread: "its two labels became 0 and 255"
    case .propertiesKept(let withCalibration):
      (withCalibration ? "calibration and properties" : "properties")
        + " of the image that it replaces are kept where nothing else is given"
    case .recordRead(let record): "range and orientation are those that it states (\(record.text))"
    case .turned(let orientation):
      "it is taken as the photo is displayed, and turned to its stored pixels (orientation \(orientation.rawValue))"
    case .constant(let code): "the matte has one value, \(code) of 255, everywhere"
    case .coarse(let error, let outliers):
      "most distances are off by \(Int((error * 100).rounded())) % or more, as the code values also span "
        + (outliers.map { "\($0)" } ?? "samples that are far nearer or farther")
    case .unevenPrediction(let count):
      "\(count) \(count == 1 ? "sample takes" : "samples take") more than half of the range of the prediction, so that the others "
        + "come out at nearly one distance"
    case .dark(let code): "the matte is at most \(code) of 255; are its samples labels, or of another range?"
    case .lossyCodes: "its coding with loss has changed the 8-bit codes by a few"
    case .arrayUnread(let key): "the array \(key), how sure the model is of each sample, is not recorded"
    case .overshoot(let count):
      "\(count) \(count == 1 ? "sample is" : "samples are") just outside of 0...1, as filters overshoot, and clamped"
    case .beyondHalves(let format):
      "the farthest distances are beyond the half floats of \(format.name), and lose their values"
    case .antialiased(let count):
      "antialiased depth: \(count) samples at the rim of holes or of the background mix two surfaces, and become holes; render "
        + "depth with one sample and a box filter"
    case .farAway(let count, let total):
      "\(count) of \(total) samples are farther than 100 m, and may be no meters"
    case .growsDownwards:
      "samples at the bottom are farther than those at the top, as in a model's relative output, in which near is great; "
        + "they may be no meters"
    case .spreadCodes:
      "the code values are spread over 0...65535, as those of relative models are (conventions marigold and midas), and may be "
        + "no lengths"
    case .rotatedBits:
      "nearly all code values are multiples of 8, as in SUN RGB-D, whose bits are rotated: (d >> 3) | (d << 13) are millimeters"
    case .lowCodes(let code):
      "no code value is above \(code), as in a map of confidence; is it a depth map?"
    case .pixelDisparities(let count, let total):
      "\(count) of \(total) disparities are nearer than 0.1 m, and may be in pixels: pixels / (focal length in pixels * baseline "
        + "in meters) are 1/m"
    case .holesFilled(let count, let total, let holes):
      "\(count) of \(total) samples have no value, and get that of \(holes == .far ? "the farthest" : "the nearest") sample"
    case .negative(let count, let total):
      "\(count) of \(total) samples are negative, which distances are not; is it a map of distances?"
    case .pixelOrigin(let origin):
      "the principal point is taken as counted from the \(origin.rawValue) of the first pixel"
    case .mist(let falloff, let isStated, let hasCamera):
      "the samples are read as a Mist pass with the falloff \(falloff.rawValue)"
        + (isStated ? "" : ", which is assumed (a new world of Blender has quadratic)")
        + (hasCamera
          ? "" : "; its distances are along the rays, and no camera is known to turn them into depth")
    }
  }
}
