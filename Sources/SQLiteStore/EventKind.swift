/// What changed; the numbers are stored.
enum EventKind: Int64, CaseIterable, Sendable {
  case postCreated = 1
  case postDeleted = 2
  case postLiked = 3
  case commentAdded = 4
  case commentDeleted = 5
  case userChanged = 6
  case followChanged = 7
}
