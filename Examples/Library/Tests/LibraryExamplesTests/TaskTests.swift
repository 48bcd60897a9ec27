import AuxDepthKit
import Foundation
import LibraryExamples
import Synchronization
import Testing

@Suite("Calls in tasks")
struct TaskTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Writes a photo with a depth map, and returns its path.
  private func photo(width: Int, height: Int) throws -> String {
    let pixels = try PhotoPixels(
      width: width, height: height, rgb8: [UInt8](repeating: 90, count: width * height * 3))
    var destination = try ImageDestination(pixels: pixels, as: .jpeg)
    try destination.addDepth(DepthMap((0..<64 * 48).map { 1 + Float($0 % 64) }, width: 64, height: 48))
    try destination.finalize(to: folder("photo.jpg"))
    return folder("photo.jpg")
  }

  @Test("A blur that is cancelled ends with the code `cancelled`, and writes nothing")
  func blur() async throws {
    let (photo, output) = (try photo(width: 4000, height: 3000), folder("blurred.jpg"))
    let task = Task { try await blurInTask(photo, focus: 1, radius: 100, output: output) }
    try await Task.sleep(for: .milliseconds(200))
    task.cancel()
    let start = ContinuousClock.now
    await #expect(throws: AuxError(.cancelled, "")) { try await task.value }
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("Files that are validated after a cancellation are not judged")
  func validation() async throws {
    let photo = try photo(width: 64, height: 48)
    let photos = [String](repeating: photo, count: 20_000)
    let task = Task { await judgementsInTask(of: photos) }
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    let start = ContinuousClock.now
    let judgements = await task.value
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(judgements.count == photos.count && judgements.first == .valid)
    #expect(judgements.last == .notJudged(because: AuxError(.cancelled, "")))
  }

  @Test("The threads of a call see the cancellation of its task")
  func threads() async throws {
    let photo = try photo(width: 64, height: 48)
    let codes = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let codes = Mutex<Set<AuxError.Code?>>([])
      AuxWorkerPool.inOrder([String](repeating: photo, count: 16), jobs: 4) { path throws(AuxError) in
        try ImageSource(path).primaryPixels()
      } onResult: { _, result in
        if case .failure(let error) = result {
          codes.withLock { _ = $0.insert(error.code) }
        } else {
          codes.withLock { _ = $0.insert(nil) }
        }
      }
      return codes.withLock(\.self)
    }.value
    #expect(codes == [.cancelled])
  }
}
