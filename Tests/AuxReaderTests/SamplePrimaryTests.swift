import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

/// The primaries of camera files, those of iOS 18 among them.
@Suite("Primaries of camera files", .enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
struct SamplePrimaryTests {
  private static let names = [
    "brightroom_orientation_right_mirrored_gainmap.heic", "fidmaa_depth_allmattes_gainmap.heic",
    "pillow_pug.heic", "pillow_visionpro_spatial.heic", "gwy15_IMG_3853_gainmap_tmap.heic",
    "openize_ios18_tmap_mattes.heic", "steren_visionpro_spatial.heic", "pillow_samsung_aux_YCbCr_tmap.heic",
  ]
  private static let withoutThumbnail = [
    "fidmaa_depth_allmattes_gainmap.heic", "pillow_pug.heic", "pillow_visionpro_spatial.heic",
    "steren_visionpro_spatial.heic",
  ]
  private static let found = names.filter { Samples.path($0) != nil }

  @Test(arguments: found) func theyLookLikeTheirThumbnails(name: String) throws {
    let source = try ImageSource(try #require(Samples.path(name)))
    let pixels = try source.primaryPixels()
    let primary = try #require(source.primary)
    #expect((pixels.width, pixels.height) == (primary.width, primary.height))
    #expect(pixels.orientation == primary.orientation && pixels.iccProfile != nil)
    guard case .heif(let reader) = source.parsed else {
      Issue.record("\(name) is no HEIF file")
      return
    }
    let exif = try #require(try source.primaryMetadata().exif)
    #expect(exif.starts(with: "MM\0*".utf8) || exif.starts(with: "II*\0".utf8))
    let thumbnails = reader.file.items.filter { $0.targets("thmb").contains(reader.file.primaryItemID) }
    guard let item = thumbnails.first else {
      #expect(Self.withoutThumbnail.contains(name))
      return
    }
    let thumbnail = try HEIFImageDecoder(file: reader.file, source: source.bytes, limits: source.limits)
      .photo(of: item)
    let difference = Self.meanDifference(pixels, thumbnail)
    #expect(difference < 6, "\(name): \(difference) codes")
  }

  /// Returns the mean difference of the samples of a small picture from those of a large one at the same places.
  private static func meanDifference(_ large: PhotoPixels, _ small: PhotoPixels) -> Double {
    let (big, little) = (large.rgb8, small.rgb8)
    var sum = 0
    for row in 0..<small.height {
      for column in 0..<small.width {
        let (rows, columns) = (
          (row * large.height / small.height)..<((row + 1) * large.height / small.height),
          (column * large.width / small.width)..<((column + 1) * large.width / small.width)
        )
        // Every other pixel of a cell is plenty.
        var (red, count) = (0, 0)
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
          for x in stride(from: columns.lowerBound, to: columns.upperBound, by: 2) {
            red += Int(big[(y * large.width + x) * 3])
            count += 1
          }
        }
        sum += abs(red / max(count, 1) - Int(little[(row * small.width + column) * 3]))
      }
    }
    return Double(sum) / Double(small.width * small.height)
  }
}
