import Base
import FeedMessages
import Files
import RPC

/// Makes a post of every photo below a folder.
struct FolderImport: Sendable {
  /// What came of the files so far.
  struct Counts: Equatable, Sendable {
    /// Posts that were made.
    var made = 0
    /// Photos whose posts were there already.
    var present = 0
    /// Files that are neither photos nor texts.
    var other = 0
  }

  let client: FeedServiceClient
  /// Says who the author is.
  let options: CallOptions
  /// The start of the import, in microseconds since 1970.
  let now: Int64
  let console: TransferConsole
  let files = FileSystem()

  private final class Progress: Sendable {
    /// Request ids of posts that are there or being made.
    let known: Lock<Set<String>>
    let counts = Lock(Counts())

    init(known: Set<String>) { self.known = Lock(known) }
  }

  /// - Throws: what would end with every other photo too; the posts made so far stay.
  func run(_ folder: String) async throws -> Counts {
    var walk = try FolderWalk(folder, files)
    let progress = Progress(known: try await requestIDs())
    try await withThrowingTaskGroup(of: Void.self) { group in
      var runningCount = 0
      while let found = walk.next() {
        guard let path = photo(found, progress) else { continue }
        if runningCount == TransferLimits.uploadCount {
          try await group.next()
          runningCount -= 1
        }
        group.addTask { try await take(path, progress) }
        runningCount += 1
      }
      try await group.waitForAll()
    }
    return progress.counts.withLock { $0 }
  }

  /// The path of a photo; nil where something else was found, which is counted or told.
  private func photo(_ found: FolderWalk.Found, _ progress: Progress) -> String? {
    switch found {
    case .photo(let path): return path
    case .text: break
    case .other: progress.counts.withLock { $0.other += 1 }
    case .unreadable(let path, let error): console.complain(path, Complaint(error))
    }
    return nil
  }

  /// The request ids of what the author imported before, of the newest posts only.
  private func requestIDs() async throws -> Set<String> {
    let author = try await client.fetchProfile(FetchProfileRequest(), options: options).user
    let filter = FeedFilter(authorID: author?.id ?? "")
    var request = FetchFeedPageRequest(pageSize: 100, filter: filter)
    var known: Set<String> = []
    repeat {
      let page = try await PatientCalls.run { [request] in
        try await client.fetchFeedPage(request, options: options)
      }
      let ids = page.posts.map(\.requestID)
      known.formUnion(ids.filter { $0.hasPrefix(PhotoPost.requestIDPrefix) })
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty && known.count < TransferLimits.knownPostCount
    return known
  }

  /// Makes the post of a photo, or tells why there is none.
  private func take(_ path: String, _ progress: Progress) async throws {
    let outcome = try await Complaint.collect { try await makePost(path, progress) }
    switch outcome {
    case .success(let isNew):
      progress.counts.withLock { counts in
        if isNew { counts.made += 1 } else { counts.present += 1 }
      }
    case .failure(let complaint): console.complain(path, complaint)
    }
    console.show(progress.counts.withLock { "\($0.made) posts made, \($0.present) there already" })
  }

  /// - Returns: False where the post is there already.
  private func makePost(_ path: String, _ progress: Progress) async throws -> Bool {
    let photo = try PhotoFile(path, files)
    let id = PhotoPost.requestID(ofContent: photo.contentHash)
    guard progress.known.withLock({ $0.insert(id).inserted }) else { return false }
    do {
      let request = try texts(beside: path, requestID: id)
      return try await makePost(request, photo)
    } catch {
      // Equal bytes elsewhere may have a text that is taken.
      progress.known.withLock { _ = $0.remove(id) }
      throw error
    }
  }

  private func makePost(_ draft: CreatePostRequest, _ photo: PhotoFile) async throws -> Bool {
    var request = draft
    let upload = try await PatientCalls.run {
      try await photo.upload(client, options, files)
    }
    request.imageID = upload.image?.id ?? ""
    request.createdAt = Timestamp(
      microsecondsSince1970: PhotoPost.creationTime(
        takenAt: upload.takenAt?.microsecondsSince1970,
        modifiedAt: photo.modifiedAt / 1_000,
        now: now
      )
    )
    do {
      _ = try await PatientCalls.run { [request] in
        try await client.createPost(request, options: options)
      }
      return true
    } catch let error as RPCError {
      // Its post was made with another text or time, and is there.
      guard error.reason == "REQUEST_ID_REUSED" else { throw error }
      return false
    }
  }

  /// What is to be said with a photo: the files beside it, or else its own name.
  private func texts(beside path: String, requestID: String) throws -> CreatePostRequest {
    let name = String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...])
    let stem = path.prefix(path.count - name.count) + PhotoPost.parts(ofName: name).stem
    return CreatePostRequest(
      text: try text(at: "\(stem).txt") ?? PhotoPost.text(fromName: name),
      altText: try text(at: "\(stem).alt.txt") ?? "",
      requestID: requestID
    )
  }

  /// The text in a file; nil where there is none.
  private func text(at path: String) throws -> String? {
    guard try files.status(of: path)?.kind == .file else { return nil }
    let file = try files.open(path)
    let limit = TransferLimits.textByteCount
    let content = try files.read(file, byteCount: limit + 1, path: path)
    guard content.count <= limit else { throw Complaint("the text beside it is too long") }
    return try PhotoPost.text(fromFile: content)
  }
}

extension RPCError {
  /// What programs tell errors by; nil where the status has no such detail.
  var reason: String? {
    guard let info: ErrorInfo = detail(), info.domain == "feedrpc" else { return nil }
    return info.reason
  }
}
