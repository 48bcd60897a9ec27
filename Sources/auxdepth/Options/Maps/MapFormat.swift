internal import ArgumentParser
internal import AuxDepthKit

/// The file formats that `--format` names.
enum MapFormat {
  /// Returns the format that a path's extension names, unless one is given; that of standard output is `usual`.
  static func chosen(
    _ format: AuxiliaryFile.Format?, path: String, usual: AuxiliaryFile.Format?
  ) throws(AuxError) -> AuxiliaryFile.Format {
    if format == nil, path == StandardStream.path {
      guard let usual else {
        throw AuxError(.usage, "files of the input's kind are only read; give --format")
      }
      return usual
    }
    guard let format = format ?? AuxiliaryFile.Format(outputPath: path) else {
      let endings = AuxiliaryFile.Format.names.map { ".\($0)" }.alternatives
      throw AuxError(.usage, "the output \(path) must end in \(endings), or give --format")
    }
    return format
  }
}
