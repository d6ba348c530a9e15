import Files
import Glibc
import RPC

/// Why one thing could not be taken, while the others can.
struct Complaint: Error, Hashable, CustomStringConvertible {
  /// A sentence without the thing's name.
  let description: String

  init(_ sentence: String) { description = sentence }

  init(_ error: FileError) {
    self.init("\(error.operation.rawValue): \(String(cString: strerror(error.code)))")
  }

  /// The status of a call that is about this thing alone.
  ///
  /// - Throws: The status itself where the next thing would end with it too.
  init(_ error: RPCError) throws(RPCError) {
    switch error.code {
    case .invalidArgument, .notFound, .alreadyExists, .failedPrecondition, .outOfRange, .dataLoss,
      .internal, .deadlineExceeded:
      self.init(error.message.isEmpty ? error.code.name : error.message)
    default: throw error
    }
  }
}

extension Complaint {
  /// Runs `body`; what is wrong with this thing alone is a complaint.
  static func collect<Value>(
    _ body: () async throws -> Value
  ) async throws -> Result<Value, Complaint> {
    do { return .success(try await body()) } catch let complaint as Complaint {
      return .failure(complaint)
    } catch let error as FileError {
      return .failure(Complaint(error))
    } catch let error as RPCError {
      return .failure(try Complaint(error))
    }
  }
}
