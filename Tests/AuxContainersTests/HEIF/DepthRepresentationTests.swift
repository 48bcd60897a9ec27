import AuxContainers
import AuxImage
import Testing

@Suite struct DepthRepresentationTests {
  /// What four real files hold: size of the rest 17, NAL length 13, prefix SEI, type 177, 9 bytes.
  static let vectors: [(bytes: String, dMin: Double, dMax: Double)] = [
    ("000000110000000d4e01b109351f7bfc010bc62020", 1.498046875, 4.3828125),
    ("000000110000000d4e01b109351e78220103f89020", 0.50830078125, 3.767578125),
    ("000000110000000d4e01b109351d7fcc0103ece020", 0.49365234375, 3.40234375),
    ("000000110000000d4e01b109351f7e1a010bde5020", 1.7626953125, 5.89453125),
  ]

  @Test(arguments: vectors)
  func `Apple's messages are read and written`(vector: (bytes: String, dMin: Double, dMax: Double)) throws {
    let bytes = HEIFSupport.hex(vector.bytes)
    var reader = ByteReader(bytes)
    let info = try DepthRepresentationInfo(parsing: &reader)
    #expect(info.dMin?.value == vector.dMin && info.dMax?.value == vector.dMax)
    #expect(info.kind == 1 && info.referenceView == 0 && info.zNear == nil && info.zFar == nil)
    let made = try DepthRepresentationInfo(disparityFrom: vector.dMin, to: vector.dMax)
    #expect(HEIFSupport.serialized(made.serialize) == bytes)
    for count in 0..<bytes.count {
      var short = ByteReader(Array(bytes[..<count]))
      #expect(throws: AuxError.self) { try DepthRepresentationInfo(parsing: &short) }
    }
  }

  @Test func `an earlier message and emulation prevention are skipped`() throws {
    // Payload type 5 with 2 bytes, then 177 whose 32-bit mantissa 00000004 needs a 03 in front.
    let info = try DepthRepresentationInfo(depthFrom: 1 + 0x1p-30, to: 2)
    var message = HEIFSupport.serialized(info.serialize)
    var reader = ByteReader(message)
    #expect(try DepthRepresentationInfo(parsing: &reader) == info)
    #expect(message.count > 8 && message[8...].indices.contains { message[$0] == 3 }, "escaped")
    let inner = Array(message[10...])
    let unit = [0x4E, 0x01, 5, 2, 0xAA, 0xBB] + inner
    message = [0, 0, 0, UInt8(unit.count + 4), 0, 0, 0, UInt8(unit.count)] + unit
    reader = ByteReader(message)
    #expect(try DepthRepresentationInfo(parsing: &reader) == info)
  }

  @Test(arguments: [0.1, -2.5, 1e-12, 0, 65504, 0x1p-24, 3.402_823_4e27, 0.3333333432674408])
  func `single precision values survive`(value: Double) throws {
    let single = Double(Float(value))
    let made = try DepthRepresentationValue(single)
    let isInRange = single == 0 || single.magnitude >= 0x1p-30
    #expect(isInRange ? made.value == single : abs(made.value! - single) <= 0x1p-60)
    var bits = BitWriter()
    made.serialize(into: &bits)
    var reader = BitReader(bits.bytes)
    #expect(try DepthRepresentationValue(parsing: &reader) == made)
  }

  @Test(arguments: [Double.nan, .infinity, 0x1p96])
  func `what does not fit is refused`(value: Double) {
    #expect(throws: AuxError(.usage, "")) { try DepthRepresentationValue(value) }
  }

  @Test func `a non-uniform table is kept`() throws {
    var info = try DepthRepresentationInfo(disparityFrom: 1, to: 2)
    info.kind = DepthRepresentationInfo.Kind.nonUniformDisparity
    info.nonlinearModel = [0, 7, 300, 65535]
    var reader = ByteReader(HEIFSupport.serialized(info.serialize))
    #expect(try DepthRepresentationInfo(parsing: &reader) == info)
  }
}
