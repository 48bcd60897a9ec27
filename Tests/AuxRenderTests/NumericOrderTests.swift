import Testing

@testable import AuxRender

@Suite struct NumericOrderTests {
  @Test(arguments: [
    ("f2", "f10"), ("f002", "f10"), ("a9b2", "a9b10"), ("a", "a1"), ("", "0"), ("f9.exr", "f10.exr"),
    ("A1", "a0"),
    ("f99999999999999999998", "f99999999999999999999"), ("f1a", "f1b"),
  ])
  func comesBefore(one: String, other: String) {
    #expect(NumericOrder.compare(one, other) < 0)
    #expect(NumericOrder.compare(other, one) > 0)
  }

  @Test func zerosBeforeANumberCountForNothing() { #expect(NumericOrder.compare("f01", "f1") == 0) }
}
