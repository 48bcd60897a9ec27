import AuxImage
import Testing

@Suite struct NumberTextTests {
  @Test func digitsAreThoseOfC() {
    #expect(NumberText.decimals(0.05, 1) == "0.1")
    #expect(NumberText.decimals(-1e300, 0).count == 302)
    #expect(NumberText.decimals(63.25, 1) == "63.2")
    #expect(NumberText.significant(0.00012345678, 4) == "0.0001235")
    #expect(NumberText.significant(12345678, 4) == "1.235e+07")
    #expect(NumberText.significant(.infinity, 4) == "inf")
  }

  @Test func whiteSpaceAroundIsTakenOff() {
    #expect("\t 1 2\r\n\u{A0}".trimmed == "1 2")
    #expect(" \n".trimmed.isEmpty)
  }

  @Test func scalarsHaveSixDecimals() {
    #expect(NumberText.fixed(0) == "0.000000")
    #expect(NumberText.fixed(0.0019) == "0.001900")
    // Exactly half of the sixth decimal: C rounds to even.
    #expect(NumberText.fixed(4.3828125) == "4.382812")
    #expect(NumberText.fixed(-1.5) == "-1.500000")
  }

  /// The spellings are those of real files.
  @Test func membersHaveSeventeenDigits() {
    #expect(NumberText.member(0) == "0.0")
    #expect(NumberText.member(1) == "1")
    #expect(NumberText.member(-1) == "-1")
    #expect(NumberText.member(3032.59423828125) == "3032.59423828125")
    #expect(NumberText.member(-0.45720401406288147) == "-0.45720401406288147")
    #expect(NumberText.member(0.00022056407760828733) == "0.00022056407760828733")
  }

  @Test func wholeNumbersArePlain() {
    #expect(NumberText.plain(4032) == "4032")
    #expect(NumberText.plain(0) == "0")
    #expect(NumberText.plain(1.5) == "1.5")
  }

  @Test func boundsOfFarDisparitiesKeepMoreDigits() throws {
    #expect(NumberText.bound(1.498046875, tolerance: 5e-7) == "1.498047")
    let far: Double = 1 / 4096.0
    #expect(NumberText.bound(far, tolerance: 1e-12) == "0.000244140625")
    let smallest = 0x1p-24
    #expect(try #require(Double(NumberText.bound(smallest, tolerance: 0))) == smallest)
    #expect(!NumberText.bound(smallest, tolerance: 0).contains("e"))
    #expect(NumberText.bound(1e10, tolerance: 0) == "10000000000.000000")
  }

  /// Writes the two bounds of a half map and reads them: no code may move by a thousandth of a step.
  @Test(arguments: [(0.0001, 0.0004), (0.00001, 0.5), (0.5, 8), (0x1p-24, 0x1p-23)] as [(Float, Float)])
  func boundsComeBack(low: Float, high: Float) throws {
    var metadata = AuxiliaryMetadata()
    metadata.nativeFormat = .fdis
    metadata.floatMinValue = Double(low)
    metadata.floatMaxValue = Double(high)
    let read = AuxiliaryMetadata(properties: metadata.properties)
    let tolerance = Double(high - low) / 255 / 1000
    #expect(abs(try #require(read.floatMinValue) - Double(low)) <= tolerance)
    #expect(abs(try #require(read.floatMaxValue) - Double(high)) <= tolerance)
  }

  @Test func numbersAreRead() {
    #expect(NumberText.number(" 1.5\n") == 1.5)
    #expect(NumberText.number("-2e3") == -2000)
    for text in ["", "nan", "inf", "-infinity", "1,5", "1.5 m", "1e999"] {
      #expect(NumberText.number(text) == nil, "\(text)")
    }
    #expect(NumberText.integer("65536.0") == 65536)
    #expect(NumberText.integer("0.5") == nil)
    #expect(NumberText.integer("1e30") == nil)
  }

  @Test func truthValuesAreRead() {
    for text in ["True", "true", " TRUE ", "1"] { #expect(NumberText.boolean(text) == true) }
    for text in ["False", "false", "0"] { #expect(NumberText.boolean(text) == false) }
    for text in ["", "yes", "2"] { #expect(NumberText.boolean(text) == nil) }
  }
}
