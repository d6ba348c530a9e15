import Base
import CommandLineKit
import MessageJSON

/// The messages that a call is to send, read from what the command line names.
struct RequestMessages {
  let surroundings: Surroundings
  let mapping: JSONMapping
  let type: MessageType

  /// The messages of all texts; where there is no text, and one must be sent, an empty one.
  ///
  /// A text is JSON, `-` for standard input or `@FILE`. Where many messages can be sent, input
  /// and files hold one a line.
  func read(_ texts: [String], isStream: Bool) throws(CommandFailure) -> [Bytes] {
    var messages: [Bytes] = []
    for text in texts { messages += try read(text, isStream: isStream) }
    if isStream { return messages }
    guard messages.count < 2 else {
      throw CommandFailure(
        "the method takes one message, found \(messages.count)",
        exitCode: .wrongUsage
      )
    }
    return messages.isEmpty ? [Bytes()] : messages
  }

  private func read(_ text: String, isStream: Bool) throws(CommandFailure) -> [Bytes] {
    let content: Bytes
    let place: String
    if text == "-" {
      do { content = try surroundings.readInput() } catch {
        throw CommandFailure("can't read standard input: \(error)")
      }
      place = "standard input"
    } else if text.hasPrefix("@") {
      place = String(text.dropFirst())
      do { content = try InputFile.read(place) } catch {
        throw CommandFailure("can't read \(place): \(error)")
      }
    } else {
      return [try message(Bytes(text.utf8), place: "MESSAGE")]
    }
    guard isStream else { return [try message(content, place: place)] }
    var messages: [Bytes] = []
    for (index, line) in content.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
      messages.append(try message(Bytes(line), place: "\(place), message in line \(index + 1)"))
    }
    return messages
  }

  private func message(_ text: Bytes, place: String) throws(CommandFailure) -> Bytes {
    do { return try mapping.wireBytes(fromJSON: text, type: type) } catch {
      throw CommandFailure(
        "\(place): \(error)\nSee 'feedrpc describe \(type.name)'.",
        exitCode: .wrongUsage
      )
    }
  }
}
