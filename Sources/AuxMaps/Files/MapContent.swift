public import AuxKernels

/// What a map file holds: samples, and what it says of them.
public struct MapContent: Hashable, Sendable {
  /// The samples.
  public var samples: PixelPlane
  /// Whether the samples are whole numbers of another range than codes have, in a plane of floats.
  public var hasWholeNumbers = false
  /// Whether the codes are bools, 0 and 255.
  public var hasBools = false
  /// The focal length of the camera in pixels of the map, where the file tells one.
  public var focalLength: Double?
  /// The depth, as it stands in the file, from which on samples are background; nil for the usual limit.
  ///
  /// OpenEXR's halves end at 65504, to which programs clamp what they would write as 1e10; Depth Pro's greatest
  /// distance is 10,000 m.
  public var backgroundLimit: Float?
  /// The kind of the file; nil for samples that come from none.
  public var kind: MapFile.Kind?
  /// What the file says of the auxiliary image that it was made of.
  public var record: MapRecord?

  /// Creates content of samples of which nothing else is known.
  public init(_ samples: PixelPlane) { self.samples = samples }

  /// Whether the samples are integers.
  var hasIntegers: Bool { hasWholeNumbers || samples.sampleType.isInteger }
}
