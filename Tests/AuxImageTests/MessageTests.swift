import AuxImage
import Foundation
import Testing

/// What messages say of files and errors.
@Suite struct MessageTests {
  @Test func standardStreamsHaveNamesAndFilesTheirPaths() {
    #expect(StandardStream.inputName("-") == "standard input")
    #expect(StandardStream.outputName("-") == "standard output")
    #expect(StandardStream.inputName("./-") == "./-" && StandardStream.outputName("a.jpg") == "a.jpg")
  }

  @Test func anErrorIsAFoundationOne() {
    var error = AuxError(.usage, "the file has a map", place: "meta", remedy: .replaceImage)
    error.path = "a.jpg"
    let known: any LocalizedError = error
    #expect(known.errorDescription == error.description && known.failureReason == error.message)
    #expect(known.errorDescription?.hasPrefix("a.jpg: meta") == true)
    #expect(known.recoverySuggestion == error.suggestion)
    // Bindings and programs have their own words for it.
    #expect(error.suggestion != Remedy.replaceImage.description && !error.message.contains("replac"))
    #expect(AuxError(.usage, "").recoverySuggestion == nil)
  }
}
