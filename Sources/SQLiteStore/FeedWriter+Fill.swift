import FeedModel
import FeedStore

/// The bulk fill of an empty store.
///
/// Counts are not kept row by row but set once, from the rows: the triggers are dropped and made
/// again in the same transaction. No events are written: whoever asks for changes before the
/// fill's end gets a gap.
extension FeedWriter {
  func fill(with sample: SampleFeed) throws(StoreError) -> Bool {
    if try connection.number("SELECT EXISTS (SELECT 1 FROM users)") != 0 { return false }
    for trigger in Schema.triggers { try connection.execute("DROP TRIGGER \(trigger.name)") }
    let people = (0..<sample.userCount).map(sample.user(at:))
    let userIDs = people.map(\.user.id)
    for person in people {
      _ = head.nextSequence()
      try insert(person.user, bio: person.bio)
    }
    for person in people {
      for index in person.follows {
        try statements.insertFollow.run(
          .integer(person.user.id.number),
          .integer(userIDs[index].number),
          .integer(head.nextSequence().number)
        )
      }
    }
    for post in sample.posts { try insert(post, userIDs) }
    try connection.execute(Self.setCounts)
    for trigger in Schema.triggers { try connection.execute(trigger.sql) }
    try statements.raiseEventsAfter.run(.integer(head.sequence.number))
    return true
  }

  private func insert(_ post: SamplePost, _ userIDs: [UserID]) throws(StoreError) {
    let id = SQLiteValue.integer(head.nextSequence().number)
    try statements.insertPost.run(
      id,
      .integer(userIDs[post.authorIndex].number),
      .integer(head.nextTime(now: now, imported: post.createdAt).microseconds),
      SQLiteValue(post.image?.id),
      SQLiteValue(post.image?.width),
      SQLiteValue(post.image?.height),
      SQLiteValue(post.image?.blurhash),
      .text(post.text),
      .text(post.altText),
      nil,
      nil,
      nil
    )
    for liker in post.likers {
      let user = SQLiteValue.integer(userIDs[liker].number)
      try statements.insertLike.run(id, user, .integer(head.nextSequence().number))
    }
    for comment in post.comments {
      try statements.insertComment.run(
        .integer(head.nextSequence().number),
        id,
        .integer(userIDs[comment.authorIndex].number),
        .integer(head.nextTime(now: now, imported: comment.createdAt).microseconds),
        .text(comment.text),
        nil,
        nil
      )
    }
  }

  private static let setCounts = """
    UPDATE posts SET
      like_count = (SELECT count(*) FROM likes WHERE post_id = posts.id),
      comment_count = (SELECT count(*) FROM comments WHERE post_id = posts.id);
    UPDATE users SET
      post_count = (SELECT count(*) FROM posts WHERE author_id = users.id),
      follower_count = (SELECT count(*) FROM follows WHERE followee_id = users.id),
      following_count = (SELECT count(*) FROM follows WHERE follower_id = users.id);
    UPDATE feed_head SET
      post_count = (SELECT count(*) FROM posts),
      comment_count = (SELECT count(*) FROM comments),
      like_count = (SELECT count(*) FROM likes);
    """
}
