internal import AuxDepthKit

/// What is said of C2PA manifests.
enum C2PAText {
  /// The warning that what was done to a photo left a manifest whose signature no longer holds; `remedy` is who leaves it out.
  static func warning(_ path: String, photo what: String, remedy: String) -> String {
    "auxdepth: \(StandardStream.outputName(path)): warning: the signature of the C2PA manifest no longer holds for "
      + "the \(what) photo; \(remedy) leaves the manifest out"
  }
}
