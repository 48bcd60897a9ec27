import AuxMaps
import Testing

/// How maps are aligned with photos.
struct MapPlacementTests {
  private static let map = PixelPlane(width: 3, height: 2, known: .uint8([1, 2, 3, 4, 5, 6]))

  @Test func aMapAsStoredStaysAsItIs() throws {
    let photo = PrimaryImage(width: 300, height: 200, orientation: .right)
    let placement = MapPlacement(on: photo, isUpright: false)
    #expect(try placement.placed(Self.map) == Self.map)
    #expect(placement.turn == .up)
  }

  /// Displayed, the photo is turned clockwise; a map of that goes back the other way.
  @Test func aMapAsDisplayedIsTurnedBack() throws {
    let photo = PrimaryImage(width: 200, height: 300, orientation: .right)
    let placed = try MapPlacement(on: photo).placed(Self.map)
    #expect(placed == PixelPlane(width: 2, height: 3, known: .uint8([3, 6, 2, 5, 1, 4])))
  }

  @Test func onePercentIsTakenAndMoreWithLeave() throws {
    try MapPlacement(on: PrimaryImage(width: 101, height: 100)).check(width: 50, height: 50)
    try MapPlacement(on: PrimaryImage(width: 100, height: 100)).check(width: 99, height: 100)
    let wide = PrimaryImage(width: 103, height: 100)
    let error = #expect(throws: AuxError(.usage, "")) {
      try MapPlacement(on: wide).check(width: 50, height: 50)
    }
    #expect(error?.remedy == .stretch)
    #expect(
      error?.reason == "the map is 50x50 and the photo 103x100, which is another aspect ratio")
    try MapPlacement(on: wide, isStretched: true).check(width: 50, height: 50)
  }

  @Test func whatWouldFitIsSaid() throws {
    let photo = PrimaryImage(width: 200, height: 300, orientation: .left)
    func remedy(_ placement: MapPlacement, _ width: Int, _ height: Int) -> Remedy? {
      do throws(AuxError) {
        try placement.check(width: width, height: height)
        return nil
      } catch { return error.remedy }
    }
    #expect(remedy(MapPlacement(on: photo), 2, 3) == .takeStored)
    #expect(remedy(MapPlacement(on: photo, isUpright: false), 3, 2) == .takeUpright)
    #expect(remedy(MapPlacement(on: photo), 4, 3) == .stretch)
    // Nothing would be gained where the photo is displayed as it is stored.
    #expect(remedy(MapPlacement(on: PrimaryImage(width: 200, height: 300)), 3, 2) == .rotateMap)
  }
}
