package import AuxImage

/// The picture of one eye beside the photo, which is the picture of the other.
package struct OtherEye: Sendable {
  package let eye: StereoEye
  /// The number of its record in the maker's data.
  package let record: Int
  package let image: JPEGImage
  package let range: Range<Int>
  /// Where the maker's data begin: the photo alone ends before.
  package let dataOffset: Int
}

extension JPEGImageList {
  /// Finds known data after the images and adds the depth maps in them; what cannot be read makes a note.
  ///
  /// Source: Specs/trailers.md.
  mutating func addTrailers() {
    do throws(AuxError) { trailers = try Trailer.atEnd(of: file.structure.source).reversed() } catch {
      notes.append("what follows the images cannot be read: \(error.message)")
    }
    for trailer in trailers {
      if let damage = trailer.damage {
        notes.append("the data after the images (\(trailer.kind)) are damaged: \(damage)")
      }
    }
    guard !isAlone else { return }
    for trailer in trailers {
      addMaps(of: trailer)
      addOtherEye(of: trailer)
    }
  }

  /// Adds the depth maps of a trailer; one that cannot be read makes a note, and costs no other.
  private mutating func addMaps(of trailer: Trailer) {
    let structure = file.structure
    var hasOwn = false
    for part in trailer.depthParts {
      do throws(AuxError) {
        guard let map = try trailer.depthMap(of: part, in: structure) else { continue }
        // The first map is taken for the photo's.
        guard hasOwn || !map.isOfOtherView else { continue }
        _ = try structure.limits.checkedPixelCount(width: map.width, height: map.height)
        hasOwn = true
        add(.trailer(map), .disparity, named: map.name, at: map.range.lowerBound, .trailer)
        notes.append("\(map.name): nothing states distances; values are relative disparity of 0...1")
        if map.isOfOtherView { notes.append("\(map.name) is of another view of the scene than the photo") }
      } catch {
        notes.append("the depth map \(part.name) after the images is unusable: \(error.message)")
      }
    }
  }

  private mutating func addOtherEye(of trailer: Trailer) {
    guard otherEye == nil, let other = trailer.otherEye else { return }
    do throws(AuxError) {
      let image = try file.structure.image(in: other.range)
      _ = try file.structure.limits.checkedPixelCount(width: image.frame.width, height: image.frame.height)
      otherEye = OtherEye(
        eye: other.eye, record: other.record, image: image, range: other.range,
        dataOffset: trailer.range.lowerBound)
    } catch {
      notes.append("the picture of the \(other.eye) eye after the images is unusable: \(error.message)")
    }
  }

  /// Returns where the video of a motion photo is that XMP announces; readers count from the end of the file.
  ///
  /// Source: Android, Motion photo format 1.0; its older form has `MicroVideoOffset`.
  func video(announced: [XMPProperty]) -> Range<Int>? {
    let source = file.structure.source
    let listed = (try? ItemDirectory(announced, file.structure.limits))?.items.last(where: \.isVideo)?.length
    let offset = announced.first {
      $0.namespace == GooglePacket.cameraNamespace && $0.name == "MicroVideoOffset"
    }?.text
    guard let count = listed ?? offset.flatMap(NumberText.integer), count > 16, count < source.byteCount
    else {
      return nil
    }
    let start = source.byteCount - count
    let prefix = try? source.read(at: start, count: 16)
    return prefix.map(Trailer.isMotionPhoto) == true ? start..<source.byteCount : nil
  }
}
