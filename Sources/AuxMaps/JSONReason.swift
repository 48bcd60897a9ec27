#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Why a JSON document is not of the form that it should have, in words.
enum JSONReason {
  static func text(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
    case .dataCorrupted(let context): context.debugDescription
    default: "\(error)"
    }
  }
}
