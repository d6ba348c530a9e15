import FeedModel

extension MemoryState {
  mutating func fill(with sample: SampleFeed) -> Bool {
    guard users.isEmpty && posts.isEmpty else { return false }
    let people = (0..<sample.userCount).map(sample.user(at:))
    for person in people {
      insert(person.user, bio: person.bio)
      _ = head.nextSequence()
    }
    for person in people {
      for followed in person.follows {
        let sequence = head.nextSequence()
        let id = people[followed].user.id
        following[person.user.id, default: [:]][id] = sequence
        followers[id, default: [:]][person.user.id] = sequence
      }
    }
    for post in sample.posts { insert(post, people) }
    eventsAfter = head.sequence
    return true
  }

  private mutating func insert(_ sample: SamplePost, _ people: [SampleUser]) {
    let id = PostID(number: head.nextSequence().number)
    insert(
      PostRow(
        id: id,
        authorID: people[sample.authorIndex].user.id,
        text: sample.text,
        image: sample.image,
        altText: sample.altText,
        createdAt: head.nextTime(now: sample.createdAt, imported: sample.createdAt)
      )
    )
    for liker in sample.likers {
      likes[id, default: [:]][people[liker].user.id] = head.nextSequence()
    }
    for comment in sample.comments {
      let row = CommentRow(
        id: CommentID(number: head.nextSequence().number),
        postID: id,
        authorID: people[comment.authorIndex].user.id,
        text: comment.text,
        createdAt: head.nextTime(now: comment.createdAt, imported: comment.createdAt)
      )
      comments[id, default: []].append(row)
    }
  }
}
