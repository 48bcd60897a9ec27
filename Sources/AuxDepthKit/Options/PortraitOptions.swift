package import AuxImage

extension OptionCall {
  package static let preparePortrait = OptionCall("edit_prepare_portrait")
}

/// How a portrait is prepared for Apple's Photos.
package struct PreparingPortrait: CallOptions {
  package var focus: FocusRegion?

  package init() {}

  package static let title = "Preparing portraits"
  package static let calls: [OptionCall] = [.preparePortrait]
  package static let rows: [OptionRow<Self>] = [
    OptionRow(
      "focus", .numbers,
      "`[x,y]` or `[x,y,width,height]`: the region in focus by its centre, in parts of the sides of the photo as stored; "
        + "it is marked where the photo's XMP marks no region"
    ) { options, numbers throws(AuxError) in
      do throws(AuxError) {
        switch numbers.count {
        case 2: options.focus = try FocusRegion(x: numbers[0], y: numbers[1])
        case 4:
          options.focus = try FocusRegion(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        default: throw AuxError(.usage, "is 2 or 4 numbers, not \(numbers.count)")
        }
      } catch { throw error.within("options/focus") }
    }
  ]
}
