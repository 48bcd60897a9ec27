import AuxImage
import Foundation
import Testing

@Suite("JSON of reports")
struct JSONValueTests {
  /// Reads JSON text as Foundation does.
  private func parsed(_ value: JSONValue) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(value.text.utf8), options: .fragmentsAllowed)
  }

  @Test("Members keep their order, and those without a value are left out")
  func objects() {
    let none: JSONValue? = nil
    let value: JSONValue = [
      "z": .integer(1), "gone": none, "a": .array([.boolean(true), ["b": .string("c")], .array([])]),
      "e": [:],
    ]
    #expect(value.text == #"{"z":1,"a":[true,{"b":"c"},[]],"e":{}}"#)
    #expect("\(value)" == value.text)
  }

  @Test("Any text comes back as it was")
  func strings() throws {
    let texts = [
      "", "plain", "\"quoted\" \\ back/slash", "\n\r\t\u{0}\u{1}\u{1F}\u{7F}", "e\u{301} 深度 🙂 \u{2028}",
    ]
    for text in texts { #expect(try parsed(.string(text)) as? String == text) }
    let object = try #require(try parsed(["\"\n": .integer(1)]) as? [String: Int])
    #expect(object == ["\"\n": 1])
  }

  @Test("Numbers come back exactly; whole ones have no point, and what JSON has not is null")
  func numbers() throws {
    for number in [0.1, -2.5, 1e-7, 1.0 / 3, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e20, -0.0] {
      #expect(try parsed(.number(number)) as? Double == number)
    }
    #expect(JSONValue.number(-3).text == "-3" && JSONValue.integer(.min).text == "\(Int.min)")
    for number in [Double.nan, .infinity, -.infinity] { #expect(JSONValue.number(number).text == "null") }
  }

  @Test("A calibration says all that it has")
  func calibration() throws {
    var calibration = try CameraCalibrationData(
      intrinsicMatrix: [70.25, 0, 0, 0, 71, 0, 30, 25, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 64, height: 48), pixelSize: 0.001)
    let short = try #require(try parsed(calibration.json) as? [String: Any])
    #expect(
      Set(short.keys) == [
        "intrinsicMatrix", "intrinsicMatrixReferenceDimensions", "extrinsicMatrix", "pixelSize",
      ])
    calibration.lensDistortionCenter = .init(x: 31.5, y: 23)
    calibration.lensDistortionCoefficients = [1, 2, 3, 4, 5, 6, 7, 8.5]
    calibration.inverseLensDistortionCoefficients = [8, 7, 6, 5, 4, 3, 2, 1]
    let all = try #require(try parsed(calibration.json) as? [String: Any])
    #expect(all["intrinsicMatrix"] as? [Double] == calibration.intrinsicMatrix)
    #expect(all["intrinsicMatrixReferenceDimensions"] as? [Double] == [64, 48])
    #expect(all["extrinsicMatrix"] as? [Double] == CameraCalibrationData.identityExtrinsics)
    #expect(all["pixelSize"] as? Double == 0.001)
    #expect(all["lensDistortionCenter"] as? [Double] == [31.5, 23])
    #expect(all["lensDistortionCoefficients"] as? [Double] == calibration.lensDistortionCoefficients)
    #expect(
      all["inverseLensDistortionCoefficients"] as? [Double] == calibration.inverseLensDistortionCoefficients)
  }
}
