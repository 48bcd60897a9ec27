internal import AuxImage
internal import AuxKernels
internal import AuxReader

extension PhotoPixels {
  /// Returns the pixels of an edited photo: a part of these, straightened and scaled in linear light, and turned.
  ///
  /// A profile whose light cannot be computed makes a note, and light is that of sRGB then.
  func edited(
    by geometry: PhotoGeometry, jobs: Int, _ notes: inout [String]
  ) throws(AuxError) -> PhotoPixels {
    guard geometry.changesPixels else {
      var same = self
      same.orientation = geometry.orientation
      return same
    }
    let part = geometry.part
    var edited = self
    if geometry.warp != nil {
      edited = warped(by: geometry, jobs, &notes)
    } else {
      if geometry.crops {
        edited = cropped(left: part.x, top: part.y, width: part.width, height: part.height)
      }
      if geometry.scales {
        edited = edited.scaled(toWidth: geometry.scaledWidth, height: geometry.scaledHeight, jobs, &notes)
      }
    }
    edited = edited.turned(by: geometry.turn)
    edited.orientation = geometry.orientation
    return edited
  }

  private func scaled(
    toWidth across: Int, height down: Int, _ jobs: Int, _ notes: inout [String]
  ) -> PhotoPixels {
    let tables = lightTables(&notes)
    let scaled: Samples =
      switch samples {
      case .uint8(let codes):
        .uint8(
          Resample.light(
            codes, width: width, height: height, channels: channels, toWidth: across, toHeight: down,
            tables: tables, jobs: jobs))
      case .uint16(let codes):
        .uint16(
          Resample.light(
            codes, width: width, height: height, channels: channels, toWidth: across, toHeight: down,
            tables: tables, jobs: jobs))
      }
    return with(scaled, width: across, height: down)
  }

  /// Straightens, cuts and scales in one step.
  private func warped(by geometry: PhotoGeometry, _ jobs: Int, _ notes: inout [String]) -> PhotoPixels {
    let tables = lightTables(&notes)
    let warp = ResampleWarp(geometry.unturnedToSource)
    let (across, down) = (geometry.scaledWidth, geometry.scaledHeight)
    let warped: Samples =
      switch samples {
      case .uint8(let codes):
        .uint8(
          Resample.light(
            codes, width: width, height: height, channels: channels, warp: warp, toWidth: across,
            toHeight: down, tables: tables, jobs: jobs))
      case .uint16(let codes):
        .uint16(
          Resample.light(
            codes, width: width, height: height, channels: channels, warp: warp, toWidth: across,
            toHeight: down, tables: tables, jobs: jobs))
      }
    return with(warped, width: across, height: down)
  }

  private func lightTables(_ notes: inout [String]) -> LightTables {
    var encoding = LightEncoding.sRGB
    do throws(AuxError) { encoding = try lightEncoding() } catch {
      notes.append("light is computed as that of sRGB, since of the photo's own: \(error.message)")
    }
    return encoding.tables(bits: bitsPerSample)
  }

  private func with(_ samples: Samples, width: Int, height: Int) -> PhotoPixels {
    var result = PhotoPixels(width: width, height: height, channels: channels, known: samples)
    (result.iccProfile, result.orientation) = (iccProfile, orientation)
    return result
  }
}

extension PixelPlane {
  /// The centre of gravity of a matte of 8-bit codes, in parts of its sides; nil where all codes are 0.
  var centreOfGravity: CameraCalibrationData.Point? {
    guard case .uint8(let codes) = storage else { return nil }
    var (sum, across, down) = (0, 0, 0)
    for row in 0..<height {
      var line = 0
      for column in 0..<width {
        let code = Int(codes[row * width + column])
        line += code
        across += code * (2 * column + 1)
      }
      sum += line
      down += line * (2 * row + 1)
    }
    guard sum > 0 else { return nil }
    return CameraCalibrationData.Point(
      x: Double(across) / Double(2 * sum * width), y: Double(down) / Double(2 * sum * height))
  }
}
