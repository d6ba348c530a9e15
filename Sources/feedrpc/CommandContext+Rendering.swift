import CommandLineKit
import FeedMessages
import MessageJSON
import ProtobufRuntime

extension CommandContext {
  /// When something was, for people: how long ago, or with `--absolute` its time.
  ///
  /// The command must declare that option.
  func time(of moment: Timestamp?) -> String {
    guard let moment else { return "" }
    guard arguments[ListOptions.absolute] else {
      return RelativeTime.text(from: moment.seconds, to: surroundings.now)
    }
    let offset = surroundings.secondsEastOfUTC(moment.seconds)
    return AbsoluteTime.text(of: moment.seconds, secondsEastOfUTC: offset)
  }

  /// The title of a column of such times.
  var timeTitle: String { arguments[ListOptions.absolute] ? "TIME" : "AGE" }

  /// A message as JSON.
  func json<Message: FeedMessage>(
    _ message: Message,
    layout: JSONLayout = .pretty
  ) throws(MessageJSONError) -> String {
    JSONWriter.text(of: try jsonValue(message), layout: layout)
  }

  /// A message as a value, to be put into a larger one.
  ///
  /// Fields that hold their default are there too: who reads it finds 0 likes as a number.
  func jsonValue<Message: FeedMessage>(
    _ message: Message
  ) throws(MessageJSONError) -> JSONValue {
    let type = BuiltInSchema.message(Message.fullName)
    return try JSONMapping(BuiltInSchema.schema, writesDefaults: true)
      .jsonValue(from: message.encodedBytes(), type: type)
  }
}

extension CommandContext {
  /// A page as a list, whose rows are its items; one that has more pages is JSON on one line.
  func listing<Page: FeedMessage, Item: FeedMessage>(
    _ page: Page,
    of items: [Item],
    _ columns: [Table.Column],
    layout: JSONLayout = .pretty,
    row: (Item) -> Listing.Row
  ) throws(MessageJSONError) -> Listing {
    var (json, lines) = ("", [String]())
    switch arguments[ListOptions.format] {
    case .table: break
    case .json: json = try self.json(page, layout: layout)
    case .jsonl:
      for item in items { lines.append(try self.json(item, layout: .compact)) }
    }
    return Listing(columns: columns, rows: items.map(row), json: json, jsonLines: lines)
  }

  /// Writes one thing as a list with one row.
  func write<Message: FeedMessage>(
    _ message: Message,
    _ columns: [Table.Column],
    _ row: Listing.Row
  ) throws {
    try write(try listing(message, of: [message], columns) { _ in row })
  }
}
