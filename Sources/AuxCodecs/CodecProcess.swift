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

  /// Returns the answer of the codec; throws `AuxError` with what was attempted and the reason.
  ///
  /// A failure of the system, or of the process by another's hand, is an error `io`, which says nothing of the image.
  func answer(_ attempt: String) throws(AuxError) -> Answer { try unsafe answer(attempt, into: []) }

  /// Returns the answer of the codec, which fills in memory for luma and two planes of chroma.
  private func answer(
    _ attempt: String, into planes: [UnsafeMutableRawBufferPointer]
  ) throws(AuxError) -> Answer {
    var request = unsafe aux_request()
    var answer = aux_answer()
    var error = aux_error()
    unsafe withUnsafeMutableBytes(of: &request.numbers) { place in
      let stored = unsafe place.bindMemory(to: Int64.self)
      for (index, number) in numbers.enumerated() { unsafe stored[index] = Int64(number) }
    }
    func address(_ plane: Int) -> UnsafeMutablePointer<UInt8>? {
      unsafe planes[plane].baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
    if unsafe !planes.isEmpty {
      unsafe (request.target, request.target_size) = (address(0), planes[0].count)
      unsafe (request.chroma.0, request.chroma.1) = (address(1), address(2))
      unsafe request.chroma_size = planes[1].count
    }
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

  /// Returns samples that the codec fills in, and the numbers of the answer.
  ///
  /// Memory is not touched before there are samples for it, so that a false size costs nothing.
  func samples<Sample: BitwiseCopyable>(
    _ count: Int, _ attempt: String
  ) throws(AuxError) -> (samples: [Sample], answer: Answer) {
    let (planes, answer): ([[Sample]], Answer) = try planes(luma: count, chroma: 0, attempt)
    return (planes[0], answer)
  }

  /// Returns the samples of luma and of two equal planes of chroma, which may be empty, as ``samples(_:_:)``.
  func planes<Sample: BitwiseCopyable>(
    luma lumaCount: Int, chroma chromaCount: Int, _ attempt: String
  ) throws(AuxError) -> (planes: [[Sample]], answer: Answer) {
    var luma = Bands.undefined(lumaCount, of: Sample.self)
    var cb = Bands.undefined(chromaCount, of: Sample.self)
    var cr = Bands.undefined(chromaCount, of: Sample.self)
    let answer = unsafe luma.withUnsafeMutableBytes { luma in
      unsafe cb.withUnsafeMutableBytes { cb in
        unsafe cr.withUnsafeMutableBytes { cr in
          Result { () throws(AuxError) in try unsafe self.answer(attempt, into: [luma, cb, cr]) }
        }
      }
    }
    return ([luma, cb, cr], try answer.get())
  }
}
