package import FeedModel
package import FeedStore
import Testing

extension ConformanceCheck {
  static let photos: [ConformanceCheck] = [
    ConformanceCheck("aPhotoIsFoundByItsNameAndByItsBytes") { fixture in
      let photo = try await fixture.upload(1)
      #expect(photo.content == .sample(1))
      #expect(photo.name.utf8.count == 32 && photo.id.text == "photo:\(photo.name).31x20")
      #expect(try await fixture.store.photo(.name(photo.name)) == photo)
      #expect(try await fixture.store.photo(.contentHash(photo.content.contentHash)) == photo)
      #expect(try await fixture.store.photo(.name("nobody")) == nil)
      #expect(try await fixture.store.photo(.contentHash([1, 2])) == nil)
      let hashes = [photo.content.contentHash, [9], PhotoContent.sample(2).contentHash]
      let leftovers = try await fixture.store.leftoverPhotos(among: hashes)
      #expect(leftovers.map(\.contentHash) == Array(hashes.dropFirst()))
      // What it would be called.
      let later = try await fixture.upload(2)
      #expect(leftovers.map(\.name).last == later.name)
    },
    ConformanceCheck("equalBytesAreOnePhotoOfAllWhoUploadedThem") { fixture in
      let first = try await fixture.upload(1, by: Person.mira)
      #expect(try await fixture.uploaders(of: first) == [true, false, false])
      var again = PhotoContent.sample(1)
      again.blurhash = "another"
      again.copies = [PhotoContent.Copy(side: 512, contentHash: [5])]
      let second = try await fixture.store.recordUpload(again, viewer: Person.noor)
      again.blurhash = first.content.blurhash
      #expect(second == Photo(name: first.name, content: again), "only the copies are new")
      #expect(try await fixture.store.photo(.name(first.name)) == second)
      #expect(try await fixture.uploaders(of: first) == [true, true, false])
      let other = try await fixture.upload(2)
      #expect(other.name != first.name)
      await #expect(throws: StoreError.notFound(.viewer)) {
        try await fixture.upload(3, by: .user(UserID(number: 12)))
      }
      #expect(try await fixture.store.photo(.contentHash([3])) == nil, "a refused one is none")
    },
    ConformanceCheck("anUploadIsNoChangeOfTheFeedAndMakesItsUser") { fixture in
      let post = try await fixture.post("post")
      let sequence = try await fixture.feed().sequence
      try await fixture.upload(1, by: Person.mira)
      #expect(try await fixture.feed().sequence == sequence)
      try await fixture.upload(1, by: Person.noor)
      #expect(try await fixture.feed().sequence.number == sequence.number + 1, "the user is one")
      #expect(try await fixture.feed().posts == [post])
    },
    ConformanceCheck("postsAndProfilesTakePhotosThatTheirViewerUploaded") { fixture in
      let photo = try await fixture.upload(1, by: Person.mira)
      let post = try await fixture.post(photo.id, by: Person.mira)
      #expect(post.image == photo.reference)
      #expect(try await fixture.feed(viewer: Person.noor).posts[0].image == photo.reference)
      let state = try await fixture.setAvatar(photo.id, of: Person.mira)
      #expect(state.user.avatar == photo.reference && state.removedPhoto == nil)
      let sequence = try await fixture.feed().sequence
      var wrong = photo.id
      wrong.width += 1
      for (id, viewer) in [
        (photo.id, Person.noor), (wrong, Person.mira),
        (PhotoID(name: "nobody", width: 31, height: 20), Person.mira),
      ] {
        await #expect(throws: StoreError.notFound(.photo)) {
          try await fixture.post(id, by: viewer)
        }
        await #expect(throws: StoreError.notFound(.photo)) {
          try await fixture.setAvatar(id, of: viewer)
        }
      }
      #expect(try await fixture.feed().sequence == sequence, "what is refused changes nothing")
    },
    ConformanceCheck("aPhotoGoesWithTheLastThatUsesIt", aPhotoGoesWithTheLastThatUsesIt),
    ConformanceCheck("anAvatarsPhotoGoesWhenAnotherTakesItsPlace") { fixture in
      let first = try await fixture.upload(1)
      let second = try await fixture.upload(2)
      _ = try await fixture.setAvatar(first.id)
      #expect(try await fixture.setAvatar(first.id).removedPhoto == nil, "it is still shown")
      #expect(try await fixture.setAvatar(second.id).removedPhoto == first)
      #expect(try await fixture.store.photo(.name(first.name)) == nil)
      #expect(try await fixture.setAvatar(nil).removedPhoto == second)
      #expect(try await fixture.setAvatar(nil).removedPhoto == nil)
    },
    ConformanceCheck("aRepeatedPostIsTheSameAlsoWhenItsPhotoIsGone") { fixture in
      let photo = try await fixture.upload(1)
      let post = try await fixture.post(photo.id, requestID: "make")
      #expect(try await fixture.post(photo.id, requestID: "make") == post)
      let deletion = try await fixture.store.deletePost(post.id, viewer: Person.mira)
      #expect(deletion.removedPhoto == photo)
      await #expect(throws: StoreError.alreadyDeleted(.post)) {
        try await fixture.post(photo.id, requestID: "make")
      }
      await #expect(throws: StoreError.notFound(.photo)) { try await fixture.post(photo.id) }
    },
    ConformanceCheck("anUnusedPhotoIsSweptWhenItsTimeIsUp", anUnusedPhotoIsSweptWhenItsTimeIsUp),
    ConformanceCheck("aSweepTakesSoManyAtOnceAndTheOldestFirst") { fixture in
      var uploaded: [Photo] = []
      for number in 0..<StoreLimits.photosSweptAtOnce + 2 {
        uploaded.append(try await fixture.upload(number))
        fixture.clock.advance(bySeconds: 1)
      }
      let now = fixture.clock.now
      let first = try await fixture.store.removeUnusedPhotos(uploadedUntil: now)
      #expect(first == Array(uploaded.dropLast(2)))
      let rest = try await fixture.store.removeUnusedPhotos(uploadedUntil: now)
      #expect(rest == Array(uploaded.suffix(2)))
      #expect(try await fixture.store.removeUnusedPhotos(uploadedUntil: now) == [])
    },
    ConformanceCheck("aPostThatComesWithASweepHasItsPhotoOrIsRefused") { fixture in
      for number in 0..<20 {
        let photo = try await fixture.upload(number)
        let now = fixture.clock.now
        let sweep = Task { try await fixture.store.removeUnusedPhotos(uploadedUntil: now) }
        let post = try? await fixture.post(photo.id)
        let removed = try await sweep.value
        let isThere = try await fixture.store.photo(.name(photo.name)) != nil
        #expect((post != nil) == isThere && isThere == removed.isEmpty)
      }
    },
  ]

  private static func aPhotoGoesWithTheLastThatUsesIt(_ fixture: StoreFixture) async throws {
    let photo = try await fixture.upload(1, by: Person.mira)
    try await fixture.upload(1, by: Person.noor)
    let first = try await fixture.post(photo.id, by: Person.mira)
    let second = try await fixture.post(photo.id, by: Person.noor)
    _ = try await fixture.setAvatar(photo.id, of: Person.mira)
    let one = try await fixture.store.deletePost(first.id, viewer: Person.mira)
    #expect(one.removedPhoto == nil)
    #expect(try await fixture.setAvatar(nil, of: Person.mira).removedPhoto == nil)
    #expect(try await fixture.store.photo(.name(photo.name)) == photo)
    await #expect(throws: StoreError.notAllowed) {
      try await fixture.store.deletePost(second.id, viewer: Person.mira)
    }
    let two = try await fixture.store.deletePost(second.id, viewer: Person.noor)
    #expect(two.removedPhoto == photo)
    #expect(try await fixture.store.photo(.name(photo.name)) == nil)
    #expect(try await fixture.uploaders(of: photo) == [false, false, false])
    let repeated = try await fixture.store.deletePost(second.id, viewer: Person.noor)
    #expect(repeated == PostDeletion(sequence: two.sequence))
    // The same bytes are the same photo again, of the one who uploads them.
    #expect(try await fixture.upload(1, by: Person.mira) == photo)
    #expect(try await fixture.uploaders(of: photo) == [true, false, false])
  }

  private static func anUnusedPhotoIsSweptWhenItsTimeIsUp(_ fixture: StoreFixture) async throws {
    func sweep(_ time: Timestamp) async throws -> [Photo] {
      try await fixture.store.removeUnusedPhotos(uploadedUntil: time)
    }
    let unused = try await fixture.upload(1)
    let posted = try await fixture.upload(2)
    let shown = try await fixture.upload(3)
    let post = try await fixture.post(posted.id)
    _ = try await fixture.setAvatar(shown.id)
    let first = fixture.clock.now
    #expect(try await sweep(first.advanced(byMicroseconds: -1)) == [])
    fixture.clock.advance(bySeconds: 10)
    let second = fixture.clock.now
    try await fixture.upload(1, by: Person.noor)
    #expect(try await sweep(first) == [], "its time began anew")
    #expect(try await sweep(second.advanced(byMicroseconds: -1)) == [])
    #expect(try await sweep(second) == [unused])
    #expect(try await fixture.store.photo(.name(unused.name)) == nil)
    #expect(try await sweep(second) == [])
    #expect(try await fixture.feed().posts.map(\.id) == [post.id])
  }
}

extension PhotoContent {
  /// What was found in a photo that differs from those of other numbers.
  package static func sample(_ number: Int) -> PhotoContent {
    let hash = (0..<32).map { index in UInt8(truncatingIfNeeded: number >> (8 * min(index, 6))) }
    return PhotoContent(
      contentHash: hash,
      byteCount: 1_000 + number,
      format: "jpeg",
      width: 31,
      height: 20,
      blurhash: "LKO2",
      takenAt: number.isMultiple(of: 2) ? nil : Timestamp(seconds: -5),
      copies: [
        Copy(side: 2_048, contentHash: hash.reversed()), Copy(side: 512, contentHash: hash),
      ]
    )
  }
}

extension StoreFixture {
  /// Uploads the photo of a number.
  @discardableResult
  package func upload(_ number: Int, by viewer: Viewer = Person.mira) async throws -> Photo {
    try await store.recordUpload(.sample(number), viewer: viewer)
  }

  /// Makes a post with a photo.
  @discardableResult
  package func post(
    _ photo: PhotoID,
    by viewer: Viewer = Person.mira,
    requestID: String = ""
  ) async throws -> Post {
    let request = try PostRequest(
      text: "",
      image: .photo(photo),
      requestID: RequestID.reading(requestID)
    )
    return try await store.createPost(request, viewer: viewer).post
  }

  /// Shows a photo in a profile; nil: none.
  package func setAvatar(
    _ photo: PhotoID?,
    of viewer: Viewer = Person.mira
  ) async throws -> UserState {
    let request = try ProfileRequest(displayName: "name", avatar: photo.map { .photo($0) })
    return try await store.updateProfile(request, viewer: viewer)
  }

  /// Whether Mira, Noor and Kai have uploaded a photo.
  fileprivate func uploaders(of photo: Photo) async throws -> [Bool] {
    var found: [Bool] = []
    for viewer in [Person.mira, Person.noor, Person.kai] {
      found.append(try await store.hasUploaded(photoNamed: photo.name, viewer: viewer))
    }
    return found
  }
}
