internal import AuxImage
internal import AuxKernels
internal import CAuxSystem

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A program that codes with one library; Specs/sandbox.md.
enum CodecProgram {
  case jpeg, hevc

  fileprivate var number: Int32 {
    switch self {
    case .jpeg: Int32(AUX_CODEC_JPEG)
    case .hevc: Int32(AUX_CODEC_HEVC)
    }
  }

  /// The version of the library; throws `codecMissing` where the library or the program is not installed.
  func libraryVersion() throws(AuxError) -> String {
    var error = aux_error()
    var text = [CChar](repeating: 0, count: 64)
    guard unsafe aux_codec_version(number, &text, &error) == 0 else {
      throw codecFailure(error, "the library is not there")
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A request to a codec program.
struct CodecRequest {
  let program: CodecProgram
  let operation: Int32
  /// The coded bytes, or samples to be encoded.
  let data: [UInt8]
  let numbers: [Int]
  /// The number of pixels to be encoded; nil for a request to decode.
  var encodedPixels: Int?
  /// The most bytes that an answer in addition to the samples may have.
  var largestAnswer = 0

  init(
    _ program: CodecProgram, _ operation: Int, _ data: [UInt8], _ numbers: [Int], encodedPixels: Int? = nil,
    largestAnswer: Int = 0
  ) {
    (self.program, self.operation) = (program, Int32(operation))
    (self.data, self.numbers) = (data, numbers)
    (self.encodedPixels, self.largestAnswer) = (encodedPixels, largestAnswer)
  }

  /// The numbers of an answer, its bytes, and the first warning, empty without one.
  struct Answer {
    var numbers: [Int]
    var bytes: [UInt8]
    var warning: String
  }

  /// Returns the answer of the codec, which fills in `target`; throws `AuxError` with what was attempted and the reason.
  ///
  /// The process is one of its own, so that a failure of the system is an error `io`, which says nothing of the image.
  func answer(_ attempt: String) throws(AuxError) -> Answer {
    try unsafe answer(attempt, into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
  }

  private func answer(
    _ attempt: String, into target: UnsafeMutableRawBufferPointer
  ) throws(AuxError) -> Answer {
    var request = unsafe aux_request()
    var answer = aux_answer()
    var error = aux_error()
    unsafe withUnsafeMutableBytes(of: &request.numbers) { place in
      let stored = unsafe place.bindMemory(to: Int64.self)
      for (index, number) in numbers.enumerated() { unsafe stored[index] = Int64(number) }
    }
    unsafe request.target = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe request.target_size = target.count
    unsafe request.largest.0 = UInt64(largestAnswer)
    unsafe request.pixels = UInt64(encodedPixels ?? 0)
    let code = unsafe data.withUnsafeBufferPointer { data in
      unsafe request.data = data.baseAddress
      unsafe request.size = data.count
      return unsafe aux_codec_call(
        program.number, operation, encodedPixels == nil ? 0 : 1, &request, &answer, &error)
    }
    CodecBox.noteRefusal()
    guard code == 0 else { throw codecFailure(error, attempt) }
    defer { unsafe free(answer.buffers.0) }
    let answered = unsafe withUnsafeBytes(of: &answer.numbers) { place in
      unsafe place.bindMemory(to: Int64.self).map { Int(clamping: $0) }
    }
    return Answer(
      numbers: answered, bytes: unsafe copyingBytes(answer.buffers.0, count: answer.sizes.0) ?? [],
      warning: text(of: error))
  }

  /// Returns so many samples that the codec fills in, and the numbers of the answer.
  ///
  /// `isWanted` tells by the answer whether there are samples; without them the result is empty. Memory is not touched before
  /// there are samples for it, so that a false size costs nothing.
  func samples<Sample: BitwiseCopyable>(
    _ count: Int, _ attempt: String, isWanted: (Answer) -> Bool = { _ in true }
  ) throws(AuxError) -> (samples: [Sample], answer: Answer) {
    var result: Result<Answer, AuxError> = .failure(AuxError(.usage, attempt))
    let samples = unsafe [Sample](unsafeUninitializedCapacity: count) { target, written in
      result = Result { () throws(AuxError) in
        try unsafe answer(attempt, into: UnsafeMutableRawBufferPointer(target))
      }
      if case .success(let answer) = result, isWanted(answer) { written = count }
    }
    return (samples, try result.get())
  }
}
