/// The methods whose requests may carry an id; their numbers are stored.
package enum RequestMethod: Int64, CaseIterable, Sendable {
  case toggleLike = 1
  case addComment = 2
  case createPost = 3
}
