import Testing

@testable import AuxView

@Suite struct PageTemplateTests {
  @Test func `The parts of the page are embedded whole`() {
    #expect(PageTemplate.body.contains("id=\"main\""))
    #expect(PageTemplate.style.contains("color-scheme"))
    #expect(PageTemplate.script.contains("auxdepth-data"))
  }
}
