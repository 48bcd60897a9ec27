import AuxCodecs
import Testing

@Suite struct MD5Tests {
  @Test func knownDigests() {
    #expect(MD5.hexDigest(of: Array("abc".utf8)) == "900150983CD24FB0D6963F7D28E17F72")
    #expect(MD5.hexDigest(of: []) == "D41D8CD98F00B204E9800998ECF8427E")
  }
}
