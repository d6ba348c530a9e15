import CommandLineKit
import FeedMessages
import MessageJSON
import ProtobufRuntime
import RPC

extension CommandContext {
  /// How long ago a moment was, for people.
  func age(of moment: Timestamp?) -> String {
    guard let moment else { return "" }
    return RelativeTime.text(from: moment.seconds, to: surroundings.now)
  }

  /// A page of a list as JSON: on one line where several follow each other.
  func json<Message: FeedMessage>(page: Message) throws(MessageJSONError) -> String {
    try json(page, layout: arguments[ListOptions.all] ? .compact : .pretty)
  }

  /// A message as JSON.
  func json<Message: FeedMessage>(
    _ message: Message,
    layout: JSONLayout = .pretty
  ) throws(MessageJSONError) -> String {
    let mapping = JSONMapping(BuiltInSchema.schema, layout: layout)
    let type = BuiltInSchema.message(Message.fullName)
    return try mapping.jsonText(from: message.encodedBytes(), type: type)
  }
}

/// Users that people name.
enum UserLookup {
  /// The id of a user; ids contain a colon, which no username does.
  static func id(
    of user: String,
    _ client: FeedServiceClient,
    _ options: CallOptions
  ) async throws(RPCError) -> String {
    if user.contains(":") { return user }
    let request = FetchProfileRequest(username: user)
    return try await client.fetchProfile(request, options: options).user?.id ?? ""
  }
}
