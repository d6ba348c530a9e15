import CommandLineKit
import FeedModel

extension ValueFormat where Value == String {
  /// Somebody to act as, by id or username.
  static let user = ValueFormat(
    placeholder: "USER",
    parse: { (text) throws(CommandLineKit.InvalidValue) in
      do {
        return try UserID(text)?.text ?? Username(text).text
      } catch {
        throw .notThis("a user's id or username, which has 1 to 30 of a-z, 0-9, . and _")
      }
    },
    describe: { $0 }
  )
}
