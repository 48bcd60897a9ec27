internal import ArgumentParser
internal import AuxDepthKit

/// The file formats that `--format` names.
enum MapFormat {
  /// Returns the format that a path's extension names, unless one is given.
  static func chosen(_ format: AuxiliaryFile.Format?, path: String) throws(AuxError) -> AuxiliaryFile.Format {
    guard let format = format ?? AuxiliaryFile.Format(outputPath: path) else {
      let endings = AuxiliaryFile.Format.names.map { ".\($0)" }.alternatives
      throw AuxError(.usage, "the output \(path) must end in \(endings), or give --format")
    }
    return format
  }
}
