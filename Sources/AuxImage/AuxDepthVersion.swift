/// The version of this package, which all its modules and programs share.
public enum AuxDepthVersion {
  /// The version as text, after semver.org: `0.2.0`.
  public static let text = "0.2.0"
}
